"""Quotes that nobody used are deleted after a while; nothing that tells of money ever is."""

import datetime as dt
import uuid

import pytest
from django.db import DatabaseError, connection, transaction

from payments import tasks
from payments.ledger import check
from payments.models import (
    FundingReceipt,
    JournalEntry,
    OutgoingUmaPayment,
    Quote,
    Transaction,
    TransactionStatus,
    TransactionStatusChange,
)
from payments.quotes import retention
from platforms.base import clock, identifiers
from platforms.models import AuditEntry, Note
from tests.support import threads
from tests.support.payments import checking, quote_requests

pytestmark = pytest.mark.django_db(transaction=True)
_LONGER_THAN_A_QUOTE = dt.timedelta(seconds=301)


@pytest.fixture
def expired(acme, ask, worker):
    """Return a function that lets a quote expire that was made so many days ago; it returns the payment."""

    def make(days, **fields):
        reply = ask(**fields)
        assert reply.status_code == 201, reply.content
        acme.platform.clock_offset += _LONGER_THAN_A_QUOTE
        acme.platform.save(update_fields=["clock_offset"])
        worker.run()
        payment = Quote.objects.get(id=reply.json()["id"].partition(":")[2]).transaction
        assert payment.status == TransactionStatus.EXPIRED
        return made_before(payment, days)

    return make


def made_before(payment, days):
    """Give a payment the key that it would have, had it been made so many days ago."""
    first = identifiers.first_key(clock.real_now() - dt.timedelta(days=days))
    key = uuid.UUID(int=first.int | payment.id.int & ((1 << 80) - 1))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE payments_transaction SET id = %s WHERE id = %s", [key, payment.id])
        for table in ("payments_quote", "payments_transactionstatuschange", "payments_journalentry"):
            cursor.execute(f"UPDATE {table} SET transaction_id = %s WHERE transaction_id = %s", [key, payment.id])
    return Transaction.objects.get(id=key)


def count_and_sweep():
    """Do what workers do: count payments and their changes, then delete."""
    tasks.tally_transactions()
    tasks.add_up_days()
    return tasks.forget_quotes()


def names(payment):
    return f"/quotes/Quote:{payment.quote_id}", f"/transactions/{payment.public_id}"


def test_an_unused_quote_goes_after_its_time_with_its_payment_and_nothing_else(api, ask, expired, monkeypatch):
    monkeypatch.setattr(retention, "BATCH", 2)
    executed = ask(immediatelyExecute=True).json()["transactionId"]
    old, young = [expired(401 + day) for day in range(3)], expired(399)
    books, log = JournalEntry.objects.count(), AuditEntry.objects.count()
    before = api.get("/transactions").json()["totalCount"]

    assert count_and_sweep() == 3

    for payment in old:
        for path, code in zip(names(payment), ("QUOTE_NOT_FOUND", "TRANSACTION_NOT_FOUND"), strict=True):
            reply = api.get(path)
            assert (reply.status_code, reply.json()["code"]) == (404, code)
    assert api.post(f"{names(old[0])[0]}/execute").status_code == 404
    assert api.post(f"{names(old[0])[1]}/cancel").status_code == 404
    assert [api.get(path).status_code for path in (*names(young), f"/transactions/{executed}")] == [200] * 3
    assert not TransactionStatusChange.objects.filter(transaction__in=[one.id for one in old]).exists()
    assert api.get("/transactions").json()["totalCount"] == before - 3
    assert Transaction.objects.filter(platform=young.platform).count() == before - 3
    assert (JournalEntry.objects.count(), AuditEntry.objects.count()) == (books, log)
    assert count_and_sweep() == 0


def test_books_seals_and_statistics_are_right_afterwards(expired, api, alice):
    expired(401)
    tasks.seal_journal()
    assert checking.check_tonight().faults == []
    payment = expired(500)
    tasks.add_up_days()
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(begun) FROM payments_railday")
        begun = cursor.fetchone()

    assert count_and_sweep() == 2

    assert checking.check_tonight(days=1).faults == []
    assert check.run().faults == []
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(begun) FROM payments_railday")
        assert cursor.fetchone() == begun
    assert AuditEntry.objects.filter(verb="transaction.expired").count() == 2
    assert not Transaction.objects.filter(id=payment.id).exists()


def test_a_cancelled_quote_goes_too_and_a_cancelled_payment_stays(api, ask, dollars, alice):
    reply = ask().json()
    assert api.post(f"/transactions/{reply['transactionId']}/cancel").status_code == 200
    quote = made_before(Transaction.objects.get(id=reply["transactionId"].partition(":")[2]), 401)
    sent = api.transfer_out(dollars, api.external_account(alice), 2_500).json()["id"]
    assert api.post(f"/transactions/{sent}/cancel").status_code == 200
    transfer = made_before(Transaction.objects.get(id=sent.partition(":")[2]), 401)

    assert count_and_sweep() == 1

    assert not Transaction.objects.filter(id=quote.id).exists()
    assert Transaction.objects.filter(id=transfer.id).exists()


def test_what_staff_wrote_about_stays(expired):
    by_payment, by_quote = expired(401), expired(402)
    for payment, subject in ((by_payment, by_payment.public_id), (by_quote, f"Quote:{by_quote.quote_id}")):
        Note.objects.create(
            platform=payment.platform,
            subject=subject,
            text="seen",
            salt="",
            at=clock.real_now(),
            actor_kind="STAFF",
            actor_id="ann",
        )

    assert count_and_sweep() == 0


def test_money_that_came_too_late_keeps_its_quote(api, alice, acme, pesos, worker):
    quote = quote_requests.quote(api, quote_requests.realtime("USD", alice), pesos).json()
    acme.platform.clock_offset += _LONGER_THAN_A_QUOTE
    acme.platform.save(update_fields=["clock_offset"])
    api.post("/sandbox/send", {"quoteId": quote["id"], "currencyCode": "USD"})
    worker.run()
    payment = Quote.objects.get(id=quote["id"].partition(":")[2]).transaction
    assert payment.status == TransactionStatus.EXPIRED
    assert FundingReceipt.objects.filter(transaction=payment).exists()
    old = made_before(payment, 401)

    assert count_and_sweep() == 0
    assert Transaction.objects.filter(id=old.id).exists()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE payments_transaction SET status = 'COMPLETED' WHERE id = %s",
        "UPDATE payments_transaction SET refund = '{}' WHERE id = %s",
        "UPDATE payments_transaction SET next_action_at = now() WHERE id = %s",
        "UPDATE payments_transaction SET provider_reference = 'R' WHERE id = %s",
        "UPDATE payments_transactionstatuschange SET to_status = 'PROCESSING' WHERE transaction_id = %s",
        (
            "INSERT INTO payments_journalentry (platform_id, purpose, transaction_id, at)"
            " SELECT platform_id, 'TEST', id, now() FROM payments_transaction WHERE id = %s"
        ),
        (
            "INSERT INTO payments_fundingreceipt (id, platform_id, transaction_id, amount, currency, use, reason, at)"
            " SELECT gen_random_uuid(), platform_id, id, 1, 'USD', 'SUSPENSE', '', now() FROM payments_transaction"
            " WHERE id = %s"
        ),
    ],
)
def test_whoever_asks_the_database_keeps_what_tells_of_money(expired, statement):
    payment = expired(401)
    tasks.tally_transactions()
    tasks.add_up_days()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(statement, [payment.id])
        assert cursor.rowcount

    with connection.cursor() as cursor:
        cursor.execute("SELECT payments_forget_quotes(%s)", [[payment.id]])
        assert cursor.fetchone() == (0,)
        for table, column in (
            ("payments_transactionstatuschange", "transaction_id"),
            ("payments_quote", "transaction_id"),
            ("payments_transaction", "id"),
        ):
            with pytest.raises(DatabaseError, match="kept for ever"), transaction.atomic():
                cursor.execute(f"DELETE FROM {table} WHERE {column} = %s", [payment.id])


@pytest.mark.parametrize(("proof", "goes"), [({}, True), ({"preimage": "00", "fee_msat": 0}, False)])
def test_the_invoice_of_another_institution_goes_unless_it_was_paid(expired, proof, goes):
    payment = expired(401)
    OutgoingUmaPayment.objects.create(
        transaction=payment,
        platform=payment.platform,
        counterparty_domain="vasp.example.com",
        invoice="lnbc1",
        payment_hash="hash",
        amount_msat=1000,
        most_fee_msat=10,
        **proof,
    )

    assert count_and_sweep() == int(goes)
    assert OutgoingUmaPayment.objects.exists() is not goes


def test_the_database_deletes_no_quote_of_less_than_ninety_days_whatever_the_setting(expired, settings):
    settings.QUOTE_RETENTION_DAYS = 1
    young = expired(89)
    assert expired(91) is not None

    assert count_and_sweep() == 1
    assert Transaction.objects.filter(id=young.id).exists()


def test_what_is_not_counted_yet_waits(expired):
    expired(401)

    assert tasks.forget_quotes() == 0
    tasks.tally_transactions()
    assert tasks.forget_quotes() == 0
    tasks.add_up_days()
    assert tasks.forget_quotes() == 1


def test_two_sweeps_at_once_delete_and_count_once(api, expired):
    for day in range(4):
        expired(401 + day)
    before = api.get("/transactions").json()["totalCount"]
    tasks.tally_transactions()
    tasks.add_up_days()

    results = threads.at_once([tasks.forget_quotes, tasks.forget_quotes])

    assert sum(results) == 4
    assert api.get("/transactions").json()["totalCount"] == before - 4


def test_a_payment_that_somebody_works_on_is_left_for_the_next_time(expired):
    payment = expired(401)
    tasks.tally_transactions()
    tasks.add_up_days()

    with transaction.atomic():
        Transaction.objects.select_for_update().get(id=payment.id)
        [swept] = threads.at_once([tasks.forget_quotes])
    assert swept == 0
    assert tasks.forget_quotes() == 1


def test_a_worker_that_is_killed_loses_a_page(expired, monkeypatch):
    monkeypatch.setattr(retention, "BATCH", 1)
    for day in range(2):
        expired(401 + day)
    tasks.tally_transactions()
    tasks.add_up_days()
    forget, calls = retention.forget, []

    def killed(**arguments):
        calls.append(arguments)
        if len(calls) == 2:
            raise SystemExit
        return forget(**arguments)

    monkeypatch.setattr(retention, "forget", killed)
    with pytest.raises(SystemExit):
        tasks.forget_quotes()
    monkeypatch.setattr(retention, "forget", forget)

    assert Transaction.objects.filter(status=TransactionStatus.EXPIRED).count() == 1
    assert tasks.forget_quotes() == 1
    assert check.run().faults == []
