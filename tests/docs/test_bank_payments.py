"""docs/platform-developer/payments.md tells what a bank's lines do: each story is played, and its text compared.

`DOCS_WRITE=1` writes the stories into the document instead.
"""

import os
import pathlib
import re

import pytest

from config.launch import environment
from payments.ledger import check
from payments.models import JournalEntry
from tests.docs import bank_stories

PAGE = pathlib.Path(environment.PROJECT) / "docs" / "platform-developer" / "payments.md"
_STORY = re.compile(r"<!-- by file: (?P<name>.+?) -->\n(?P<text>.*?)\n<!-- end -->", re.DOTALL)
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _bank(settings, tmp_path):
    """Folders of the test's own."""
    settings.BANK_FILES_FOLDER = str(tmp_path / "bank")


@pytest.fixture
def scene(acme, api, worker, alice):
    return bank_stories.Scene(api=api, worker=worker, acme=acme, alice=alice)


def told() -> dict[str, str]:
    return {match["name"]: match["text"] for match in _STORY.finditer(PAGE.read_text())}


@pytest.mark.parametrize("name", bank_stories.STORIES)
def test_a_story_is_told_as_it_happens(scene, name):
    played = bank_stories.play(scene, name)

    if os.environ.get("DOCS_WRITE"):
        text = PAGE.read_text()
        old = next(match for match in _STORY.finditer(text) if match["name"] == name)
        PAGE.write_text(text[: old.start("text")] + played + text[old.end("text") :])
    assert told()[name] == played
    assert list(check.find()) == []
    explained = PAGE.read_text().split("## By a bank's files")[1].split("\n### ")[0]
    for purpose in JournalEntry.objects.values_list("purpose", flat=True):
        assert f"| `{purpose}` |" in explained


def test_every_story_is_told():
    assert told().keys() == bank_stories.STORIES.keys()
