"""What reviewers leave behind."""

from typing import Any

from compliance.models import ReviewAssignment, Verification
from compliance.operations import notes
from platforms import audit
from platforms.kit import clock


def traces(verification: dict[str, Any]) -> None:
    """A case that somebody has, and a note about it."""
    row = Verification.objects.get(id=verification["id"].partition(":")[2])
    now = clock.real_now()
    ReviewAssignment.objects.create(verification=row, assigned_to="rita", assigned_at=now)
    notes.add(verification_id=row.id, text="Called the registrar.", actor=audit.Actor("STAFF", "rita"), now=now)
