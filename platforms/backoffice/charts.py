"""Charts, which the theme's library draws in the browser. The panel around a chart has the same numbers as a table."""

import dataclasses
import enum
import json
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from platforms.base import money


class Tone(enum.Enum):
    """A colour, which stands out from a light page and from a dark one."""

    GOOD = "#0d9488"
    BAD = "#e11d48"
    WAITING = "#d97706"
    MAIN = "#3b82f6"
    QUIET = "#8492a6"
    """What lies behind, such as the period before."""


@dataclasses.dataclass(frozen=True, slots=True)
class Series:
    """Values of one kind, one for each name on the axis; None is a gap."""

    name: str
    values: Sequence[Decimal | float | None]
    """Counts are ints."""
    tone: Tone
    texts: Sequence[str] = ()
    """The values in full, where the numbers alone do not have their unit."""
    addresses: Sequence[str] = ()
    """The list that each value counts: a click leads there."""
    is_line: bool = False
    """A line, and no bars. Bars of a chart stand on one another."""
    is_share: bool = False
    """Points in per cent, of an axis of its own at the right: days of few payments have no line between them."""


@dataclasses.dataclass(frozen=True, slots=True)
class Chart:
    """A drawing of a panel."""

    names: Sequence[str]
    """On the axis below."""
    below: str
    """What these are, such as `day (UTC)`."""
    unit: str
    """Of the axis at the left."""
    series: Sequence[Series]
    period: str
    """Which time it shows, by which clock."""
    title: str = ""
    """Where the panel's own says too little."""
    figure: str = ""
    """The one number that people look for, beside the title."""
    empty: str = "Nothing in this time."
    """What stands instead where every value is zero."""
    is_small: bool = False

    @property
    def is_empty(self) -> bool:
        """Tell whether there is nothing to draw."""
        return not any(value for one in self.series for value in one.values)

    @property
    def data(self) -> str:
        """What the theme's script draws, as JSON."""
        return json.dumps({"labels": [*self.names], "datasets": [_dataset(one) for one in self.series]})

    @property
    def options(self) -> str:
        """How it is drawn, as JSON: these stand for all of the theme's own."""
        ticks: dict[str, Any] = {"maxTicksLimit": 6, "format": {"notation": "compact"}}
        if all(value is None or isinstance(value, int) for one in self.series for value in one.values):
            ticks["precision"] = 0
        below = {"title": _title(self.below), "ticks": {"maxRotation": 0}}
        scales: dict[str, Any] = {
            "x": {"stacked": True, "grid": {"display": False}, **below},
            "y": {"stacked": True, "title": _title(self.unit), "ticks": ticks},
        }
        if any(one.is_share for one in self.series):
            scales["share"] = {
                "position": "right",
                "min": 0,
                "max": 100,
                "grid": {"display": False},
                "title": _title("success, %"),
                "ticks": {"maxTicksLimit": 6},
            }
        plugins = {"legend": {"position": "bottom", "labels": {"usePointStyle": True, "boxHeight": 6}}}
        return json.dumps(
            {
                "animation": False,
                "maintainAspectRatio": False,
                "locale": "en-GB",
                "interaction": {"mode": "index", "intersect": False},
                "plugins": plugins,
                "scales": scales,
            }
        )

    @property
    def texts(self) -> str:
        """The texts of each series, as JSON."""
        return json.dumps([[*one.texts] for one in self.series])

    @property
    def addresses(self) -> str:
        """The addresses of each series, as JSON."""
        return json.dumps([[*one.addresses] for one in self.series])


@dataclasses.dataclass(frozen=True, slots=True)
class Age:
    """How much has waited for a span, and the list of it."""

    name: str
    number: int
    is_late: bool
    """Longer than it may."""
    address: str


def by_age(ages: Sequence[Age], *, target: str, period: str) -> Chart:
    """Return how many cases wait, by age; those that wait longer than the target stand out."""
    lists = [age.address for age in ages]
    kept = [0 if age.is_late else age.number for age in ages]
    missed = [age.number if age.is_late else 0 for age in ages]
    return Chart(
        names=[age.name for age in ages],
        below=f"time waited; the target is {target}",
        unit="cases",
        series=(
            Series(f"Within the target of {target}", kept, Tone.GOOD, addresses=lists),
            Series("Beyond it", missed, Tone.BAD, addresses=lists),
        ),
        period=period,
        figure=f"{sum(missed):,} of {sum(kept) + sum(missed):,} beyond the target",
        empty="Nothing waits.",
    )


def major(amount: int, code: str) -> Decimal:
    """Return an amount of the smallest unit as the number of an axis."""
    return Decimal(amount).scaleb(-money.currency(code).decimals)


def percent(part: int, whole: int) -> float | None:
    """Return a share in per cent; None of nothing."""
    return round(part / whole * 100, 2) if whole else None


def _title(text: str) -> dict[str, Any]:
    return {"display": bool(text), "text": text}


def _dataset(one: Series) -> dict[str, Any]:
    values = [float(value) if isinstance(value, Decimal) else value for value in one.values]
    common = {"label": one.name, "data": values, "backgroundColor": one.tone.value, "borderColor": one.tone.value}
    if not one.is_line:
        return {**common, "type": "bar", "stack": "bars", "order": 2, "maxBarThickness": 40, "pointStyle": "rect"}
    line = {"type": "line", "order": 1, "borderWidth": 2, "pointRadius": 2, "stack": one.name, "spanGaps": True}
    dashes = {"borderDash": [5, 4]} if one.tone is Tone.QUIET else {}
    share = {"yAxisID": "share", "showLine": False, "pointRadius": 3, "clip": 6} if one.is_share else {}
    return {**common, **line, **dashes, **share}
