"""Amounts as people say them: marks of several countries, symbols, words, "about 170", "5000 sats"."""

import dataclasses
import re
from collections.abc import Iterator
from decimal import Decimal

from platforms.base import money

_SYMBOLS = {
    symbol.lower(): code
    for code in money.SUPPORTED_CURRENCIES
    if len(symbol := money.currency(code).symbol) > 1 or not symbol.isalnum()
}
"""Those that our own API returns: `MX$`, `€`."""
_MONEY_NAMES = {
    **_SYMBOLS,
    **{code.lower(): code for code in money.SUPPORTED_CURRENCIES},
    "us$": "USD",
    **dict.fromkeys(("€", "euro", "euros"), "EUR"),
    **dict.fromkeys(("£", "pound", "pounds", "quid", "sterling"), "GBP"),
    **dict.fromkeys(("₹", "rs", "rupee", "rupees"), "INR"),
    "₱": "PHP",
    **dict.fromkeys(("₦", "naira", "nairas"), "NGN"),
    **dict.fromkeys(("reais", "real", "r$"), "BRL"),
    **dict.fromkeys(("bitcoin", "bitcoins", "₿"), "BTC"),
    # Of several currencies.
    **dict.fromkeys(("$", "dollar", "dollars", "buck", "bucks", "peso", "pesos"), ""),
    # The smallest unit.
    **dict.fromkeys(("sat", "sats", "satoshi", "satoshis"), "BTC"),
}
_SMALLEST = frozenset({"sat", "sats", "satoshi", "satoshis"})
_NAME = "|".join(sorted(map(re.escape, _MONEY_NAMES), key=len, reverse=True))
_BLANK = "\u0020\u00a0\u2009\u202f"
_NUMBER = (
    rf"[1-9]\d{{0,2}}(?:(?P<mark>['\u2019{_BLANK}])\d{{3}})(?:(?P=mark)\d{{3}})*(?:[.,]\d{{1,8}})?"
    r"|\d+(?:[.,]\d+)*"
)
_ABOUT = r"(?P<about>\b(?:about|around|roughly|approximately|approx\.?|nearly|almost|some|circa|ca\.?)\s+|~\s*)"
_AMOUNT = re.compile(
    rf"(?<![\w.,]){_ABOUT}?(?:(?P<before>{_NAME})\s*)?(?P<number>{_NUMBER})(?:[.,]-+)?"
    r"(?P<thousand>\s?k(?!\w)|\s+grand\b)?"
    rf"(?:\s*(?P<after>{_NAME}))?(?!\w)(?![.,]\d)",
    re.IGNORECASE,
)
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*")
_INDIAN = re.compile(r"[1-9]\d?(?:,\d\d)*,\d{3}")
_BELOW_TWENTY = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen
"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_UNITS = {word: number for number, word in enumerate(_BELOW_TWENTY.split())} | {
    word: 10 * number for number, word in enumerate(_TENS.split(), start=2)
}
_SCALES = {"hundred": 100, "thousand": 1000, "grand": 1000, "million": 1_000_000}
_NUMBER_WORD = "|".join(sorted((*_UNITS, *_SCALES), key=len, reverse=True))
_IN_WORDS = re.compile(
    rf"\b(?:an?\s+(?=hundred|thousand|million|grand))?(?:{_NUMBER_WORD})(?:(?:[\s-]+|\s+and\s+)(?:{_NUMBER_WORD}))*\b",
    re.IGNORECASE,
)
_CENTS = re.compile(
    rf"(?<![\w.,])(\d+)\s*({_NAME})\s*(?:and\s+)?(\d\d)(?:\s*(?:cents?|pence|centavos?))?(?![\w.,])", re.IGNORECASE
)
_ABOUT_SHARE = 20
"""Of "about 170" one part in so many, up or down."""


@dataclasses.dataclass(frozen=True)
class Range:
    """Amounts of a currency, in its smallest unit, with both ends."""

    low: int
    high: int
    currency: str


@dataclasses.dataclass(frozen=True)
class Amount:
    """An amount as written: what its number may be, and its currency, empty for any."""

    numbers: tuple[Decimal, ...]
    currency: str
    is_bare: bool
    """Digits alone: it may be the end of an account's number, or smallest units."""
    text: str
    is_about: bool = False
    is_smallest: bool = False
    """Said in the smallest unit: satoshis."""

    @property
    def units(self) -> list[tuple[int, str]]:
        """What it can be in smallest units, with the currency."""
        return list(dict.fromkeys(wanted for code in self._codes() for wanted in self._units(code)))

    @property
    def near(self) -> list[Range]:
        """What a rounded amount can stand for: a whole number also its fractions, "about" a twentieth up or down."""
        return list(dict.fromkeys(near for code in self._codes() for near in self._near(code)))

    def _codes(self) -> list[str]:
        return [self.currency] if self.currency else sorted(money.SUPPORTED_CURRENCIES)

    def _units(self, code: str) -> Iterator[tuple[int, str]]:
        for number in self.numbers:
            major = number if self.is_smallest else number.scaleb(money.currency(code).decimals)
            may_be = {major, number} if not self.currency and number == int(number) else {major}
            yield from ((int(unit), code) for unit in may_be if unit == int(unit) and 0 < unit <= money.MAX_AMOUNT)

    def _near(self, code: str) -> Iterator[Range]:
        one = 1 if self.is_smallest else 10 ** money.currency(code).decimals
        for number in self.numbers:
            middle = int(number * one)
            if self.is_about:
                low, high = middle - middle // _ABOUT_SHARE, middle + middle // _ABOUT_SHARE
            elif number == int(number):
                low, high = middle - one // 2, middle + one - (one > 1)
            else:
                low = high = middle
            if low > 0 and high <= money.MAX_AMOUNT:
                yield Range(low, high, code)


def taken(text: str) -> tuple[str, list[Amount]]:
    """Return a text without the amounts in it, and these."""
    text = written(text)
    return _AMOUNT.sub(" ", text), list(map(_amount, _AMOUNT.finditer(text)))


def whole(text: str) -> Amount | None:
    """Return the amount that the whole of a text is, if it is one."""
    match = _AMOUNT.fullmatch(written(text))
    return _amount(match) if match else None


def written(text: str) -> str:
    """Return a text with numbers in words written in digits: "twenty-five dollars" is "25 dollars"."""
    text = _IN_WORDS.sub(_digits, text)
    return _CENTS.sub(lambda parts: f"{parts[1]}.{parts[3]} {parts[2]}", text)


def _digits(match: re.Match[str]) -> str:
    words = [word for word in re.split(r"[\s-]+", match[0].lower()) if word not in {"a", "an", "and"}]
    if len(words) == 1 and words[0] in {"one", "grand"}:
        return match[0]  # a word like any other
    total = group = 0
    for word in words:
        if word in _UNITS:
            group += _UNITS[word]
        elif word == "hundred":
            group = max(group, 1) * 100
        else:
            total, group = total + max(group, 1) * _SCALES[word], 0
    return str(total + group)


def _amount(match: re.Match[str]) -> Amount:
    currency_name = (match["before"] or match["after"] or "").lower()
    number = re.sub(rf"['\u2019{_BLANK}]", "", match["number"])
    times = 1000 if match["thousand"] else 1
    return Amount(
        numbers=tuple(dict.fromkeys(reading * times for reading in _readings(number))),
        currency=_MONEY_NAMES.get(currency_name, ""),
        is_bare=not (currency_name or match["about"] or match["thousand"]) and match["number"].isdigit(),
        text=match["number"] if not currency_name else match[0].strip(),
        is_about=bool(match["about"]),
        is_smallest=currency_name in _SMALLEST,
    )


def _readings(number: str) -> Iterator[Decimal]:
    """Yield what a written number may be: a point or a comma may group digits, or begin the fraction."""
    marks = [mark for mark in number if mark in ".,"]
    if not marks:
        yield Decimal(number)
        return
    if _INDIAN.fullmatch(number) or (_GROUPED.fullmatch(number) and (len(marks) > 1 or marks[0] == ",")):
        yield Decimal(number.replace(marks[0], ""))
        return
    whole_part, fraction = number.rsplit(marks[-1], 1)
    if marks[-1] not in whole_part:
        yield Decimal(f"{whole_part.replace('.', '').replace(',', '')}.{fraction}")
    if _GROUPED.fullmatch(number):
        yield Decimal(number.replace(marks[0], ""))
