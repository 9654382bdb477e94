"""The documents agree with the code: settings, magic values, movements of money, examples."""

import json
import pathlib
import re

import pytest

from config.launch import environment
from payments.models import JournalEntry
from payments.providers.sandbox import magic
from tests import factories

DOCS = pathlib.Path(environment.PROJECT) / "docs"


def test_every_variable_that_settings_read_is_explained_to_operators():
    sources = [path.read_text() for path in (DOCS.parent / "config").glob("settings.py")]
    read = set(re.findall(r"environment\.(?:text|flag|integer|words)\(\s*\"([A-Z_]+)\"", "\n".join(sources)))
    explained = (DOCS / "operator" / "settings.md").read_text()

    assert len(read) > 15
    assert {name for name in read if f"`{name}`" not in explained} == set()


def test_the_sandbox_table_lists_every_magic_value():
    text = (DOCS / "platform-developer" / "transfers.md").read_text()
    table = text.split("## In the sandbox")[1]

    for suffix, outcome in magic.TRANSFERS.items():
        row = next(line for line in table.splitlines() if line.startswith(f"| {suffix} "))
        expected = magic.LATER.get(suffix, outcome).failure_reason
        assert f"`{expected}`" in row
    for suffix, answer in magic.BENEFICIARIES.items():
        assert suffix in table
        assert f"`{answer.status}`" in table
    assert f"| {magic.REFUSED} |" in table
    assert f"| {magic.BROKEN} |" in table


def test_the_ledger_table_shows_the_entries_that_are_really_posted(api, alice, worker):
    account = api.internal_account(alice)
    api.fund(account, 10_000)
    good, bad = api.external_account(alice), api.external_account(alice, factories.usd_account("004"))
    for target in (good, bad):
        api.transfer_out(account, target, 100)
    api.transfer_in(good, account, 100)
    worker.run()
    names = {
        "CUSTOMER_FUNDS": "holder",
        "RAIL_SETTLEMENT": "rail settlement",
        "PAYOUT_CLEARING": "payout clearing",
    }
    rows = {
        "SANDBOX_FUNDING": "sandbox funding",
        "TRANSFER_OUT_SENT": "transfer out made",
        "TRANSFER_OUT_SETTLED": "… settled",
        "TRANSFER_OUT_RETURNED": "… failed or rejected",
        "TRANSFER_IN_SETTLED": "transfer in settled",
    }
    text = (DOCS / "architecture.md").read_text()

    entries = {entry.purpose: entry for entry in JournalEntry.objects.prefetch_related("postings__account")}

    assert entries.keys() == rows.keys()
    for purpose, entry in entries.items():
        sides = {posting.side: names[posting.account.kind] for posting in entry.postings.all()}
        assert f"| {rows[purpose]} | {sides['D']} | {sides['C']}" in text


def test_the_example_of_an_error_is_what_the_api_answers(api):
    shown = json.loads(
        re.findall(r"```json\n(.*?)```", (DOCS / "platform-developer" / "api.md").read_text(), re.DOTALL)[0]
    )

    reply = api.post("/transfer-out", {"source": {}, "destination": {"accountId": "x"}, "amount": 1})

    assert reply.json() == shown


def test_the_example_customer_can_be_created(api):
    text = (DOCS / "platform-developer" / "customers.md").read_text()
    example = re.findall(r"```json\nPOST /2025-10-13/customers\n(.*?)```", text, re.DOTALL)[0]

    assert api.post("/customers", json.loads(example)).status_code == 201


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda path: str(path.relative_to(DOCS)))
def test_links_between_pages_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+?)(?:#[^)]*)?\)", page.read_text()):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target
