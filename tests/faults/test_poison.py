"""A row that can't be worked on affects only itself: it is postponed with a case, and goes on after a repair."""

import uuid
from collections.abc import Callable

import pytest
from django.db import connection

from payments import tasks
from payments.models import (
    CaseKind,
    CaseState,
    FundingReceipt,
    IncomingUmaPayment,
    NextAction,
    SuspenseItem,
    Transaction,
)
from payments.workflow import advancing, claims
from platforms.base import clock
from platforms.models import WorkFailure
from tests.payments.uma.receiving.conftest import address, peer, sender  # noqa: F401 - fixtures
from tests.support import factories
from tests.support.damaged_rows import (
    LONGEST_PAUSE,
    Poison,
    assert_goes_on,
    assert_put_back,
    bring_to,
    case_of,
    make_due,
    prolong_the_pause,
    release,
)
from tests.support.payments import quote_requests, scenarios
from tests.support.uma.paying import Paying, sandbox

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]


def paid_in(api, alice: str) -> str:
    """A quote from Alice's bank to her internal account."""
    bank = api.external_account(alice, factories.usd_account())
    reply = quote_requests.quote(api, bank, api.internal_account(alice), immediatelyExecute=True)
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


@pytest.mark.parametrize(("step", "poison"), [pytest.param(s, p, id=f"{s}-{name}") for s, name, p in CASES])
def test_a_payment_that_cannot_be_read(api, alice, worker, neighbour, step, poison, caplog):  # noqa: PLR0917 - fixtures and a case
    key = bring_to(step, PLAYS[step](api, alice))
    is_done = neighbour()

    with poison.given(key):
        worker.run()

        assert is_done()
        assert_put_back(key)
        prolong_the_pause(key)
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
        [claimed] = claims.claim_payments(limit=1)
        advancing.advance(claimed)
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
    body = {
        "currency": "MXN",
        "customerId": alice,
        "accountInfo": quote_requests.clabe(),
        "defaultUmaDepositAccount": True,
    }
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
    assert item.transaction_id
    other = scenarios.item_of(_in_suspense(api, alice, worker))
    release(item, "PAY_AGAIN")
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
    release(scenarios.item_of(payment), "GIVE_BACK")
    return payment
