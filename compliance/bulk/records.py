"""Records of a CSV file, read from blocks of bytes: no more than a block and a record is in memory.

Every record has the position of the next one, so that reading can continue there after any interruption. A record that
can't be read is returned as an error, and reading continues with the line after its first one: a stray quotation mark
costs one row, never the rest of the file.
"""

import collections
import csv
import dataclasses
from collections.abc import Iterable, Iterator

MAX_LINE_BYTES = 64 * 1024
MAX_RECORD_LINES = 20
"""A cell may contain line breaks; a quotation mark not closed within so many lines is treated as a mistake."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_END: list[str] = []


@dataclasses.dataclass(frozen=True, slots=True)
class Record:
    """The cells of one record, or its error."""

    cells: list[str]
    end: int
    """Position of the next record: bytes from the beginning of the file."""
    problem: str = ""


def read(blocks: Iterable[bytes], *, start: int = 0) -> Iterator[Record]:
    """Yield the records of the file that continues with `blocks`; `start` is the position of their first byte.

    Empty lines, and a byte order mark at the beginning, are left out.
    """
    lines = _Lines(blocks, start)
    while True:
        record = _record(lines)
        if record is None:
            return
        if record.problem or any(cell.strip() for cell in record.cells):
            yield record


def _record(lines: "_Lines") -> Record | None:
    taken: list[_Line] = []

    def text() -> Iterator[str]:
        while len(taken) < MAX_RECORD_LINES and (line := lines.take()) is not None:
            taken.append(line)
            yield line.text()

    try:
        cells = next(csv.reader(text(), strict=True), _END)
        if cells is _END:
            return None
        problem = _problem(cells)
    except UnicodeDecodeError:
        problem = "is not text in UTF-8"
    except _TooLong:
        problem = f"has a line of more than {MAX_LINE_BYTES} bytes"
    except csv.Error:
        problem = "is not CSV: look for a quotation mark that is not closed or not doubled"
    if not problem:
        return Record(cells, taken[-1].end)
    lines.push_back(taken[1:])
    return Record([], taken[0].end, problem)


def _problem(cells: list[str]) -> str:
    return "contains a NUL character" if any("\0" in cell for cell in cells) else ""


class _TooLong(Exception):
    """A line is longer than any description of a customer."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Line:
    content: bytes
    length: int
    end: int

    def text(self) -> str:
        if self.length > MAX_LINE_BYTES:
            raise _TooLong
        is_first = self.end == self.length
        return (self.content.removeprefix(_BYTE_ORDER_MARK) if is_first else self.content).decode()


class _Lines:
    """Lines of bytes with their ends. Only the beginning of a line that is too long is kept."""

    def __init__(self, blocks: Iterable[bytes], start: int) -> None:
        self._source = self._split(iter(blocks), start)
        self._pushed_back: collections.deque[_Line] = collections.deque()

    def take(self) -> _Line | None:
        if self._pushed_back:
            return self._pushed_back.popleft()
        return next(self._source, None)

    def push_back(self, lines: list[_Line]) -> None:
        self._pushed_back.extendleft(reversed(lines))

    @staticmethod
    def _split(blocks: Iterator[bytes], start: int) -> Iterator[_Line]:
        begun, length, position = b"", 0, start
        for block in blocks:
            for piece in block.splitlines(keepends=True) if b"\r" not in block else _at_newlines(block):
                begun = (begun + piece)[: MAX_LINE_BYTES + 1]
                length += len(piece)
                if piece.endswith(b"\n"):
                    position += length
                    yield _Line(begun, length, position)
                    begun, length = b"", 0
        if length:
            yield _Line(begun, length, position + length)


def _at_newlines(block: bytes) -> Iterator[bytes]:
    """Split at line feeds only: a carriage return may be part of a cell, or end its block."""
    *whole, rest = block.split(b"\n")
    yield from (piece + b"\n" for piece in whole)
    if rest:
        yield rest
