"""Signed roots of days, for tests that look at none of what is in them."""

import datetime as dt

from payments.models import SignedRoot

_DAY = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def signed(days: int) -> None:
    """Store the signed roots of so many days without entries."""
    for number in range(1, days + 1):
        sealed_at = _DAY + dt.timedelta(days=number)
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
