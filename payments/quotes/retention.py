"""Retention: a quote that nobody executed or paid is deleted after a while, with its payment and their history.

What may go is decided by the database (`migrations/sql/0062_unused_quotes.sql`), which looks for anything that tells of
money. The audit log keeps what was done.
"""

import datetime as dt
import uuid
from collections.abc import Mapping

from django.conf import settings
from django.db import connection

from payments.models import FailureReason, OperationsCase, Quote, Transaction, TransactionStatus
from platforms.base import clock, identifiers
from platforms.models import Note, Proposal

BATCH = 500
_REASONS = (FailureReason.QUOTE_EXPIRED, FailureReason.CANCELLED)
"""How a quote ends that was not used. A cancelled payment may be another one: it stays."""
FIRST = (0, uuid.UUID(int=0))
Place = tuple[int, uuid.UUID]
"""Which reason is read, and the key of the last payment that was."""


def forget(*, now: clock.RealTime, after: Place = FIRST) -> tuple[int, Place | None]:
    """Delete unused quotes among the next BATCH payments after `after` that are QUOTE_RETENTION_DAYS old at `now`.

    Returns how many there were, and where to continue; None where no more are due. Payments are read by the index of
    those that failed. What staff wrote about or decided stays.
    """
    assert connection.in_atomic_block
    which, last = after
    before = identifiers.first_key(now - dt.timedelta(days=settings.QUOTE_RETENTION_DAYS))
    due = Transaction.objects.filter(failure_reason=_REASONS[which], id__gt=last, id__lt=before).order_by("id")
    found = list(due.values_list("id", "status", "quote_id")[:BATCH])
    ended = {key: quote for key, status, quote in found if status == TransactionStatus.EXPIRED and quote is not None}
    gone = _delete(_unknown_to_staff(ended))
    if len(found) == BATCH:
        return gone, (which, found[-1][0])
    return gone, ((which + 1, FIRST[1]) if which + 1 < len(_REASONS) else None)


def _unknown_to_staff(payments: Mapping[uuid.UUID, uuid.UUID]) -> list[uuid.UUID]:
    """Return those payments, given with their quotes, that no note, case or proposal is about."""
    subjects = {identifiers.public(Transaction.public_type, key): key for key in payments}
    subjects |= {identifiers.public(Quote.public_type, quote): key for key, quote in payments.items()}
    known: set[uuid.UUID] = set()
    if subjects:
        for model in (Note, OperationsCase, Proposal):
            named = model.objects.filter(subject__in=subjects).values_list("subject", flat=True)
            known |= {subjects[subject] for subject in named}
    return [key for key in payments if key not in known]


def _delete(keys: list[uuid.UUID]) -> int:
    if not keys:
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT payments_forget_quotes(%s)", [keys])
        return int(cursor.fetchone()[0])
