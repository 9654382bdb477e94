"""Requests whose writes share a statement: each balance, key and refusal is still its own."""

import threading

import orjson
import pytest
from django.db import connection

from payments.ledger import check
from payments.models import InternalAccount, JournalEntry, Transaction
from platforms.database import batches, prepared
from platforms.http import batched
from tests.support import factories, threads
from tests.support.payments import quote_requests
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    """Let requests wait for each other as long as a busy machine needs: the batches become certain."""
    monkeypatch.setattr(batches, "GATHERING", 2.0)
    monkeypatch.setattr(batches, "PATIENCE", 20.0)


@pytest.fixture
def sizes(monkeypatch):
    """The number of transfers in each statement that was sent."""
    seen = []
    send = prepared.rows

    def watched(sql, parameters, **options):
        if "payments_post" in sql:
            seen.append(len(orjson.loads(parameters[0])))
        return send(sql, parameters, **options)

    monkeypatch.setattr(prepared, "rows", watched)
    return seen


def balance(account: str) -> int:
    held: int = (
        InternalAccount.objects.select_related("ledger_account")
        .get(id=account.partition(":")[2])
        .ledger_account.balance
    )
    return held


def at_once(requests):
    """Send all requests from threads that announce themselves before the first one arrives."""
    everybody = threading.Barrier(len(requests))

    def meet(request):
        def run():
            with batched.expected():
                everybody.wait()
                return request()

        return run

    return threads.at_once([meet(request) for request in requests])


def test_transfers_from_one_account_share_a_statement(api, alice, sizes):
    source = api.internal_account(alice)
    api.fund(source, 1000)
    destination = api.external_account(alice, factories.usd_account("456"))
    sizes.clear()

    replies = at_once([lambda: api.transfer_out(source, destination, 100)] * 5)

    assert [reply.status_code for reply in replies] == [201] * 5
    assert max(sizes) > 1
    assert balance(source) == 500
    told = Event.objects.filter(type="INTERNAL_ACCOUNT.BALANCE_UPDATED", resource=source)
    amounts = sorted(orjson.loads(event.payload)["data"]["balance"]["amount"] for event in told)
    assert amounts == [500, 600, 700, 800, 900, 1000]
    assert check.run().faults == []


def test_who_is_too_poor_is_refused_and_the_others_are_paid(api, acme, alice, sizes):
    rich, poor = api.internal_account(alice), api.internal_account(alice, "MXN")
    api.fund(rich, 1000)
    dollars = api.external_account(alice, factories.usd_account("456"))
    pesos = api.external_account(alice, quote_requests.clabe(), "MXN")
    sizes.clear()

    replies = at_once(
        [
            lambda: api.transfer_out(rich, dollars, 100, key="a"),
            lambda: api.transfer_out(poor, pesos, 100, key="b"),
            lambda: api.transfer_out(rich, dollars, 100, key="c"),
        ]
    )

    assert sorted(reply.status_code for reply in replies) == [201, 201, 400]
    assert max(sizes) > 1
    assert (balance(rich), balance(poor)) == (800, 0)
    assert Transaction.objects.count() == 2
    assert JournalEntry.objects.filter(purpose="TRANSFER_OUT_SENT").count() == 2
    [refused] = [reply for reply in replies if reply.status_code == 400]
    assert api.transfer_out(poor, pesos, 100, key="b").content == refused.content


def test_duplicates_in_one_statement_are_one_payment(api, alice, sizes):
    source = api.internal_account(alice)
    api.fund(source, 1000)
    destination = api.external_account(alice, factories.usd_account("456"))
    sizes.clear()

    replies = at_once([lambda: api.transfer_out(source, destination, 100, key="duplicate")] * 4)

    assert {(reply.status_code, reply.content) for reply in replies} == {(201, replies[0].content)}
    assert sorted(reply.headers.get("Idempotent-Replayed", "") for reply in replies) == ["", "true", "true", "true"]
    assert max(sizes) > 1
    assert Transaction.objects.count() == 1
    assert balance(source) == 900


def test_a_statement_that_fails_for_one_reason_of_its_own_is_sent_again_piece_by_piece(api, alice, monkeypatch):
    source = api.internal_account(alice)
    api.fund(source, 1000)
    destination = api.external_account(alice, factories.usd_account("456"))
    send = prepared.rows
    cut: list[str] = []

    def cut_the_first_shared(sql, parameters):
        if "payments_post" in sql and len(orjson.loads(parameters[0])) > 1 and not cut:
            cut.append(sql)
            connection.connection.pgconn.finish()
        return send(sql, parameters)

    monkeypatch.setattr(prepared, "rows", cut_the_first_shared)
    replies = at_once([lambda: api.transfer_out(source, destination, 100)] * 4)

    # Who led the batch has lost its connection; the others have their own.
    assert cut
    paid = [reply for reply in replies if reply.status_code == 201]
    assert len(paid) >= 3
    assert balance(source) == 1000 - 100 * len(paid)
    assert check.run().faults == []
