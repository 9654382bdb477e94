"""Input streams of files: read piece by piece, with a limit for one record."""

import codecs
from collections.abc import Iterator
from typing import Protocol

from banks.formats.records import DamagedFile

MAX_RECORD = 64 * 2**20
"""Bytes between two records: a line with its payments. Limits the memory that a file can take."""

MAX_ELEMENTS = 1_000_000
"""Elements between two records or payments: each takes some 80 bytes of memory, and four of a file."""

MAX_LINE = 4096
"""Bytes of one line of a file of lines."""


class Source(Protocol):
    """A binary file open for reading."""

    def read(self, size: int, /) -> bytes:
        """Return so many bytes at most, and none at the end."""
        ...


class Bounded:
    """A source with a limit for one record; its reader calls `done` after a record, `part_done` after a payment."""

    def __init__(self, source: Source, *, is_ours: bool = False) -> None:
        """Take the source. A file that we have written ourselves may have records of any size."""
        self._source, self._is_ours = source, is_ours
        self._since, self._elements = 0, 0

    def read(self, size: int, /) -> bytes:
        """Return the next bytes; raises DamagedFile when there were too many since the last record."""
        found = self._source.read(size)
        self._since += len(found)
        if self._since > MAX_RECORD and not self._is_ours:
            raise DamagedFile("a record", f"it has more than {MAX_RECORD} bytes")
        return found

    def element(self) -> None:
        """Count an element that is kept; raises DamagedFile when there are too many."""
        self._elements += 1
        if self._elements > MAX_ELEMENTS and not self._is_ours:
            raise DamagedFile("a record", f"it has more than {MAX_ELEMENTS} elements")

    def part_done(self) -> None:
        """Begin to count elements anew: those that were read are forgotten."""
        self._elements = 0

    def done(self) -> None:
        """Begin to count anew."""
        self._since, self._elements = 0, 0


def numbered(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text with their numbers, from 1, without their ends: CR, LF, or both.

    A line is in UTF-8 where that reads it, else in Windows-1252, as banks send them; a file that begins with the mark
    of UTF-16 is in that. Raises DamagedFile for a line that is too long.
    """
    rest, number = b"", 0
    for piece in _pieces(source):
        *whole, rest = (rest + piece).split(b"\n")
        for line in whole:
            number += 1
            yield number, _text(line, number)
        if len(rest) > MAX_LINE:
            raise DamagedFile(f"line {number + 1}", f"it has more than {MAX_LINE} bytes")
    if rest:
        yield number + 1, _text(rest, number + 1)


_AT_ONCE = 65536


def _pieces(source: Source) -> Iterator[bytes]:
    """Yield the bytes of a source with LF as the only end of a line."""
    decoder, ends_with_return = None, False
    first = piece = source.read(_AT_ONCE)
    if first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        decoder = codecs.getincrementaldecoder("utf-16")(errors="replace")
    while piece:
        if decoder is not None:
            piece = decoder.decode(piece).encode()
        # Both characters of an end may lie in two pieces.
        if ends_with_return and piece.startswith(b"\n"):
            piece = piece[1:]
        ends_with_return = piece.endswith(b"\r")
        yield piece.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        piece = source.read(_AT_ONCE)


def _text(line: bytes, number: int) -> str:
    if len(line) > MAX_LINE:
        raise DamagedFile(f"line {number}", f"it has more than {MAX_LINE} bytes")
    if number == 1:
        line = line.removeprefix(codecs.BOM_UTF8)
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("cp1252", errors="replace")
