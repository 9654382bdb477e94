"""Calendars of clearing systems and countries: the days, beside weekends, on which their banks settle nothing.

From the package `holidays`, a year at a time. A calendar is named in connections by its key: one of the four clearing
systems below, a country of ISO 3166, or NONE for weekends alone.
"""

import datetime as dt
import functools
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from platforms.base import countries

TARGET, FEDERAL_RESERVE, BACS, SIC, NONE = "TARGET", "FEDERAL_RESERVE", "BACS", "SIC", "NONE"
LABELS: Mapping[str, str] = MappingProxyType(
    {
        TARGET: "TARGET (euro)",
        FEDERAL_RESERVE: "Federal Reserve (US dollar)",
        BACS: "Bacs (bank holidays of England)",
        SIC: "SIC (Swiss franc)",
        NONE: "Weekends and typed days alone",
    }
)
_OF_CURRENCY = {"EUR": TARGET, "USD": FEDERAL_RESERVE, "GBP": BACS, "CHF": SIC}


class ClosedDays:
    """The days of a calendar, and typed ones."""

    def __init__(self, key: str, typed: Iterable[dt.date]) -> None:
        """Take the key of a calendar, and days beside it."""
        self._key, self._typed = key, frozenset(typed)

    def __contains__(self, day: object) -> bool:
        """Tell whether nothing is settled on a day."""
        return day in self._typed or (isinstance(day, dt.date) and day in _of_year(self._key, day.year))


def default(currency: str) -> str:
    """Return the key of a currency's calendar: its clearing system's, else its country's, else NONE."""
    if currency in _OF_CURRENCY:
        return _OF_CURRENCY[currency]
    # A currency's code begins with its country's, but for those that several countries share.
    return currency[:2] if currency[:2] in _countries() else NONE


@functools.cache
def labels() -> Mapping[str, str]:
    """Return the names of all calendars by their keys, the clearing systems first."""
    by_name = sorted((countries.name(code), code) for code in _countries())
    return MappingProxyType({**LABELS, **{code: f"Public holidays of {name}" for name, code in by_name}})


def last_year(key: str) -> int | None:
    """Return the last year that a calendar knows; None for NONE, which has no days."""
    return None if key == NONE else int(_calendar(key).end_year)


@functools.cache
def _countries() -> frozenset[str]:
    from holidays import registry  # noqa: PLC0415 - up to 18 MB, and only installations with bank files need it

    return frozenset(codes[1] for codes in registry.COUNTRIES.values()) & countries.CODES


@functools.lru_cache(maxsize=256)
def _of_year(key: str, year: int) -> frozenset[dt.date]:
    """Return the days of a year; none outside of the years that the calendar knows.

    A calendar of its own for each year, since the package's own cache is not made for threads.
    """
    if key == NONE:
        return frozenset()
    days = {day for day in _calendar(key, years=year, expand=False) if day.year == year}
    if key == SIC and days:
        # Berchtold's day: no public holiday of Zurich, but one of its banks.
        days.add(dt.date(year, 1, 2))
    return frozenset(days)


def _calendar(key: str, **asked: Any) -> Any:
    import holidays  # noqa: PLC0415 - see above

    if key in _FINANCIAL:
        return holidays.financial_holidays(_FINANCIAL[key], **asked)
    country, subdivision = _PARTS.get(key, (key, None))
    made: Callable[..., Any] = functools.partial(holidays.country_holidays, country, subdiv=subdivision)
    supported = made(years=()).supported_categories
    categories = [kind for kind in (holidays.PUBLIC, holidays.BANK) if kind in supported]
    return made(categories=categories, **asked)


_FINANCIAL = {TARGET: "ECB", FEDERAL_RESERVE: "FED"}
_PARTS: dict[str, tuple[str, str | None]] = {BACS: ("GB", "ENG"), SIC: ("CH", "ZH")}
"""SIC has its holidays by the banks of Zurich. The package's SIX is the stock exchange, which closes on other days."""
