"""The glossary explains words that are in use: each occurs in the code or in another page."""

import functools
import re

import pytest

from tests.docs.contributor import copies
from tests.support import apps

_PAGE = copies.PROJECT / "docs" / "glossary.md"
_ROWS = re.findall(r"^\| (?!Word |---)(.+?) \| (.+?) \| (.+?) \|$", _PAGE.read_text(), re.MULTILINE)


def _words(cell: str) -> list[str]:
    return re.sub(r"\(.*?\)|`", "", cell).strip().split(", ")


@functools.cache
def _in_use() -> str:
    pages = [path for path in (copies.PROJECT / "docs").rglob("*.md") if path != _PAGE]
    modules = [path for app in (*apps.PRODUCT, "tests") for path in (copies.PROJECT / app).rglob("*.py")]
    return "\n".join(path.read_text() for path in [*pages, *modules])


@pytest.mark.parametrize("word", [word for row in _ROWS for word in _words(row[0])])
def test_each_word_is_in_use(word):
    pattern = "[ _]".join(re.escape(part) for part in word.split())

    assert re.search(rf"\b{pattern}", _in_use(), re.IGNORECASE), word


def test_the_words_stand_once():
    words = [word.lower() for row in _ROWS for word in _words(row[0])]

    assert len(words) > 20
    assert sorted(set(words)) == sorted(words)
