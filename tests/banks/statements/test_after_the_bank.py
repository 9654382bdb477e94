"""What a bank has carried out, sent back or taken back is not ended, paid or refunded once more by hand."""

import pytest
from django.db import transaction

from banks.models import BankBatch, BankPayment
from banks.rail import batches
from banks.rail.rail import BankHasAnswered
from payments.admin import effects
from payments.ledger import holds
from payments.models import InternalAccount, SuspenseItem
from payments.providers.base import RailOutcome, Verdict
from payments.workflow import quoted_payments, staff_actions, transactions
from payments.workflow.moves import Move
from platforms.backoffice.effects import Effect
from platforms.base import clock, errors
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry, camt, pain_002, send
from tests.support import factories
from tests.support.payments import quote_requests
from tests.support.payments.arrivals import resolve

pytestmark = pytest.mark.django_db(transaction=True)


def _fail(public_id: str) -> None:
    with transaction.atomic():
        staff_actions.fail_and_refund(
            transaction_id=rail.payment_of(public_id).id,
            failure_reason="BANK_REJECTED",
            reason="asked to",
            actor=rail.TILL,
            real_now=clock.real_now(),
        )


def _foreseen(public_id: str) -> Effect:
    return effects.fail_payment(transaction_id=rail.payment_of(public_id).id, failure_reason="BANK_REJECTED")


def _is_refused(public_id: str) -> None:
    """The dialog, which the second person sees too, and the action refuse alike."""
    with pytest.raises(BankHasAnswered):
        _foreseen(public_id)
    with pytest.raises(BankHasAnswered):
        _fail(public_id)


def _hold(account: str, *, is_held: bool = True) -> None:
    key = InternalAccount.objects.get(id=account.partition(":")[2]).ledger_account_id
    with transaction.atomic():
        if is_held:
            holds.hold({key}, now=clock.real_now())
        else:
            assert holds.release(key, now=clock.real_now())


@pytest.mark.parametrize("messenger", ["statement", "report", "statement, then its return"])
def test_a_transfer_that_the_bank_has_paid_is_not_ended_by_hand(api, acme, worker, alice, messenger):
    rail.connect(acme.platform)
    [paid] = rail.given_out(api, worker, alice, 10_00)
    account = api.internal_account(alice, "EUR")
    if messenger == "report":
        send(pain_002(BankBatch.objects.get().message_id, **{world.id_of(paid): "ACSC"}))
    else:
        send(camt([Entry(-10_00, world.id_of(paid))]))
    if "return" in messenger:
        send(camt([Entry(10_00, world.id_of(paid), reason="AC04")], number=2, opening=990_00))
    _hold(account)

    _is_refused(paid)
    worker.run()
    _is_refused(paid)
    _hold(account, is_held=False)
    worker.run()

    is_back = "return" in messenger
    assert factories.balance_of(account) == (10_00 if is_back else 0)
    assert rail.payment_of(paid).status == ("FAILED" if is_back else "COMPLETED")
    assert world.books_are_right()


def test_a_collection_that_the_bank_has_made_is_not_ended_by_hand(api, acme, worker, alice):
    into, account = world.collection_given_out(api, acme.platform, worker, alice)
    send(camt([Entry(20_00, world.id_of(into))]))

    _is_refused(into)
    worker.run()

    assert factories.balance_of(account) == 20_00
    assert world.books_are_right()


def test_the_second_person_sees_that_the_bank_has_rejected_a_payment(api, acme, worker, alice):
    rail.connect(acme.platform)
    [paid] = rail.given_out(api, worker, alice, 10_00)
    send(pain_002(BankBatch.objects.get().message_id, **{world.id_of(paid): "RJCT/AC04"}))

    assert _foreseen(paid).notes["By file"].startswith("REJECTED")
    assert "AC04" in _foreseen(paid).notes["By file"]
    _fail(paid)
    worker.run()

    assert factories.balance_of(api.internal_account(alice, "EUR")) == 10_00
    assert world.books_are_right()


def _refund_waits(api, acme, worker, alice) -> BankPayment:
    """Collect 20.00 for a quote whose payee's account is deleted: the refund waits in an open batch."""
    rail.connect(acme.platform, debit_format="SEPA_CORE_008_08")
    source = api.external_account(alice, rail.euro_account("Ada Lovelace"), "EUR")
    pesos = api.external_account(alice, quote_requests.clabe(), "MXN")
    quote = quote_requests.quote(api, source, pesos, amount=20_00, immediatelyExecute=True)
    assert quote.status_code == 201, quote.content
    worker.run()
    batch = BankBatch.objects.get()
    rail.close(batch)
    rail.release(batch)
    rail.sweep()
    assert api.delete(f"/customers/external-accounts/{pesos}").status_code in {200, 204}
    collection = BankPayment.objects.get(leg="COLLECTION")
    send(camt([Entry(20_00, collection.end_to_end_id)]))
    worker.run()
    refund = BankPayment.objects.get(leg="REFUND")
    assert refund.state == "BATCHED"
    return refund


@pytest.mark.parametrize("moment", ["open", "closed"])
def test_a_collection_that_is_taken_back_is_not_refunded_too(api, acme, worker, alice, moment):
    refund = _refund_waits(api, acme, worker, alice)
    batch = BankBatch.objects.get(state="OPEN")
    if moment == "closed":
        rail.close(batch)
    collection = BankPayment.objects.get(leg="COLLECTION")

    send(camt([Entry(-20_00, collection.end_to_end_id, reason="MD06")], number=2, opening=1_020_00))
    worker.run()

    if moment == "open":
        rail.close(batch)
    else:
        with pytest.raises(batches.NotAsShown):
            rail.release(batch)
        with transaction.atomic():
            batches.check(batch=batch.pk, reason="again", actor=rail.TILL, now=clock.real_now())
    worker.run()
    rail.sweep()
    refund.refresh_from_db()
    assert (refund.state, refund.batch_id) == ("WAITING", None)
    assert refund.reason.startswith("the payer's bank has taken the collection back")
    assert len(rail.delivered()) == 1
    assert world.books_are_right()


def test_money_of_a_collection_that_is_taken_back_is_not_given_again_out_of_suspense(api, acme, worker, alice):
    refund = _refund_waits(api, acme, worker, alice)
    collection = BankPayment.objects.get(leg="COLLECTION")
    send(camt([Entry(-20_00, collection.end_to_end_id, reason="MD06")], number=2, opening=1_020_00))
    with transaction.atomic():
        payment = transactions.lock(refund.movement)
        assert payment is not None
        move = Move(payment, acme.platform.now())
        quoted_payments.not_refunded(move, RailOutcome(Verdict.FAILED))
        move.finish()
    item = SuspenseItem.objects.get()

    for way in ("GIVE_BACK", "CREDIT_HOLDER"):
        with pytest.raises(errors.InvalidInput):
            effects.resolve_suspense(item_id=item.pk, way=way)
        with pytest.raises(errors.InvalidInput):
            resolve(item, way)
    resolve(item, "WRITE_OFF", "WRITTEN_OFF")
    assert world.books_are_right()
