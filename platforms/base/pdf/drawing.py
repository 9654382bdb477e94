"""Draw a PDF: a program that reads what is in it, in a process of its own, and prints the file.

To draw ten thousand lines takes seconds of a processor: here they are no web server's. Imports only `letters` of ours.

The first line that it reads is JSON with `title`, `footer`, `madeAt` (ISO 8601) and `isWide`. Each further line is a
list: `["heading", level, text]`, `["text", text]`, `["fact", label, value]`, `["table", headers, widths, numeric]`,
and `["row", cell, …]`, which belongs to the table before it. It prints a line of JSON with the number of pages, then
the file.
"""

import contextlib
import datetime as dt
import functools
import importlib.util
import json
import pathlib
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from fpdf import FPDF
from fpdf.enums import MethodReturnValue, TextMode

CPU_SECONDS = 50
MEMORY_BYTES = 1024 * 1024 * 1024

_MARGIN, _FOOT = 14.0, 16.0
"""Millimetres at the sides and above; below."""
_LABELS = 46.0
"""Width of the labels of facts."""
_GAP = 1.2
"""Millimetres between a cell's edge and its text."""
_SIZES = (16.0, 12.0, 9.5)
"""Of headings by level, in points."""
_TEXT, _CELL, _SMALL = 9.0, 7.5, 7.0
_GREY, _RULE, _SHADE, _BLACK = 95, 200, 238, 0
_BOLD = 0.09
"""Width of the line around the letters of headings, in millimetres."""
_PLAIN = contextlib.nullcontext()


def _load_letters() -> Any:
    """Return the module beside this file: the program runs without the path of ours."""
    path = pathlib.Path(__file__).with_name("letters.py")
    spec = importlib.util.spec_from_file_location("letters", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["letters"] = module  # its dataclasses look it up
    spec.loader.exec_module(module)
    return module


letters = _load_letters()


class Pages:
    """The pages as far as they are drawn, and the place of the next line on the last one."""

    def __init__(self, *, title: str, footer: str, made_at: dt.datetime, is_wide: bool) -> None:
        """Begin the first page."""
        self._pdf = FPDF(orientation="landscape" if is_wide else "portrait", format="A4")
        self._pdf.set_auto_page_break(auto=False)
        self._pdf.alias_nb_pages("")  # else "{nb}" in somebody's text becomes the number of pages
        self._pdf.c_margin = 0
        self._pdf.set_line_width(_BOLD)
        self._pdf.add_font(letters.FIRST.name, fname=letters.FIRST.path)
        self._missing: list[str] = []
        self._loaded = {letters.FIRST.name}
        self._table: tuple[Sequence[str], Sequence[float], frozenset[int]] | None = None
        self._pdf.set_creation_date(made_at)
        self._pdf.set_lang("en")
        self._size = 0.0
        self._pdf.add_page()
        self._y = _MARGIN
        self._set_size(_TEXT)
        self._pdf.set_title(self._written(title))
        self._footer = self._written(footer)

    def heading(self, level: int, text: str) -> None:
        """Draw a heading, which stands in the reader's list of contents too."""
        self._table = None
        text = " ".join(self._written(text).split())
        self._set_size(_SIZES[level])
        lines = self._lines(text, self._width - 2 * _GAP)
        height = self._line_height * len(lines)
        self._y += 0 if self._is_at_top else (5, 5, 2.5)[level]
        if self._y + height + 16 > self._bottom:
            self._turn()
        self._pdf.start_section(text or "-", level=level)
        for line in lines:
            self._line(_MARGIN + _GAP, self._width, line, is_bold=True)
            self._y += self._line_height
        if level == 1:
            self._rule(self._y)
        self._y += 1.5

    def text(self, text: str) -> None:
        """Draw a paragraph."""
        self._y += 0 if self._is_at_top else 1
        self._table = None
        self._set_size(_TEXT)
        self._row([self._written(text)], [self._width])
        self._y += 1

    def fact(self, label: str, value: str) -> None:
        """Draw a label and, beside it, a value."""
        if self._table is not None:
            self._y += 2
        self._table = None
        self._set_size(_TEXT)
        self._row([self._written(label), self._written(value)], [_LABELS, self._width - _LABELS], greys={0})

    def table(self, headers: Sequence[str], widths: Sequence[float], numeric: Sequence[int]) -> None:
        """Begin a table: `widths` are shares of the page's width, `numeric` columns stand at the right."""
        shares = [self._width * width / sum(widths) for width in widths]
        self._y += 0 if self._is_at_top else 1
        self._table = ([self._written(header) for header in headers], shares, frozenset(numeric))
        if self._y + 14 > self._bottom:
            self._turn()  # it draws the headers too
        else:
            self._headers()

    def row(self, *cells: str) -> None:
        """Draw a row of the table."""
        assert self._table is not None, "a row belongs to a table"
        _, widths, numeric = self._table
        self._set_size(_CELL)
        self._row([self._written(cell) for cell in cells], widths, numeric=numeric)
        self._rule(self._y)
        self._y += 0.5

    def finish(self) -> tuple[int, bytes]:
        """Write the footers; return the number of pages and the file."""
        count = len(self._pdf.pages)
        for number in range(1, count + 1):
            self._pdf.page = number
            self._size = 0.0
            self._set_size(_SMALL)
            self._y = self._pdf.h - 11
            self._line(_MARGIN + _GAP, self._width - 30, self._footer, is_grey=True)
            self._line(_MARGIN + self._width - 30, 30 - _GAP, f"{number} of {count}", is_grey=True, align="R")
        return count, bytes(self._pdf.output())

    @property
    def _width(self) -> float:
        return float(self._pdf.w - 2 * _MARGIN)

    @property
    def _bottom(self) -> float:
        return float(self._pdf.h - _FOOT)

    @property
    def _is_at_top(self) -> bool:
        return self._y <= _MARGIN

    @property
    def _line_height(self) -> float:
        return self._size * 0.3528 * 1.36

    def _set_size(self, size: float) -> None:
        if size != self._size:
            self._size = size
            self._select_font()

    def _select_font(self) -> None:
        """Write the font into the page, also where the library believes that it is selected already.

        It believes so on a page that is opened again, and after a line or a measured text that ends in another font.
        """
        self._pdf.set_font(letters.FIRST.name, size=self._size)
        self._pdf.current_font_is_set_on_page = False

    def _turn(self) -> None:
        """Go to the next page; a table's headers stand there again."""
        size = self._size
        self._pdf.add_page()
        self._y, self._size = _MARGIN, 0.0
        if self._table is not None:
            self._headers()
        self._set_size(size)

    def _headers(self) -> None:
        assert self._table is not None
        headers, widths, numeric = self._table
        self._set_size(_CELL)
        lines = [self._lines(text, width - 2 * _GAP) for text, width in zip(headers, widths, strict=True)]
        height = self._line_height * max(map(len, lines))
        self._pdf.set_fill_color(_SHADE)
        self._pdf.rect(_MARGIN, self._y, self._width, height + 1, style="F")
        self._y += 0.5
        self._part(lines, widths, numeric, is_bold=True)
        self._y += 1

    def _row(
        self,
        cells: Sequence[str],
        widths: Sequence[float],
        *,
        numeric: frozenset[int] = frozenset(),
        greys: frozenset[int] | set[int] = frozenset(),
    ) -> None:
        """Draw texts beside each other. What is longer than a page goes on on the next one."""
        lines = [self._lines(text, width - 2 * _GAP) for text, width in zip(cells, widths, strict=True)]
        count = max(map(len, lines))
        fits = int((self._bottom - self._y) / self._line_height)
        if count > fits and (count <= 12 or fits < 3):
            self._turn()
            fits = int((self._bottom - self._y) / self._line_height)
        first = 0
        while True:
            self._part([part[first : first + fits] for part in lines], widths, numeric, greys=greys)
            first += fits
            if first >= count:
                return
            self._turn()
            fits = int((self._bottom - self._y) / self._line_height)

    def _part(
        self,
        lines: Sequence[Sequence[str]],
        widths: Sequence[float],
        numeric: frozenset[int],
        *,
        greys: frozenset[int] | set[int] = frozenset(),
        is_bold: bool = False,
    ) -> None:
        top, x, height = self._y, _MARGIN, self._line_height
        for place, (part, width) in enumerate(zip(lines, widths, strict=True)):
            for number, line in enumerate(part):
                self._y = top + number * height
                align = "R" if place in numeric else "L"
                self._line(x + _GAP, width - 2 * _GAP, line, align=align, is_bold=is_bold, is_grey=place in greys)
            x += width
        self._y = top + height * max(map(len, lines))

    def _line(
        self, x: float, width: float, text: str, *, align: str = "L", is_bold: bool = False, is_grey: bool = False
    ) -> None:
        """Draw one line at the place, and stay there."""
        if not text:
            return
        pdf = self._pdf
        pdf.set_text_shaping(letters.needs_shaping(text))
        pdf.set_text_color(_GREY if is_grey else _BLACK)
        # Letters with a line around them, of every font: there is no bold file of each.
        with pdf.local_context(text_mode=TextMode.FILL_STROKE, draw_color=_BLACK) if is_bold else _PLAIN:
            pdf.set_xy(x, self._y)
            pdf.cell(width, self._line_height, text, align=align)
        if not text.isascii():
            self._select_font()

    def _rule(self, y: float) -> None:
        self._pdf.set_draw_color(_RULE)
        self._pdf.line(_MARGIN, y, _MARGIN + self._width, y)

    def _lines(self, text: str, width: float) -> Sequence[str]:
        """Break a text into lines of a width: between words, and within a word that is longer."""
        lines: list[str] = []
        for paragraph in text.split("\n"):
            self._pdf.set_text_shaping(letters.needs_shaping(paragraph))
            if self._pdf.get_string_width(paragraph) <= width:
                lines.append(paragraph)
            else:
                made: Any = self._pdf.multi_cell(width, 1, paragraph, dry_run=True, output=MethodReturnValue.LINES)
                self._select_font()
                lines += made
        return lines

    def _written(self, text: str) -> str:
        written: str = letters.written(text, self._has)
        return written

    def _has(self, letter: str) -> bool:
        """Tell whether a font has a letter; loads the one that is for it."""
        if ord(letter) in self._cmap(letters.FIRST.name):
            return True
        font = letters.font_for(letter)
        if font is None:
            return False
        if font.name not in self._loaded:
            self._loaded.add(font.name)
            self._pdf.add_font(font.name, fname=font.path)
            self._pdf.set_fallback_fonts(sorted(self._loaded - {letters.FIRST.name}), exact_match=False)
        return ord(letter) in self._cmap(font.name)

    def _cmap(self, name: str) -> Any:
        made: Any = self._pdf.fonts[name]
        return made.cmap


def draw(head: dict[str, Any], lines: Iterator[Sequence[Any]]) -> tuple[int, bytes]:
    """Return the number of pages and the file."""
    pages = Pages(
        title=head["title"],
        footer=head["footer"],
        made_at=dt.datetime.fromisoformat(head["madeAt"]),
        is_wide=head["isWide"],
    )
    blocks: dict[str, Callable[..., None]] = {
        "heading": pages.heading,
        "text": pages.text,
        "fact": pages.fact,
        "table": pages.table,
        "row": pages.row,
    }
    for kind, *arguments in lines:
        blocks[kind](*arguments)
    return pages.finish()


def import_readers() -> None:
    """Load the first font once, before the processes are forked: the system keeps its file in memory."""
    pathlib.Path(letters.FIRST.path).read_bytes()


def main() -> None:
    """Read the lines; print the number of pages, then the file."""
    read = functools.partial(sys.stdin.buffer.readline)
    head = json.loads(read())
    count, content = draw(head, map(json.loads, iter(read, b"")))
    sys.stdout.buffer.write(json.dumps({"pages": count}).encode() + b"\n" + content)
