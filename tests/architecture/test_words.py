"""The field's words: those of a private language that was here before do not come back."""

import pathlib
import re
from collections.abc import Iterator

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


_FORMER = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(_INSTEAD)})(?![A-Za-z0-9])", re.IGNORECASE)


def test_former_words_are_gone():
    found = []
    for path in _files():
        name, text = str(path.relative_to(_ROOT)), path.read_text()
        if name in _KNOWN:
            text = text.replace("mend_streams", "")
        # A code in capitals is not meant.
        words = (each for each in _FORMER.finditer(text) if not each[0].isupper())
        found += [f"{name}:{text.count(chr(10), 0, each.start()) + 1}: {each[0]}" for each in words]

    assert found == [], f"say one of these instead: {_INSTEAD}"


def test_the_search_finds_what_it_is_for():
    text = (_ROOT / "docs" / "glossary.md").read_text()

    assert re.search(r"(?<![A-Za-z0-9])wake-up(?![A-Za-z0-9])", text)
    assert len(list(_files())) > 1000
