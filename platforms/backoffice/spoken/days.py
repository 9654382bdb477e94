"""Days as people say them: dates in the orders of several countries, weekdays, "yesterday", "in November"."""

import contextlib
import dataclasses
import datetime as dt
import re
from collections.abc import Iterator

_MONTHS = dict(
    zip(
        ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november"),
        range(1, 12),
        strict=True,
    ),
    december=12,
)
_MONTHS |= {name[:3]: number for name, number in _MONTHS.items()} | {"sept": 9}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_WEEKDAYS = {
    name: number
    for number, names in enumerate(
        ("monday", "tuesday tues tue", "wednesday wed", "thursday thurs thu", "friday fri", "saturday", "sunday")
    )
    for name in names.split()
}
"""Sun, Mon and Sat are left out: they are names and words of names."""
_YEAR = r"(?P<year>20\d\d|(?<=[./-])\d\d)"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_DATES = tuple(
    re.compile(rf"(?<![\w.,/-]){form}(?![\w/-])", re.IGNORECASE)
    for form in (
        r"(?P<year>20\d\d)[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})",
        rf"(?P<day>\d{{1,2}})\.(?P<month>\d{{1,2}})\.{_YEAR}",
        r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?!\d)",
        rf"(?P<one>\d{{1,2}})[/-](?P<other>\d{{1,2}})[/-]{_YEAR}",
        r"(?P<one>\d{1,2})[/-](?P<other>\d{1,2})(?!\.\d)",
        rf"{_DAY}[\s-]+(?:of\s+)?(?P<name>{_MONTH})\b\.?(?:[\s,-]+(?P<year>20\d\d))?",
        rf"(?P<name>{_MONTH})\.?\s+(?:the\s+)?{_DAY}(?:,?\s+(?P<year>20\d\d))?",
        rf"in\s+(?P<whole>{_MONTH})(?:\s+(?P<year>20\d\d))?",
        rf"(?P<whole>{_MONTH})\s+(?P<year>20\d\d)",
        r"(?:on\s+)?the\s+(?P<only>\d{1,2})(?:st|nd|rd|th)",
        r"(?P<only>\d{1,2})(?:st|nd|rd|th)",
        (
            r"(?P<said>today|tonight|this\s+(?:morning|afternoon|evening)|(?:the\s+)?day\s+before\s+yesterday|yesterday"
            r"|(?P<ago>\d{1,3}|two|three|four|five|six|a)\s+(?P<unit>day|week)s?\s+ago|last\s+night"
            rf"|(?:last|this|on)?\s*(?P<weekday>{'|'.join(sorted(_WEEKDAYS, key=len, reverse=True))})"
            r"|(?P<span>this|last)\s+(?P<spans>week|month))"
        ),
    )
)
_NUMBERS = {"a": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_BEFORE, _AFTER = dt.timedelta(hours=14), dt.timedelta(hours=12)
"""A day begins so much earlier, and ends so much later, somewhere on Earth than in UTC."""
_YEARS_AHEAD = 3
"""How far ahead a sandbox platform's clock may run for its days to be found without their year."""


@dataclasses.dataclass(frozen=True)
class Days:
    """A time from `since` until before `until`."""

    since: dt.datetime
    until: dt.datetime
    text: str = ""
    """As it was said."""
    is_by_clock: bool = False
    """Said as "today" or "Tuesday": on a platform whose clock was moved, the day that its clock shows."""


def taken(text: str, today: dt.date) -> tuple[str, list[Days]]:
    """Return a text without the days that it names, and these: several of one date that has several readings."""
    days: list[Days] = []

    def take(match: re.Match[str]) -> str:
        meant = list(_days(match, today))
        days.extend(meant)
        return " " if meant else match[0]

    for form in _DATES:
        text = form.sub(take, text)
    return text, days


def again(days: Days, today: dt.date) -> list[Days]:
    """Return what the same words mean on another day: of a platform whose clock was moved."""
    return taken(days.text, today)[1]


def _days(match: re.Match[str], today: dt.date) -> Iterator[Days]:
    parts, text = match.groupdict(), match[0].strip()
    if parts.get("said"):
        for first, last in _said(parts, today):
            yield dataclasses.replace(_between(first, last, text), is_by_clock=True)
    elif whole := parts.get("whole"):
        for first in _dates(parts.get("year"), _MONTHS[whole.lower()], 1, today):
            yield _between(first, _end_of_month(first), text)
    elif only := parts.get("only"):
        yield from (_between(date, date, text) for date in _of_month(int(only), today))
    else:
        for month, day in sorted(_orders(parts)):
            yield from (_between(date, date, text) for date in _dates(parts.get("year"), month, day, today))


def _said(parts: dict[str, str | None], today: dt.date) -> Iterator[tuple[dt.date, dt.date]]:
    said = str(parts["said"]).lower()
    if weekday := parts.get("weekday"):
        day = today - dt.timedelta(days=(today.weekday() - _WEEKDAYS[weekday.lower()]) % 7)
        yield day, day
        if day == today:  # "on Tuesday", said on one
            yield day - dt.timedelta(days=7), day - dt.timedelta(days=7)
    elif span := parts.get("span"):
        yield _span(is_last=span.lower() == "last", of_month=str(parts["spans"]).lower() == "month", today=today)
    elif ago := parts.get("ago"):
        number = _NUMBERS.get(ago.lower()) or int(ago)
        is_week = str(parts["unit"]).lower() == "week"
        day = today - dt.timedelta(days=number * (7 if is_week else 1))
        yield day - dt.timedelta(days=is_week), day + dt.timedelta(days=is_week)
    else:
        back = 2 if "before" in said else said.startswith(("yesterday", "last"))
        yield today - dt.timedelta(days=back), today - dt.timedelta(days=back)


def _span(*, is_last: bool, of_month: bool, today: dt.date) -> tuple[dt.date, dt.date]:
    if not of_month:
        monday = today - dt.timedelta(days=today.weekday() + 7 * is_last)
        return monday, monday + dt.timedelta(days=6)
    first = today.replace(day=1)
    if is_last:
        first = (first - dt.timedelta(days=1)).replace(day=1)
    return first, _end_of_month(first)


def _end_of_month(first: dt.date) -> dt.date:
    return (first + dt.timedelta(days=32)).replace(day=1) - dt.timedelta(days=1)


def _of_month(day: int, today: dt.date) -> Iterator[dt.date]:
    """Yield the latest such day of a month."""
    month = today.replace(day=1)
    for _ in range(3):
        with contextlib.suppress(ValueError):
            date = month.replace(day=day)
            if date <= today + dt.timedelta(days=1):
                yield date
                return
        month = (month - dt.timedelta(days=1)).replace(day=1)


def _orders(parts: dict[str, str | None]) -> set[tuple[int, int]]:
    """Return month and day; both ways round where only numbers are given with a stroke."""
    if first_number := parts.get("one"):
        one, other = int(first_number), int(parts["other"] or 0)
        return {(one, other), (other, one)}
    name = parts.get("name")
    return {(_MONTHS[name.lower()] if name else int(parts["month"] or 0), int(parts["day"] or 0))}


def _dates(year: str | None, month: int, day: int, today: dt.date) -> Iterator[dt.date]:
    """Yield the dates meant; where no year is given the latest one until tomorrow, and those to come.

    For sandbox platforms whose clock runs ahead, a day to come may have been.
    """
    years = [int(year) % 100 + 2000] if year else range(today.year + _YEARS_AHEAD, today.year - 2, -1)
    for each in years:
        with contextlib.suppress(ValueError):
            date = dt.date(each, month, day)
            yield date
            if date <= today + dt.timedelta(days=1):
                return


def _between(first: dt.date, last: dt.date, text: str) -> Days:
    begin, end = (dt.datetime.combine(date, dt.time(), dt.UTC) for date in (first, last))
    return Days(begin - _BEFORE, end + dt.timedelta(days=1) + _AFTER, text)
