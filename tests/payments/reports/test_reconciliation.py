"""The guide to reconciliation: by its script every account agrees after a month, and what is planted is found."""

import random

import pytest

from tests.support.payments import quote_requests, reconciliation, scenarios

pytestmark = pytest.mark.django_db
_DAYS = 30


@pytest.fixture
def get(api):
    def read(path, **query):
        reply = api.get(path, **query)
        assert reply.status_code == 200, reply.content
        return reply.json()

    return read


def paid(api, source, destination, *, amount=10_00, **fields):
    reply = quote_requests.quote(api, source, destination, amount=amount, **fields)
    assert reply.status_code == 201, reply.content


def play_month(api, alice, worker, *, seed: int) -> None:
    """Days on which customers and the platform pay, are paid, exchange, fail and let quotes lapse."""
    chance = random.Random(seed)
    grace = api.customer("Grace Hopper")
    accounts = [api.internal_account(holder, code) for holder in (alice, grace, None) for code in ("USD", "MXN")]
    for account in accounts:
        api.fund(account, 1_000_00)
    for source, destination in ((0, 1), (0, 3), (2, 3), (2, 1)):
        paid(api, accounts[source], accounts[destination], immediatelyExecute=True)

    def inside() -> None:
        source, destination = chance.sample(accounts, 2)
        paid(api, source, destination, amount=chance.randrange(1_00, 9_00), immediatelyExecute=chance.random() < 0.8)

    # Each with an account of its own outside.
    plays = [
        *(scenarios.transfer_out("789"), scenarios.transfer_out("004"), scenarios.transfer_out("002")),
        *(scenarios.transfer_in("456"), scenarios.transfer_in("003"), scenarios.collected("456", source="457")),
        *(scenarios.quoted("789"), scenarios.quoted("002"), scenarios.quoted("004"), scenarios.quoted("007")),
        *(scenarios.funded(100_00, suffix="458"), scenarios.funded(90_00, suffix="459")),
    ]
    chance.shuffle(plays)

    def outside() -> None:
        if plays:
            plays.pop()(api, alice)

    def from_outside() -> None:
        paid(api, quote_requests.realtime("USD", alice), chance.choice(accounts))

    for day in range(_DAYS):
        chance.choice([inside, inside, outside, outside, from_outside])()
        if day % 3 == 2:
            worker.run()
            api.post("/sandbox/clock/advance", {"seconds": 3 * 86_400})
    worker.run()


def movements(get) -> list[tuple[str, str, int]]:
    """What the events of the balances told."""
    told = []
    listed = reconciliation.names()["everything"](get, "/events", type="INTERNAL_ACCOUNT.BALANCE_UPDATED")
    for event in listed:
        account = get(f"/events/{event['id']}")["payload"]["data"]
        change = account["change"]
        told.append((account["id"], change.get("transactionId") or change.get("depositId"), change["amount"]))
    return told


def require_explained(get, customer: str) -> None:
    """Its payments, from both sides, and its deposits make the balance of each of its accounts."""
    everything, effect = (reconciliation.names()[name] for name in ("everything", "effect"))
    history = list(everything(get, "/transactions", involving=customer))
    for account in everything(get, "/customers/internal-accounts", customerId=customer):
        entries = everything(get, f"/customers/internal-accounts/{account['id']}/entries")
        made = sum(entry["amount"] for entry in entries if entry["kind"] == "DEPOSIT")
        for payment in history:
            is_stuck = payment.get("refund", {}).get("status") == "FAILED"
            leaves = payment["source"].get("accountId") == account["id"]
            made += -payment["sentAmount"]["amount"] if is_stuck and leaves else effect(payment, account["id"]) or 0
        assert made == account["balance"]["amount"]
    assert {payment["direction"] for payment in history} == {"IN", "OUT", "BOTH"}


@pytest.mark.parametrize("seed", range(2))
def test_every_account_agrees_to_the_unit_after_a_month(api, alice, worker, get, seed):
    play_month(api, alice, worker, seed=seed)
    books = movements(get)

    assert len(books) > _DAYS
    assert list(reconciliation.names()["differences"](get, books)) == []
    assert list(reconciliation.names()["differences"](get)) == []

    require_explained(get, alice)
    require_explained(get, next(row["id"] for row in get("/customers")["data"] if row["id"] != alice))

    account, cause, amount = planted = books[7]
    for wrong, sentences in (
        (books[:7] + books[8:], {f"{account}: {amount} of {cause} is in our books alone"}),
        ([*books, planted], {f"{account}: {amount} of {cause} is in your books alone"}),
        (
            [*books[:7], (account, cause, amount + 1), *books[8:]],
            {
                f"{account}: {amount} of {cause} is in our books alone",
                f"{account}: {amount + 1} of {cause} is in your books alone",
            },
        ),
    ):
        assert set(reconciliation.names()["differences"](get, wrong)) == sentences


def test_a_service_that_shows_a_wrong_balance_or_hides_a_payment_is_found(api, alice, worker, get):
    account, pesos = api.internal_account(alice), api.internal_account(alice, "MXN")
    api.fund(account, 10_00)
    paid(api, account, pesos, immediatelyExecute=True)
    worker.run()
    [payment] = get("/transactions", involving=pesos)["data"]

    def wrong(path, **query):
        reply = get(path, **query)
        if path == f"/customers/internal-accounts/{account}":
            reply["balance"]["amount"] += 1
        if path == "/transactions" and query["involving"] == pesos:
            reply["data"] = []
        if path == "/transactions" and query["involving"] == account:
            reply["data"][0]["sentAmount"]["amount"] += 5
        return reply

    assert list(reconciliation.names()["differences"](get)) == []
    assert set(reconciliation.names()["differences"](wrong)) == {
        f"{account}: the balance is 1, its entries make 0",
        f"{account}: {payment['id']} should make -1005, and made -1000",
        f"{pesos}: {payment['id']} changed the balance, and is not in the account's history",
    }
