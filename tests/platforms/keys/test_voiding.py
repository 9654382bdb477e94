"""A key is voided and looked up while a request with it is being worked on: one of the two wins, and both know."""

import collections
import functools
import threading

import pytest
from django.db import connection, transaction

from payments.api.transfers import create_transfer_out
from payments.ledger import check
from payments.models import InternalAccount, LedgerAccount, Transaction
from tests.support import patience, threads
from tests.support.races import without

pytestmark = pytest.mark.django_db(transaction=True)
_ROUNDS = 200


@pytest.fixture
def payer(api):
    customer = api.customer("Alice Approved")
    source = api.internal_account(customer)
    api.fund(source, 100_000)
    return source, api.external_account(customer)


def _transfer(api, payer, way: str, key: str):
    source, destination = payer
    if way == "in one statement":
        return functools.partial(api.transfer_out, source, destination, 1, key=key)
    return functools.partial(api.transfer_in, destination, source, 1, key=key)


@pytest.mark.parametrize("way", ["in one statement", "in a transaction"])
def test_of_a_request_and_its_voiding_one_wins(api, payer, way):
    outcomes: collections.Counter[str] = collections.Counter()
    for number in range(_ROUNDS // 2):
        key = f"{way} {number}"
        send, void = _transfer(api, payer, way, key), functools.partial(api.post, f"/idempotency-keys/{key}/void")
        # Whose thread comes first is chance, and who has further to go is not.
        first, second = (send, void) if number % 2 else (void, send)
        replies = threads.at_once([first, second])
        sent, voided = replies if number % 2 else reversed(replies)

        told = api.get(f"/idempotency-keys/{key}").json()
        outcomes[told["state"]] += 1
        if sent.status_code == 201:
            assert (voided.status_code, voided.json()["code"]) == (409, "IDEMPOTENCY_KEY_USED")
            assert voided.json()["details"]["reply"] == told["reply"] == sent.json()
            assert told["state"] == "COMPLETED"
        else:
            assert (sent.status_code, sent.json()["code"]) == (409, "IDEMPOTENCY_KEY_VOIDED")
            assert (voided.status_code, told["state"]) == (200, "VOIDED")
            assert send().json()["code"] == "IDEMPOTENCY_KEY_VOIDED"
    assert Transaction.objects.count() == outcomes["COMPLETED"]
    assert sum(outcomes.values()) == _ROUNDS // 2
    assert check.run().faults == []


def test_twenty_requests_and_twenty_voidings_of_one_key_agree(api, payer):
    send, void = _transfer(api, payer, "in one statement", "k"), functools.partial(api.post, "/idempotency-keys/k/void")

    replies = threads.at_once([send, void] * 20)

    statuses = threads.statuses(replies[::2]), threads.statuses(replies[1::2])
    assert statuses in (({201: 20}, {409: 20}), ({409: 20}, {200: 20}))
    assert Transaction.objects.count() == (1 if 201 in statuses[0] else 0)


class _Held:
    """A request that waits for the account that it debits until the block ends; it is sent until it is done."""

    def __init__(self, send, account: str) -> None:
        self._send, self._account = send, account
        self._thread = threading.Thread(target=self._run)

    def __enter__(self):
        self._transaction = transaction.atomic()
        self._transaction.__enter__()
        holder = InternalAccount.objects.get(id=self._account.partition(":")[2])
        LedgerAccount.objects.select_for_update().get(id=holder.ledger_account_id)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._transaction.__exit__(None, None, None)
        self._thread.join(patience.LONG)

    def _run(self) -> None:
        def is_done() -> bool:
            # The database gives up waiting for a row after some seconds, and the request then did nothing.
            return 201 in threads.statuses(threads.at_once([self._send]))

        patience.until(is_done)


def _look_up(api):
    """Look the key up from a connection of its own."""
    [reply] = threads.at_once([functools.partial(api.get, "/idempotency-keys/k")])
    return reply.json().get("state", reply.json().get("code"))


def test_a_request_that_is_being_worked_on_is_seen(api, payer):
    with _Held(_transfer(api, payer, "in one statement", "k"), payer[0]):
        patience.until(lambda: _look_up(api) == "IN_PROGRESS")

    assert _look_up(api) == "COMPLETED"


def test_control_without_the_lock_on_the_key_it_is_not_seen(api, payer, monkeypatch):
    lock = "pg_advisory_xact_lock(hashtextextended(platform::text || key, 0))"
    without(monkeypatch, f", {lock} IS NOT NULL AS is_locked", of=create_transfer_out)

    with _Held(_transfer(api, payer, "in one statement", "k"), payer[0]):
        patience.until(_is_somebody_waiting)
        state = _look_up(api)

    assert state == "NOT_FOUND"


def test_control_a_look_up_alone_promises_nothing(api, payer):
    state = _look_up(api)

    assert (state, _transfer(api, payer, "in one statement", "k")().status_code) == ("NOT_FOUND", 201)


def _is_somebody_waiting() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])
