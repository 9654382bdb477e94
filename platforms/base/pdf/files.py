"""What is in a PDF, and the file that is drawn of it, in a process of its own."""

import atexit
import dataclasses
import datetime as dt
import io
import json
import logging
import pathlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from platforms.base import clock, errors
from platforms.base.isolation.isolation import Isolation
from platforms.base.slots import Slots

logger = logging.getLogger(__name__)
_DRAWING = str(pathlib.Path(__file__).with_name("drawing.py"))
_slots = Slots(lambda: 2, patience_seconds=10.0)
"""Limits the drawings of a process at the same time: each takes a processor for up to some seconds."""


class NotDrawn(errors.DomainError):
    """The process that draws has ended without a file: the machine is overloaded, or the file takes too long."""

    code = "INVALID_INPUT"
    message = "The PDF was not made, because it took too long. Try again in a minute."


@dataclasses.dataclass(frozen=True, slots=True)
class Heading:
    """A heading; 0 is the title, 1 a section, 2 a part of one."""

    text: str
    level: int = 1


@dataclasses.dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str


@dataclasses.dataclass(frozen=True, slots=True)
class Facts:
    """Labels, each with its value beside it. A value that is empty is left out."""

    facts: Iterable[tuple[str, str]]


@dataclasses.dataclass(frozen=True, slots=True)
class Table:
    """A table, whose headers stand on each of its pages."""

    headers: Sequence[str]
    rows: Iterable[Sequence[str]]
    """May be any number: they are drawn as they come."""
    widths: Sequence[float] = ()
    """Shares of the page's width; without them all columns have the same."""
    numeric: Sequence[int] = ()
    """Columns that stand at the right."""


Block = Heading | Text | Facts | Table


@dataclasses.dataclass(frozen=True, slots=True)
class Pdf:
    """A file."""

    content: bytes = dataclasses.field(repr=False)
    pages: int


def draw(blocks: Iterable[Block], *, title: str, footer: str, made_at: dt.datetime, is_wide: bool = False) -> Pdf:
    """Return a PDF on sheets of A4, upright or lying. `footer` stands on each page, with its number.

    Texts may come from outsiders: `letters.written` says what stands for what can't be shown. Raises NotDrawn, and
    Busy when the drawings of others take too long.
    """
    head = {"title": title, "footer": footer, "madeAt": clock.iso(made_at), "isWide": is_wide}
    lines = io.BufferedReader(_Lines(json.dumps(line).encode() + b"\n" for block in blocks for line in _lines(block)))
    try:
        with _slots.held():
            _, output = _isolation.run(_DRAWING, head, cast("Any", lines))
    except OSError:
        logger.exception("PDF not drawn")
        raise NotDrawn from None
    pages, _, content = output.partition(b"\n")
    if not content:
        logger.error("PDF not drawn")
        raise NotDrawn
    return Pdf(content, json.loads(pages)["pages"])


class _Lines(io.RawIOBase):
    """A file whose lines are made when they are read."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self._rest = b""
        self._next = lines

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._rest = self._rest or next(self._next, b"")
        piece, self._rest = self._rest[: len(buffer)], self._rest[len(buffer) :]
        buffer[: len(piece)] = piece
        return len(piece)


def _lines(block: Block) -> Iterator[Sequence[Any]]:
    """Yield the lines that `drawing` reads."""
    match block:
        case Heading(text, level):
            yield "heading", level, text
        case Text(text):
            yield "text", text
        case Facts(facts):
            yield from (("fact", label, value) for label, value in facts if value)
        case Table(headers, rows, widths, numeric):
            yield "table", headers, widths or [1] * len(headers), numeric
            yield from (("row", *row) for row in rows)


# A person waits for it: on a busy machine the least priority would be none at all.
_isolation = Isolation(_DRAWING, niceness=5)
atexit.register(_isolation.close)
