"""NACHA files read: our own with their payments, and those of banks with returns and notifications of change."""

import dataclasses
import re
from collections.abc import Iterator

from banks.formats.lines import Source, numbered
from banks.formats.nacha.records import HASH, LENGTH, Entry, EntryClass, Returned
from banks.formats.records import DamagedFile

_BEHIND = " \t\r\x00\x1a"  # what banks send behind a record: blanks, other line ends, the end of a DOS file


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
        if [_number(one, place) for one in said] != [self.lines, self.hash % HASH, self.debits, self.credits]:
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
        line = text.rstrip(_BEHIND).ljust(LENGTH)
        if line.isspace() or (file.state == "end" and line == "9" * LENGTH):
            continue
        if len(line) != LENGTH or not line.isprintable():
            raise DamagedFile(place, f"it does not have {LENGTH} printable characters")
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
