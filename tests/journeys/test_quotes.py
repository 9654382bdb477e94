"""Every sandbox scenario of a quote, from the first reply to the books (interface.md, contract.md 6)."""

import dataclasses
import json
from typing import Any

import pytest

from payments.ledger import check
from payments.models import LedgerAccount, SuspenseItem, TransactionStatusChange
from tests import factories, postings
from webhooks.models import Event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_clock]

PENDING, PROCESSING = "OUTGOING_PAYMENT.PENDING", "OUTGOING_PAYMENT.PROCESSING"
COMPLETED, FAILED = "OUTGOING_PAYMENT.COMPLETED", "OUTGOING_PAYMENT.FAILED"
BACK = "OUTGOING_PAYMENT.REFUND_PENDING"
BACK_DONE, BACK_FAILED = "OUTGOING_PAYMENT.REFUND_COMPLETED", "OUTGOING_PAYMENT.REFUND_FAILED"


@dataclasses.dataclass(frozen=True)
class Scenario:
    """What the payout to an account with a suffix leads to."""

    suffix: str
    status: str
    reason: str | None
    refund: tuple[str, str] | None
    told: tuple[str, ...]
    history: tuple[str, ...]

    @property
    def quote_status(self) -> str:
        return "FAILED" if self.status == "REFUNDED" else self.status


_EXECUTION, _DELIVERY = "QUOTE_EXECUTION_FAILED", "COUNTERPARTY_POST_TX_FAILED"
SCENARIOS = (
    Scenario("789", "COMPLETED", None, None, (PENDING, PROCESSING, COMPLETED), ("PENDING", "PROCESSING", "COMPLETED")),
    Scenario(
        "002",
        "FAILED",
        _EXECUTION,
        ("COMPLETED", "TRANSACTION_FAILED"),
        (PENDING, PROCESSING, FAILED, BACK, BACK_DONE),
        ("PENDING", "PROCESSING", "FAILED"),
    ),
    Scenario("003", "COMPLETED", None, None, (PENDING, PROCESSING, COMPLETED), ("PENDING", "PROCESSING", "COMPLETED")),
    Scenario(
        "004",
        "FAILED",
        _DELIVERY,
        ("COMPLETED", "TRANSACTION_FAILED"),
        (PENDING, PROCESSING, FAILED, BACK, BACK_DONE),
        ("PENDING", "PROCESSING", "FAILED"),
    ),
    Scenario(
        "005",
        "FAILED",
        _DELIVERY,
        ("COMPLETED", "TRANSACTION_FAILED"),
        (PENDING, PROCESSING, COMPLETED, FAILED, BACK, BACK_DONE),
        ("PENDING", "PROCESSING", "COMPLETED", "FAILED"),
    ),
    Scenario(
        "006",
        "REFUNDED",
        None,
        ("COMPLETED", "USER_CANCELLATION"),
        (PENDING, PROCESSING, BACK, BACK_DONE),
        ("PENDING", "PROCESSING", "REFUNDED"),
    ),
    Scenario(
        "007",
        "FAILED",
        _EXECUTION,
        ("FAILED", "TRANSACTION_FAILED"),
        (PENDING, PROCESSING, FAILED, BACK, BACK_FAILED),
        ("PENDING", "PROCESSING", "FAILED"),
    ),
)
_EVERY = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.suffix)


def mxn_account(suffix: str) -> dict[str, Any]:
    return {
        "accountType": "MXN_ACCOUNT",
        "clabeNumber": f"002010077777777{suffix}",
        "beneficiary": factories.beneficiary(),
    }


def ask(api, source: dict[str, Any], destination: str, *, side="SENDING", amount=100_00, **fields):
    return api.post(
        "/quotes",
        {
            "source": source,
            "destination": {"destinationType": "ACCOUNT", "accountId": destination},
            "lockedCurrencySide": side,
            "lockedCurrencyAmount": amount,
            **fields,
        },
    )


def books(acme, kind: str, currency: str) -> int:
    account = LedgerAccount.objects.filter(platform=acme.platform, kind=kind, currency=currency).first()
    return postings.balance(account.id) if account else 0


def told_about(payment: str) -> list[str]:
    events = Event.objects.filter(resource=payment).order_by("id")
    return [event.type for event in events]


def history(payment: str) -> list[str]:
    rows = TransactionStatusChange.objects.filter(transaction_id=payment.partition(":")[2]).order_by("id")
    return [row.to_status for row in rows]


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
