"""Quotes: worked on by two at the same moment, and their customers leaving meanwhile."""

import collections
import functools
import threading

import pytest
from django.db import connection, transaction

from compliance.models import Customer
from payments.accounts import internal_accounts
from payments.api.quotes import create_quote
from payments.ledger import check
from payments.models import JournalEntry, Transaction
from payments.quotes import creating
from payments.workflow import advancing, claims, leases, moves
from platforms.base import clock
from tests.support import factories, patience, threads
from tests.support.payments import quote_requests
from tests.support.races import execution, halt, without
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
_ROUNDS = 12


def test_workers_share_what_is_due(api, worker, dollars, pesos):
    for _ in range(12):
        assert quote_requests.quote(api, dollars, pesos, amount=10_00, immediatelyExecute=True).status_code == 201

    advanced = threads.at_once([worker.run] * 4)

    assert sum(advanced) == 12
    assert JournalEntry.objects.filter(purpose="PAYOUT_SETTLED").count() == 12
    assert set(Transaction.objects.values_list("status", flat=True)) == {"COMPLETED"}
    assert check.run().faults == []


def claimed_twice(api, source, target) -> claims.ClaimedPayment:
    """Return a due payout as a worker holds it whose lease has run out, so that others hold it too."""
    assert quote_requests.quote(api, source, target, immediatelyExecute=True).status_code == 201
    [claimed] = claims.claim_payments(limit=1)
    return claimed


@pytest.mark.parametrize("suffix", ["789", "004", "006", "007"])
def test_workers_that_hold_the_same_payment_move_it_once(api, alice, worker, dollars, suffix):
    claimed = claimed_twice(api, dollars, api.external_account(alice, quote_requests.clabe(suffix), "MXN"))

    threads.at_once([functools.partial(advancing.advance, claimed)] * 6)

    purposes = collections.Counter(JournalEntry.objects.exclude(purpose="DEPOSIT_RECEIVED").values_list("purpose"))
    assert set(purposes.values()) == {1}
    told = [event.type for event in Event.objects.filter(resource__startswith="Transaction:")]
    assert len(told) == len(set(told))
    worker.run()
    assert check.run().faults == []


def test_what_the_rail_said_is_recorded_though_another_worker_holds_the_payment_for_a_moment(api, dollars, pesos):
    claimed = claimed_twice(api, dollars, pesos)
    is_held, is_recorded = threading.Event(), threading.Event()

    def look():
        with transaction.atomic():
            Transaction.objects.select_for_update().get()
            is_held.set()
            patience.until(lambda: is_recorded.is_set() or _somebody_waits())

    def record():
        assert is_held.wait(patience.LONG)
        advancing.advance(claimed)
        is_recorded.set()

    assert threads.at_once([look, record]) == [None, None]

    assert Transaction.objects.get().status == "COMPLETED"


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
        return cursor.fetchone() is not None


def test_control_without_row_locks_two_workers_pay_out_twice(api, dollars, pesos, monkeypatch, no_row_locks):
    claimed = claimed_twice(api, dollars, pesos)
    halt(monkeypatch, moves.Move, "settle", threading.Barrier(2))

    threads.at_once([functools.partial(advancing.advance, claimed)] * 2)

    assert JournalEntry.objects.filter(purpose="PAYOUT_SETTLED").count() == 2


def test_a_worker_that_heard_nothing_tries_again_later(api, dollars, pesos, silence, caplog):
    claimed = claimed_twice(api, dollars, pesos)
    silence()

    advancing.advance(claimed)

    waiting = Transaction.objects.get()
    assert (waiting.status, waiting.next_action) == ("PROCESSING", "PAY_OUT")
    assert waiting.next_action_at - clock.real_now() < leases.LEASE / 2
    assert "payment not advanced" in caplog.text


def test_a_worker_that_heard_nothing_leaves_alone_what_another_has_finished(api, dollars, pesos, silence, caplog):
    claimed = claimed_twice(api, dollars, pesos)
    advancing.advance(claimed)
    assert Transaction.objects.get().status == "COMPLETED"
    silence()

    advancing.advance(claimed)

    assert Transaction.objects.get().next_action_at is None
    assert "payment not advanced" in caplog.text


@pytest.mark.parametrize("verb", ["ask", "execute"])
def test_no_payment_of_a_deleted_customer_is_under_way(api, worker, verb):
    outcomes = set()
    for _ in range(_ROUNDS):
        customer = api.customer("Alice Approved")
        source = api.external_account(customer)
        target = api.external_account(customer, quote_requests.clabe(), "MXN")
        work = functools.partial(quote_requests.quote, api, source, target)
        if verb == "execute":
            work = execution(api, work().json()["id"])

        deleted, done = threads.at_once([functools.partial(api.delete, f"/customers/{customer}"), work])

        outcomes.add((deleted.status_code, done.status_code))
        gone = Customer.objects.get(id=customer.partition(":")[2]).deleted_at is not None
        assert not (gone and Transaction.objects.filter(customer_id=customer.partition(":")[2]).exists())
        worker.run()
    assert outcomes <= ({(200, 410), (409, 201)} if verb == "ask" else {(409, 200)})


@pytest.mark.parametrize(("is_looked_at_again", "status"), [(True, 410), (False, 201)], ids=["", "control"])
def test_a_customer_who_is_deleted_after_a_quote_has_read_of_it_gets_none(api, monkeypatch, is_looked_at_again, status):
    customer = api.customer("Alice Approved")
    source, target = api.external_account(customer), api.external_account(customer, quote_requests.clabe(), "MXN")
    deleted = threading.Event()
    has_read = halt(monkeypatch, creating, "create", deleted)
    if not is_looked_at_again:
        without(monkeypatch, "WHERE deleted_at IS NULL", of=create_quote)

    def delete():
        assert has_read.wait(patience.LONG)
        reply = api.delete(f"/customers/{customer}")
        deleted.set()
        return reply

    gone, asked = threads.at_once([delete, functools.partial(quote_requests.quote, api, source, target)])

    assert (gone.status_code, asked.status_code) == (200, status)
    assert Transaction.objects.count() == (0 if is_looked_at_again else 1)


def returning(api) -> tuple[str, str]:
    """Return a customer, and the account a payment was made from that has settled and will come back."""
    customer = api.customer("Alice Approved")
    account = api.internal_account(customer)
    api.fund(account, 100_00)
    claimed = claimed_twice(api, account, api.external_account(customer, quote_requests.clabe("005"), "MXN"))
    advancing.advance(claimed)
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
    monkeypatch.setattr(internal_accounts, "lock_open", lambda _: True)

    assert api.delete(f"/customers/{customer}").status_code == 200
    worker.run()

    assert factories.balance_of(account) == 100_00


def test_an_execution_is_refused_when_the_customer_is_gone_after_all(api):
    customer = api.customer("Alice Approved")
    source, target = api.external_account(customer), api.external_account(customer, quote_requests.clabe(), "MXN")
    quote = quote_requests.quote(api, source, target).json()["id"]
    # What is in flight keeps the customer; should that ever fail, the execution still looks for itself.
    Customer.objects.update(deleted_at=clock.real_now())

    assert quote_requests.code_of(execution(api, quote)()) == (410, "CUSTOMER_DELETED")
