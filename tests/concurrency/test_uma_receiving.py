"""Incoming payments by UMA: replayed, approved, rejected and timed out at the same moment."""

import collections
import functools
import itertools
import threading

import pytest
from django.db import connection, transaction
from django.db.models import QuerySet
from django.test import Client

from payments.ledger import check
from payments.models import IncomingUmaPayment, Transaction
from payments.uma.flows import receipts
from payments.uma.protocol import nonces
from payments.uma.receiving import approvals as uma_approvals
from payments.workflow import claims
from platforms.base import clock
from platforms.database import writes
from tests.payments.uma.receiving.conftest import address, peer, sender  # noqa: F401 - fixtures
from tests.support import factories, patience, threads
from tests.support.uma.senders import payment_of, posted
from webhooks.delivery import approvals

pytestmark = pytest.mark.django_db(transaction=True)
_REPLAYS, _ROUNDS = 20, 8


@pytest.fixture(autouse=True)
def _unlimited(settings):
    settings.UMA_RATE_PER_SECOND = settings.UMA_RATE_BURST = 10_000
    settings.UMA_MOST_WAITING = 4 * _REPLAYS


def replay(sender, built) -> collections.Counter[int]:  # noqa: F811 - the fixture's value
    path = f"/uma/payreq/{sender.receiver.partition(':')[2]}"

    def send():
        return Client(raise_request_exception=False).post(path, built.body, content_type="application/json")

    return collections.Counter(reply.status_code for reply in threads.at_once([send] * _REPLAYS))


def test_of_many_replays_of_one_request_one_is_accepted(sender):  # noqa: F811
    sender.ask()

    statuses = replay(sender, sender.request())

    assert statuses == {200: 1, 400: _REPLAYS - 1}
    assert Transaction.objects.count() == 2


def test_control_without_the_nonces_every_replay_is_accepted(sender, monkeypatch):  # noqa: F811
    sender.ask()
    monkeypatch.setattr(nonces, "spend", lambda *_, **__: None)

    statuses = replay(sender, sender.request())

    assert statuses == {200: _REPLAYS}


# The platform's word, by three ways at once.


@pytest.fixture
def undecided(sender, monkeypatch):  # noqa: F811
    """Return a function that leaves a payment behind whose platform is being asked."""

    class Asked(BaseException):
        pass

    def stop(**_):
        raise Asked

    def make() -> Transaction:
        with monkeypatch.context() as patch:
            patch.setattr(approvals, "ask", stop)
            with pytest.raises(Asked):
                sender.ask()
        payment: Transaction = Transaction.objects.latest("id")
        return payment

    return make


def ways(api, payment):
    def time_out():
        with transaction.atomic(durable=True), writes.together():
            return uma_approvals.end_wait(transaction_id=payment.id, now=clock.real_now())

    return {
        "approve": functools.partial(api.post, f"/transactions/{payment.public_id}/approve"),
        "reject": functools.partial(api.post, f"/transactions/{payment.public_id}/reject"),
        "time out": time_out,
    }


def outcome(payment) -> tuple[str, str]:
    session = IncomingUmaPayment.objects.select_related("transaction").get(transaction_id=payment.id)
    return session.approval, session.transaction.status


def test_one_word_counts(api, undecided):
    seen: collections.Counter[tuple[str, str]] = collections.Counter()
    for order in itertools.islice(itertools.cycle(itertools.permutations(["approve", "reject", "time out"])), _ROUNDS):
        payment = undecided()
        known = ways(api, payment)

        results = dict(zip(order, threads.at_once([known[name] for name in order]), strict=True))

        taken = [name for name in ("approve", "reject") if results[name].status_code == 200]
        refused = [results[name].json()["code"] for name in ("approve", "reject") if name not in taken]
        assert set(refused) <= {"TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL"}
        expected = {
            ("approve",): ("APPROVED", "PENDING"),
            ("reject",): ("REFUSED", "REJECTED"),
            (): ("REFUSED", "FAILED"),
        }
        assert outcome(payment) == expected[tuple(taken)]
        seen[outcome(payment)] += 1
    assert sum(seen.values()) == _ROUNDS


def test_control_without_the_lock_two_words_count(api, undecided, monkeypatch):
    """Nobody waits for the row, and all have read it before the first one writes."""
    together = threading.Barrier(2)
    plain = uma_approvals._is_open

    def look_together(payment, session):
        found = plain(payment, session)
        together.wait(patience.LONG)
        return found

    monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **_: rows)
    monkeypatch.setattr(uma_approvals, "_is_open", look_together)
    payment = undecided()
    known = ways(api, payment)

    approved, rejected = threads.at_once([known["approve"], known["reject"]])

    assert (approved.status_code, rejected.status_code) == (200, 200)


# Two workers at one invoice.


def test_two_workers_with_one_paid_invoice_credit_it_once(api, alice, sender):  # noqa: F811
    for _ in range(_ROUNDS):
        reply = sender.ask(5_00)
        sender.pay(reply)
        payment = payment_of(reply)
        (claimed,) = [found for found in _claim() if found.key == payment.id]

        results = threads.at_once([functools.partial(receipts.receive, claimed)] * 2)

        assert results == [None, None]
        assert posted(payment) == ["UMA_ACCEPTED", "UMA_CREDITED"]
    assert factories.balance_of(api.internal_account(alice)) == _ROUNDS * 5_00
    assert check.run().faults == []


def _claim():
    with transaction.atomic(durable=True):
        return claims.claim_payments(limit=100)


def test_an_invoice_is_paid_and_expires_at_once(api, alice, sender, worker):  # noqa: F811
    credited = 0
    for _ in range(_ROUNDS):
        reply = sender.ask(5_00)
        payment = payment_of(reply)

        def expire():
            api.post("/sandbox/clock/advance", {"seconds": 301})
            worker.run()

        def pay(reply=reply):
            try:
                sender.pay(reply)
            finally:
                connection.close()

        threads.at_once([pay, expire])
        api.post("/sandbox/clock/advance", {"seconds": 61})
        worker.run()

        status = Transaction.objects.get(id=payment.id).status
        assert status in {"COMPLETED", "EXPIRED"}
        credited += status == "COMPLETED"
    assert factories.balance_of(api.internal_account(alice)) == credited * 5_00
    assert check.run().faults == []
