"""Quotes: executed, funded, run out of time and worked on by two at the same moment.

Each race is run many times, because which side wins is chance; what must hold holds whoever wins.
"""

import collections
import functools
import threading

import pytest
from django.db.models import QuerySet

from compliance.models import Customer
from payments import tasks
from payments.ledger import check
from payments.models import FundingReceipt, JournalEntry, Quote, SuspenseItem, Transaction, TransactionStatusChange
from payments.operations import accounts, fundings, quoted_payments, quotes, settlement
from payments.providers import registry
from platforms.kit import clock
from tests import factories
from tests.concurrency import threads
from tests.concurrency.test_transfer_out import ledger_without_guard  # noqa: F401 - a fixture
from tests.payments.quotes import asks
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
_ROUNDS = 12
_LIFETIME = int(quotes.LIFETIME.total_seconds())


@pytest.fixture
def dollars(api, alice):
    """An internal account of Alice with 1,000.00 USD."""
    account = api.internal_account(alice)
    api.fund(account, 1_000_00)
    return account


@pytest.fixture
def pesos(api, alice):
    """A Mexican bank account of Alice."""
    return api.external_account(alice, asks.clabe(), "MXN")


@pytest.fixture
def no_row_locks(monkeypatch):
    """Take away what makes one wait for the other: the locks on rows."""
    monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **_: rows)


def execution(api, quote: str, **options):
    return functools.partial(api.post, f"/quotes/{quote}/execute", **options)


def sending(api, quote: str, **fields):
    return functools.partial(api.post, "/sandbox/send", {"quoteId": quote, "currencyCode": "USD", **fields})


def running_out(api, worker):
    """Return the work of moving the clock to the end of a quote's time, and of the worker that notices."""

    def run():
        reply = api.post("/sandbox/clock/advance", {"seconds": _LIFETIME})
        worker.run()
        return reply

    return run


def history(quote: str) -> list[str]:
    payment = Quote.objects.get(id=quote.partition(":")[2]).transaction_id
    return [change.to_status for change in TransactionStatusChange.objects.filter(transaction_id=payment)]


def posted(quote: str) -> dict[str, int]:
    """Count the journal entries of a quote's payment by purpose."""
    payment = Quote.objects.get(id=quote.partition(":")[2]).transaction_id
    return dict(collections.Counter(entry.purpose for entry in JournalEntry.objects.filter(transaction_id=payment)))


def halt(monkeypatch, module, name: str, at: threading.Barrier | threading.Event):
    """Let everybody who comes to a function wait there: for each other at a barrier, for a sign at an event."""
    plain = getattr(module, name)

    def waiting(*arguments, **options):
        assert at.wait(10) is not False
        return plain(*arguments, **options)

    monkeypatch.setattr(module, name, waiting)


def test_a_quote_is_either_executed_or_expires(api, worker, dollars, pesos):
    outcomes: collections.Counter[tuple[int, str]] = collections.Counter()
    for _ in range(_ROUNDS):
        quote, before = asks.quote(api, dollars, pesos, amount=10_00).json(), factories.balance_of(dollars)

        executed, advanced = threads.at_once([execution(api, quote["id"]), running_out(api, worker)])

        worker.run()
        status = api.get(f"/quotes/{quote['id']}").json()["status"]
        outcomes[executed.status_code, status] += 1
        assert advanced.status_code == 200
        paid = before - factories.balance_of(dollars)
        if executed.status_code == 200:
            assert (status, paid) == ("COMPLETED", 10_00)
            assert history(quote["id"]) == ["PENDING", "PROCESSING", "COMPLETED"]
        else:
            assert (executed.status_code, executed.json()["code"]) == (409, "QUOTE_EXPIRED")
            assert (status, paid) == ("EXPIRED", 0)
            assert history(quote["id"]) == ["PENDING", "EXPIRED"]
            assert posted(quote["id"]) == {}
    assert set(outcomes) <= {(200, "COMPLETED"), (409, "EXPIRED")}
    assert check.run().faults == []


def test_an_execution_that_began_in_time_but_comes_after_the_expiry_is_refused(
    api, worker, dollars, pesos, monkeypatch
):
    quote = asks.quote(api, dollars, pesos).json()["id"]
    began, expired = threading.Event(), threading.Event()
    plain = quotes._find

    def find_slowly(*arguments):
        found = plain(*arguments)
        began.set()
        assert expired.wait(10)
        return found

    def expire():
        assert began.wait(10)
        running_out(api, worker)()
        expired.set()

    monkeypatch.setattr(quotes, "_find", find_slowly)
    executed, _ = threads.at_once([execution(api, quote), expire])

    assert asks.code_of(executed) == (409, "QUOTE_EXPIRED")
    assert factories.balance_of(dollars) == 1_000_00
    assert history(quote) == ["PENDING", "EXPIRED"]


def test_control_without_row_locks_a_quote_is_executed_and_expires(  # noqa: PLR0917 - fixtures
    api, worker, dollars, pesos, monkeypatch, no_row_locks
):
    quote = asks.quote(api, dollars, pesos).json()["id"]
    expired = threading.Event()
    halt(monkeypatch, quoted_payments, "start", expired)

    def expire():
        running_out(api, worker)()
        expired.set()

    executed, _ = threads.at_once([execution(api, quote), expire])

    assert executed.status_code == 200
    assert factories.balance_of(dollars) == 900_00
    assert history(quote) == ["PENDING", "EXPIRED", "PROCESSING"]


def test_of_many_executions_of_a_quote_one_happens(api, worker, dollars, pesos):
    quote = asks.quote(api, dollars, pesos).json()

    replies = threads.at_once([execution(api, quote["id"])] * 20)

    assert threads.statuses(replies) == {200: 1, 409: 19}
    assert {reply.json()["code"] for reply in replies if reply.status_code == 409} == {"QUOTE_NOT_PENDING"}
    worker.run()
    assert factories.balance_of(dollars) == 900_00
    assert posted(quote["id"]) == {"QUOTE_EXECUTED": 1, "PAYOUT_SETTLED": 1}
    told = Event.objects.filter(resource=quote["transactionId"]).order_by("id").values_list("type", flat=True)
    assert [name.partition(".")[2] for name in told] == ["PENDING", "PROCESSING", "COMPLETED"]
    assert check.run().faults == []


def test_control_without_row_locks_two_executions_debit_twice(api, dollars, pesos, monkeypatch, no_row_locks):
    quote = asks.quote(api, dollars, pesos).json()["id"]
    halt(monkeypatch, quoted_payments, "start", threading.Barrier(2))

    replies = threads.at_once([execution(api, quote)] * 2)

    assert threads.statuses(replies) == {200: 2}
    assert factories.balance_of(dollars) == 800_00
    assert posted(quote) == {"QUOTE_EXECUTED": 2}


def test_of_two_quotes_on_a_balance_for_one_one_is_executed(api, worker, dollars, pesos):
    for _ in range(4):
        held = factories.balance_of(dollars)
        pair = [asks.quote(api, dollars, pesos, amount=held * 6 // 10).json()["id"] for _ in range(2)]

        replies = threads.at_once([execution(api, quote) for quote in pair])

        assert threads.statuses(replies) == {200: 1, 400: 1}
        [refused] = [reply for reply in replies if reply.status_code == 400]
        assert refused.json()["code"] == "INSUFFICIENT_BALANCE"
        assert factories.balance_of(dollars) == held - held * 6 // 10
        assert sorted(map(len, map(posted, pair))) == [0, 1]
        worker.run()
    assert check.run().faults == []


def test_control_without_the_guard_two_quotes_overspend_the_balance(
    api,
    dollars,
    pesos,
    ledger_without_guard,  # noqa: F811 - a fixture
):
    pair = [asks.quote(api, dollars, pesos, amount=600_00).json()["id"] for _ in range(2)]

    replies = threads.at_once([execution(api, quote) for quote in pair])

    assert threads.statuses(replies) == {200: 2}
    assert factories.balance_of(dollars) == -200_00
    assert "BALANCE_NEGATIVE" in {fault["kind"] for fault in check.run().faults}


def test_money_that_arrives_twice_at_once_pays_once_and_waits_once(api, worker, alice, pesos):
    for number in range(1, 5):
        quote = asks.quote(api, asks.realtime("USD", alice), pesos).json()["id"]

        replies = threads.at_once([sending(api, quote)] * 2)

        assert threads.statuses(replies) == {200: 2}
        worker.run()
        assert api.get(f"/quotes/{quote}").json()["status"] == "COMPLETED"
        assert posted(quote) == {"FUNDING_RECEIVED": 2, "QUOTE_EXECUTED": 1, "SUSPENDED": 1, "PAYOUT_SETTLED": 1}
        assert SuspenseItem.objects.count() == number
    assert {item.reason for item in SuspenseItem.objects.all()} == {"PAID_AGAIN"}
    assert check.run().faults == []


def test_control_without_row_locks_money_that_arrives_twice_is_exchanged_twice(
    api, alice, pesos, monkeypatch, no_row_locks
):
    quote = asks.quote(api, asks.realtime("USD", alice), pesos).json()["id"]
    halt(monkeypatch, fundings, "_use", threading.Barrier(2))

    replies = threads.at_once([sending(api, quote)] * 2)

    assert threads.statuses(replies) == {200: 2}
    assert posted(quote) == {"FUNDING_RECEIVED": 2, "QUOTE_EXECUTED": 2}
    assert not SuspenseItem.objects.exists()


def test_money_that_arrives_as_a_quote_expires_pays_it_or_goes_back(api, worker, alice, pesos):
    for _ in range(_ROUNDS):
        quote = asks.quote(api, asks.realtime("USD", alice), pesos).json()

        sent, _ = threads.at_once([sending(api, quote["id"]), running_out(api, worker)])

        assert sent.status_code == 200
        worker.run()
        payment = api.get(f"/transactions/{quote['transactionId']}").json()
        if payment["status"] == "COMPLETED":
            assert "refund" not in payment
            assert history(quote["id"]) == ["PENDING", "PROCESSING", "COMPLETED"]
        else:
            assert (payment["status"], payment["refund"]["reason"]) == ("EXPIRED", "TIMEOUT")
            assert payment["refund"]["status"] == "COMPLETED"
            assert history(quote["id"]) == ["PENDING", "EXPIRED"]
            assert posted(quote["id"]) == {"FUNDING_RECEIVED": 1, "FUNDING_RETURNED": 1}
    assert FundingReceipt.objects.count() == _ROUNDS
    assert check.run().faults == []


def test_control_without_row_locks_money_pays_a_quote_that_has_expired(  # noqa: PLR0917 - fixtures
    api, worker, alice, pesos, monkeypatch, no_row_locks
):
    quote = asks.quote(api, asks.realtime("USD", alice), pesos).json()["id"]
    expired = threading.Event()
    halt(monkeypatch, fundings, "_use", expired)

    def expire():
        running_out(api, worker)()
        expired.set()

    sent, _ = threads.at_once([sending(api, quote), expire])

    assert (sent.status_code, sent.json()["status"]) == (200, "PROCESSING")
    assert history(quote) == ["PENDING", "EXPIRED", "PROCESSING"]


@pytest.mark.parametrize("verb", ["ask", "execute"])
def test_no_payment_of_a_deleted_customer_is_under_way(api, worker, verb):
    outcomes = set()
    for _ in range(_ROUNDS):
        customer = api.customer("Alice Approved")
        source = api.external_account(customer)
        target = api.external_account(customer, asks.clabe(), "MXN")
        work = functools.partial(asks.quote, api, source, target)
        if verb == "execute":
            work = execution(api, work().json()["id"])

        deleted, done = threads.at_once([functools.partial(api.delete, f"/customers/{customer}"), work])

        outcomes.add((deleted.status_code, done.status_code))
        gone = Customer.objects.get(id=customer.partition(":")[2]).deleted_at is not None
        assert not (gone and Transaction.objects.filter(customer_id=customer.partition(":")[2]).exists())
        worker.run()
    assert outcomes <= ({(200, 410), (409, 201)} if verb == "ask" else {(409, 200)})


def test_control_without_holding_the_customer_a_deleted_one_has_a_payment_under_way(api, monkeypatch):
    customer = api.customer("Alice Approved")
    source, target = api.external_account(customer), api.external_account(customer, asks.clabe(), "MXN")
    looked, deleted = threading.Event(), threading.Event()

    def look_without_holding(key):
        seen = Customer.objects.get(id=key)
        looked.set()
        assert deleted.wait(10)
        return seen

    def delete():
        assert looked.wait(10)
        reply = api.delete(f"/customers/{customer}")
        deleted.set()
        return reply

    monkeypatch.setattr(accounts, "hold_customer", look_without_holding)
    gone, asked = threads.at_once([delete, functools.partial(asks.quote, api, source, target)])

    assert (gone.status_code, asked.status_code) == (200, 201)
    assert Transaction.objects.get().status == "PENDING"


def returning(api) -> tuple[str, str]:
    """Return a customer, and the account a payment was made from that has settled and will come back."""
    customer = api.customer("Alice Approved")
    account = api.internal_account(customer)
    api.fund(account, 100_00)
    claimed = claimed_twice(api, account, api.external_account(customer, asks.clabe("005"), "MXN"))
    tasks._advance(claimed)
    return customer, account


def test_no_money_comes_back_to_a_customer_who_was_deleted(api, worker):
    for _ in range(_ROUNDS):
        customer, account = returning(api)

        deleted, _ = threads.at_once([functools.partial(api.delete, f"/customers/{customer}"), worker.run])

        is_gone = deleted.status_code == 200
        assert is_gone or deleted.status_code == 409
        assert factories.balance_of(account) == (0 if is_gone else 100_00)
    assert check.run().faults == []


def test_control_without_holding_the_account_money_comes_back_to_a_deleted_customer(api, worker, monkeypatch):
    customer, account = returning(api)
    monkeypatch.setattr(accounts, "hold_open", lambda _: True)

    assert api.delete(f"/customers/{customer}").status_code == 200
    worker.run()

    assert factories.balance_of(account) == 100_00


def test_an_execution_is_refused_when_the_customer_is_gone_after_all(api, monkeypatch):
    customer = api.customer("Alice Approved")
    source, target = api.external_account(customer), api.external_account(customer, asks.clabe(), "MXN")
    quote = asks.quote(api, source, target).json()["id"]
    # What is in flight keeps the customer; should that ever fail, the execution still looks for itself.
    monkeypatch.setattr(accounts, "IN_FLIGHT", ())
    assert api.delete(f"/customers/{customer}").status_code == 200

    assert asks.code_of(execution(api, quote)()) == (410, "CUSTOMER_DELETED")


def test_one_key_for_asking_and_executing_does_one_of_both(api, dollars, pesos):
    outcomes = set()
    for number in range(6):
        quote = asks.quote(api, dollars, pesos, amount=10_00).json()["id"]
        known = Quote.objects.count()
        ask = functools.partial(api.post, "/quotes", asks.body(dollars, pesos, amount=10_00), key=f"one {number}")

        asked, executed = threads.at_once([ask, execution(api, quote, key=f"one {number}")])

        outcomes.add((asked.status_code, executed.status_code))
        is_executed = api.get(f"/quotes/{quote}").json()["status"] == "PROCESSING"
        assert (Quote.objects.count() - known, is_executed) == (asked.status_code == 201, executed.status_code == 200)
    assert outcomes <= {(201, 422), (422, 200)}


def test_twins_of_an_execution_get_one_reply(api, dollars, pesos):
    quote = asks.quote(api, dollars, pesos).json()["id"]

    replies = threads.at_once([execution(api, quote, key="twins")] * 20)

    assert threads.statuses(replies) == {200: 20}
    assert len({reply.content for reply in replies}) == 1
    assert factories.balance_of(dollars) == 900_00


def test_twins_that_ask_for_a_quote_get_one(api, dollars, pesos):
    body = asks.body(dollars, pesos, immediatelyExecute=True)

    replies = threads.at_once([functools.partial(api.post, "/quotes", body, key="twins")] * 10)

    assert threads.statuses(replies) == {201: 10}
    assert len({reply.content for reply in replies}) == 1
    assert (Quote.objects.count(), factories.balance_of(dollars)) == (1, 900_00)


def test_control_without_a_key_each_gets_a_quote_of_its_own(api, dollars, pesos):
    body = asks.body(dollars, pesos, immediatelyExecute=True)

    replies = threads.at_once([functools.partial(api.post, "/quotes", body)] * 5)

    assert threads.statuses(replies) == {201: 5}
    assert (Quote.objects.count(), factories.balance_of(dollars)) == (5, 500_00)


def test_workers_share_what_is_due(api, worker, dollars, pesos):
    for _ in range(12):
        assert asks.quote(api, dollars, pesos, amount=10_00, immediatelyExecute=True).status_code == 201

    advanced = threads.at_once([worker.run] * 4)

    assert sum(advanced) == 12
    assert JournalEntry.objects.filter(purpose="PAYOUT_SETTLED").count() == 12
    assert set(Transaction.objects.values_list("status", flat=True)) == {"COMPLETED"}
    assert check.run().faults == []


def claimed_twice(api, source, target) -> settlement.ClaimedPayment:
    """Return a due payout as a worker holds it whose lease has run out, so that others hold it too."""
    assert asks.quote(api, source, target, immediatelyExecute=True).status_code == 201
    [claimed] = settlement.claim_due(limit=1)
    return claimed


@pytest.mark.parametrize("suffix", ["789", "004", "006", "007"])
def test_workers_that_hold_the_same_payment_move_it_once(api, alice, worker, dollars, suffix):
    claimed = claimed_twice(api, dollars, api.external_account(alice, asks.clabe(suffix), "MXN"))

    threads.at_once([functools.partial(tasks._advance, claimed)] * 6)

    purposes = collections.Counter(JournalEntry.objects.exclude(purpose="SANDBOX_FUNDING").values_list("purpose"))
    assert set(purposes.values()) == {1}
    told = [event.type for event in Event.objects.filter(resource__startswith="Transaction:")]
    assert len(told) == len(set(told))
    worker.run()
    assert check.run().faults == []


def test_control_without_row_locks_two_workers_pay_out_twice(api, dollars, pesos, monkeypatch, no_row_locks):
    claimed = claimed_twice(api, dollars, pesos)
    halt(monkeypatch, quoted_payments, "_settle", threading.Barrier(2))

    threads.at_once([functools.partial(tasks._advance, claimed)] * 2)

    assert JournalEntry.objects.filter(purpose="PAYOUT_SETTLED").count() == 2


@pytest.fixture
def silence(settings):
    """Return a function from whose call on the sandbox's rail can't be reached."""

    def begin():
        sandbox = {**settings.PROVIDERS["SANDBOX"], "rail": "payments.providers.unavailable.UnavailableRail"}
        settings.PROVIDERS = {**settings.PROVIDERS, "SANDBOX": sandbox}
        registry._adapter.cache_clear()

    yield begin
    registry._adapter.cache_clear()


def test_a_worker_that_heard_nothing_tries_again_later(api, dollars, pesos, silence, caplog):
    claimed = claimed_twice(api, dollars, pesos)
    silence()

    tasks._advance(claimed)

    waiting = Transaction.objects.get()
    assert (waiting.status, waiting.next_action) == ("PROCESSING", "PAY_OUT")
    assert waiting.next_action_at - clock.now() < settlement.LEASE / 2
    assert "payment not advanced" in caplog.text


def test_a_worker_that_heard_nothing_leaves_alone_what_another_has_finished(api, dollars, pesos, silence, caplog):
    claimed = claimed_twice(api, dollars, pesos)
    tasks._advance(claimed)
    assert Transaction.objects.get().status == "COMPLETED"
    silence()

    tasks._advance(claimed)

    assert Transaction.objects.get().next_action_at is None
    assert "payment not advanced" in caplog.text
