"""What a person typed into the search box, taken apart: identifier, days, amounts, words."""

import contextlib
import dataclasses
import datetime as dt
import functools
import re
from collections.abc import Iterator
from decimal import Decimal

from platforms.backoffice import links
from platforms.base import money

_WORDS = re.compile(r"\w+")
_FILLERS = frozenset({"a", "about", "account", "an", "and", "at", "by", "for", "from", "in", "into", "it", "last"}) | {
    *("my", "of", "on", "or", "paid", "payment", "sent", "the", "to", "was", "with"),
}
"""Words that say nothing of a payment. A name is not made of them alone."""
_MONEY_NAMES = {
    **{code.lower(): code for code in money.SUPPORTED_CURRENCIES},
    "€": "EUR",
    "euro": "EUR",
    "euros": "EUR",
    "£": "GBP",
    "pounds": "GBP",
    "₹": "INR",
    "rupees": "INR",
    "₱": "PHP",
    "₦": "NGN",
    "naira": "NGN",
    "reais": "BRL",
    "r$": "BRL",
    # Of several currencies.
    **dict.fromkeys(("$", "dollar", "dollars", "peso", "pesos"), ""),
}
_NAME = "|".join(sorted(map(re.escape, _MONEY_NAMES), key=len, reverse=True))
_AMOUNT = re.compile(
    rf"(?<![\w.,])(?:(?P<before>{_NAME})\s*)?(?P<number>\d+(?:[.,]\d+)*)(?:\s*(?P<after>{_NAME}))?(?!\w)(?![.,]\d)",
    re.IGNORECASE,
)
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*")
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
_YEAR = r"(?P<year>20\d\d)"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_DATES = tuple(
    re.compile(rf"(?<![\w.,/-]){form}(?![\w/-])", re.IGNORECASE)
    for form in (
        rf"{_YEAR}-(?P<month>\d{{1,2}})-(?P<day>\d{{1,2}})",
        rf"(?P<day>\d{{1,2}})\.(?P<month>\d{{1,2}})\.{_YEAR}",
        r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?!\d)",
        rf"(?P<one>\d{{1,2}})/(?P<other>\d{{1,2}})/{_YEAR}",
        rf"{_DAY}\s+(?:of\s+)?(?P<name>{_MONTH})\b(?:,?\s+{_YEAR})?",
        rf"(?P<name>{_MONTH})\s+{_DAY}(?:,?\s+{_YEAR})?",
        r"(?P<ago>today|yesterday)",
    )
)
_BEFORE, _AFTER = dt.timedelta(hours=14), dt.timedelta(hours=12)
"""A day begins so much earlier, and ends so much later, somewhere on Earth than in UTC."""
_YEARS_AHEAD = 3
"""How far ahead a sandbox platform's clock may run for its days to be found without their year."""


@dataclasses.dataclass(frozen=True)
class Days:
    """A time from `since` until before `until`."""

    since: dt.datetime
    until: dt.datetime
    is_by_clock: bool = False
    """Said as "today" or "yesterday": on a platform whose clock was moved, the day that its clock shows."""


@dataclasses.dataclass(frozen=True)
class Amount:
    """An amount as written: what its number may be, and its currency, empty for any."""

    numbers: tuple[Decimal, ...]
    currency: str
    is_bare: bool
    """Digits alone: it may be the end of an account's number, or smallest units."""
    text: str

    @property
    def units(self) -> list[tuple[int, str]]:
        """What it can be in smallest units, with the currency."""
        codes = [self.currency] if self.currency else sorted(money.SUPPORTED_CURRENCIES)
        return list(dict.fromkeys(wanted for code in codes for wanted in self._units(code)))

    def _units(self, code: str) -> Iterator[tuple[int, str]]:
        for number in self.numbers:
            major = number.scaleb(money.currency(code).decimals)
            may_be = {major, number} if not self.currency and number == int(number) else {major}
            yield from ((int(unit), code) for unit in may_be if unit == int(unit) and 0 < unit <= money.MAX_AMOUNT)


@dataclasses.dataclass(frozen=True)
class Parts:
    """The parts of a description of a payment: each narrows it."""

    days: tuple[Days, ...]
    """Those of one date, which some write in another order; empty for any time."""
    amounts: tuple[Amount, ...]
    words: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class Term:
    """The text typed by a person on a day."""

    text: str
    today: dt.date

    @property
    def words(self) -> list[str]:
        """The words in it."""
        return _WORDS.findall(self.text)

    @property
    def is_identifier(self) -> bool:
        """Tell whether it is a UUID, with a type or without."""
        return links.key_in(self.text) is not None

    @functools.cached_property
    def amount(self) -> Amount | None:
        """The amount that the whole of it is, if it is one."""
        found = _AMOUNT.fullmatch(self.text)
        return _amount(found) if found else None

    @functools.cached_property
    def parts(self) -> Parts:
        """What it says of a payment."""
        days: list[Days] = []

        def taken(found: re.Match[str]) -> str:
            known = list(_days(found.groupdict(), self.today))
            days.extend(known)
            return " " if known else found[0]

        rest = functools.reduce(lambda text, form: form.sub(taken, text), _DATES, self.text)
        amounts = tuple(map(_amount, _AMOUNT.finditer(rest)))
        words = [word for word in _WORDS.findall(_AMOUNT.sub(" ", rest)) if word.lower() not in _FILLERS]
        return Parts(tuple(days), amounts, tuple(words))


def _amount(match: re.Match[str]) -> Amount:
    currency_name = (match["before"] or match["after"] or "").lower()
    number = match["number"]
    return Amount(
        numbers=tuple(dict.fromkeys(_readings(number))),
        currency=_MONEY_NAMES.get(currency_name, ""),
        is_bare=not currency_name and number.isdigit(),
        text=number,
    )


def _readings(number: str) -> Iterator[Decimal]:
    """Yield what a written number may be: a point or a comma may group digits, or begin the fraction."""
    marks = [mark for mark in number if mark in ".,"]
    if not marks:
        yield Decimal(number)
        return
    if _GROUPED.fullmatch(number) and (len(marks) > 1 or marks[0] == ","):
        yield Decimal(number.replace(marks[0], ""))
        return
    whole, fraction = number.rsplit(marks[-1], 1)
    if marks[-1] not in whole:
        yield Decimal(f"{whole.replace('.', '').replace(',', '')}.{fraction}")
    if _GROUPED.fullmatch(number):
        yield Decimal(number.replace(marks[0], ""))


def _days(parts: dict[str, str | None], today: dt.date) -> Iterator[Days]:
    if ago := parts.get("ago"):
        meant = _day(today - dt.timedelta(days=ago.lower() == "yesterday"))
        yield dataclasses.replace(meant, is_by_clock=True)
        return
    if first_number := parts.get("one"):
        orders = {(int(first_number), int(parts["other"] or 0)), (int(parts["other"] or 0), int(first_number))}
    else:
        month = _MONTHS[str(parts["name"]).lower()] if parts.get("name") else int(parts["month"] or 0)
        orders = {(month, int(parts["day"] or 0))}
    for month, day in sorted(orders):
        yield from map(_day, _dates(parts.get("year"), month, day, today))


def _dates(year: str | None, month: int, day: int, today: dt.date) -> Iterator[dt.date]:
    """Yield the dates meant; where no year is given the latest one until tomorrow, and those to come.

    For sandbox platforms whose clock runs ahead, a day to come may have been.
    """
    years = [int(year)] if year else range(today.year + _YEARS_AHEAD, today.year - 2, -1)
    for each in years:
        with contextlib.suppress(ValueError):
            date = dt.date(each, month, day)
            yield date
            if date <= today + dt.timedelta(days=1):
                return


def _day(date: dt.date) -> Days:
    begin = dt.datetime.combine(date, dt.time(), dt.UTC)
    return Days(begin - _BEFORE, begin + dt.timedelta(days=1) + _AFTER)
