"""The field's words: those of a private language that was here before do not come back."""

import functools
import pathlib
import re
from collections.abc import Iterator

import pytest

_ROOT = pathlib.Path(__file__).parents[2]
_FOLDERS = (
    "bench",
    "compliance",
    "config",
    "docs",
    "invitations",
    "payments",
    "platforms",
    "templates",
    "tests",
    "webhooks",
)
_SUFFIXES = {".py", ".md", ".html"}
_INSTEAD = {
    r"doorbells?": "wake-up",
    r"janitors?": "monitor",
    r"keepers?": "supervisor",
    r"let[s_ ]+go|letting go": "release, resolve",
    r"looks? after|looked after": "handle, follow, maintain",
    r"mend(?:s|ed|ing|_\w+)?": "repair, correct, reconcile",
    r"(?:gi|ga)ve[sn]?[ _](?:\w+ )?back|giving (?:\w+ )?back": "release, return, refund",
    r"rung": "woken",
    r"strangers?": "outsider",
    r"twins?": "concurrent duplicate, equivalent",
    r"whereabouts": "money location",
}
"""Former word → the field's. In capitals the database knows some of them: codes are not renamed."""
_KNOWN = {
    # The former name of a task, which queued messages may still have.
    "tests/architecture/test_wiring.py",
    "tests/webhooks/delivery/test_order.py",
    "webhooks/tasks.py",
}


def _files() -> Iterator[pathlib.Path]:
    for folder in _FOLDERS:
        for path in sorted((_ROOT / folder).rglob("*")):
            if path.suffix in _SUFFIXES and "migrations" not in path.parts and path != pathlib.Path(__file__):
                yield path


@functools.cache
def _texts() -> dict[str, str]:
    """The text of each file, without capitals at the beginning of words: a code in capitals is not meant."""
    capital = re.compile(r"\b[A-Z](?=[a-z])")
    texts = {str(path.relative_to(_ROOT)): path.read_text() for path in _files()}
    texts |= {name: texts[name].replace("mend_streams", "") for name in _KNOWN}
    return {name: capital.sub(lambda first: first[0].lower(), text) for name, text in texts.items()}


@pytest.mark.parametrize("former", _INSTEAD)
def test_a_former_word_is_gone(former):
    word = re.compile(rf"(?<![A-Za-z0-9])(?:{former})(?![A-Za-z0-9])")
    found = [
        f"{name}:{text.count(chr(10), 0, each.start()) + 1}"
        for name, text in _texts().items()
        for each in word.finditer(text)
    ]

    assert found == [], f"say: {_INSTEAD[former]}"


def test_the_search_finds_what_it_is_for():
    text = (_ROOT / "docs" / "glossary.md").read_text()

    assert re.search(r"(?<![A-Za-z0-9])wake-up(?![A-Za-z0-9])", text)
    assert len(list(_files())) > 1000
