"""Every decision has one form, and the index lists them all."""

import os
import re

import pytest

from tests.docs.contributor import copies

_FOLDER = copies.PROJECT / "docs" / "decisions"
_PAGES = sorted(_FOLDER.glob("[0-9]*.md"))
_INDEX = re.compile(r"(?<=<!-- decisions -->\n).*?(?=<!-- end -->)", re.DOTALL)
_FORM = ["Context", "Choice", "Figures", "What would change it"]


def _parts(text: str) -> dict[str, str]:
    return dict(re.findall(r"^## (.*?)\n+(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))


@pytest.mark.parametrize("page", _PAGES, ids=lambda path: path.stem)
def test_a_decision_has_its_four_parts(page):
    parts = _parts(page.read_text())

    assert list(parts) == _FORM
    assert [heading for heading, text in parts.items() if not text.strip()] == []


def _table() -> str:
    lines = ["| | Decision | Because |", "|---|---|---|"]
    for page in _PAGES:
        text = page.read_text()
        [(number, title)] = re.findall(r"\A# (\d+)\. (.*)", text)
        assert int(number) == int(page.name[:4])
        context = " ".join(_parts(text)["Context"].split())
        reason = re.split(r"(?<=\.) ", context)[0]
        lines.append(f"| [{number}]({page.name}) | {title} | {reason} |")
    return "".join(f"{line}\n" for line in lines)


def test_the_index_lists_every_decision():
    page = _FOLDER / "README.md"
    table = _table()
    if os.environ.get("DOCS_WRITE"):
        page.write_text(_INDEX.sub(lambda _: table, page.read_text()))

    assert _INDEX.findall(page.read_text()) == [table]
