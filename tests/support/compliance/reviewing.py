"""What reviewers leave behind."""

from typing import Any

from django.db import transaction

from compliance.models import ReviewAssignment, Verification
from compliance.review_desk import notes
from platforms import audit
from platforms.base import clock
from webhooks.models import Event

REVIEWER = audit.Actor(kind="STAFF", id="rita")


def traces(verification: dict[str, Any]) -> None:
    """A case that somebody has, and a note about it."""
    row = Verification.objects.get(id=verification["id"].partition(":")[2])
    now = clock.real_now()
    ReviewAssignment.objects.create(verification=row, assigned_to="rita", assigned_at=now)
    notes.add(verification_id=row.id, text="Called the registrar.", actor=audit.Actor("STAFF", "rita"), now=now)


def review(verb, verification, **arguments):
    key = verification["id"].partition(":")[2]
    with transaction.atomic():
        return verb(verification_id=key, reason="Seen by me.", actor=REVIEWER, now=clock.real_now(), **arguments)


def shown(api, verification):
    return dict(api.get(f"/verifications/{verification['id']}").json())


def told_of(public_id: str) -> list[str]:
    return list(Event.objects.filter(resource=public_id).order_by("id").values_list("type", flat=True))
