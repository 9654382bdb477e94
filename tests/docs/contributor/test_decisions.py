"""Every decision has one form and fits on a screen, and the index lists them all."""

import os
import re

import pytest

from tests.docs.contributor import copies

_FOLDER = copies.PROJECT / "docs" / "decisions"
_PAGES = sorted(_FOLDER.glob("[0-9]*.md"))
_INDEX = re.compile(r"(?<=<!-- decisions -->\n).*?(?=<!-- end -->)", re.DOTALL)
_FORM = ["Context", "Choice", "What would change it"]
_MOST_WORDS = 400


def _parts(text: str) -> dict[str, str]:
    return dict(re.findall(r"^## (.*?)\n+(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))


@pytest.mark.parametrize("page", _PAGES, ids=lambda path: path.stem)
def test_a_decision_has_its_three_parts(page):
    parts = _parts(page.read_text())

    assert list(parts) == _FORM
    assert [heading for heading, text in parts.items() if not text.strip()] == []


@pytest.mark.parametrize("page", _PAGES, ids=lambda path: path.stem)
def test_a_decision_fits_on_a_screen(page):
    assert len(page.read_text().split()) <= _MOST_WORDS


def _list() -> str:
    lines = []
    for page in _PAGES:
        [(number, title)] = re.findall(r"\A# (\d+)\. (.*)", page.read_text())
        assert int(number) == int(page.name[:4])
        lines.append(f"- [{number}. {title}]({page.name})\n")
    return "".join(lines)


def test_the_index_lists_every_decision():
    page = _FOLDER / "README.md"
    wanted = _list()
    if os.environ.get("DOCS_WRITE"):
        page.write_text(_INDEX.sub(lambda _: wanted, page.read_text()))

    assert _INDEX.findall(page.read_text()) == [wanted]
