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
