"""The pages about quotes and about a platform's own fees agree with the code: examples, prices, statuses, codes."""

import json
import pathlib
import re
from typing import Any

import pytest

from config.launch import environment
from payments.models.quote import STATUS_OF_QUOTE
from platforms.http import errors
from tests.support.payments import own_fees, quote_requests, rate_entries

_PAGES = pathlib.Path(environment.PROJECT) / "docs" / "platform-developer"
PAGE, FEES = ((_PAGES / name).read_text() for name in ("quotes.md", "platform-fees.md"))
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")

pytestmark = pytest.mark.django_db


def snippets(heading: str) -> list[str]:
    """The JSON blocks after a mark, up to the next heading."""
    section = PAGE.split(f"<!-- tested: {heading} -->")[1].split("\n## ")[0]
    return re.findall(r"```json\n(.*?)```", section, re.DOTALL)


def anonymous(shown: Any) -> Any:
    """What the page shows of a reply: without the keys of its identifiers, at the page's time."""
    text = re.sub(r"(\b[A-Z]\w+):[0-9a-f-]{36}", r"\1:…", json.dumps(shown))
    return json.loads(_MOMENT.sub("TIME", text))


@pytest.fixture
def charged(acme):
    return rate_entries.schedule(
        acme,
        source_currency="USD",
        destination_currency="MXN",
        fixed_fee=150,
        variable_rate="0.015",
        rate_multiplier="1.01",
    )


@pytest.fixture
def sides(api, alice):
    account = api.internal_account(alice)
    api.fund(account, 1_000_00)
    return account, api.external_account(alice, quote_requests.clabe(), "MXN")


@pytest.mark.usefixtures("charged")
def test_the_request_is_taken_and_the_reply_is_the_one_that_is_shown(api, sides):
    request, reply = snippets("the request and the reply")
    body = json.loads(request.partition("\n")[2])
    body["source"]["accountId"], body["destination"]["accountId"] = sides

    shown = api.post("/quotes", body)

    assert shown.status_code == 201
    assert anonymous(shown.json()) == anonymous(json.loads(reply))


@pytest.mark.usefixtures("charged")
def test_both_columns_of_the_worked_price_are_what_quotes_say(api, sides):
    table = PAGE.split("## The price, worked out")[1].split("`exchangeRate` is")[0]

    sending = quote_requests.quote(api, *sides, amount=100_00).json()
    receiving = quote_requests.quote(api, *sides, side="RECEIVING", amount=1_776_74).json()

    assert (sending["totalReceivingAmount"], sending["feesIncluded"]) == (1_776_73, 1_50 + 1_50)
    assert (receiving["totalSendingAmount"], receiving["feesIncluded"]) == (100_02, 1_50 + 1_51)
    for number in ("1776.73 MXN", "up: 100.02 USD", "up: 1.51 USD", "= 97.01 USD", "= 97.00 USD"):
        assert number in table
    for quote in (sending, receiving):
        assert str(quote["exchangeRate"]) in table
        assert str(quote["rateDetails"]["counterpartyMultiplier"]) in table


def test_the_refusal_is_the_one_that_is_shown(api, sides):
    quote_requests.change_currency(api, "MXN", requiredCounterpartyFields=[{"name": "TAX_ID", "mandatory": True}])

    reply = quote_requests.quote(api, *sides)

    assert reply.json() == json.loads(snippets("what is missing")[0])


def test_the_simulated_payment_is_taken(api, alice, sides):
    quote = quote_requests.quote(api, quote_requests.realtime("USD", alice), sides[1]).json()
    body = json.loads(snippets("the simulated payment")[0].partition("\n")[2])

    reply = api.post("/sandbox/send", {**body, "quoteId": quote["id"]})

    assert (reply.status_code, reply.json()["status"]) == (200, "PROCESSING")


def test_the_table_of_statuses_is_that_of_the_code():
    rows = re.findall(r"^\| `([A-Z]+)` \| (`.*`) \|$", PAGE, re.MULTILINE)
    shown = {status: quote for quote, statuses in rows for status in re.findall("`([A-Z]+)`", statuses)}

    assert shown == {status: quote.value for status, quote in STATUS_OF_QUOTE.items()}


def test_every_refusal_that_is_named_has_the_status_that_is_shown():
    rows = re.findall(r"^\| (\d{3}) `([A-Z_]+)`", PAGE, re.MULTILINE)

    assert len(rows) > 10
    assert {code: int(status) for status, code in rows} == {code: errors.STATUS_OF_CODE[code] for _, code in rows}


def fees_say(mark: str) -> Any:
    """What the page about fees of platforms shows after a mark."""
    (text,) = re.findall(rf"<!-- tested: {mark} -->\n```json\n(.*?)```", FEES, re.DOTALL)
    return json.loads(text[text.index("{") :])


def test_what_the_page_about_own_fees_sends_is_taken_and_gives_what_it_shows(acme, api, sides):
    own_fees.allow(acme, fixed=20_00)
    body = fees_say("the quote")
    body["source"]["accountId"], body["destination"]["accountId"] = sides

    configured = api.patch("/config", fees_say("the configuration"))
    quote = api.post("/quotes", body)

    assert configured.status_code == 200, configured.content
    assert configured.json()["feeConfigs"] == fees_say("the configuration")["feeConfigs"]
    amounts = fees_say("its amounts")
    assert {name: quote.json()[name] for name in amounts} == amounts
