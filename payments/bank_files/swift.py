"""MT940, statements, and MT942, reports in the course of a day: SWIFT's fields, streamed.

Each field begins a line with `:NN:`; the following lines without a tag belong to it.
"""

import datetime as dt
import re
from collections.abc import Iterator
from typing import NamedTuple

from payments.bank_files.lines import Source, numbered
from payments.bank_files.records import (
    Balance,
    BalanceKind,
    DamagedFile,
    Detail,
    Line,
    LineKind,
    Statement,
    StatementKind,
    Totals,
    smallest_unit,
)

_FIELD = re.compile(r":(\d\d[A-Z]?):(.*)")
_MAX_LINES = 100
"""Lines of one field; SWIFT has six at most, banks a few more."""
_BALANCE = re.compile(r"([CD])(\d{6})([A-Z]{3})(\d[\d,]{0,14})")
_LINE = re.compile(
    r"(?P<value>\d{6})(?P<booked>\d{4})?(?P<mark>R?[CD])(?P<funds>[A-Z])?(?P<amount>\d[\d,]{0,14})"
    r"(?P<code>[A-Z][A-Z0-9]{3})(?P<reference>.*?)(?://(?P<bank_reference>.*))?"
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
_RETURN = frozenset({"RTI"})
_GERMAN = re.compile(r"\?(\d\d)")
_RETURN_WORD = re.compile("RETURN|R.CKLASTSCHRIFT|RUECKUEBERWEISUNG")
_RETURN_CODE = re.compile(r"\b([A-Z]{2}[0-9]{2})\b")
_GERMAN_FEES = frozenset({"805", "808", "809"})
_WORDS = re.compile(r"(EREF|KREF|MREF|SVWZ|RREF|ABWA|ABWE|CRED|DEBT|PURP|COAM|OAMT|IBAN|BIC)\+")
_SLASHED = re.compile(r"/(EREF|IREF|MREF|PREF|MARF|CSID|REMI|NAME|IBAN|BIC|CNTP|ORDP|BENM|RTRN|TRCD|PURP|ULTC|ULTD)/")
_NO_ID = frozenset({"NOTPROVIDED", "NONREF", ""})
_BLOCK_END = re.compile(r"-\s*|-\}.*")


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
    """Yield the fields of a file; the envelope of SWIFT's network is skipped."""
    tag, place, texts = "", "", list[str]()
    for number, line in numbered(source):
        found = _FIELD.fullmatch(line.partition("{4:")[2] or line)
        if found or _BLOCK_END.fullmatch(line):
            if tag:
                yield _Field(tag, "\n".join(texts), place)
            tag, texts = (found[1], [found[2]]) if found else ("", [])
            place = f"line {number}"
        elif tag:
            texts.append(line)
            if len(texts) > _MAX_LINES:
                raise DamagedFile(place, f"the field has more than {_MAX_LINES} lines")
        elif line.strip() and not line.startswith("{"):
            raise DamagedFile(f"line {number}", "it belongs to no field")
    if tag:
        yield _Field(tag, "\n".join(texts), place)


class _Current:
    """A statement while it is read: its head until the first balance or line, and the line before its :86:."""

    def __init__(self, field: _Field) -> None:
        self._place, self._id = field.place, field.text.strip()
        self._account, self._number, self._page = "", "", ""
        self._currency: str | None = None
        self._created: dt.datetime | None = None
        self._is_said = False
        self._is_closed = False
        self._has_floor = False
        self._line: tuple[_Field, re.Match[str]] | None = None
        self._totals: Totals | None = None

    def take(self, field: _Field) -> Iterator[Statement | Balance | Line]:
        """Take the next field, and yield the records completed by it."""
        if field.tag == "86" and self._line:
            yield self._finished(field.text)
            return
        yield from self._pending()
        if field.tag in {"25", "28", "28C", "34F", "13D", "13"}:
            self._describe(field)
        elif field.tag in _BALANCES:
            balance = self._balance(field)
            yield from self._say()
            assert self._totals
            self._totals.balance(balance)
            yield balance
        elif field.tag == "61":
            found = _LINE.fullmatch(field.text.split("\n", 1)[0].strip())
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
        text = field.text.strip()
        if self._is_said and field.tag != "34F":
            raise DamagedFile(field.place, f":{field.tag}: comes too late")
        if field.tag == "25":
            self._account = text
        elif field.tag.startswith("28"):
            self._number, _, self._page = text.partition("/")
        elif field.tag == "34F":
            self._currency, self._has_floor = text[:3], True
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
        found = _BALANCE.fullmatch(field.text.strip())
        if not found:
            raise DamagedFile(field.place, f":{field.tag}: is not as SWIFT describes it")
        sign, day, currency, amount = found.groups()
        if self._currency not in {None, currency}:
            raise DamagedFile(field.place, "its currency is another than that of the statement")
        self._currency = currency
        self._is_closed = self._is_closed or field.tag in {"62F", "62M"}
        value = _amount(amount, currency, field.place)
        return Balance(
            kind=_BALANCES[field.tag],
            amount=value if sign == "C" else -value,
            currency=currency,
            on=_day(day, field.place),
        )

    def _pending(self) -> Iterator[Line]:
        if self._line:
            yield self._finished("")

    def _finished(self, text: str) -> Line:
        """Return the open line, with the text of its :86:."""
        assert self._line
        assert self._totals
        (field, found), self._line = self._line, None
        if self._currency is None:
            raise DamagedFile(field.place, "a line comes before the currency is known")
        code = found["code"]
        is_credit = found["mark"] in {"C", "RD"}
        value_on = _day(found["value"], field.place)
        supplement = field.text.partition("\n")[2]
        is_fee = code[1:] in _FEES or text[:3] in _GERMAN_FEES
        amount = _amount(found["amount"], self._currency, field.place)
        line = Line(
            place=field.place,
            kind=LineKind.FEE if is_fee else LineKind.CREDIT if is_credit else LineKind.DEBIT,
            amount=amount,
            currency=self._currency,
            is_credit=is_credit,
            is_reversal=found["mark"].startswith("R"),
            booked_on=_booked(found["booked"], value_on, field.place),
            value_on=value_on,
            reference=_id(found["reference"]),
            bank_reference=_id(found["bank_reference"]),
            code=code,
            text=" ".join(part for part in (supplement, *text.split("\n")) if part).strip(),
            details=(_detail(text, _id(found["reference"]), code=code),),
        )
        self._totals.line(line)
        return line


def _amount(text: str, currency: str, place: str) -> int:
    try:
        return smallest_unit(text.replace(",", ".", 1), currency)
    except ValueError as error:
        raise DamagedFile(place, str(error)) from None


def _day(text: str, place: str) -> dt.date:
    """Return a day of two digits each; SWIFT's years 80 to 99 are of the last century."""
    try:
        year = int(text[:2])
        return dt.date(year + (1900 if year > 79 else 2000), int(text[2:4]), int(text[4:6]))
    except ValueError:
        raise DamagedFile(place, "it has no such date") from None


def _booked(text: str | None, value_on: dt.date, place: str) -> dt.date | None:
    """Return the day of booking: the field has no year, so the day nearest to the value date."""
    if text is None:
        return None
    near = []
    for year in (value_on.year - 1, value_on.year, value_on.year + 1):
        try:
            near.append(dt.date(year, int(text[:2]), int(text[2:])))
        except ValueError:
            continue  # the 29th of February of another year
    if not near:
        raise DamagedFile(place, "it has no such date")
    return min(near, key=lambda day: abs(day - value_on))


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


def _id(text: str | None) -> str | None:
    text = (text or "").strip()
    return None if text in _NO_ID else text


def _detail(text: str, reference: str | None, *, code: str) -> Detail:
    """Return the payment's details in :86:, in the structure of German banks, in SWIFT's, or in none."""
    if _GERMAN.search(text):
        return _german(text, reference)
    parts = _SLASHED.split(text.replace("\n", ""))
    said = dict(zip(parts[1::2], (part.strip("/ ") for part in parts[2::2]), strict=True))
    if not said:
        is_return = code[1:] in _RETURN
        return Detail(end_to_end_id=reference, remittance=" ".join(text.split()), reason_text=text if is_return else "")
    return Detail(
        end_to_end_id=_id(said.get("EREF")) or reference,
        instruction_id=_id(said.get("IREF")),
        mandate_id=_id(said.get("MARF") or said.get("MREF")),
        name=said.get("NAME") or None,
        account=said.get("IBAN") or None,
        bank=said.get("BIC") or None,
        remittance=said.get("REMI", ""),
        reason=said.get("RTRN") or None,
    )


def _german(text: str, reference: str | None) -> Detail:
    """Read `?20` to `?29` and `?60` to `?63`, the text with its words, `?32` and `?33`, the name, and the account."""
    parts = _GERMAN.split(text.replace("\n", ""))
    said = dict(zip(parts[1::2], parts[2::2], strict=True))
    lines = [said.get(f"{number}", "") for number in (*range(20, 30), *range(60, 64))]
    words = _WORDS.split("".join(lines))
    named = dict(zip(words[1::2], (word.strip() for word in words[2::2]), strict=True))
    free = named["SVWZ"] if "SVWZ" in named else words[0].strip()
    # One after the other: a pattern of both takes minutes for a text that has the word a thousand times.
    word = _RETURN_WORD.search(free)
    returned = _RETURN_CODE.search(free, word.end()) if word else None
    return Detail(
        end_to_end_id=_id(named.get("EREF")) or reference,
        instruction_id=_id(named.get("KREF")),
        mandate_id=_id(named.get("MREF")),
        name=(said.get("32", "") + said.get("33", "")).strip() or None,
        account=named.get("IBAN") or said.get("31") or None,
        bank=named.get("BIC") or said.get("30") or None,
        remittance=free,
        reason=returned[1] if returned else None,
        reason_text=free if returned else "",
    )
