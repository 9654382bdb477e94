"""Whatever step a payment is at, sound books are called sound. The stories of the documents are checked there too."""

import pytest
from django.db import transaction

from payments import due
from payments.models import JournalEntry, NextAction, SuspenseItem, Transaction
from payments.steps import STEPS
from payments.workflow import advancing, claims, suspense
from platforms.base import clock
from tests.backoffice.support_desk.conftest import use_rail  # noqa: F401 - a fixture
from tests.payments.uma.receiving.conftest import address, peer, sender  # noqa: F401 - fixtures
from tests.support import factories
from tests.support.payments import quote_requests, rate_entries, scenarios
from tests.support.payments.checking import CheckedApi, CheckedWorker, check_the_books
from tests.support.uma.paying import Paying, sandbox

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def api(acme):
    rate_entries.schedule(acme, source_currency="USD", fixed_fee=50, variable_rate="0.01")
    return CheckedApi(acme.client_id, acme.client_secret)


@pytest.fixture
def worker():
    return CheckedWorker()


def wait(api, worker, seconds: int) -> None:
    assert api.post("/sandbox/clock/advance", {"seconds": seconds}).status_code == 200
    worker.run()


def resolve(item: SuspenseItem, way: str, account: str = "") -> None:
    with transaction.atomic(durable=True):
        suspense.resolve(
            item_id=item.pk,
            way=way,
            account=account,
            reason="found",
            actor=factories.OPERATOR,
            real_now=clock.real_now(),
        )
    check_the_books()


def test_every_step_says_what_it_leaves_in_clearing():
    assert set(STEPS) == set(NextAction)
    # What waits for a person has its money in clearing, and leaves it there.
    cleared = {name for name, step in STEPS.items() if step.clearing} - {NextAction.AWAIT_APPROVAL}
    assert set(due.MOVES_MONEY) == cleared | {NextAction.COLLECT}


@pytest.mark.parametrize("suffix", ["789", "002", "003", "004", "005"])
@pytest.mark.parametrize("play", [scenarios.transfer_out, scenarios.transfer_in])
def test_transfers(api, alice, worker, play, suffix):
    payment = play(suffix)(api, alice)
    worker.run()
    wait(api, worker, 31)

    assert scenarios.payment_of(payment).next_action_at is None
    assert "TRANSFER" in worker.seen


@pytest.mark.parametrize("receiver", ["success.usd", "pending.long.eur", "fail.compliance.usd"])
@pytest.mark.parametrize("is_realtime", [False, True])
def test_payments_to_a_uma_address(api, alice, worker, receiver, is_realtime):
    account = api.internal_account(alice)
    api.fund(account, 1_000_00)
    paying = Paying(api, alice, account, worker)
    realtime = {"sourceType": "REALTIME_FUNDING", "currency": "USD", "customerId": alice}
    quote = paying.quote(sandbox(receiver), **({"source": realtime} if is_realtime else {}))
    if is_realtime:
        assert api.post("/sandbox/send", {"quoteId": quote["id"], "currencyCode": "USD"}).status_code == 200
    else:
        assert paying.execute(quote).status_code == 200
    for seconds in (1, 40, 400, 40):
        paying.pass_time(quote, seconds)

    assert paying.transaction(quote)["status"] == ("REJECTED" if "fail" in receiver else "COMPLETED")
    assert "PAY_INVOICE" in worker.seen


@pytest.mark.parametrize("suffix", [None, "789", "002", "003", "005", "006", "007"])
def test_payments_that_come_by_uma(api, alice, worker, sender, suffix):  # noqa: F811 - a fixture
    if suffix is not None:
        body = {"currency": "MXN", "customerId": alice, "accountInfo": quote_requests.clabe(suffix)}
        reply = api.post("/customers/external-accounts", {**body, "defaultUmaDepositAccount": True})
        assert reply.status_code == 201
    asked = sender.ask(500_00, **({"receiving_currency": "MXN"} if suffix else {}))
    check_the_books()
    worker.run()
    sender.pay(asked)
    for seconds in (31, 361):
        wait(api, worker, seconds)

    payment = Transaction.objects.get()
    assert payment.status == ("COMPLETED" if suffix in {None, "789", "003"} else "FAILED")
    assert {"RECEIVE"} | ({"DEPOSIT"} if suffix else set()) <= worker.seen


def test_an_invoice_that_nobody_pays(api, alice, worker, sender):  # noqa: F811 - a fixture
    assert sender.ask().status_code == 200
    worker.run()
    wait(api, worker, 400)

    assert Transaction.objects.get().status == "EXPIRED"


_KEPT, _TWICE = scenarios.quoted("007"), scenarios.funded(100_00, 100_00)


@pytest.mark.parametrize(
    ("play", "way", "account"),
    [
        (_TWICE, "GIVE_BACK", ""),
        (_TWICE, "CREDIT_HOLDER", ""),
        (_TWICE, "WRITE_OFF", "PLATFORM_FUNDS"),
        (_TWICE, "WRITE_OFF", "WRITTEN_OFF"),
        (_KEPT, "GIVE_BACK", ""),
        (_KEPT, "PAY_AGAIN", ""),
        (_KEPT, "WRITE_OFF", "WRITTEN_OFF"),
        (scenarios.collected("007"), "GIVE_BACK", ""),
        (scenarios.funded(100_00, suffix="007"), "GIVE_BACK", ""),
    ],
)
def test_money_in_suspense(api, alice, worker, play, way, account):  # noqa: PLR0917 - fixtures and a case
    payment = play(api, alice)
    worker.run()
    resolve(scenarios.item_of(payment), way, account)
    worker.run()

    assert SuspenseItem.objects.exclude(resolved_at=None).get().way == way
    assert JournalEntry.objects.filter(purpose__startswith="SUSPENSE_").count() == 1


def test_a_payout_that_comes_back_and_is_kept_by_the_rail(api, alice, worker, use_rail):  # noqa: F811 - a fixture
    use_rail("tests.payments.ledger.rails.LosingRail")
    payment = scenarios.quoted()(api, alice)
    worker.run()

    entries_of = JournalEntry.objects.filter(transaction_id=payment.partition(":")[2]).order_by("id")
    purposes = ["QUOTE_EXECUTED", "PAYOUT_SETTLED", "PAYOUT_RETURNED", "SUSPENDED"]
    assert list(entries_of.values_list("purpose", flat=True)) == purposes
    assert scenarios.item_of(payment).reason == "PAYOUT_NOT_GIVEN_BACK"
    assert scenarios.refund_of(payment) == "FAILED"


@pytest.mark.parametrize("way", ["CREDIT_HOLDER", "GIVE_BACK"])
def test_a_refund_that_fails(api, alice, worker, use_rail, way):  # noqa: F811 - a fixture
    use_rail("tests.support.faulty_rails.StubbornRail")
    payment = scenarios.funded(70_00)(api, alice)
    worker.run()
    wait(api, worker, 61)
    resolve(scenarios.item_of(payment), way)
    use_rail("payments.providers.sandbox.rail.SandboxRail")
    worker.run()

    assert scenarios.refund_of(payment) == "COMPLETED"


def test_a_refund_that_the_rail_takes_back_after_it_settled_and_what_leaves_suspense_for_it(
    api,
    alice,
    worker,
    use_rail,  # noqa: F811 - a fixture
):
    use_rail("tests.payments.ledger.rails.RefundReturningRail")
    payment = scenarios.collected()(api, alice)
    worker.run()

    entries_of = JournalEntry.objects.filter(transaction_id=payment.partition(":")[2]).order_by("id")
    assert list(entries_of.values_list("purpose", flat=True))[-3:] == [
        "QUOTE_REVERSED",
        "FUNDING_RETURNED",
        "CAME_BACK",
    ]
    item = scenarios.item_of(payment)
    assert (item.reason, scenarios.refund_of(payment)) == ("REFUND_CAME_BACK", "FAILED")
    shown = api.get(f"/transactions/{payment}").json()["refund"]
    assert "settledAt" not in shown
    # What the rail has settled and takes back at once has not left suspense.
    resolve(item, "GIVE_BACK")
    worker.run()
    assert (scenarios.item_of(payment).way, scenarios.item_of(payment).resolved_at) == ("", None)
    resolve(scenarios.item_of(payment), "GIVE_BACK")
    use_rail("payments.providers.sandbox.rail.SandboxRail")
    worker.run()
    assert scenarios.refund_of(payment) == "COMPLETED"


def test_money_that_comes_back_for_an_account_that_was_closed(api, alice, worker):
    payment = scenarios.quoted("005")(api, alice)
    [claimed] = claims.claim_payments(limit=1)
    advancing.advance(claimed)
    assert api.delete(f"/customers/{alice}").status_code == 200
    worker.run()

    item = scenarios.item_of(payment)
    assert item.reason == "PAYER_GONE"
    resolve(item, "WRITE_OFF", "PLATFORM_FUNDS")
    assert scenarios.item_of(payment).resolved_at is not None
