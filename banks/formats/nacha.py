"""NACHA files: credits and debits for US accounts, with returns and notifications of change.

Records of 94 characters in fixed fields. Amounts are in cents.
"""

import dataclasses
import datetime as dt
import enum
import io
import re
from collections.abc import Iterator

from banks.formats import characters
from banks.formats.lines import Source, numbered
from banks.formats.records import DamagedFile, Unwritable

_LENGTH = 94
_BLOCK = 10
_BEHIND = " \t\r\x00\x1a"  # what banks send behind a record: blanks, other line ends, the end of a DOS file
_MAX_ENTRIES = 9_999_999
_MAX_LINES = 999_999
"""Entries and addenda of one batch."""
_MAX_AMOUNT = 99_999_999_99
_MAX_TOTAL = 999_999_999_999
_HASH = 10**10


class EntryClass(enum.StrEnum):
    """The class of a batch: to people by written agreement, to companies, or collections agreed on a website."""

    PPD = "PPD"
    CCD = "CCD"
    WEB = "WEB"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One payment. `id` is repeated in a return; `is_recurring` is for WEB only."""

    id: str
    amount: int
    name: str
    routing_number: str
    account_number: str
    is_savings: bool = False
    is_recurring: bool = False
    remittance: str = ""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Entries of one class in one direction; `description` is printed on statements, such as PAYROLL."""

    entry_class: EntryClass
    is_debit: bool
    description: str
    due: dt.date
    entries: tuple[Entry, ...]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file from a company to its bank. `modifier`, A to Z or 0 to 9, is different for each file of a day.

    `destination` is the bank's routing number, `origin` the bank's identifier of the sender of files, ten characters at
    most, like `company_id`, the company that pays.
    """

    destination: str
    destination_name: str
    origin: str
    origin_name: str
    company_id: str
    company_name: str
    created: dt.datetime
    modifier: str
    batches: tuple[Batch, ...]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    """A returned entry of ours, or with `correction` a paid one with data to be corrected.

    `trace_number` is the original one, `reason` the code, R01 to R85 or C01 to C14. `text` is the addenda information.
    `day` is the entry's in our file, YYMMDD, where the bank repeats it.
    """

    place: str
    reason: str
    trace_number: str
    id: str
    amount: int
    is_debit: bool
    name: str
    account_number: str
    correction: str | None = None
    text: str = ""
    day: str = ""


def write(file: File) -> bytes:
    """Return the file. Raises Unwritable, which names the field; totals are compared by reading the file back."""
    writer = _Writer(file)
    for index, batch in enumerate(file.batches):
        writer.batch(batch, index)
    content = writer.end()
    written = [(entry.id, entry.amount) for _, entry in read_entries(io.BytesIO(content))]
    if written != [(entry.id, entry.amount) for batch in file.batches for entry in batch.entries]:
        raise Unwritable("batches", "the file that was written does not say what they say")
    return content


class _Writer:
    """The lines of a file, and its totals so far."""

    def __init__(self, file: File) -> None:
        if not file.batches:
            raise Unwritable("batches", "there are none")
        self._file = file
        self._lines: list[str] = []
        self._routing = _routing(file.destination, "destination")
        self._entries, self._hash, self._debits, self._credits = 0, 0, 0, 0
        self._trace = 0
        created = file.created
        if not re.fullmatch("[A-Z0-9]", file.modifier):
            raise Unwritable("modifier", "it is no letter or digit")
        self._add(
            "101",
            f" {self._routing}",
            _identifier(file.origin, "origin", 10).rjust(10),
            f"{created:%y%m%d%H%M}{file.modifier}094101",
            _name(file.destination_name, "destination_name", 23),
            _name(file.origin_name, "origin_name", 23),
            " " * 8,
        )

    def batch(self, batch: Batch, index: int) -> None:
        """Add a batch."""
        field = f"batches[{index}]"
        if not batch.entries:
            raise Unwritable(f"{field}.entries", "there are none")
        if batch.entry_class is EntryClass.WEB and not batch.is_debit:
            raise Unwritable(f"{field}.is_debit", "WEB is for debits only")
        file, number = self._file, index + 1
        company_id = _identifier(file.company_id, "company_id", 10).ljust(10)
        service = "225" if batch.is_debit else "220"
        bank = self._routing[:8]
        self._add(
            f"5{service}",
            _name(file.company_name, "company_name", 16),
            " " * 20,
            company_id,
            batch.entry_class,
            _text(batch.description, f"{field}.description", 10),
            " " * 6,
            f"{batch.due:%y%m%d}   1{bank}{number:07}",
        )
        lines, routing_hash, total = 0, 0, 0
        for place, entry in enumerate(batch.entries):
            lines += self._entry(entry, batch, f"{field}.entries[{place}]")
            routing_hash += int(entry.routing_number[:8])
            total += entry.amount
        if total > _MAX_TOTAL:
            raise Unwritable(f"{field}.entries", "their total has more than 12 digits")
        if lines > _MAX_LINES:
            raise Unwritable(f"{field}.entries", f"with their texts they are more than {_MAX_LINES}")
        debits, credits_ = (total, 0) if batch.is_debit else (0, total)
        self._add(
            f"8{service}{lines:06}{routing_hash % _HASH:010}{debits:012}{credits_:012}{company_id}",
            " " * 25,
            f"{bank}{number:07}",
        )
        self._entries += lines
        self._hash += routing_hash
        self._debits += debits
        self._credits += credits_

    def end(self) -> bytes:
        """Add the end, in blocks of ten lines, and return the file."""
        if max(self._debits, self._credits) > _MAX_TOTAL or self._trace > _MAX_ENTRIES:
            raise Unwritable("batches", "their total has more than 12 digits, or they have too many entries")
        blocks = -(-(len(self._lines) + 1) // _BLOCK)
        self._add(
            f"9{len(self._file.batches):06}{blocks:06}{self._entries:08}{self._hash % _HASH:010}",
            f"{self._debits:012}{self._credits:012}",
            " " * 39,
        )
        self._lines += ["9" * _LENGTH] * (blocks * _BLOCK - len(self._lines))
        return "".join(f"{line}\r\n" for line in self._lines).encode("ascii")

    def _entry(self, entry: Entry, batch: Batch, field: str) -> int:
        """Add an entry and its text for the receiver; return the number of lines."""
        if not 0 < entry.amount <= _MAX_AMOUNT:
            raise Unwritable(f"{field}.amount", "it is not between 0.01 and 99,999,999.99 USD")
        if entry.is_recurring and batch.entry_class is not EntryClass.WEB:
            raise Unwritable(f"{field}.is_recurring", "it is said in WEB only")
        self._trace += 1
        trace = f"{self._routing[:8]}{self._trace:07}"
        kind = ("37" if entry.is_savings else "27") if batch.is_debit else ("32" if entry.is_savings else "22")
        # In WEB the field for the company's own use tells whether the collection is one of several.
        use = ("R " if entry.is_recurring else "S ") if batch.entry_class is EntryClass.WEB else "  "
        self._add(
            f"6{kind}{_routing(entry.routing_number, f'{field}.routing_number')}",
            _identifier(entry.account_number, f"{field}.account_number", 17).ljust(17),
            f"{entry.amount:010}",
            _identifier(entry.id, f"{field}.id", 15).ljust(15),
            _name(entry.name, f"{field}.name", 22),
            f"{use}{1 if entry.remittance else 0}{trace}",
        )
        if not entry.remittance:
            return 1
        self._add("705", _text(entry.remittance, f"{field}.remittance", 80), f"0001{trace[-7:]}")
        return 2

    def _add(self, *parts: str) -> None:
        line = "".join(parts)
        assert len(line) == _LENGTH, line
        self._lines.append(line)


def _routing(number: str, field: str) -> str:
    """Return a routing number of nine digits; raises Unwritable for a wrong check digit."""
    if not re.fullmatch("[0-9]{9}", number):
        raise Unwritable(field, "it does not have 9 digits")
    if sum(int(digit) * weight for digit, weight in zip(number, (3, 7, 1) * 3, strict=True)) % 10:
        raise Unwritable(field, "its check digit is wrong")
    return number


def _text(text: str, field: str, limit: int) -> str:
    return characters.fit(text, field, limit=limit, allowed=characters.NACHA).ljust(limit)


def _name(text: str, field: str, limit: int) -> str:
    return characters.name(text, field, limit=limit, allowed=characters.NACHA).ljust(limit)


def _identifier(text: str, field: str, limit: int) -> str:
    return characters.identifier(text, field, limit=limit, allowed=characters.NACHA)


@dataclasses.dataclass(slots=True)
class _Totals:
    """Sums over lines of a batch or of a file."""

    lines: int = 0
    hash: int = 0
    debits: int = 0
    credits: int = 0

    def add(self, other: "_Totals") -> None:
        self.lines += other.lines
        self.hash += other.hash
        self.debits += other.debits
        self.credits += other.credits

    def check(self, line: str, at: int, width: int, place: str) -> None:
        """Compare with a control record, whose fields begin at `at` with a count of that width."""
        rest = at + width + 10
        said = [line[at : at + width], line[at + width : rest], line[rest : rest + 12], line[rest + 12 : rest + 24]]
        if [_number(one, place) for one in said] != [self.lines, self.hash % _HASH, self.debits, self.credits]:
            raise DamagedFile(place, "its count, hash or totals are not those of the entries")


def _number(text: str, place: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise DamagedFile(place, "a field that takes digits has others")
    return int(text)


@dataclasses.dataclass(slots=True)
class _Record:
    """An entry with its addenda; `place` names its line."""

    place: str
    entry_class: str
    line: str
    addenda: list[tuple[str, str]]
    day: str = ""

    @property
    def is_debit(self) -> bool:
        """Whether the money went to the sender of the file, by the second digit of the kind."""
        return self.line[2] in "6789"


def _records(source: Source) -> Iterator[_Record]:
    """Yield the entries of a file; raises DamagedFile for a wrong order of records, and for wrong totals."""
    file, place = _State(), "the file"
    for number, text in numbered(source):
        place = f"line {number}"
        line = text.rstrip(_BEHIND).ljust(_LENGTH)
        if line.isspace() or (file.state == "end" and line == "9" * _LENGTH):
            continue
        if len(line) != _LENGTH or not line.isprintable():
            raise DamagedFile(place, f"it does not have {_LENGTH} printable characters")
        if (file.state, line[0]) not in _ORDER:
            raise DamagedFile(place, "a record of this type cannot stand here")
        if line[0] in "68" and file.record:
            yield _finished(file.record)
            file.record = None
        file.take(line, place)
    if file.state != "end":
        raise DamagedFile(place, "the file ends too early")


@dataclasses.dataclass(slots=True)
class _State:
    """A file while it is read: the open entry, and the totals of the batch and of the file so far."""

    state: str = "start"
    record: _Record | None = None
    entry_class: str = ""
    day: str = ""
    batches: int = 0
    batch: _Totals = dataclasses.field(default_factory=_Totals)
    whole: _Totals = dataclasses.field(default_factory=_Totals)

    def take(self, line: str, place: str) -> None:
        """Take the next record, which must be allowed here."""
        kind = line[0]
        self.state = _ORDER[self.state, kind]
        if kind == "5":
            self.entry_class, self.day, self.batch = line[50:53], line[69:75], _Totals()
            self.batches += 1
        elif kind == "6":
            self.record = _Record(place, self.entry_class, line, [], self.day)
            _count(self.record, self.batch)
        elif kind == "7" and self.record:
            self.record.addenda.append((line, place))
            self.batch.lines += 1
        elif kind == "8":
            self.batch.check(line, 4, 6, place)
            self.whole.add(self.batch)
        elif kind == "9":
            if _number(line[1:7], place) != self.batches:
                raise DamagedFile(place, "its number of batches is wrong")
            self.whole.check(line, 13, 8, place)


_ORDER = {
    ("start", "1"): "file",
    ("file", "5"): "batch",
    ("batch", "6"): "entry",
    ("entry", "6"): "entry",
    ("entry", "7"): "entry",
    ("entry", "8"): "file",
    ("batch", "8"): "file",
    ("file", "9"): "end",
}
"""Types of records that may follow each other: a batch, or a bank's whole file, may be empty."""


def _count(record: _Record, batch: _Totals) -> None:
    batch.lines += 1
    batch.hash += _number(record.line[3:11], record.place)
    amount = _number(record.line[29:39], record.place)
    if record.is_debit:
        batch.debits += amount
    else:
        batch.credits += amount


def _finished(record: _Record) -> _Record:
    if (record.line[78] == "1") != bool(record.addenda):
        raise DamagedFile(record.place, "it has addenda and does not say so, or says so and has none")
    return record


def read_entries(source: Source) -> Iterator[tuple[str, Entry]]:
    """Yield the payments of a file as `write` makes it, each with its trace number. Raises DamagedFile."""
    for record in _records(source):
        line = record.line
        remittance = record.addenda[0][0][3:83].rstrip() if record.addenda else ""
        yield (
            line[79:94],
            Entry(
                id=line[39:54].rstrip(),
                amount=_number(line[29:39], record.place),
                name=line[54:76].rstrip(),
                routing_number=line[3:12],
                account_number=line[12:29].rstrip(),
                is_savings=line[1] == "3",
                is_recurring=record.entry_class == EntryClass.WEB and line[76] == "R",
                remittance=remittance,
            ),
        )


def read_returns(source: Source) -> Iterator[Returned]:
    """Yield the returned entries of a bank's file: addendum 99 is a return, 98 a notification of change.

    Entries without either are skipped: a bank may put payments to us into the same file. Raises DamagedFile,
    possibly after the last one, with the line.
    """
    for record in _records(source):
        for addendum, place in record.addenda:
            if addendum[1:3] in {"98", "99"}:
                yield _returned(record, addendum, place)


def _returned(record: _Record, addendum: str, place: str) -> Returned:
    is_change = addendum[1:3] == "98"
    reason, line = addendum[3:6], record.line
    if not re.fullmatch("C[0-9]{2}" if is_change else "R[0-9]{2}", reason):
        raise DamagedFile(place, "its code is no reason for a return or a change")
    _number(addendum[6:21], place)
    return Returned(
        place=record.place,
        reason=reason,
        trace_number=addendum[6:21],
        id=line[39:54].rstrip(),
        amount=_number(line[29:39], record.place),
        is_debit=record.is_debit,
        name=line[54:76].rstrip(),
        account_number=line[12:29].rstrip(),
        correction=addendum[35:64].rstrip() if is_change else None,
        text="" if is_change else addendum[35:79].rstrip(),
        day=record.day,
    )
