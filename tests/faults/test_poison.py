"""A row that can't be worked on costs only itself: it is put back with a case, others go on, and it does when mended."""

import contextlib
import dataclasses
import datetime as dt
import uuid
from collections.abc import Callable, Iterator

import pytest
from django.db import connection, transaction

from payments import tasks
from payments.ledger import check
from payments.models import (
    CaseKind,
    CaseState,
    FundingReceipt,
    IncomingUmaPayment,
    NextAction,
    OperationsCase,
    SuspenseItem,
    Transaction,
)
from payments.operations import leases, settlement, suspense
from payments.providers import registry
from platforms.kit import clock
from platforms.models import WorkFailure
from tests import factories
from tests.backoffice.support import scenarios
from tests.faults.rails import MoodyRail, break_down, never_answer, say_nothing_sensible
from tests.payments.quotes import asks
from tests.payments.uma_receiving.conftest import address, peer, sender  # noqa: F401 - fixtures
from tests.payments.uma_sending.paying import Paying, sandbox

pytestmark = pytest.mark.django_db(transaction=True)
LONGEST_PAUSE = dt.timedelta(minutes=30)


def paid_in(api, alice: str) -> str:
    """A quote from Alice's bank to her internal account."""
    bank = api.external_account(alice, factories.usd_account())
    reply = asks.quote(api, bank, api.internal_account(alice), immediatelyExecute=True)
    assert reply.status_code == 201, reply.content
    return str(reply.json()["transactionId"])


def expired(api, alice: str) -> str:
    payment = scenarios.quoted(executed=False)(api, alice)
    assert api.post("/sandbox/clock/advance", {"seconds": 3600}).status_code == 200
    return payment


PLAYS: dict[NextAction, Callable[..., str]] = {
    NextAction.TRANSFER: scenarios.transfer_out(),
    NextAction.COLLECT: scenarios.collected(),
    NextAction.PAY_OUT: scenarios.quoted(),
    NextAction.GIVE_BACK: scenarios.collected("004"),
    NextAction.PAY_IN: paid_in,
    NextAction.EXPIRE: expired,
}
ENDS = {NextAction.GIVE_BACK: "FAILED", NextAction.EXPIRE: "EXPIRED"}


def bring_to(step: str, public_id: str) -> uuid.UUID:
    """Work on a payment until a step of it is due, and return its key."""
    payment = scenarios.payment_of(public_id)
    while payment.next_action != step:
        make_due(payment.pk)
        [claimed] = settlement.claim_due(limit=1)
        tasks._advance(claimed)
        payment.refresh_from_db()
    make_due(payment.pk)
    return payment.pk


def make_due(key: uuid.UUID) -> None:
    payment = Transaction.objects.select_related("platform").get(id=key)
    Transaction.objects.filter(id=key).update(next_action_at=payment.platform.now() - dt.timedelta(minutes=1))


@dataclasses.dataclass(frozen=True)
class Poison:
    """A column and what it holds while it is bad, in SQL; `rows` is a condition."""

    table: str
    column: str
    bad: str
    rows: str = "id = %(payment)s"
    key: str = "id"
    constraint: str = ""
    """What a release that wrote the value would have changed."""

    @contextlib.contextmanager
    def given(self, payment: uuid.UUID) -> Iterator[None]:
        """Let the value be bad within the block."""
        with self._allowed(), connection.cursor() as cursor:
            where = self.rows % {"payment": f"'{payment}'"}
            cursor.execute(f"SELECT {self.key}, {self.column}::text FROM {self.table} WHERE {where}")
            kept = cursor.fetchall()
            assert kept
            try:
                cursor.execute("SET session_replication_role = replica")  # no triggers
                cursor.execute(f"UPDATE {self.table} SET {self.column} = {self.bad} WHERE {where}")
                cursor.execute("RESET session_replication_role")
                yield
            finally:
                cursor.execute("SET session_replication_role = replica")
                for key, value in kept:
                    kind = f"(SELECT format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = '{self.table}'"
                    cursor.execute(f"{kind}::regclass AND attname = '{self.column}')")
                    [name] = cursor.fetchone()
                    cursor.execute(
                        f"UPDATE {self.table} SET {self.column} = %s::{name} WHERE {self.key} = %s", [value, key]
                    )
                cursor.execute("RESET session_replication_role")

    @contextlib.contextmanager
    def _allowed(self) -> Iterator[None]:
        if not self.constraint:
            yield
            return
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = '{self.constraint}'")
            [definition] = cursor.fetchone()
            cursor.execute(f"ALTER TABLE {self.table} DROP CONSTRAINT {self.constraint}")
            try:
                yield
            finally:
                cursor.execute(f"ALTER TABLE {self.table} ADD CONSTRAINT {self.constraint} {definition}")


_SEAL = "overlay({} placing 'AAAA' from 40)"
_OUTSIDE = (
    "id = (SELECT CASE WHEN payment.next_action IN ('COLLECT', 'GIVE_BACK') THEN quote.source_external_account_id"
    " ELSE payment.external_account_id END FROM payments_transaction payment"
    " LEFT JOIN payments_quote quote ON quote.id = payment.quote_id WHERE payment.id = %(payment)s)"
)
_ACCOUNT = "payments_externalaccount"
_INFO = "regexp_replace(account_info::text, 's1[.][0-9a-f]{8}', 's1.deadbeef', 'g')::jsonb"
OUTSIDE = {
    "number damaged": Poison(_ACCOUNT, "primary_identifier", _SEAL.format("primary_identifier"), _OUTSIDE),
    "number under a retired key": Poison(
        _ACCOUNT, "primary_identifier", "overlay(primary_identifier placing 'deadbeef' from 4)", _OUTSIDE
    ),
    "account under a retired key": Poison(_ACCOUNT, "account_info", _INFO, _OUTSIDE),
    "account is no object": Poison(_ACCOUNT, "account_info", "'[1]'", _OUTSIDE),
    "account is not sealed": Poison(_ACCOUNT, "account_info", """'{"clabeNumber": 7, "iban": 7}'""", _OUTSIDE),
}
OF_THE_PAYMENT = {
    "unknown step": Poison("payments_transaction", "next_action", "'FLY'", constraint="transaction_next_action_known"),
}
OF_A_TRANSFER = {
    "unknown type": Poison("payments_transaction", "type", "'SIDEWAYS'", constraint="transaction_type_known"),
}
HARMLESS = {
    "counted to the end": Poison("payments_transaction", "attempts", "2147483647"),
    "due since ever": Poison("payments_transaction", "next_action_at", "'-infinity'"),
}
_ASKED = (NextAction.TRANSFER, NextAction.COLLECT, NextAction.PAY_OUT)
CASES = [
    *((step, name, poison) for step in _ASKED for name, poison in OUTSIDE.items()),
    *((step, name, poison) for step in PLAYS for name, poison in OF_THE_PAYMENT.items()),
    *((NextAction.TRANSFER, name, poison) for name, poison in OF_A_TRANSFER.items()),
]


@pytest.fixture
def neighbour(api, alice):
    """Return a function that makes a healthy payment, and one that tells whether it is done."""

    def make() -> Callable[[], bool]:
        payment = scenarios.payment_of(scenarios.transfer_out()(api, alice))

        def is_done() -> bool:
            payment.refresh_from_db()
            return payment.status == "COMPLETED"

        return is_done

    return make


def case_of(subject: str) -> OperationsCase:
    """Let the failure have lasted, and return the case that is opened of it."""
    assert not OperationsCase.objects.filter(subject=subject, state=CaseState.OPEN).exists()
    WorkFailure.objects.update(since=clock.real_now() - dt.timedelta(minutes=16))
    tasks.open_cases()
    case: OperationsCase = OperationsCase.objects.get(subject=subject, state=CaseState.OPEN)
    return case


def assert_put_back(key: uuid.UUID, *, error: str = "") -> None:
    payment = Transaction.objects.select_related("platform").get(id=key)
    assert payment.next_action_at is not None
    assert dt.timedelta() < payment.next_action_at - payment.platform.now() <= LONGEST_PAUSE
    note = WorkFailure.objects.get(subject=payment.public_id)
    assert error in note.error
    case = case_of(payment.public_id)
    assert case.kind == CaseKind.PAYMENT_STUCK
    assert f"has failed {note.failures} times in a row, the last time by {note.error}" in case.cause


def assert_goes_on(key: uuid.UUID, worker, *, end: str) -> None:
    make_due(key)
    worker.run()
    payment = Transaction.objects.get(id=key)
    assert payment.status == end
    assert not WorkFailure.objects.exists()
    tasks.open_cases()
    assert not OperationsCase.objects.filter(state=CaseState.OPEN).exists()
    assert check.run().faults == []


@pytest.mark.parametrize(("step", "poison"), [pytest.param(s, p, id=f"{s}-{name}") for s, name, p in CASES])
def test_a_payment_that_cannot_be_read(api, alice, worker, neighbour, step, poison, caplog):  # noqa: PLR0917 - fixtures and a case
    key = bring_to(step, PLAYS[step](api, alice))
    is_done = neighbour()

    with poison.given(key):
        worker.run()

        assert is_done()
        assert_put_back(key)
        caplog.clear()
        assert worker.run() == 0

    assert_goes_on(key, worker, end=ENDS.get(step, "COMPLETED"))


@pytest.mark.parametrize("poison", HARMLESS.values(), ids=HARMLESS)
@pytest.mark.parametrize("step", PLAYS)
def test_what_a_payment_can_be_worked_on_in_spite_of(api, alice, worker, neighbour, step, poison):  # noqa: PLR0917 - fixtures and a case
    key = bring_to(step, PLAYS[step](api, alice))
    is_done = neighbour()
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {poison.table} SET {poison.column} = {poison.bad} WHERE id = %s", [key])

    worker.run()

    assert is_done()
    assert Transaction.objects.get(id=key).status == ENDS.get(step, "COMPLETED")


# What comes before and after: UMA, refunds of receipts, suspense, the providers.


def test_receipts_that_add_up_to_more_than_a_number_holds(api, alice, worker, neighbour):
    key = bring_to(NextAction.GIVE_BACK, scenarios.funded(100_00, suffix="004")(api, alice))
    is_done = neighbour()
    [receipt] = FundingReceipt.objects.filter(transaction_id=key)
    receipt.pk, receipt.amount = uuid.uuid4(), 2**63 - 1
    receipt.save(force_insert=True)

    worker.run()

    assert is_done()
    assert_put_back(key)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # no triggers
        cursor.execute("DELETE FROM payments_fundingreceipt WHERE id = %s", [receipt.pk])
        cursor.execute("RESET session_replication_role")
    assert_goes_on(key, worker, end="FAILED")


@pytest.fixture
def paying(api, alice, worker):
    account = api.internal_account(alice)
    api.fund(account, 1_000_00)
    return Paying(api, alice, account, worker)


OUTGOING = {
    "hash is no hash": (
        NextAction.PAY_INVOICE,
        Poison(
            "payments_outgoingumapayment", "payment_hash", "'no hash'", "transaction_id = %(payment)s", "transaction_id"
        ),
    ),
    "key that signs": (
        NextAction.CALL_BACK,
        Poison("payments_umakey", "sealed_private_key", "'s1.deadbeef.AAAA'", "platform_id IS NOT NULL"),
    ),
}


@pytest.mark.parametrize(("step", "poison"), OUTGOING.values(), ids=OUTGOING)
def test_a_payment_to_a_uma_address(paying, worker, neighbour, step, poison):
    quote = paying.quote(sandbox("success.usd"))
    assert paying.execute(quote).status_code == 200
    key = bring_to(NextAction.PAY_INVOICE, quote["transactionId"])
    if step == NextAction.CALL_BACK:
        [claimed] = settlement.claim_due(limit=1)
        tasks._advance(claimed)
        assert paying.api.post("/sandbox/clock/advance", {"seconds": 10}).status_code == 200
        key = bring_to(step, quote["transactionId"])
    is_done = neighbour()

    with poison.given(key):
        worker.run()

        assert is_done()
        assert_put_back(key)

    make_due(key)
    worker.run()
    assert paying.api.post("/sandbox/clock/advance", {"seconds": 10}).status_code == 200
    assert_goes_on(key, worker, end="COMPLETED")


INCOMING = {"payment_hash": "'no hash'", "preimage": _SEAL.format("preimage")}


@pytest.mark.parametrize(("column", "bad"), INCOMING.items(), ids=INCOMING)
def test_a_payment_from_a_uma_address(sender, worker, neighbour, column, bad):  # noqa: F811 - a fixture
    reply = sender.ask(10_00)
    sender.pay(reply)
    key = bring_to(NextAction.RECEIVE, IncomingUmaPayment.objects.get().transaction.public_id)
    is_done = neighbour()
    session = "payments_incomingumapayment"

    with Poison(session, column, bad, "transaction_id = %(payment)s", "transaction_id").given(key):
        worker.run()

        assert is_done()
        assert_put_back(key)

    assert_goes_on(key, worker, end="COMPLETED")


def test_a_deposit_to_a_bank_that_cannot_be_read(api, alice, sender, worker, neighbour):  # noqa: F811 - a fixture
    body = {"currency": "MXN", "customerId": alice, "accountInfo": asks.clabe(), "defaultUmaDepositAccount": True}
    assert api.post("/customers/external-accounts", body).status_code == 201
    sender.pay(sender.ask(500_00, receiving_currency="MXN"))
    key = bring_to(NextAction.DEPOSIT, IncomingUmaPayment.objects.get().transaction.public_id)
    is_done = neighbour()

    with OUTSIDE["number under a retired key"].given(key):
        worker.run()

        assert is_done()
        assert_put_back(key, error="Unreadable")

    assert_goes_on(key, worker, end="COMPLETED")


@pytest.mark.parametrize("name", ["number damaged", "account under a retired key"])
def test_money_on_its_way_out_of_suspense(api, alice, worker, neighbour, name):
    payment = scenarios.quoted("007")(api, alice)
    worker.run()
    item = scenarios.item_of(payment)
    other = scenarios.item_of(_in_suspense(api, alice, worker))
    _release(item, "PAY_AGAIN")
    is_done = neighbour()

    with OUTSIDE[name].given(item.transaction_id):
        worker.run()

        assert is_done()
        other.refresh_from_db()
        assert other.resolved_at is not None
        item.refresh_from_db()
        assert item.next_attempt_at is not None
        assert clock.real_now() < item.next_attempt_at <= clock.real_now() + LONGEST_PAUSE
        assert WorkFailure.objects.get().error == "Unreadable"
        case = case_of(item.public_id)
        assert case.kind == CaseKind.WORK_FAILING
        assert case.cause == "payments.advance_due_payments has failed 1 times in a row: Unreadable."

    SuspenseItem.objects.filter(id=item.id).update(next_attempt_at=clock.real_now())
    worker.run()
    item.refresh_from_db()
    assert item.resolved_at is not None
    assert not WorkFailure.objects.exists()
    tasks.open_cases()
    case.refresh_from_db()
    assert case.state == CaseState.CLOSED


def _in_suspense(api, alice, worker) -> str:
    """Another payment, of whose money a part is on its way out of suspense."""
    payment = scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()
    _release(scenarios.item_of(payment), "GIVE_BACK")
    return payment


def _release(item: SuspenseItem, way: str) -> None:
    with transaction.atomic(durable=True):
        suspense.resolve(
            item_id=item.pk,
            way=way,
            account="",
            reason="found",
            actor=factories.OPERATOR,
            real_now=clock.real_now(),
        )


@pytest.fixture
def moody(settings):
    """The rail that has moods; the fixture is what they are."""
    sandbox_ = {**settings.PROVIDERS["SANDBOX"], "rail": "tests.faults.rails.MoodyRail"}
    settings.PROVIDERS = {**settings.PROVIDERS, "SANDBOX": sandbox_}
    registry._adapter.cache_clear()
    yield MoodyRail.moods
    MoodyRail.moods.clear()
    registry._adapter.cache_clear()


@pytest.mark.parametrize(
    ("mood", "error"),
    [(break_down, "ZeroDivisionError"), (say_nothing_sensible, "KeyError"), (never_answer, "TookTooLong")],
)
def test_a_rail_that_does_not_answer_about_one_payment(api, alice, worker, neighbour, moody, monkeypatch, mood, error):  # noqa: PLR0917 - fixtures and a case
    monkeypatch.setattr(leases, "STEP_SECONDS", 2.0)
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    payment = api.transfer_out(account, api.external_account(alice), 6_66).json()["id"]
    moody[6_66] = mood
    is_done = neighbour()

    worker.run()

    assert is_done()
    key = scenarios.payment_of(payment).pk
    assert_put_back(key, error=error)
    moody.clear()
    assert_goes_on(key, worker, end="COMPLETED")


def test_what_fails_again_and_again_is_looked_at_less_and_less(api, alice, worker, moody):
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    payment = scenarios.payment_of(api.transfer_out(account, api.external_account(alice), 6_66).json()["id"])
    moody[6_66] = break_down
    pauses = []

    for _ in range(12):
        make_due(payment.pk)
        worker.run()
        payment.refresh_from_db()
        assert payment.next_action_at is not None
        pauses.append(payment.next_action_at - clock.real_now())

    assert pauses == sorted(pauses)
    assert pauses[0] < dt.timedelta(seconds=3)
    assert dt.timedelta(minutes=29) < pauses[-1] <= LONGEST_PAUSE


def test_payments_that_failed_come_behind_those_of_the_same_batch_that_did_not(api, alice, worker, moody):
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    bank = api.external_account(alice)
    bad, good = (api.transfer_out(account, bank, amount).json()["id"] for amount in (6_66, 1_00))
    moody[6_66] = break_down
    [first] = settlement.claim_due(limit=1)
    tasks._advance(first)
    make_due(scenarios.payment_of(bad).pk)
    make_due(scenarios.payment_of(good).pk)

    claimed = settlement.claim_due(limit=2)

    assert [(f"Transaction:{each.key}", each.has_failed) for each in claimed] == [(good, False), (bad, True)]
