"""How far the last payments of the probe came, by their own rows."""

import dataclasses
import datetime as dt
from collections.abc import Sequence
from enum import StrEnum

from payments.models import Transaction, TransactionStatus
from platforms.models import Platform
from webhooks.models import Delivery, Event

MOST = 20
"""Payments looked at."""
LATE = dt.timedelta(seconds=60)
"""How long a payment may take until it counts as stuck."""
SILENT = dt.timedelta(seconds=150)
"""How long ago the last payment may have begun: two minutes, and half of one."""
_COMPLETED = "INCOMING_PAYMENT.COMPLETED"


class Stage(StrEnum):
    """Where the probe is stuck."""

    BEGIN = "BEGIN"
    """None has begun: beat sends no message, or no worker takes it."""
    SETTLEMENT = "SETTLEMENT"
    """A payment was begun and is not settled."""
    DELIVERY = "DELIVERY"
    """It is settled, and its webhook was not received."""


@dataclasses.dataclass(frozen=True, slots=True)
class Round:
    """A payment of the probe. Times by the platform's clock, which nobody moves."""

    begun_at: dt.datetime
    settled_at: dt.datetime | None
    delivered_at: dt.datetime | None
    has_failed: bool

    @property
    def is_good(self) -> bool:
        """Whether it was paid and its webhook received."""
        return self.delivered_at is not None


@dataclasses.dataclass(frozen=True, slots=True)
class Progress:
    """What the last payments tell."""

    good_age: dt.timedelta
    """Since the last good one ended; without one, since the oldest of those looked at, or since the set-up."""
    settled_in: dt.timedelta | None
    """From the beginning of the last good one until it was settled."""
    delivered_in: dt.timedelta | None
    """From its beginning until its webhook was received."""
    stuck_at: Stage | None


def rounds(platform: Platform) -> list[Round]:
    """Return the last payments of the probe's platform, the newest first; three statements."""
    payments = list(Transaction.objects.for_platform(platform.id).order_by("-created_at", "-id")[:MOST])
    told = Event.objects.filter(resource__in=[payment.public_id for payment in payments], type=_COMPLETED)
    of_event = dict(told.values_list("id", "resource"))
    received = Delivery.objects.filter(event_id__in=of_event, status__gte=200, status__lt=300)
    delivered = {of_event[event]: at for event, at in received.values_list("event_id", "at")}
    return [
        Round(
            begun_at=payment.created_at,
            settled_at=payment.settled_at,
            delivered_at=delivered.get(payment.public_id),
            has_failed=payment.status in {TransactionStatus.FAILED, TransactionStatus.REJECTED},
        )
        for payment in payments
    ]


def unfinished(found: Sequence[Round]) -> int:
    """Return how many have neither failed nor been received."""
    return sum(not each.is_good and not each.has_failed for each in found)


def of(platform: Platform, *, now: dt.datetime) -> Progress:
    """Return what the last payments of the probe's platform tell at a moment."""
    found = rounds(platform)
    good = max((each for each in found if each.delivered_at), key=lambda each: each.delivered_at or now, default=None)
    if good is None or good.delivered_at is None or good.settled_at is None:
        since = found[-1].begun_at if found else platform.created_at
        return Progress(now - since, None, None, _stuck(found, since, now=now))
    return Progress(
        now - good.delivered_at,
        good.settled_at - good.begun_at,
        good.delivered_at - good.begun_at,
        _stuck(found, good.begun_at, now=now),
    )


def _stuck(found: Sequence[Round], since: dt.datetime, *, now: dt.datetime) -> Stage | None:
    """Return where the probe is stuck; `since` is when the last good payment began."""
    late = [each for each in found if not each.is_good and each.begun_at < now - LATE and each.begun_at >= since]
    if late:
        return Stage.SETTLEMENT if late[-1].settled_at is None else Stage.DELIVERY
    newest = found[0].begun_at if found else since
    return Stage.BEGIN if newest < now - SILENT else None
