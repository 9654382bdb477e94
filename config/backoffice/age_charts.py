"""What waits, drawn by its age: cases against the time that they may wait, and payments under way."""

import dataclasses
import datetime as dt
from collections.abc import Sequence

from payments.models import Transaction
from payments.reporting import dashboard_metrics
from platforms.backoffice import amounts, charts, links, panels
from platforms.backoffice.charts import Age, Chart, Series, Tone

_BANDS = (0.0, 0.5, 1.0, 2.0, 7.0)
"""Where the bars begin, in targets."""
_TONES = (Tone.GOOD, Tone.MAIN, Tone.WAITING, Tone.BAD)
"""Of the ages of money in flight, the youngest first."""


@dataclasses.dataclass(frozen=True, slots=True)
class Target:
    """How long something may wait, and the lists of what waits no longer, and of what waits longer."""

    span: dt.timedelta
    within: str
    beyond: str


def against(title: str, waited: Sequence[dt.timedelta], target: Target) -> panels.Panel:
    """Return how many wait, by age; those beyond the target stand out. Of very many `waited` has the oldest."""
    hours = [target.span.total_seconds() / 3600 * band for band in _BANDS]
    spans = [span.total_seconds() / 3600 for span in waited]
    ages = []
    for begin, end in zip(hours, [*hours[1:], float("inf")], strict=True):
        # What has just come may be some milliseconds ahead of this clock.
        number = sum((begin < span or not begin) and span <= end for span in spans)
        beginning = f"{begin:g} to" if begin else "up to"
        name = f"over {begin:g} h" if end == float("inf") else f"{beginning} {end:g} h"
        is_late = begin >= target.span.total_seconds() / 3600
        ages.append(Age(name, number, is_late, target.beyond if is_late else target.within))
    more = f" Of more than {dashboard_metrics.MANY:,} the oldest." if len(waited) >= dashboard_metrics.MANY else ""
    allowed = f"{target.span.total_seconds() / 3600:g} h"
    return panels.Panel(
        title=title,
        headers=("has waited", "cases", "target"),
        rows=[
            (age.name, links.to(age.address, f"{age.number:,}"), "missed" if age.is_late else "kept") for age in ages
        ],
        numeric=frozenset({1}),
        totals=("Sum", f"{len(waited):,}", ""),
        chart=charts.by_age(ages, target=allowed, period=f"As they stand now, by real time.{more}"),
    )


def in_flight(sums: Sequence[dashboard_metrics.InFlight]) -> panels.Panel:
    """Return the payments under way by currency and age, with their amounts."""
    lists = [links.listing(Transaction, currency=each.currency, due="ever") for each in sums]
    ages = [*dashboard_metrics.AGES]
    series = [
        Series(
            name.capitalize(),
            [each.payments_by_age[number] for each in sums],
            tone,
            texts=[
                f"{each.payments_by_age[number]:,} of {amounts.major_units(each.by_age[number], each.currency)}"
                for each in sums
            ],
            addresses=lists,
        )
        for number, (name, tone) in enumerate(zip(ages, _TONES, strict=True))
    ]
    return panels.Panel(
        title="Money in flight, by age",
        headers=("currency", "payments", *ages),
        rows=[
            (
                links.to(address, each.currency),
                f"{each.payments:,}",
                *(amounts.major_units(amount, each.currency) if amount else "" for amount in each.by_age),
            )
            for each, address in zip(sums, lists, strict=True)
        ],
        numeric=frozenset(range(1, len(ages) + 2)),
        chart=Chart(
            names=[each.currency for each in sums],
            below="currency that is sent",
            unit="payments",
            series=series,
            period="Payments that have not ended, by the clocks of their platforms. Unpaid quotes are not counted.",
            empty="No payment is under way.",
        ),
    )
