"""Days that are sealed before they are over, and signed roots of days without entries."""

import datetime as dt

from django.db import transaction

from payments import tasks
from payments.models import SignedRoot
from payments.proofs import sealing
from platforms.base import clock

_FIRST = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def seal(days: int = 1) -> SignedRoot:
    """Seal the journal, and the day before as it is in some days; return its root."""
    tasks.seal_journal()
    return finish(days)


def finish(days: int = 1) -> SignedRoot:
    """Seal the day before as it is in some days, of what the journal's seals have; return its root."""
    now = clock.RealTime(clock.real_now() + dt.timedelta(days=days))
    is_unfinished = True
    while is_unfinished:
        with transaction.atomic():
            is_unfinished = sealing.advance(now=now) is not None
    root: SignedRoot = SignedRoot.objects.latest("number")
    assert root.digest is not None
    return root


def signed(days: int) -> None:
    """Store the signed roots of so many days without entries, for tests that look at none of what is in them."""
    for number in range(1, days + 1):
        sealed_at = _FIRST + dt.timedelta(days=number)
        SignedRoot.objects.create(
            number=number,
            day=sealed_at.date(),
            after_id=0,
            last_id=0,
            seal_number=1,
            key=bytes(32),
            read_until=0,
            digest=bytes([number]) * 32,
            begun_at=sealed_at,
            sealed_at=sealed_at,
        )
