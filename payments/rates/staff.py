"""The source of rates entered by staff in the back office. It is here because it reads our own rows."""

import datetime as dt

from django.conf import settings

from payments.models import StaffRate
from payments.providers.rate_source import Pair, RateTable


class StaffRates:
    """The latest effective rate of each pair, valid from its start time."""

    name = StaffRate.SOURCE
    refresh_every = dt.timedelta(minutes=5)

    @property
    def stale_after(self) -> dt.timedelta:
        """Return the setting STAFF_RATES_STALE_HOURS."""
        return dt.timedelta(hours=settings.STAFF_RATES_STALE_HOURS)

    def fetch(self, now: dt.datetime) -> RateTable:
        """Return the rates effective at `now`, and when they will change."""
        effective = (
            StaffRate.objects.filter(effective_at__lte=now)
            .order_by("source", "destination", "-effective_at", "-id")
            .distinct("source", "destination")
        )
        pairs = tuple(Pair(row.source, row.destination, row.rate.normalize(), row.effective_at) for row in effective)
        coming = StaffRate.objects.filter(effective_at__gt=now).order_by("effective_at").first()
        return RateTable(pairs, changes_at=coming.effective_at if coming else None)
