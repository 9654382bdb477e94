"""MT940, statements, and MT942, reports in the course of a day: SWIFT's fields, streamed.

Each field begins a line with `:NN:`; the following lines without a tag belong to it.
"""

import calendar
import datetime as dt
import re
from collections.abc import Iterator
from typing import NamedTuple

from banks.formats import swift_texts
from banks.formats.lines import Source, numbered
from banks.formats.records import (
    Balance,
    BalanceKind,
    DamagedFile,
    Line,
    LineKind,
    Statement,
    StatementKind,
    Totals,
    smallest_unit,
)

_FIELD = re.compile(
    r"\s*:(20|21|25P?|28C?|13D?|34F|60[FM]|61|86|NS|62[FM]|64|65|90[CD]):(.*)", re.IGNORECASE | re.DOTALL
)
"""Any other beginning of this form is text: a bank cuts `12:30:15` wherever a line is full."""
_OF_LINES = frozenset({"60F", "60M", "61", "86", "NS", "62F", "62M", "64", "65", "90C", "90D"})
"""What can follow a line before the closing balance. Other fields' beginnings are text there."""
_MAX_LINES = 100
"""Lines of one field; SWIFT has six at most, banks a few more."""
_MAX_OUTSIDE = 20
"""Lines before a statement: the bank's name, `940`, the envelope of SWIFT's network."""
_AMOUNT = r"\d{1,15}(?:[,.]\d{0,5})?"
_BALANCE = re.compile(rf"([CD])\s?(\d{{6}})([A-Z]{{3}})?\s?({_AMOUNT})", re.IGNORECASE)
_LINE = re.compile(
    r"(?P<value>\d{6})(?P<booked>\d{4}|\s{4})?\s*(?P<mark>[RE]?[CD])(?P<funds>[A-Z])?"
    rf"(?P<amount>{_AMOUNT})\s*"
    r"(?:(?P<code>[A-Z][A-Z0-9 ]{3})|[A-Z]{1,3}(?=//|$)|(?=//|$))"
    r"(?P<reference>.*?)(?://(?P<bank_reference>.*))?",
    re.IGNORECASE,
)
_BALANCES = {
    "60F": BalanceKind.OPENING,
    "60M": BalanceKind.INTERIM_OPENING,
    "62F": BalanceKind.CLOSING,
    "62M": BalanceKind.INTERIM_CLOSING,
    "64": BalanceKind.AVAILABLE,
    "65": BalanceKind.AVAILABLE,
}
_FEES = frozenset({"CHG", "COM"})
"""SWIFT's codes of charges, after the letter for the code's origin."""
_GERMAN_FEES = frozenset({"805", "808", "809"})
_BLOCK_END = re.compile(r"\s*-[A-Z]{0,3}\s*|\{[1-5]:.*")
_SURE_END = re.compile(r"\s*-\}.*")
_INVISIBLE = {code: None for code in range(0x20) if code != 0x09}
"""Marks of the network around a message: SOH, ETX and their like."""


class _Field(NamedTuple):
    """A field: its tag, its content, and its first line."""

    tag: str
    text: str
    place: str


def read(source: Source) -> Iterator[Statement | Balance | Line]:
    """Yield the records of a file: each statement's head, its balances and its lines, in the order of the file.

    Raises DamagedFile, possibly after the last line, for an unreliable file: so no record may be used before the end.
    """
    current: _Current | None = None
    for field in _fields(source):
        if field.tag == "20":
            if current:
                yield from current.end()
            current = _Current(field)
        elif current is None:
            raise DamagedFile(field.place, "a statement begins with :20:")
        else:
            yield from current.take(field)
    if current is None:
        raise DamagedFile("the file", "it has no statement")
    yield from current.end()


def _fields(source: Source) -> Iterator[_Field]:
    """Yield the fields of a file; what stands around statements is skipped: envelopes, names of banks and of files."""
    tag, place, texts, outside = "", "", list[str](), 0
    # Between a line and the closing balance, most of what looks like another field is a part of the line's text.
    is_report, is_in_lines = False, False
    for number, line in _logical(source):
        field = _FIELD.fullmatch(line)
        begins = field is not None and (not is_in_lines or field[1].upper() in _OF_LINES)
        if begins or _SURE_END.fullmatch(line) or (not is_in_lines and _BLOCK_END.fullmatch(line)):
            if tag:
                yield _Field(tag, "\n".join(texts), place)
            tag, texts = (field[1].upper(), [field[2]]) if field and begins else ("", [])
            place, outside = f"line {number}", 0
            is_report = tag == "34F" or (is_report and tag != "20")
            is_in_lines = not is_report and (tag == "61" or (is_in_lines and tag in {"86", "NS"}))
        elif tag:
            texts.append(line)
            if len(texts) > _MAX_LINES:
                raise DamagedFile(place, f"the field has more than {_MAX_LINES} lines")
        elif line.strip():
            outside += 1
            if outside > _MAX_OUTSIDE:
                raise DamagedFile(f"line {number}", "it belongs to no field")
    if tag:
        yield _Field(tag, "\n".join(texts), place)


def _logical(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file, and what follows the beginning of a message as another one."""
    for number, line in numbered(source):
        text = line.translate(_INVISIBLE)
        for part in text.replace("{4:", "{4:\n").split("\n") if "{4:" in text else (text,):
            yield number, part


class _Current:
    """A statement while it is read: its head until the first balance or line, and the line before its :86:."""

    def __init__(self, field: _Field) -> None:
        self._place, self._id = field.place, field.text.strip()
        self._account, self._number, self._page = "", "", ""
        self._currency: str | None = None
        self._created: dt.datetime | None = None
        self._is_said = False
        self._is_closed = False
        self._has_lines = False
        self._has_floor = False
        self._line: tuple[_Field, re.Match[str]] | None = None
        self._texts: list[str] = []
        self._totals: Totals | None = None

    def take(self, field: _Field) -> Iterator[Statement | Balance | Line]:
        """Take the next field, and yield the records completed by it."""
        if field.tag in {"86", "NS"} and self._line:
            # Some banks write several for one line.
            self._texts.append(field.text if field.tag == "86" else swift_texts.without_numbers(field.text))
            return
        yield from self._pending()
        if field.tag in {"25", "25P", "28", "28C", "34F", "13D", "13"}:
            self._describe(field)
        elif field.tag in _BALANCES:
            balance = self._balance(field)
            yield from self._say()
            assert self._totals
            self._totals.balance(balance)
            yield balance
        elif field.tag == "61":
            found = _LINE.fullmatch(field.text.partition("\n")[0].strip())
            if not found:
                raise DamagedFile(field.place, ":61: is not as SWIFT describes it")
            if self._is_closed:
                raise DamagedFile(field.place, "a line follows the closing balance")
            yield from self._say()
            self._line = (field, found)

    def end(self) -> Iterator[Statement | Balance | Line]:
        """Yield the remaining records, and compare the lines with the balances."""
        yield from self._pending()
        yield from self._say()
        if not self._has_floor and not self._is_closed:
            raise DamagedFile(self._place, "the statement has no closing balance")
        assert self._totals
        self._totals.check()

    def _describe(self, field: _Field) -> None:
        text = field.text.partition("\n")[0].strip()
        if self._is_said and field.tag != "34F":
            raise DamagedFile(field.place, f":{field.tag}: comes too late")
        if field.tag in {"25", "25P"}:
            self._account = text
        elif field.tag.startswith("28"):
            self._number, _, self._page = text.partition("/")
        elif field.tag == "34F":
            self._currency, self._has_floor = text[:3].upper(), True
        elif self._created is None:
            self._created = _moment(text, field.place)

    def _say(self) -> Iterator[Statement]:
        """Yield the head, once, after its last field."""
        if self._is_said:
            return
        if not self._account:
            raise DamagedFile(self._place, "the statement has no :25:, the account")
        self._is_said = True
        self._totals = Totals(self._place, self._page in {"", "0", "00", "000", "1", "01", "001", "00001"})
        yield Statement(
            kind=StatementKind.REPORT if self._has_floor else StatementKind.STATEMENT,
            id=self._id,
            account=self._account,
            currency=self._currency,
            number=self._number or None,
            page=self._page or None,
            created=self._created,
        )

    def _balance(self, field: _Field) -> Balance:
        found = _BALANCE.fullmatch(field.text.partition("\n")[0].strip())
        if not found:
            raise DamagedFile(field.place, f":{field.tag}: is not as SWIFT describes it")
        if field.tag in {"60F", "60M"} and self._has_lines:
            raise DamagedFile(field.place, "an opening balance follows a line: a closing balance is missing")
        sign, day, written, amount = found.groups()
        # Within a statement of several pages, some banks write the currency once.
        currency = (written or self._currency or "").upper()
        if self._currency not in {None, currency}:
            raise DamagedFile(field.place, "its currency is another than that of the statement")
        self._currency = currency
        self._is_closed = self._is_closed or field.tag in {"62F", "62M"}
        value = _amount(amount, currency, field.place)
        return Balance(
            kind=_BALANCES[field.tag],
            amount=value if sign.upper() == "C" else -value,
            currency=currency,
            on=_day(day, field.place),
        )

    def _pending(self) -> Iterator[Line]:
        if self._line:
            yield self._finished("\n".join(self._texts))

    def _finished(self, text: str) -> Line:
        """Return the open line, with the text of its :86:."""
        assert self._line
        assert self._totals
        (field, parts), self._line, self._texts = self._line, None, []
        self._has_lines = True
        if self._currency is None:
            raise DamagedFile(field.place, "a line comes before the currency is known")
        code, mark = (parts["code"] or "").strip().upper(), parts["mark"].upper()
        is_credit = mark in {"C", "RD", "EC"}
        value_on = _day(parts["value"], field.place)
        is_fee = code[1:] in _FEES or text[:3] in _GERMAN_FEES
        amount = _amount(parts["amount"], self._currency, field.place)
        reference = swift_texts.identifier(parts["reference"])
        read = swift_texts.read(text, reference, code=code, supplement=field.text.partition("\n")[2])
        line = Line(
            place=field.place,
            kind=LineKind.FEE if is_fee else LineKind.CREDIT if is_credit else LineKind.DEBIT,
            amount=amount,
            currency=self._currency,
            is_credit=is_credit,
            is_booked=not mark.startswith("E"),
            is_reversal=mark.startswith("R"),
            booked_on=_booked(parts["booked"], value_on, field.place),
            value_on=value_on,
            reference=reference,
            bank_reference=swift_texts.identifier(parts["bank_reference"]),
            code="+".join(filter(None, (code, swift_texts.german_code(text)))) or None,
            text=" ".join(filter(None, (read.text, _as_written(parts)))),
            batch_id=read.batch_id,
            details=(read.detail,),
        )
        self._totals.line(line)
        return line


def _amount(text: str, currency: str, place: str) -> int:
    try:
        return smallest_unit(text.replace(",", ".", 1), currency)
    except ValueError as error:
        raise DamagedFile(place, str(error)) from None


def _day(text: str, place: str) -> dt.date:
    """Return a day of two digits each; SWIFT's years 80 to 99 are of the last century.

    Banks whose months of interest have 30 days write the 30th of February: the last day of the month is meant.
    """
    year = int(text[:2])
    return _day_of(year + (1900 if year > 79 else 2000), text[2:], place)


def _day_of(year: int, text: str, place: str) -> dt.date:
    month, day = int(text[:2]), int(text[2:])
    if not (1 <= month <= 12 and 1 <= day <= 31):
        raise DamagedFile(place, "it has no such date")
    return dt.date(year, month, min(day, calendar.monthrange(year, month)[1]))


def _booked(text: str | None, value_on: dt.date, place: str) -> dt.date | None:
    """Return the day of booking: the field has no year, so the day nearest to the value date."""
    if not (text or "").strip("0 "):
        return None
    assert text is not None
    near = [_day_of(year, text, place) for year in (value_on.year - 1, value_on.year, value_on.year + 1)]
    # A 29th of February is one of a leap year, if one is near.
    whole = [day for day in near if f"{day:%m%d}" == text]
    return min(whole or near, key=lambda day: abs(day - value_on))


def _as_written(found: re.Match[str]) -> str:
    """Return what a line says of days that no calendar has; empty where it has none."""
    days = {found["value"][2:], (found["booked"] or "").strip()} - {""}
    never = sorted(day for day in days if day in {"0230", "0231", "0431", "0631", "0931", "1131"})
    if found["value"][2:] == "0229" and not calendar.isleap(2000 + int(found["value"][:2])):
        never.append("0229")
    return f"(dated {' and '.join(f'{day[2:]}.{day[:2]}.' for day in never)} by the bank)" if never else ""


def _moment(text: str, place: str) -> dt.datetime | None:
    """Return the moment of :13D: in its zone, or of :13: in UTC, for it has no zone."""
    found = re.fullmatch(r"(\d{6})(\d\d)(\d\d)(?:([+-])(\d\d)(\d\d))?", text)
    if not found:
        raise DamagedFile(place, "it has no such moment")
    day, hour, minute, sign, hours, minutes = found.groups()
    try:
        ahead = dt.timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
        zone = dt.timezone(-ahead if sign == "-" else ahead)
        at = dt.datetime.combine(_day(day, place), dt.time(int(hour), int(minute)), zone)
        return at.astimezone(dt.UTC)
    except (ValueError, OverflowError):
        raise DamagedFile(place, "it has no such moment") from None
