"""Contents of files from banks: their format, and their records one by one.

Readers find a wrong total at the end of a file only. So it is read whole before anything of it is applied.
"""

import dataclasses
import enum
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from banks.formats import answers, nacha, packing, statements, swift
from banks.formats.lines import Source
from banks.formats.nacha import Returned
from banks.formats.records import Balance, BalanceKind, DamagedFile, Line, Reversals, Statement, Status


class FileFormat(enum.StrEnum):
    """A format of files from banks."""

    PAIN_002 = "PAIN_002"
    CAMT = "CAMT"
    SWIFT = "SWIFT"
    NACHA = "NACHA"


STATEMENTS = (FileFormat.CAMT, FileFormat.SWIFT)
"""Formats with lines; the others answer our files."""
MOST_STATEMENTS, MOST_ANSWERS = 10_000, 200_000
"""What is kept of a file in memory; lines are not."""
T = TypeVar("T")
_HEAD = 65536
"""Bytes: an envelope's header may have a signature."""
_NACHA = re.compile(r"101[ 0-9]{20}")
_SWIFT = re.compile(r"\A\{1:|(?:\A|[\r\n\x1a\x01]|\{4:)[ \t]*:20:")
_MARKS = (
    (re.compile(r"<(?:\w+:)?CstmrPmtStsRpt\b"), FileFormat.PAIN_002),
    (re.compile(r"<(?:\w+:)?BkToCstmr(?:AcctRpt|Stmt|DbtCdtNtfctn)\b"), FileFormat.CAMT),
    (re.compile(r"pain\.002\.00\d"), FileFormat.PAIN_002),
    (re.compile(r"camt\.05[234]"), FileFormat.CAMT),
)
"""Of XML: the element below the root, which an envelope's header may name too; else the name of the message."""
_PACKED = (
    "it is packed and was not unpacked: it has a password, is damaged, has other packed files, or is larger than"
    f" {packing.MAX_UNPACKED // 2**20} MiB. Unpack it, and upload the files in it"
)
_OPENING = {BalanceKind.OPENING, BalanceKind.INTERIM_OPENING}
_CLOSING = {BalanceKind.CLOSING, BalanceKind.INTERIM_CLOSING}


class Parts:
    """A source that reads a content stored in parts."""

    def __init__(self, parts: Iterable[bytes]) -> None:
        """Take the parts."""
        self._parts, self._rest = iter(parts), b""

    def read(self, size: int, /) -> bytes:
        """Return so many bytes at most, and none at the end."""
        while not self._rest:
            part = next(self._parts, None)
            if part is None:
                return b""
            self._rest = part
        found, self._rest = self._rest[:size], self._rest[size:]
        return found

    def __iter__(self) -> Iterator[bytes]:
        """Yield the parts that nobody has begun to read."""
        return self._parts


@dataclasses.dataclass(slots=True)
class Head:
    """A statement of a file without its lines, of which a digest is kept; balances are None where it has none."""

    statement: Statement
    opening: Balance | None = None
    closing: Balance | None = None
    lines: int = 0
    moved: int = 0
    """The sum of the booked lines: credits less debits."""
    _digest: "hashlib._Hash" = dataclasses.field(default_factory=hashlib.sha256)

    def take(self, line: Line) -> None:
        """Count a line."""
        self.lines += 1
        if line.is_booked:
            self.moved += line.amount if line.is_credit else -line.amount
        paid = [(one.amount, one.end_to_end_id, one.remittance) for one in line.details]
        told = (line.amount, line.is_credit, line.is_booked, line.booked_on, line.bank_reference, line.text, paid)
        self._digest.update(repr(told).encode())

    def digest(self) -> str:
        """Return the digest: statements with the same head and balances may have other lines."""
        return self._digest.hexdigest()


def format_of(source: Source) -> FileFormat:
    """Return the format of a content by its beginning; raises DamagedFile for an unknown one."""
    beginning = source.read(_HEAD)
    if beginning.startswith(packing.MARKS):
        raise DamagedFile("the file", _PACKED)
    # UTF-16 has a zero in every other byte.
    text = beginning.replace(b"\0", b"").decode("latin-1").lstrip("ï»¿ÿþ \r\n\t\x01\x03")
    if text.startswith("<"):
        for mark, found in _MARKS:
            if mark.search(text):
                return found
    elif _NACHA.match(text):
        return FileFormat.NACHA
    elif _SWIFT.search(text):
        return FileFormat.SWIFT
    raise DamagedFile("the beginning", "it is no pain.002, camt.052 to .054, MT940, MT942 or NACHA file")


def heads(
    source: Source,
    format_: FileFormat,
    *,
    reversals: Reversals = Reversals.OWN_SIDE,
    take: Callable[[int, Line], None] | None = None,
) -> list[Head]:
    """Read a file with lines to its end, and return its statements. Raises DamagedFile, and ReversedSides for a camt.

    `take` is called with each line, and the number of its statement, from 0.
    """
    records = swift.read(source) if format_ == FileFormat.SWIFT else statements.read(source, reversals=reversals)
    found: list[Head] = []
    for record in records:
        if isinstance(record, Statement):
            if len(found) == MOST_STATEMENTS:
                raise DamagedFile("the file", f"it has more than {MOST_STATEMENTS} statements")
            found.append(Head(record))
        elif isinstance(record, Line):
            found[-1].take(record)
            if take is not None:
                take(len(found) - 1, record)
        elif record.kind in _OPENING and found[-1].opening is None:
            found[-1].opening = record
        elif record.kind in _CLOSING:
            found[-1].closing = record
    return found


def statuses(source: Source) -> list[Status]:
    """Return the answers of a pain.002. Raises DamagedFile."""
    return list(_bounded(answers.read(source)))


def returns(source: Source) -> list[Returned]:
    """Return the returned entries of a NACHA file. Raises DamagedFile."""
    return list(_bounded(nacha.read_returns(source)))


def _bounded(found: Iterable[T]) -> Iterator[T]:
    """Yield the answers of a file, which are kept in memory and applied at once; raises DamagedFile for too many."""
    for number, one in enumerate(found):
        if number == MOST_ANSWERS:
            raise DamagedFile("the file", f"it has more than {MOST_ANSWERS} answers")
        yield one
