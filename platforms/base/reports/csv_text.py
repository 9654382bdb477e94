"""CSV as text: lines, and cells that no spreadsheet takes for a formula."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

_FORMULA = frozenset("=+-@\t\r\n＝＋－＠")  # noqa: RUF001 - spreadsheets take the wide ones for the narrow ones
_NUMBER = re.compile(r"-?\d+(\.\d+)?")


def safe(text: str) -> str:
    """Return a cell that no spreadsheet takes for a formula: one that begins like it gets an apostrophe before."""
    is_formula = text[:1] in _FORMULA or text.lstrip()[:1] in _FORMULA
    return f"'{text}" if text and is_formula and not _NUMBER.fullmatch(text) else text


def lines(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as lines of a file."""
    written = io.StringIO()
    csv.writer(written).writerows(rows)
    return written.getvalue()
