"""The examples of the pages on configuration, tokens and lists work as they stand."""

import json
import re

import pytest
from django.test import Client

from tests.conftest import BASE, Api
from tests.docs.site.generated import DOCS

pytestmark = pytest.mark.django_db


def block(page: str, language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", (DOCS / "platform-developer" / page).read_text(), re.DOTALL)
    assert found is not None
    return found[1]


def test_the_configuration_is_taken_as_it_is_shown(api):
    reply = api.patch("/config", json.loads(block("configuration.md", "json")))

    assert reply.status_code == 200, reply.json()
    assert reply.json()["supportedCurrencies"][0]["maxAmount"] == 1000000
    text = (DOCS / "platform-developer" / "configuration.md").read_text()
    shown = {*reply.json(), *reply.json()["supportedCurrencies"][0]} - {"id", "createdAt", "updatedAt", "currencyCode"}
    assert {name for name in shown if f"`{name}`" not in text} <= {"proxyUmaSubdomain", "umaDomainVerification"}


def test_a_currency_with_money_is_not_taken_away(api, alice):
    api.fund(api.internal_account(alice, "USD"), 1)
    left = [each for each in api.get("/config").json()["supportedCurrencies"] if each["currencyCode"] != "USD"]

    assert api.patch("/config", {"supportedCurrencies": left}).status_code == 400


def test_the_token_is_made_as_it_is_shown_and_works_from_its_addresses_alone(api):
    body = json.loads(block("tokens.md", "json").partition("\n")[2])

    made = api.post("/tokens", body)

    assert made.status_code == 201, made.json()
    token = Api(made.json()["clientId"], made.json()["clientSecret"])
    assert token.get("/config").status_code == 403
    token._client = Client(REMOTE_ADDR="203.0.113.7", raise_request_exception=False)
    assert token.get("/config").status_code == 200
    assert "clientSecret" not in api.get(f"/tokens/{made.json()['id']}").json()


def test_the_loop_over_a_list_yields_every_row_once(api):
    made = {api.customer(f"Person Number {number}") for number in "abc"}
    names: dict[str, object] = {}
    exec(block("lists.md", "python").replace("limit=100", "limit=1"), names)

    def get(path: str, **query: object):
        return api.get(path, **query).json()

    rows = [row["id"] for row in names["everything"](get, "/customers", customerType="INDIVIDUAL")]  # type: ignore[operator]

    assert made <= set(rows)
    assert len(rows) == len(set(rows))


def test_a_filter_that_the_list_does_not_know_is_refused(api):
    table = (DOCS / "platform-developer" / "lists.md").read_text()
    needed = {"/beneficial-owners": {"customerId": "Customer:x"}}
    for path in re.findall(r"^\| `(/[^`]+)` \|", table, re.MULTILINE):
        reply = api.get(path, **needed.get(path, {}), slip="x")
        assert (reply.status_code, reply.json()["code"]) == (400, "INVALID_INPUT"), (BASE, path)
