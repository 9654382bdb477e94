"""The examples and tables of the documents about directories, lookups and withdrawal fees are true."""

import json
import pathlib
import re

import pytest

from config.launch import environment
from payments.account_types import networks, table
from payments.providers.sandbox.network_fees import FEES
from tests.support.payments import account_examples

pytestmark = pytest.mark.django_db
DOCS = pathlib.Path(environment.PROJECT) / "docs" / "platform-developer"


def example(page: str, title: str):
    """Return the JSON under a comment `tested: title`, without the line of the request."""
    text = (DOCS / page).read_text()
    block = re.search(rf"<!-- tested: {title} -->\n```json\n(?:GET \S+\n)?(.*?)```", text, re.DOTALL)
    assert block, title
    return json.loads(block.group(1))


def test_the_example_of_a_provider_is_listed(api):
    data = api.get("/discoveries", country="GH", currency="GHS").json()["data"]

    assert example("discoveries.md", "the reply") in data


def test_the_example_of_an_unknown_bank_is_what_the_api_answers(api, alice):
    currency, info = account_examples.EXAMPLES["NGN_ACCOUNT"]
    body = {"customerId": alice, "currency": currency, "accountInfo": info | {"bankName": "Bank of Nowhere"}}

    assert api.post("/customers/external-accounts", body).json() == example("discoveries.md", "the refusal")


def test_the_currencies_with_a_bank_name_are_those_of_the_page():
    named = {row.currencies[0] for row in table.ACCOUNT_TYPES.values() if "bankName" in {f.name for f in row.fields}}
    sentence = re.search(r"`bankName` \((.*?)\)", (DOCS / "discoveries.md").read_text(), re.DOTALL)

    assert sentence
    assert set(re.findall(r"[A-Z]{3}", sentence.group(1))) == named


def test_the_example_of_a_lookup_is_what_the_api_answers(api, alice):
    account = api.external_account(alice)

    reply = api.get(f"/receiver/external-account/{account}", customerId=alice).json()

    assert reply | {"accountId": "ExternalAccount:…", "lookupId": "Lookup:…"} == example("receivers.md", "the lookup")


def test_the_example_of_a_withdrawal_costs_what_the_page_says(api, alice):
    body = example("receivers.md", "the withdrawal") | {"internalAccountId": api.internal_account(alice, "USDC")}

    reply = api.post("/crypto/estimate-withdrawal-fee", body)

    assert reply.json() == example("receivers.md", "its fees")


def test_the_table_of_networks_is_complete():
    text = (DOCS / "receivers.md").read_text()

    for network, wallet in networks.NETWORKS.items():
        fee = FEES[network]
        assert f"| `{network}` | {', '.join(wallet.currencies)} | {fee.amount} {fee.asset} |" in text
