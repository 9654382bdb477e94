"""Charts as SVG. A table with the same numbers accompanies each, for readers who do not see it."""

import datetime as dt
from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

_WIDTH, _HEIGHT, _GAP = 280, 72, 4


def days(title: str, *, first: dt.date, good: Sequence[int], bad: Sequence[int]) -> SafeString:
    """Return one bar for each day from the first: good counts below, bad ones on top of them."""
    most = max((good_count + bad_count for good_count, bad_count in zip(good, bad, strict=True)), default=0) or 1
    wide = _WIDTH / max(len(good), 1)
    bars = []
    for number, (good_count, bad_count) in enumerate(zip(good, bad, strict=True)):
        below, above = _HEIGHT * good_count / most, _HEIGHT * bad_count / most
        day = first + dt.timedelta(days=number)
        for height, top, name in ((below, _HEIGHT - below, "good"), (above, _HEIGHT - below - above, "bad")):
            if height:
                place = (f"{number * wide:.1f}", f"{top:.1f}", f"{wide - _GAP:.1f}", f"{max(height, 1):.1f}")
                bars.append((name, *place, f"{day:%d %b}: {good_count} completed, {bad_count} failed"))
    drawn = format_html_join(
        "",
        '<rect class="chart-{}" x="{}" y="{}" width="{}" height="{}" rx="1.5"><title>{}</title></rect>',
        bars,
    )
    # Not of the class `chart`: the theme's script would take such an element for a chart of its own.
    return format_html(
        '<svg class="bar-chart" viewBox="0 0 {} {}" role="img" aria-label="{}" preserveAspectRatio="none">{}'
        '<line class="chart-floor" x1="0" y1="{}" x2="{}" y2="{}"/></svg>',
        _WIDTH,
        _HEIGHT + 1,
        title,
        drawn,
        _HEIGHT + 0.5,
        _WIDTH,
        _HEIGHT + 0.5,
    )


_LEFT, _WIDE, _HIGH, _BELOW = 44, 720, 160, 22
"""Of `bars`: room for the numbers of the axis, the drawing itself, and room for the names of bars."""
_MOST_NAMES = 10


def bars(title: str, values: Sequence[tuple[str, float]], *, unit: str, limit: float, limit_name: str) -> SafeString:
    """Return one bar for each name and value, an axis in `unit`, and a line at `limit`; bars beyond it are marked."""
    most = max((value for _, value in values), default=0.0)
    top = max(most, limit) * 1.1 or 1.0
    step = _WIDE / max(len(values), 1)
    every = -(-len(values) // _MOST_NAMES) or 1

    def height(value: float) -> float:
        return _HIGH * value / top

    drawn = format_html_join(
        "",
        '<rect class="chart-{}" x="{}" y="{}" width="{}" height="{}" rx="1.5"><title>{}: {} {}</title></rect>',
        [
            (
                "bad" if value > limit else "good",
                f"{_LEFT + number * step + step * 0.1:.1f}",
                f"{_HIGH - max(height(value), 1):.1f}",
                f"{step * 0.8:.1f}",
                f"{max(height(value), 1):.1f}",
                name,
                f"{value:.1f}",
                unit,
            )
            for number, (name, value) in enumerate(values)
            if value
        ],
    )
    names = format_html_join(
        "",
        '<text class="chart-text" x="{}" y="{}" text-anchor="middle">{}</text>',
        [
            (f"{_LEFT + (number + 0.5) * step:.1f}", _HIGH + 16, name)
            for number, (name, _) in enumerate(values)
            if number % every == 0
        ],
    )
    marks = format_html_join(
        "",
        '<text class="chart-text" x="{}" y="{}" text-anchor="end">{}</text>',
        [(_LEFT - 6, f"{_HIGH - height(value) + 4:.1f}", f"{value:g} {unit}") for value in (0, limit)],
    )
    at_limit = f"{_HIGH - height(limit):.1f}"
    return format_html(
        '<svg class="tall-chart" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}'
        '<line class="chart-floor" x1="{}" y1="{}" x2="{}" y2="{}"/>'
        '<line class="chart-limit" x1="{}" y1="{}" x2="{}" y2="{}"/>'
        '<text class="chart-text" x="{}" y="{}" text-anchor="end">{}</text></svg>',
        *(_LEFT + _WIDE, _HIGH + _BELOW, title, drawn, names, marks),
        *(_LEFT, _HIGH, _LEFT + _WIDE, _HIGH),
        *(_LEFT, at_limit, _LEFT + _WIDE, at_limit),
        *(_LEFT + _WIDE, f"{_HIGH - height(limit) - 4:.1f}", limit_name),
    )
