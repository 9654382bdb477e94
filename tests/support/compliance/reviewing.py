"""What reviewers leave behind."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from compliance.models import CheckedItem, ReviewAssignment, Verification
from compliance.review_desk import approvals, case_files, notes, rules
from compliance.verification import documents
from platforms import audit
from platforms.base import clock
from webhooks.models import Event

REVIEWER = audit.Actor(kind="STAFF", id="rita")


def traces(verification: dict[str, Any]) -> None:
    """A case that somebody has, a note about it, a rule of its platform, and what an approval leaves."""
    row = Verification.objects.get(id=verification["id"].partition(":")[2])
    now = clock.real_now()
    ReviewAssignment.objects.create(verification=row, assigned_to="rita", assigned_at=now)
    notes.add(verification_id=row.id, text="Called the registrar.", actor=audit.Actor("STAFF", "rita"), now=now)
    rules.enter(
        platform_id=row.platform_id,
        flag="BUSINESS",
        deciders="REVIEWER",
        opens_documents=True,
        asks_checklist=True,
        least_volume="",
        reason="As the contract says.",
        actor=audit.Actor("STAFF", "mary", proposed_by="lena"),
        now=now,
    )
    file = case_files.load(row.id)
    approvals.record(file, rules.of_case(file), checklist={}, actor=audit.Actor("STAFF", "rita"), now=now)


def review(verb, verification, **arguments):
    key = verification["id"].partition(":")[2]
    with transaction.atomic():
        return verb(verification_id=key, reason="Seen by me.", actor=REVIEWER, now=clock.real_now(), **arguments)


def shown(api, verification):
    return dict(api.get(f"/verifications/{verification['id']}").json())


def told_of(public_id: str) -> list[str]:
    return list(Event.objects.filter(resource=public_id).order_by("id").values_list("type", flat=True))


def look_at(verification_id: uuid.UUID, *names: str) -> None:
    """Have people open every document of a case."""
    now = clock.real_now()
    with transaction.atomic():
        for document in case_files.load(verification_id).documents:
            for name in names:
                documents.record_reading(document=document, actor=audit.Actor("STAFF", name), now=now)


def checklist(verification_id: uuid.UUID, **differing: str) -> dict[str, dict[str, str]]:
    """Everything fits on every identity document, but what is said otherwise."""
    found = approvals.identity_documents(case_files.load(verification_id))
    return {document.public_id: dict.fromkeys(CheckedItem.values, "FITS") | differing for document in found}


def compared(verification_id: uuid.UUID, **differing: str) -> Mapping[str, str]:
    """The same as the fields of the dialog."""
    lists = checklist(verification_id, **differing).values()
    return {f"compared_{place}_{item}": way for place, items in enumerate(lists) for item, way in items.items()}
