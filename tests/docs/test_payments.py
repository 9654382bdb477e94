"""docs/platform-developer/payments.md tells what really happens: each story is played, and its text compared.

`DOCS_WRITE=1` writes the stories into the document instead.
"""

import os
import pathlib
import re

import pytest

from config.launch import environment
from payments.accounts import quote_holds
from payments.deposits import funding_receipts
from payments.ledger import check
from payments.models import TRANSITIONS, JournalEntry, TransactionStatusChange
from payments.providers.sandbox import magic
from payments.workflow import moves, quoted_payments
from tests.docs import stories
from tests.support.payments import rate_entries
from tests.support.payments.checking import CheckedApi, CheckedWorker

PAGE = pathlib.Path(environment.PROJECT) / "docs" / "platform-developer" / "payments.md"
_STORY = re.compile(r"<!-- played: (?P<name>.+?) -->\n(?P<text>.*?)\n<!-- end -->", re.DOTALL)
_CHANGE = re.compile(r"^\| `(?P<before>[A-Z]+)` \| `(?P<after>[A-Z]+)` \|", re.MULTILINE)
# The check of the books reads one snapshot of its own, so what it looks at must be committed.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_clock]


@pytest.fixture
def api(acme):
    """Has the books checked after each call, as the worker after each step: every step of every story is sound."""
    return CheckedApi(acme.client_id, acme.client_secret)


@pytest.fixture
def worker():
    return CheckedWorker()


@pytest.fixture
def scene(acme, api, worker, alice):
    for currency in ("MXN", "EUR"):
        rate_entries.schedule(acme, source_currency="USD", destination_currency=currency, **stories.FEES)
    return stories.Scene(api=api, worker=worker, alice=alice, carol=api.customer("Carol Approved"))


def told() -> dict[str, str]:
    return {match["name"]: match["text"] for match in _STORY.finditer(PAGE.read_text())}


@pytest.mark.parametrize("name", stories.STORIES)
def test_a_story_is_told_as_it_happens(scene, name):
    played = stories.play(scene, name, PAGE.read_text())

    if os.environ.get("DOCS_WRITE"):
        text = PAGE.read_text()
        old = next(match for match in _STORY.finditer(text) if match["name"] == name)
        PAGE.write_text(text[: old.start("text")] + played + text[old.end("text") :])
    assert told()[name] == played
    assert check.run().faults == []
    shown = changes()
    for change in TransactionStatusChange.objects.exclude(from_status=""):
        assert (change.from_status, change.to_status) in shown
    explained = PAGE.read_text().split("## The movements")[1].split("\n## ")[0]
    for purpose in JournalEntry.objects.exclude(transaction=None).values_list("purpose", flat=True):
        assert f"| `{purpose}` |" in explained


def test_every_story_and_every_magic_suffix_is_told():
    assert told().keys() == stories.STORIES.keys()
    assert magic.PAYOUTS.keys() <= told().keys()


def changes() -> set[tuple[str, str]]:
    return {(match["before"], match["after"]) for match in _CHANGE.finditer(PAGE.read_text().split("## Stories")[0])}


def test_the_table_has_only_changes_that_the_service_allows():
    shown = changes()

    assert shown
    assert all(after in TRANSITIONS[before] for before, after in shown)


def test_every_reason_that_the_back_office_shows_is_explained():
    sources = [pathlib.Path(str(module.__file__)).read_text() for module in (funding_receipts, quoted_payments, moves)]
    reasons = set(re.findall(r'(?:\breason=|\breturn )"([A-Z_]+)"', "".join(sources)))
    reasons |= set(quote_holds.MISFITS)

    assert len(reasons) == 11
    assert {reason for reason in reasons if f"| `{reason}` |" not in PAGE.read_text()} == set()
