"""Every sandbox scenario of a transfer, both ways, from the first reply to the books."""

import dataclasses
import itertools
import json

import pytest

from payments.ledger import check
from payments.models import LedgerAccount, TransactionStatusChange
from tests.support import factories, postings
from webhooks.models import Event


@dataclasses.dataclass(frozen=True)
class Scenario:
    """How a transfer to or from an account with a suffix ends at once, and how after its due time."""

    suffix: str
    at_once: str
    in_the_end: str
    reason: str | None


SCENARIOS = (
    Scenario("002", "FAILED", "FAILED", "INSUFFICIENT_FUNDS"),
    Scenario("003", "FAILED", "FAILED", "ACCOUNT_INVALID"),
    Scenario("004", "REJECTED", "REJECTED", "BANK_REJECTED"),
    Scenario("005", "PENDING", "FAILED", "TIMED_OUT"),
    Scenario("000", "COMPLETED", "COMPLETED", None),
    Scenario("001", "COMPLETED", "COMPLETED", None),
    Scenario("006", "COMPLETED", "COMPLETED", None),
    Scenario("789", "COMPLETED", "COMPLETED", None),
)
# The check of the books reads one snapshot of its own, so what it looks at must be committed.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_clock]
_EVERY = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.suffix)


@_EVERY
def test_a_transfer_out_ends_as_its_suffix_says(acme, api, worker, scenario):
    customer = api.customer("Alice Approved")
    source = api.internal_account(customer)
    destination = api.external_account(customer, factories.usd_account(scenario.suffix))
    api.fund(source, 1000)
    Event.objects.all().delete()

    first = api.transfer_out(source, destination, 300)

    assert first.status_code == 201
    shown = first.json()
    assert (shown["type"], shown["status"]) == ("OUTGOING", "PENDING")
    assert shown["sentAmount"]["amount"] == shown["receivedAmount"]["amount"] == 300
    assert shown["fees"] == 0
    held = {"sourceType": "ACCOUNT", "accountId": source, "currency": "USD", "customerId": customer}
    assert shown["source"] == held
    assert shown["destination"] == {"destinationType": "ACCOUNT", "accountId": destination, "currency": "USD"}
    assert shown["reconciliationInstructions"]["reference"]
    assert "failureReason" not in shown
    assert (factories.balance_of(source), _books(acme, "PAYOUT_CLEARING"), _books(acme, "RAIL_SETTLEMENT")) == (
        700,
        300,
        1000,
    )

    worker.run()

    assert api.get(f"/transactions/{shown['id']}").json()["status"] == scenario.at_once

    _let_it_come_due(api, worker)

    ended = api.get(f"/transactions/{shown['id']}").json()
    assert (ended["status"], ended.get("failureReason")) == (scenario.in_the_end, scenario.reason)
    assert ("settledAt" in ended) is (scenario.in_the_end == "COMPLETED")
    settled = scenario.in_the_end == "COMPLETED"
    assert factories.balance_of(source) == (700 if settled else 1000)
    assert _books(acme, "PAYOUT_CLEARING") == 0
    assert _books(acme, "RAIL_SETTLEMENT") == (700 if settled else 1000)
    assert _history(shown["id"]) == [("", "PENDING"), ("PENDING", scenario.in_the_end)]
    last = "OUTGOING_PAYMENT.COMPLETED" if settled else "OUTGOING_PAYMENT.FAILED"
    expected = [("OUTGOING_PAYMENT.PENDING", "PENDING"), ("INTERNAL_ACCOUNT.BALANCE_UPDATED", 700)]
    expected.append((last, scenario.in_the_end))
    if not settled:
        expected.append(("INTERNAL_ACCOUNT.BALANCE_UPDATED", 1000))
    assert _events() == expected
    assert check.run().faults == []


@_EVERY
def test_a_transfer_in_ends_as_its_suffix_says(acme, api, worker, scenario):
    customer = api.customer("Alice Approved")
    destination = api.internal_account(customer)
    source = api.external_account(customer, factories.usd_account(scenario.suffix))
    Event.objects.all().delete()

    first = api.transfer_in(source, destination, 300)

    assert first.status_code == 201
    shown = first.json()
    assert (shown["type"], shown["status"]) == ("INCOMING", "CREATED")
    assert shown["receivedAmount"]["amount"] == 300
    assert "sentAmount" not in shown
    assert "reconciliationInstructions" not in shown
    assert factories.balance_of(destination) == 0

    worker.run()

    assert api.get(f"/transactions/{shown['id']}").json()["status"] == scenario.at_once

    _let_it_come_due(api, worker)

    ended = api.get(f"/transactions/{shown['id']}").json()
    settled = scenario.in_the_end == "COMPLETED"
    assert (ended["status"], ended.get("failureReason")) == (scenario.in_the_end, scenario.reason)
    assert ended["reconciliationInstructions"]["reference"]
    assert factories.balance_of(destination) == (300 if settled else 0)
    assert _books(acme, "PAYOUT_CLEARING") == 0
    assert _books(acme, "RAIL_SETTLEMENT") == (300 if settled else 0)
    steps = ["", "CREATED", *(["PENDING"] if scenario.at_once == "PENDING" else []), scenario.in_the_end]
    assert _history(shown["id"]) == list(itertools.pairwise(steps))
    expected: list[object] = [("INCOMING_PAYMENT.PENDING", "PENDING")] if scenario.at_once == "PENDING" else []
    if settled:
        expected += [("INCOMING_PAYMENT.COMPLETED", "COMPLETED"), ("INTERNAL_ACCOUNT.BALANCE_UPDATED", 300)]
    else:
        expected.append(("INCOMING_PAYMENT.FAILED", scenario.in_the_end))
    assert _events() == expected
    assert check.run().faults == []


def test_a_pending_transfer_waits_thirty_seconds_and_not_less(api, worker):
    customer = api.customer("Alice Approved")
    source = api.internal_account(customer)
    api.fund(source, 1000)
    payment = api.transfer_out(source, api.external_account(customer, factories.usd_account("005")), 300).json()["id"]
    worker.run()

    api.post("/sandbox/clock/advance", {"seconds": 25})
    worker.run()
    before = api.get(f"/transactions/{payment}").json()["status"]
    api.post("/sandbox/clock/advance", {"seconds": 6})
    worker.run()

    assert before == "PENDING"
    assert api.get(f"/transactions/{payment}").json()["status"] == "FAILED"


def test_the_clock_of_one_platform_does_not_move_anothers(api, rival_api, worker):
    payments = []
    for tenant in (api, rival_api):
        customer = tenant.customer("Alice Approved")
        source = tenant.internal_account(customer)
        tenant.fund(source, 1000)
        external = tenant.external_account(customer, factories.usd_account("005"))
        payments.append(tenant.transfer_out(source, external, 300).json()["id"])
    worker.run()

    api.post("/sandbox/clock/advance", {"seconds": 31})
    worker.run()

    assert api.get(f"/transactions/{payments[0]}").json()["status"] == "FAILED"
    assert rival_api.get(f"/transactions/{payments[1]}").json()["status"] == "PENDING"


def test_the_event_holds_the_transaction_exactly_as_its_get_shows_it(api, worker):
    customer = api.customer("Alice Approved")
    source = api.internal_account(customer)
    api.fund(source, 1000)
    payment = api.transfer_out(source, api.external_account(customer), 300).json()["id"]
    worker.run()

    event = Event.objects.get(type="OUTGOING_PAYMENT.COMPLETED", resource=payment)

    assert json.loads(event.payload)["data"] == api.get(f"/transactions/{payment}").json()


def _let_it_come_due(api, worker):
    assert api.post("/sandbox/clock/advance", {"seconds": 31}).status_code == 200
    worker.run()


def _books(tenant, kind):
    account = LedgerAccount.objects.get(platform=tenant.platform, kind=kind, currency="USD")
    return postings.balance(account.id)


def _history(transaction):
    rows = TransactionStatusChange.objects.filter(transaction_id=transaction.partition(":")[2])
    return [(row.from_status, row.to_status) for row in rows]


def _events():
    """(type, status or balance) of every event, in the order they were stored."""
    told = []
    for event in Event.objects.order_by("id"):
        data = json.loads(event.payload)["data"]
        told.append((event.type, data["balance"]["amount"] if "balance" in data else data["status"]))
    return told
