"""One slow or hostile party delays no other."""

import datetime as dt
import secrets
import threading
import time
import types
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection

from payments import tasks
from payments.models import NextAction, Transaction
from payments.providers import pauses, registry
from payments.workflow import claims, counterparty_calls, leases
from payments.workflow.counterparty_calls import MOST_OF_DOMAIN, MOST_OF_PLATFORM, Calls, DueCall
from platforms.base import clock, identifiers
from tests.support import patience
from tests.support.plans import planned
from tests.support.uma import peers
from tests.support.uma.paying import Paying

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]


def transfer(api, customer: str) -> str:
    account = api.internal_account(customer)
    api.fund(account, 1_00)
    reply = api.transfer_out(account, api.external_account(customer), 1_00)
    return str(reply.json()["id"])


def many_more(payment: str, count: int, **changed: object) -> None:
    """Store copies of a payment that have been due for longer."""
    row = Transaction.objects.get(id=identifiers.parse("Transaction", payment))
    at = clock.real_now() - dt.timedelta(hours=1)
    copies = [
        Transaction(
            **{field.attname: getattr(row, field.attname) for field in Transaction._meta.concrete_fields}
            | {"id": identifiers.new_key(), "next_action_at": at, **changed}
        )
        for _ in range(count)
    ]
    Transaction.objects.bulk_create(copies)


def test_however_much_a_platform_has_to_do_another_s_next_payment_is_among_the_first(api, alice, rival_api):
    many_more(transfer(api, alice), 300)
    # What waits for no rail has a share of its own.
    expiring = transfer(api, alice)
    key = identifiers.parse("Transaction", expiring)
    Transaction.objects.filter(id=key).update(next_action=NextAction.EXPIRE)
    theirs = transfer(rival_api, rival_api.customer("Rita Rival"))

    claimed = claims.claim_payments(limit=30)

    first = {identifiers.public("Transaction", each.key) for each in claimed[:3]}
    assert {expiring, theirs} < first
    assert len(claimed) == 12, "a third of the batch, and all that the others have"
    assert len(claims.claim_payments(limit=30)) == 30


def test_who_is_left_out_keeps_only_what_waits_for_a_rail(api, alice, acme, rival_api):
    transfer(api, alice)
    many_more(transfer(api, alice), 1, next_action=NextAction.EXPIRE)
    transfer(rival_api, rival_api.customer("Rita Rival"))

    claimed = claims.claim_payments(limit=50, left_out=[acme.platform.id])

    assert sorted((each.platform_id == acme.platform.id, each.step) for each in claimed) == [
        (False, "TRANSFER"),
        (True, "EXPIRE"),
    ]
    assert claims.claim_payments(limit=50, environments_left_out=["SANDBOX"]) == []


def test_a_claim_reads_a_few_rows_however_many_are_due(api, alice):
    """With a plan made once for all parameters, as prepared statements have: before, 20,000 due rows took 100 ms."""
    many_more(transfer(api, alice), 5000)
    arguments: dict[str, Any] = {
        "left_out": [],
        "environments_left_out": [],
        "now": clock.real_now(),
        "lease": leases.LEASE,
    }
    statement = claims.statement_for_payments(16)
    with connection.cursor() as cursor, planned("payments_transaction", "platforms_platform") as explain:
        cursor.execute("SET plan_cache_mode = force_generic_plan")
        try:
            [plan] = explain(statement, arguments, options="FORMAT JSON, ANALYZE")
        finally:
            cursor.execute("RESET plan_cache_mode")

    assert max(_rows_read(plan)) < 100


def _rows_read(node: dict[str, Any]) -> Iterator[float]:
    yield node["Actual Rows"] * node["Actual Loops"] + node.get("Rows Removed by Filter", 0)
    for each in node.get("Plans", []):
        yield from _rows_read(each)


def due_calls(platform: str, domain: str, count: int) -> list[DueCall]:
    owner = uuid.uuid5(uuid.NAMESPACE_DNS, platform)
    return [DueCall(identifiers.new_key(), owner, domain) for _ in range(count)]


def test_calls_of_one_platform_and_to_one_domain_are_few():
    calls = Calls(in_threads=False)
    due = due_calls("a", "slow.example", 50) + [due_calls("a", f"{n}.example", 1)[0] for n in range(50)]

    chosen, left = calls.choose([*due, *due_calls("b", "good.example", 1)])

    domains = [call.domain for call in chosen]
    assert domains.count("slow.example") == MOST_OF_DOMAIN
    assert len(chosen) == MOST_OF_PLATFORM + 1
    assert domains[1] == "good.example", "platforms take turns"
    assert left == {}


class SlowPeer(peers.Peer):
    """An institution whose callbacks and lookups are answered when `released` is set."""

    def __init__(self, domain: str) -> None:
        super().__init__(domain)
        self.released, self.waiting = threading.Event(), threading.Semaphore(0)
        self.is_slow = False

    def take(self, request):
        if self.is_slow:
            self.waiting.release()
            self.released.wait(patience.LONG)
        return super().take(request)


@pytest.fixture
def paying(api, alice, worker):
    account = api.internal_account(alice)
    api.fund(account, 1_000_00)
    return Paying(api, alice, account, worker)


@pytest.fixture
def slow(settings):
    with SlowPeer("slow.example") as peer:
        settings.UMA_LOOPBACK = {**settings.UMA_LOOPBACK, peer.domain: f"127.0.0.1:{peer.port}"}
        yield peer
        peer.released.set()


@pytest.fixture
def quick(settings):
    with peers.served(settings) as peer:
        yield peer


@pytest.fixture
def in_threads(monkeypatch):
    """Calls to other institutions are made as in a worker."""
    monkeypatch.setattr(counterparty_calls._OfThisProcess, "calls", Calls(in_threads=True))


def test_a_callback_that_is_not_answered_delays_no_other_and_no_task(paying, slow, quick, in_threads):
    """Before, each held the worker for fifteen seconds."""
    for peer in (*[slow] * (MOST_OF_DOMAIN + 1), quick):
        peer.preimage = secrets.token_bytes(32)
        assert paying.execute(paying.quote(peer.address, amount=1_00)).status_code == 200
        tasks.advance_due_payments()
        registry.settlement("SANDBOX").settle(peer.preimage)
    assert paying.api.post("/sandbox/clock/advance", {"seconds": 60}).status_code == 200
    tasks.advance_due_payments()
    slow.is_slow = True
    called = Transaction.objects.filter(next_action=NextAction.CALL_BACK)
    assert called.count() == MOST_OF_DOMAIN + 2
    began = time.monotonic()

    assert tasks.call_counterparties() == MOST_OF_DOMAIN + 1

    assert time.monotonic() - began < 10
    patience.until(lambda: len(quick.told) == 1)
    assert slow.told == []
    assert tasks.call_counterparties() == 0
    assert called.filter(attempts=0).count() == 1, "the next call of the slow domain waits without an attempt"
    slow.released.set()
    patience.until(
        lambda: tasks.call_counterparties() >= 0 and not called.filter(next_action_at__isnull=False).exists()
    )
    assert len(slow.told) == MOST_OF_DOMAIN + 1


def test_a_domain_that_was_slow_is_left_alone_and_hides_nobody_behind_it(monkeypatch):
    calls = Calls(in_threads=True)
    [first, *others] = due_calls("a", "slow.example", 5)
    now = [time.monotonic()]
    for module in (counterparty_calls, pauses):
        monkeypatch.setattr(module, "time", types.SimpleNamespace(monotonic=lambda: now[0]))

    def take_long(_claimed):
        now[0] += counterparty_calls._SLOW_SECONDS + 1

    claimed: Any = None
    calls.begin(first, claimed, take_long)
    for thread in threading.enumerate():
        if thread.name == "counterparty-call":
            thread.join()

    good = due_calls("a", "good.example", 1)
    chosen, left = calls.choose([*others, *good])
    assert (chosen, left) == (good, {"slow.example": others})
    assert calls.pause("slow.example") > 0
    now[0] += calls.pause("slow.example") + 1
    assert calls.choose(others)[0] == others[:MOST_OF_DOMAIN]


def test_lookups_at_one_slow_domain_leave_threads_to_others(paying, slow, quick):
    """Before, each thread of the web server could wait fifteen seconds for it."""
    slow.is_slow = True
    replies = []

    def look_up():
        replies.append(paying.look_up(slow.address))
        connection.close()

    waiting = [threading.Thread(target=look_up) for _ in range(2)]
    for thread in waiting:
        thread.start()
    for _ in waiting:
        assert slow.waiting.acquire(timeout=patience.LONG)

    refused = paying.look_up(slow.address)

    assert (refused.status_code, refused.json()["code"], refused["Retry-After"]) == (429, "RATE_LIMITED", "5")
    slow.released.set()
    for thread in waiting:
        thread.join(patience.LONG)
    assert [reply.status_code for reply in replies] == [200, 200]
    assert paying.look_up(quick.address).status_code == 200
