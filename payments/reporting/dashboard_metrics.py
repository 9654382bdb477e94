"""Dashboard metrics of payments: each figure from an index or from totals, none counted to its end."""

import dataclasses
import datetime as dt
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.db import connection
from django.db.models import Sum

from payments.models import IN_FLIGHT, CaseState, OperationsCase, RailDay, SandboxRailDay, SuspenseItem
from payments.steps import STEPS
from platforms.base import clock
from platforms.models import Platform

MANY = 1000
"""Limit of counts."""
DAYS = 14
"""Days shown by charts."""
_WEEK = 7
AGES: Mapping[str, dt.timedelta] = MappingProxyType(
    {
        "under 5 minutes": dt.timedelta(minutes=5),
        "under an hour": dt.timedelta(hours=1),
        "under a day": dt.timedelta(days=1),
        "older": dt.timedelta.max,
    }
)
NOT_YET_PAID = [name for name, step in STEPS.items() if step.is_deadline]
"""Steps of payments whose money has not come: unpaid quotes."""
_PER_STATUS = 5_000
"""Payments of a platform and status that are read, the oldest."""


@dataclasses.dataclass(frozen=True, slots=True)
class InFlight:
    """Money under way in a currency: amounts and numbers of payments by AGES."""

    currency: str
    by_age: Sequence[int]
    payments_by_age: Sequence[int]

    @property
    def payments(self) -> int:
        """How many payments are under way."""
        return sum(self.payments_by_age)


@dataclasses.dataclass(frozen=True, slots=True)
class Count:
    """A number, up to MANY, and the time since when the first one waits, in real time."""

    number: int
    since: dt.datetime | None = None

    @property
    def text(self) -> str:
        """The number as it is shown."""
        return f"{MANY}+" if self.number >= MANY else str(self.number)


@dataclasses.dataclass(frozen=True, slots=True)
class Rail:
    """Results of the payments of a rail: completed and failed ones for each of the last DAYS, and of a week before."""

    name: str
    completed: Sequence[int]
    failed: Sequence[int]
    completed_before: Sequence[int]
    """Seven days before each of the days."""
    failed_before: Sequence[int]

    @property
    def success(self) -> float | None:
        """The share of completed ones, from 0 to 1; None while none has ended."""
        ended = sum(self.completed) + sum(self.failed)
        return sum(self.completed) / ended if ended else None


_IN_FLIGHT = """
SELECT payment.sent_currency, width_bucket(extract(epoch FROM %(now)s::timestamptz + platform.clock_offset
                                                             - payment.created_at)::float8, %(bounds)s::float8[]),
       count(*), sum(payment.sent_amount)
  FROM platforms_platform platform
 CROSS JOIN unnest(%(in_flight)s::text[]) AS wanted (status)
 CROSS JOIN LATERAL (
       SELECT sent_currency, sent_amount, created_at, next_action FROM payments_transaction
        WHERE platform_id = platform.id AND status = wanted.status
        ORDER BY created_at, id LIMIT %(most)s
       ) payment
 WHERE NOT payment.next_action = ANY(%(not_yet_paid)s::text[])
 GROUP BY 1, 2
"""
# The clocks of sandbox platforms run ahead: nothing due is after the furthest one in the index.
_DUE = """
SELECT count(*), min(since) FROM (
    SELECT payment.next_action_at - platform.clock_offset AS since
      FROM payments_transaction payment JOIN platforms_platform platform ON platform.id = payment.platform_id
     WHERE payment.next_action_at <= %(now)s + coalesce((SELECT max(clock_offset) FROM platforms_platform), '0')
       AND payment.next_action_at <= %(now)s + platform.clock_offset
     ORDER BY payment.next_action_at LIMIT %(most)s
) due
"""


def in_flight(*, now: dt.datetime) -> Sequence[InFlight]:
    """Return the money under way by currency, without unpaid quotes."""
    bounds = [0.0, *(age.total_seconds() for age in AGES.values() if age != dt.timedelta.max)]
    parameters: dict[str, Any] = {
        "now": now,
        "bounds": bounds,
        "in_flight": [status.value for status in IN_FLIGHT],
        "not_yet_paid": NOT_YET_PAID,
        "most": _PER_STATUS,
    }
    found: dict[str, tuple[list[int], list[int]]] = {}
    with connection.cursor() as cursor:
        cursor.execute(_IN_FLIGHT, parameters)
        for code, bucket, count, amount in cursor.fetchall():
            amounts, counts = found.setdefault(code, ([0] * len(AGES), [0] * len(AGES)))
            amounts[max(bucket - 1, 0)] += int(amount)
            counts[max(bucket - 1, 0)] += count
    return [InFlight(code, amounts, counts) for code, (amounts, counts) in sorted(found.items())]


def due(*, now: dt.datetime) -> Count:
    """Return how many payments are due for a worker."""
    with connection.cursor() as cursor:
        cursor.execute(_DUE, {"now": now, "most": MANY})
        return Count(*cursor.fetchone())


def open_cases() -> Mapping[str, Sequence[dt.datetime]]:
    """Return since when the open cases of each kind wait, in real time, the largest kind first: MANY, the oldest."""
    rows = OperationsCase.objects.filter(state=CaseState.OPEN).order_by("opened_at", "id")
    found: dict[str, list[dt.datetime]] = {}
    for kind, since in rows.values_list("kind", "since")[:MANY]:
        found.setdefault(kind, []).append(since)
    return dict(sorted(found.items(), key=lambda entry: -len(entry[1])))


def in_suspense() -> Count:
    """Return how many items wait for a person."""
    waiting = SuspenseItem.objects.filter(resolved_at=None, way="").order_by("opened_at")
    moments = [at - ahead for at, ahead in waiting.values_list("opened_at", "platform__clock_offset")[:MANY]]
    return Count(len(moments), min(moments, default=None))


def rails(sandbox: Platform | None = None) -> Sequence[Rail]:
    """Return the results of payments in the last DAYS, the busiest rail first.

    They are those of all platforms in days of real time, or those of one sandbox platform in days of its own clock.
    """
    last = last_day(sandbox)
    first = last - dt.timedelta(days=DAYS + _WEEK - 1)
    found: dict[str, tuple[list[int], list[int]]] = {}
    counted = SandboxRailDay.objects.filter(platform=sandbox) if sandbox else RailDay.objects.all()
    rows = counted.filter(day__gte=first, day__lte=last).values("rail", "day")
    for row in rows.annotate(completed=Sum("completed"), failed=Sum("failed")):
        completed, failed = found.setdefault(row["rail"], ([0] * (DAYS + _WEEK), [0] * (DAYS + _WEEK)))
        position = (row["day"] - first).days
        completed[position], failed[position] = row["completed"], row["failed"]
    named = [
        Rail(name, completed[_WEEK:], failed[_WEEK:], completed[:DAYS], failed[:DAYS])
        for name, (completed, failed) in found.items()
    ]
    return sorted(named, key=lambda rail: -sum(rail.completed) - sum(rail.failed))


def last_day(sandbox: Platform | None = None) -> dt.date:
    """Return the last of the DAYS that `rails` counts: today in UTC, by real time or by the sandbox's own clock."""
    return (sandbox.now() if sandbox else clock.real_now()).date()
