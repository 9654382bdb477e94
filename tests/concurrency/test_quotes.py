"""Quotes: executed, funded, asked for and run out of time at the same moment.

Each race is run many times, because which side wins is chance; the assertions hold in both cases.
"""

import collections
import functools
import threading

import pytest
from django.db import connection

from payments.ledger import check
from payments.models import ExternalAccount, FundingReceipt, Quote, SuspenseItem
from payments.quotes import executing
from payments.workflow import quoted_payments
from platforms.base import clock
from platforms.database import batches
from tests.support import factories, patience, threads
from tests.support.payments import quote_requests
from tests.support.races import execution, halt, history, posted, running_out, sending, without
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
_ROUNDS = 12


def test_a_quote_is_either_executed_or_expires(api, worker, dollars, pesos):
    outcomes: collections.Counter[tuple[int, str]] = collections.Counter()
    for _ in range(_ROUNDS):
        quote, before = quote_requests.quote(api, dollars, pesos, amount=10_00).json(), factories.balance_of(dollars)

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
    quote = quote_requests.quote(api, dollars, pesos).json()["id"]
    expired = threading.Event()
    has_read = halt(monkeypatch, executing, "execute", expired)

    def expire():
        assert has_read.wait(patience.LONG)
        running_out(api, worker)()
        expired.set()

    executed, _ = threads.at_once([execution(api, quote), expire])

    assert quote_requests.code_of(executed) == (409, "QUOTE_EXPIRED")
    assert factories.balance_of(dollars) == 1_000_00
    assert history(quote) == ["PENDING", "EXPIRED"]


def test_control_without_row_locks_a_quote_is_executed_and_expires(  # noqa: PLR0917 - fixtures
    api, worker, dollars, pesos, monkeypatch, no_row_locks
):
    quote = quote_requests.quote(api, dollars, pesos).json()["id"]
    expired = threading.Event()
    has_come = halt(monkeypatch, executing, "execute", expired)

    def expire():
        assert has_come.wait(patience.LONG)
        running_out(api, worker)()
        expired.set()

    executed, _ = threads.at_once([execution(api, quote), expire])

    assert executed.status_code == 200
    assert factories.balance_of(dollars) == 900_00
    assert history(quote) == ["PENDING", "EXPIRED", "PROCESSING"]


def test_of_many_executions_of_a_quote_one_happens(api, worker, dollars, pesos):
    quote = quote_requests.quote(api, dollars, pesos).json()

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
    quote = quote_requests.quote(api, dollars, pesos).json()["id"]
    monkeypatch.setattr(batches, "MOST", 1)
    halt(monkeypatch, executing, "execute", threading.Barrier(2))

    replies = threads.at_once([execution(api, quote)] * 2)

    assert threads.statuses(replies) == {200: 2}
    assert factories.balance_of(dollars) == 800_00
    assert posted(quote) == {"QUOTE_EXECUTED": 2}


def test_of_two_quotes_on_a_balance_for_one_one_is_executed(api, worker, dollars, pesos):
    for _ in range(4):
        held = factories.balance_of(dollars)
        pair = [quote_requests.quote(api, dollars, pesos, amount=held * 6 // 10).json()["id"] for _ in range(2)]

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
    ledger_without_guard,
):
    pair = [quote_requests.quote(api, dollars, pesos, amount=600_00).json()["id"] for _ in range(2)]

    replies = threads.at_once([execution(api, quote) for quote in pair])

    assert threads.statuses(replies) == {200: 2}
    assert factories.balance_of(dollars) == -200_00
    assert "BALANCE_NEGATIVE" in {fault["kind"] for fault in check.run().faults}


def test_money_that_arrives_twice_at_once_pays_once_and_waits_once(api, worker, alice, pesos):
    for number in range(1, 5):
        quote = quote_requests.quote(api, quote_requests.realtime("USD", alice), pesos).json()["id"]

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
    quote = quote_requests.quote(api, quote_requests.realtime("USD", alice), pesos).json()["id"]
    halt(monkeypatch, quoted_payments, "use", threading.Barrier(2))

    replies = threads.at_once([sending(api, quote)] * 2)

    assert threads.statuses(replies) == {200: 2}
    assert posted(quote) == {"FUNDING_RECEIVED": 2, "QUOTE_EXECUTED": 2}
    assert not SuspenseItem.objects.exists()


def test_money_that_arrives_as_a_quote_expires_pays_it_or_goes_back(api, worker, alice, pesos):
    for _ in range(_ROUNDS):
        quote = quote_requests.quote(api, quote_requests.realtime("USD", alice), pesos).json()

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
    quote = quote_requests.quote(api, quote_requests.realtime("USD", alice), pesos).json()["id"]
    expired = threading.Event()
    has_come = halt(monkeypatch, quoted_payments, "use", expired)

    def expire():
        assert has_come.wait(patience.LONG)
        running_out(api, worker)()
        expired.set()

    sent, _ = threads.at_once([sending(api, quote), expire])

    assert (sent.status_code, sent.json()["status"]) == (200, "PROCESSING")
    assert history(quote) == ["PENDING", "EXPIRED", "PROCESSING"]


def test_one_key_for_asking_and_executing_does_one_of_both(api, dollars, pesos):
    outcomes = set()
    for number in range(6):
        quote = quote_requests.quote(api, dollars, pesos, amount=10_00).json()["id"]
        known = Quote.objects.count()
        ask = functools.partial(
            api.post, "/quotes", quote_requests.body(dollars, pesos, amount=10_00), key=f"one {number}"
        )

        asked, executed = threads.at_once([ask, execution(api, quote, key=f"one {number}")])

        outcomes.add((asked.status_code, executed.status_code))
        is_executed = api.get(f"/quotes/{quote}").json()["status"] == "PROCESSING"
        assert (Quote.objects.count() - known, is_executed) == (asked.status_code == 201, executed.status_code == 200)
    assert outcomes <= {(201, 422), (422, 200)}


def test_duplicates_of_an_execution_get_one_reply(api, dollars, pesos):
    quote = quote_requests.quote(api, dollars, pesos).json()["id"]

    replies = threads.at_once([execution(api, quote, key="duplicate")] * 20)

    assert threads.statuses(replies) == {200: 20}
    assert len({reply.content for reply in replies}) == 1
    assert factories.balance_of(dollars) == 900_00


def test_duplicates_that_ask_for_a_quote_get_one(api, dollars, pesos):
    body = quote_requests.body(dollars, pesos, immediatelyExecute=True)

    replies = threads.at_once([functools.partial(api.post, "/quotes", body, key="duplicate")] * 10)

    assert threads.statuses(replies) == {201: 10}
    assert len({reply.content for reply in replies}) == 1
    assert (Quote.objects.count(), factories.balance_of(dollars)) == (1, 900_00)


def test_control_without_a_key_each_gets_a_quote_of_its_own(api, dollars, pesos):
    body = quote_requests.body(dollars, pesos, immediatelyExecute=True)

    replies = threads.at_once([functools.partial(api.post, "/quotes", body)] * 5)

    assert threads.statuses(replies) == {201: 5}
    assert (Quote.objects.count(), factories.balance_of(dollars)) == (5, 500_00)


@pytest.mark.parametrize("is_held", [True, False], ids=["", "control"])
def test_a_rejection_waits_for_an_execution_that_has_seen_the_approval(api, worker, dollars, monkeypatch, is_held):
    carol = api.customer("Carol Approved")
    account = api.internal_account(carol)
    quote = quote_requests.quote(api, dollars, account).json()["id"]
    if not is_held:
        without(monkeypatch, "FOR SHARE")
    other = connection.copy()
    with other.cursor() as cursor:
        # The balance comes last: who waits for it has locked everything else.
        cursor.execute("BEGIN")
        cursor.execute("SELECT FROM payments_ledgeraccount WHERE kind = 'CUSTOMER_FUNDS' FOR UPDATE")
        rejected = threading.Event()

        def reject():
            patience.until(lambda: _waiting_for_rows() == 1)
            reply = api.patch(f"/customers/{carol}", {"customerType": "INDIVIDUAL", "fullName": "Carol Rejected 002"})
            rejected.set()
            return reply

        def watch() -> bool:
            """Let the execution go on as soon as the rejection is through, or waits; return whether it is through."""
            patience.until(lambda: rejected.is_set() or _waiting_for_rows() == 2)
            came_first = rejected.is_set()
            cursor.execute("COMMIT")
            return came_first

        executed, changed, came_first = threads.at_once([execution(api, quote), reject, watch])
    other.close()

    assert (executed.status_code, changed.json()["kycStatus"]) == (200, "REJECTED")
    assert came_first is not is_held
    worker.run()
    assert api.get(f"/quotes/{quote}").json()["status"] == "COMPLETED"
    assert api.transfer_out(account, api.external_account(None), 1).json()["code"] == "USER_NOT_READY"


def test_an_execution_waits_for_a_rejection_that_is_being_written_and_is_refused(api, dollars):
    carol = api.customer("Carol Approved")
    quote = quote_requests.quote(api, dollars, api.internal_account(carol)).json()["id"]
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("BEGIN")
        key = carol.partition(":")[2]
        cursor.execute("UPDATE compliance_customer SET kyc_status = 'REJECTED' WHERE id = %s", [key])

        def commit():
            patience.until(lambda: _waiting_for_rows() > 0)
            cursor.execute("COMMIT")

        refused, _ = threads.at_once([execution(api, quote), commit])
    other.close()

    assert quote_requests.code_of(refused) == (403, "USER_NOT_READY")
    assert refused.json()["details"] == {"side": "PAYEE", "customerStatus": "REJECTED"}
    assert (api.get(f"/quotes/{quote}").json()["status"], factories.balance_of(dollars)) == ("PENDING", 1_000_00)


def test_an_execution_whose_payee_account_is_deleted_after_it_was_read_is_refused(api, dollars, pesos, monkeypatch):
    quote = quote_requests.quote(api, dollars, pesos).json()["id"]
    deleted = threading.Event()
    has_read = halt(monkeypatch, executing, "execute", deleted)

    def delete():
        assert has_read.wait(patience.LONG)
        # The endpoint keeps an account while a quote pays to it.
        ExternalAccount.objects.filter(id=pesos.partition(":")[2]).update(deleted_at=clock.real_now())
        deleted.set()

    refused, _ = threads.at_once([execution(api, quote), delete])

    assert quote_requests.code_of(refused) == (404, "EXTERNAL_ACCOUNT_NOT_FOUND")
    assert (history(quote), posted(quote), factories.balance_of(dollars)) == (["PENDING"], {}, 1_000_00)


def _waiting_for_rows() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(DISTINCT pid) FROM pg_locks JOIN pg_stat_activity USING (pid)"
            " WHERE datname = current_database() AND NOT granted"
        )
        return int(cursor.fetchone()[0])
