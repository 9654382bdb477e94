"""How the deliveries of a platform's events ended, by day, on the page of its endpoint."""

import collections
import datetime as dt

from platforms.backoffice import links, panels
from platforms.backoffice.charts import Chart, Series, Tone
from platforms.models import Platform
from webhooks import queries
from webhooks.models import Event, EventState

_DAYS = 14
_DAY = dt.timedelta(days=1)
_GROUPS = (
    ("Delivered", Tone.GOOD, (EventState.DELIVERED,)),
    ("Refused or given up", Tone.BAD, (EventState.ABANDONED, EventState.REFUSED)),
    ("On the way", Tone.WAITING, (EventState.PENDING, EventState.WAITING)),
    ("Without an endpoint", Tone.QUIET, (EventState.NO_ENDPOINT,)),
)
"""Name, colour and states; a click leads to the events of the first state."""


def of(platform: Platform) -> panels.Panel:
    """Return the events of the last days by their state now, by the clock of the platform: one query."""
    today = platform.now().astimezone(dt.UTC).date()
    days = [today - number * _DAY for number in reversed(range(_DAYS))]
    newest = queries.newest_states(platform_id=platform.pk, since=dt.datetime.combine(days[0], dt.time.min, dt.UTC))
    counts = collections.Counter((at.astimezone(dt.UTC).date(), state) for at, state in newest)
    by_day = [[sum(counts[day, state] for state in states) for day in days] for _, _, states in _GROUPS]
    delivered, failed = sum(by_day[0]), sum(by_day[1])
    is_cut = len(newest) == queries.NEWEST
    more = f" Of very many the newest {len(newest):,}." if is_cut else ""
    days_of_lists = [{"from": day.isoformat(), "to": day.isoformat(), "zone": "UTC"} for day in days]
    own = {"platform__id__exact": str(platform.pk)}
    lists = [links.listing(Event, **of_day, **own) for of_day in days_of_lists]
    series = [
        Series(
            name,
            numbers,
            tone,
            addresses=[links.listing(Event, state__exact=states[0].value, **of_day, **own) for of_day in days_of_lists],
        )
        for (name, tone, states), numbers in zip(_GROUPS, by_day, strict=True)
    ]
    return panels.Panel(
        title="Events by day, and how their delivery stands",
        headers=("day", *(name for name, _, _ in _GROUPS)),
        rows=[
            (links.to(address, f"{day:%d %b}"), *(f"{number:,}" for number in numbers))
            for day, address, *numbers in zip(days, lists, *by_day, strict=True)
            if any(numbers)
        ],
        numeric=frozenset(range(1, len(_GROUPS) + 1)),
        totals=("Sum", *(f"{sum(numbers):,}" for numbers in by_day)),
        chart=Chart(
            names=[f"{day:%d %b}" for day in days],
            below="day of creation (UTC)",
            unit="events",
            series=series,
            period=f"{days[0]:%d %b %Y} to {today:%d %b %Y}, by the clock of {platform}.{more}",
            figure=f"{delivered / (delivered + failed) * 100:.1f} % delivered" if delivered + failed else "",
            empty="No event in these days.",
        ),
    )
