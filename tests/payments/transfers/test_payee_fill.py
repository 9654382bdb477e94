"""Payments that a former release made for quotes get the customer whom they pay."""

import datetime as dt
import uuid

import pytest
from django.db import connection

from payments import tasks
from payments.models import Transaction, TransactionTallyMark
from payments.transfers import payee_fill
from platforms.base import clock
from tests.support.payments import quote_requests

pytestmark = pytest.mark.django_db(transaction=True)
_BEFORE_ALL = uuid.UUID(int=0)


@pytest.fixture
def source(api, alice):
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    return account


@pytest.fixture(autouse=True)
def _old_enough(monkeypatch):
    """Payments are filled at once, and not after the time in which the one who makes them may still commit."""
    monkeypatch.setattr(payee_fill, "SETTLE_TIME", dt.timedelta())


def paid(api, source: str, destination: str) -> str:
    """Pay by a quote as the former release did, which left the payee out; return the payment's id."""
    reply = quote_requests.quote(api, source, destination, amount=1_00, immediatelyExecute=True)
    assert reply.status_code == 201, reply.content
    payment: str = reply.json()["transactionId"]
    Transaction.objects.filter(id=payment.partition(":")[2]).update(payee_customer=None)
    return payment


def begin(*, ends_in: dt.timedelta = dt.timedelta(days=1)) -> None:
    """Set the mark as the migration does."""
    ends = clock.real_now() + ends_in
    tasks.tally_transactions()
    TransactionTallyMark.objects.update(payees_up_to=_BEFORE_ALL, payees_until=ends)


def payee_of(api, payment: str) -> str | None:
    payee: str | None = api.get(f"/transactions/{payment}").json()["destination"].get("customerId")
    return payee


def test_old_payments_tell_their_payee_and_are_else_as_they_were(api, alice, source, worker):
    grace = api.customer("Grace Hopper")
    to_grace = paid(api, source, api.internal_account(grace, "MXN"))
    to_herself = paid(api, source, api.internal_account(alice, "MXN"))
    to_platform = paid(api, source, api.internal_account(None, "MXN"))
    outside = paid(api, source, api.external_account(alice, quote_requests.clabe(), "MXN"))
    worker.run()
    payments = (to_grace, to_herself, to_platform, outside)
    before = [api.get(f"/transactions/{payment}").json() for payment in payments]
    assert [payee_of(api, payment) for payment in payments] == [None] * 4
    begin()

    assert tasks.fill_payees() == 0, "less than a full step tells of nothing that is left"

    assert [payee_of(api, payment) for payment in payments] == [grace, alice, None, None]
    for was, payment in zip(before, payments, strict=True):
        now = api.get(f"/transactions/{payment}").json()
        now["destination"].pop("customerId", None)
        assert now == was
    [row] = api.get("/transactions", involving=grace).json()["data"]
    assert (row["id"], row["destination"]["customerId"]) == (to_grace, grace)


def test_it_goes_on_where_it_stopped_and_ends_for_good(api, alice, source, monkeypatch):
    monkeypatch.setattr(payee_fill, "_ROWS", 2)
    pesos = api.internal_account(alice, "MXN")
    payments = [paid(api, source, pesos) for _ in range(5)]
    begin()
    monkeypatch.setattr(payee_fill, "_RUN_SECONDS", 0)
    tasks.fill_payees()
    assert [payee_of(api, payment) for payment in payments] == [None] * 5, "there was no time for a step"

    monkeypatch.undo()
    monkeypatch.setattr(payee_fill, "SETTLE_TIME", dt.timedelta())
    monkeypatch.setattr(payee_fill, "_ROWS", 2)
    assert payee_fill.fill() == 4, "two full steps, and what was left"
    assert [payee_of(api, payment) for payment in payments] == [alice] * 5

    later = paid(api, source, pesos)
    tasks.fill_payees()
    assert payee_of(api, later) == alice, "a process of the former release was still running"
    TransactionTallyMark.objects.update(payees_until=clock.real_now() - dt.timedelta(minutes=1))
    tasks.fill_payees()
    mark = TransactionTallyMark.objects.get()
    assert (mark.payees_up_to, mark.payees_until) == (None, None)
    after_the_end = paid(api, source, pesos)
    assert tasks.fill_payees() == 0
    assert payee_of(api, after_the_end) is None


def test_a_payment_that_somebody_holds_is_done_later(api, alice, source):
    payment = paid(api, source, api.internal_account(alice, "MXN"))
    begin()
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute("SELECT FROM payments_transaction FOR UPDATE")
        assert tasks.fill_payees() == 0
    other.close()
    assert payee_of(api, payment) is None

    tasks.fill_payees()

    assert payee_of(api, payment) == alice


def test_a_database_without_old_payments_has_nothing_to_do():
    assert tasks.fill_payees() == 0
