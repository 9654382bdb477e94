"""Every sandbox scenario of a quote, from the first reply to the books."""

import json

import pytest

from payments.ledger import check
from payments.models import SuspenseItem
from tests.journeys.quote_stories import SCENARIOS, ask, books, history, mxn_account, told_about
from tests.support import factories
from webhooks.models import Event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_clock]


_EVERY = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.suffix)


@_EVERY
@pytest.mark.parametrize("funding", ["internal account", "collected", "paid in real time"])
def test_a_quote_ends_as_the_suffix_of_its_destination_says(  # noqa: PLR0917 - fixtures
    acme, api, worker, alice, scenario, funding
):
    destination = api.external_account(alice, mxn_account(scenario.suffix), "MXN")
    account = api.internal_account(alice)
    source = {"sourceType": "ACCOUNT", "accountId": account}
    if funding == "internal account":
        api.fund(account, 1_000_00)
    elif funding == "collected":
        source["accountId"] = api.external_account(alice, factories.usd_account("789"))
    else:
        source = {"sourceType": "REALTIME_FUNDING", "customerId": alice, "currency": "USD"}

    quoted = ask(api, source, destination)

    assert quoted.status_code == 201, quoted.content
    quote = quoted.json()
    payment = quote["transactionId"]
    assert quote["status"] == "PENDING"
    assert ("paymentInstructions" in quote) is (funding == "paid in real time")
    if funding == "paid in real time":
        sent = api.post("/sandbox/send", {"quoteId": quote["id"], "currencyCode": "USD"})
        assert (sent.status_code, sent.json()["status"]) == (200, "PROCESSING")
    else:
        executed = api.post(f"/quotes/{quote['id']}/execute")
        assert (executed.status_code, executed.json()["status"]) == (200, "PROCESSING")
        if funding == "internal account":
            assert factories.balance_of(account) == 900_00

    worker.run()

    if scenario.suffix == "003":
        assert api.get(f"/transactions/{payment}").json()["status"] == "PROCESSING"
        assert api.post("/sandbox/clock/advance", {"seconds": 359}).status_code == 200
        worker.run()
        assert api.get(f"/transactions/{payment}").json()["status"] == "PROCESSING"
        assert api.post("/sandbox/clock/advance", {"seconds": 2}).status_code == 200
        worker.run()

    shown = api.get(f"/transactions/{payment}").json()
    assert (shown["status"], shown.get("failureReason")) == (scenario.status, scenario.reason)
    refund = shown.get("refund")
    assert (refund and (refund["status"], refund["reason"])) == scenario.refund
    assert api.get(f"/quotes/{quote['id']}").json()["status"] == scenario.quote_status
    assert told_about(payment) == list(scenario.told)
    assert history(payment) == list(scenario.history)

    is_paid, is_stuck = scenario.status == "COMPLETED", scenario.suffix == "007"
    kept = quote["totalReceivingAmount"] if is_stuck else 0
    if funding == "internal account":
        assert factories.balance_of(account) == (900_00 if is_paid or is_stuck else 1_000_00)
    assert books(acme, "PAYOUT_CLEARING", "MXN") == 0
    assert books(acme, "FUNDING_CLEARING", "USD") == 0
    assert books(acme, "SUSPENSE", "MXN") == kept
    assert SuspenseItem.objects.count() == (1 if is_stuck else 0)
    exchanged = 100_00 if is_paid or is_stuck else 0
    assert books(acme, "EXCHANGE", "USD") == exchanged
    assert books(acme, "EXCHANGE", "MXN") == (-quote["totalReceivingAmount"] if exchanged else 0)
    assert check.run().faults == []


def test_a_payload_is_what_the_api_shows(api, worker, alice):
    destination = api.external_account(alice, mxn_account("002"), "MXN")
    account = api.internal_account(alice)
    api.fund(account, 1_000_00)
    quote = ask(api, {"sourceType": "ACCOUNT", "accountId": account}, destination, immediatelyExecute=True).json()
    assert quote["status"] == "PROCESSING"

    worker.run()

    payload = json.loads(Event.objects.filter(resource=quote["transactionId"]).latest("id").payload)
    assert payload["data"] == api.get(f"/transactions/{quote['transactionId']}").json()
