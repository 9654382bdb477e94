"""Claims that end by themselves: a case that its reviewer has left alone returns to the queue.

A claim ends REVIEW_CLAIM_HOURS after the case was claimed or handed over, submitted again, or last got a note, by the
platform's clock. A decision holds the lock on the customer: a claim is not ended while one is made, and a decision that
comes after the end is refused, since nobody has the case.
"""

import datetime as dt
import uuid
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db.models import DateTimeField, ExpressionWrapper, F, Max, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Greatest

from compliance.models import Customer, NoteKind, ReviewAssignment, ReviewNote, Verification, VerificationStatus
from compliance.review_desk import case_files, notes
from platforms import audit
from platforms.base import clock

_AT_ONCE = 200
"""Claims that one run looks for."""


def life() -> dt.timedelta:
    """Return how long a claim lasts while nothing happens to the case."""
    return dt.timedelta(hours=settings.REVIEW_CLAIM_HOURS)


def ends_at(file: case_files.CaseFile) -> dt.datetime | None:
    """Return when the claim of a waiting case ends, by the platform's clock; None where nobody has claimed it."""
    assignment = file.assignment
    if assignment is None or assignment.assigned_at is None:
        return None
    moments = [assignment.assigned_at, file.verification.submitted_at, *(note.at for note in file.notes)]
    return max(moment for moment in moments if moment is not None) + life()


def due(*, now: clock.RealTime) -> Sequence[uuid.UUID]:
    """Return the keys of the verifications whose claims have ended; `now` is real time."""
    rows = _ended(now).order_by("touched", "verification_id")
    return list(rows.values_list("verification_id", flat=True)[:_AT_ONCE])


def end(*, verification_id: uuid.UUID, now: clock.RealTime) -> bool:
    """Return a case to the queue if its claim has ended; tell whether it had.

    False too while somebody holds the lock on the customer, as a decision does: the next run looks again.
    """
    customers = Verification.objects.filter(id=verification_id).values("customer_id")
    if not Customer.objects.select_for_update(no_key=True, skip_locked=True).filter(id__in=customers):
        return False
    locked = ReviewAssignment.objects.select_for_update().filter(verification=verification_id)
    if not locked or not _ended(now).filter(verification=verification_id).exists():
        return False
    ReviewAssignment.objects.filter(verification=verification_id).update(assigned_to="", assigned_at=None)
    verification = Verification.objects.select_related("platform").get(id=verification_id)
    moment = clock.of(verification.platform, now)
    text = (
        f"Returned to the queue: {locked[0].assigned_to} had it for {settings.REVIEW_CLAIM_HOURS} h, and did nothing."
    )
    notes.write(verification=verification, kind=NoteKind.RELEASE, text=text, actor=audit.SYSTEM, now=moment)
    audit.record(verification, "verification.release", actor=audit.SYSTEM, now=moment)
    return True


def _ended(now: clock.RealTime) -> QuerySet[Any]:
    latest = ReviewNote.objects.filter(verification=OuterRef("verification")).order_by().values("verification")
    note = Subquery(latest.annotate(latest=Max("at")).values("latest"))
    limit = ExpressionWrapper(Value(now - life()) + F("verification__platform__clock_offset"), DateTimeField())
    rows: QuerySet[Any] = ReviewAssignment.objects.exclude(assigned_to="").filter(
        verification__status=VerificationStatus.PENDING_MANUAL_REVIEW, verification__customer__deleted_at=None
    )
    rows = rows.annotate(touched=Greatest("assigned_at", "verification__submitted_at", note))
    ended: QuerySet[Any] = rows.filter(touched__lte=limit)
    return ended
