"""Every decision has one form, fits on a screen, and is numbered as its file."""

import re

import pytest

from tests.docs.contributor import copies

_FOLDER = copies.PROJECT / "docs" / "decisions"
_PAGES = sorted(_FOLDER.glob("[0-9]*.md"))
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


@pytest.mark.parametrize("page", _PAGES, ids=lambda path: path.stem)
def test_a_decision_has_the_number_of_its_file(page):
    [number] = re.findall(r"\A# (\d+)\. ", page.read_text())

    assert int(number) == int(page.name[:4])
