"""What a page of the back office shows, as lines of text that are the same in every run."""

import itertools
import re
from collections.abc import Iterator
from html.parser import HTMLParser

_SKIPPED = {"script", "style", "svg", "template"}
_SAYING_NOTHING = {"hidden", "submit", "checkbox", "radio"}
_ICON = "material-symbols-outlined"
_LINES = {
    *("a", "button", "dd", "details", "div", "dl", "dt", "fieldset", "form", "h1", "h2", "h3", "h4", "header", "label"),
    *("legend", "li", "ol", "option", "p", "section", "summary", "table", "textarea", "tr", "ul"),
}
_CELLS = {"td", "th"}
_ON_EVERY_PAGE = {
    *("[The keys of this page: ?] Keys", "[What this page is for, in the documents] Help", "Development", "/", "Views"),
    *("…", "Filters", ".", ","),
}
_COUNTED = {"Number", "ID", "First posting", "Last posting", "Up to", "Milliseconds", "Entry", "Journal entry"}
"""Fields with keys of rows, and with times."""
_ROWS = 6
_MONTHS = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
_OTHER_IN_EACH_RUN = [
    (re.compile(pattern), word)
    for pattern, word in (
        (r"-----BEGIN ([A-Z ]+)-----.*?-----END \1-----", "<key>"),
        (r"(?<=\"qrCode\": \").*?(?=\")", "<code>"),
        (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}(?:-[0-9a-f]{4}-[0-9a-f]{12}|…)", "<id>"),
        (r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:\+00:00| UTC|Z)?", "<time>"),
        (r"\d{4}-\d\d-\d\d", "<day>"),
        (rf"\b\d{{1,2}} {_MONTHS}(?: \d{{4}})?(?:,? \d\d:\d\d(?: UTC)?)?", "<day>"),
        (rf"\b{_MONTHS} \d{{4}}|\b20\d\d-\d\d\b", "<month>"),
        (r"\b\d\d:\d\d UTC", "<time>"),
        (r"\bTX[0-9A-F]{16}\b", "<reference>"),
        # Those that customers dictate: no vowels, and no letter that looks like a digit.
        (r"\b[BCDFGHJKLMNPQRSTVWXYZ\d]{10}\b", "<reference>"),
        (r"(?<![\w/])[A-Za-z0-9+/_-]{32,}={0,2}", "<code>"),
        (r"[0-9a-f]{16,}", "<code>"),
        (r"•••• [A-Z\d]{4}\b", "•••• <end>"),
        (r"\b\d{12}\b", "<number>"),
        (r"\b[\dA-Z]{4}-[\dA-Z]{4}-[\dA-Z]{4}\b", "<code>"),
        (r"\b\d+(?:\.\d)? (?:ms|s|min|h|days?)(?: \d+ (?:s|min|h))?\b", "<duration>"),
        (r"\b\d+ years", "<age> years"),
        (r"\$\w(?=••••@)", "$<letter>"),
        (r"\bacme\d+\b", "acme<number>"),
        (r"#\d+|\baccount \d+\b", "#<key>"),
        (r"^\d+,", "<key>,"),
    )
]


class _Reader(HTMLParser):
    """Reads the part of a page between its heading and the end of its content, or a whole dialog."""

    def __init__(self, *, is_dialog: bool) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self._is_inside = is_dialog
        self._skipped: list[str] = []
        self._in_row = False
        self._line = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "header":
            self._is_inside = True
        if tag in _SKIPPED or _ICON in (attributes.get("class") or ""):
            self._skipped.append(tag)
        if self._skipped:
            return
        self._end_line(tag)
        if tag == "tr":
            self._in_row = True
        if tag in _CELLS:
            self._line += " | "
        if tag == "option":
            self._line += "- "
        self._line += f"[{attributes['title']}] " if attributes.get("title") else ""
        if tag == "input" and attributes.get("type") not in _SAYING_NOTHING and attributes.get("value"):
            self._line += f" [{attributes['value']}]"

    def handle_endtag(self, tag: str) -> None:
        if self._skipped:
            if tag == self._skipped[-1]:
                self._skipped.pop()
            return
        if tag == "tr":
            self._in_row = False
        self._end_line(tag)
        if tag == "main":
            self._is_inside = False

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self._line += data

    def _end_line(self, tag: str) -> None:
        if tag not in _LINES:
            return
        if self._in_row and tag != "tr":
            self._line += " "
            return
        if self._is_inside and self._line.strip(" |\n"):
            self.lines.append(" ".join(self._line.split()))
        self._line = ""


def lines(page: str) -> list[str]:
    """Return what a page shows, a line each row, field and paragraph, with the words that are shown on hovering."""
    reader = _Reader(is_dialog="<main" not in page)
    reader.feed(page)
    reader.close()
    shown = [stable(line) for line in reader.lines if line not in _ON_EVERY_PAGE]
    before = ""
    for place, line in enumerate(shown):
        if before in _COUNTED and line.isdigit():
            shown[place] = "<number>"
        before = line
    return [*_shortened(shown)]


def _shortened(shown: list[str]) -> Iterator[str]:
    """Yield the first rows of each table and choices of each field, and how many others follow."""
    for mark, group in itertools.groupby(shown, key=lambda line: line[:1] if line.startswith(("| ", "- ")) else ""):
        rows = [*group]
        if mark and rows[0].startswith(("| ID |", "| Number |")):
            rows[1:] = [re.sub(r"^\| \d+ \|", "| <key> |", row) for row in rows[1:]]
        yield from rows[:_ROWS] if mark else rows
        if mark and len(rows) > _ROWS:
            yield f"{mark} … and {len(rows) - _ROWS} more"


def stable(line: str) -> str:
    """Return a line with a word in the place of what is another one in each run."""
    for pattern, word in _OTHER_IN_EACH_RUN:
        line = pattern.sub(word, line)
    return line
