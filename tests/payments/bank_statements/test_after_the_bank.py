"""What a bank has carried out, sent back or taken back is not ended, paid or refunded once more by hand."""

import pytest
from django.db import transaction

from payments.admin import effects
from payments.ledger import holds
from payments.models import InternalAccount
from payments.workflow import staff_actions
from platforms.base import clock
from tests.payments.bank_rail import world as rail
from tests.payments.bank_statements import world
from tests.payments.bank_statements.world import Entry, camt, pain_002, send
from tests.support import factories

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


def _foreseen(public_id: str) -> effects.Effect:
    return effects.fail_payment(transaction_id=rail.payment_of(public_id).id, failure_reason="BANK_REJECTED")


def _is_refused(public_id: str) -> None:
    """The dialog, which the second person sees too, and the action refuse alike."""
    with pytest.raises(staff_actions.BankHasAnswered):
        _foreseen(public_id)
    with pytest.raises(staff_actions.BankHasAnswered):
        _fail(public_id)


def _hold(account: str, *, is_held: bool = True) -> None:
    key = InternalAccount.objects.get(id=account.partition(":")[2]).ledger_account_id
    with transaction.atomic():
        if is_held:
            holds.hold({key}, now=clock.real_now())
        else:
            assert holds.release(key)


@pytest.mark.parametrize("messenger", ["statement", "report", "statement, then its return"])
def test_a_transfer_that_the_bank_has_paid_is_not_ended_by_hand(api, acme, worker, alice, messenger):
    rail.connect(acme.platform)
    [paid] = rail.given_out(api, worker, alice, 10_00)
    account = api.internal_account(alice, "EUR")
    if messenger == "report":
        send(pain_002(rail.row_of(paid).batch.message_id, **{world.id_of(paid): "ACSC"}))
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
    send(pain_002(rail.row_of(paid).batch.message_id, **{world.id_of(paid): "RJCT/AC04"}))

    assert _foreseen(paid).notes["By file"].startswith("REJECTED")
    assert "AC04" in _foreseen(paid).notes["By file"]
    _fail(paid)
    worker.run()

    assert factories.balance_of(api.internal_account(alice, "EUR")) == 10_00
    assert world.books_are_right()
