"""What a line of a statement is taken for, and what that does."""

import datetime as dt

import pytest

from banks.models import BankBatch, BankIncomingFile, BankMatch, BankStatementLine, Claim
from banks.statements.by_hand import matched_by_hand, taken_back
from payments.models import Deposit, JournalEntry, SuspenseItem
from platforms.base import clock
from platforms.models import Platform
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.support import factories
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bank(acme):
    return rail.connect(acme.platform)


def test_a_debit_with_our_id_settles_its_payment_once(api, bank, worker, alice):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    entry = Entry(-10_00, world.id_of(paid))

    world.send(world.camt([entry]))
    worker.run()

    assert rail.payment_of(paid).status == "COMPLETED"
    assert world.kinds() == ["SETTLED"]
    assert BankMatch.objects.get().subject == rail.row_of(paid).public_id
    world.send(world.camt([entry], number=2, opening=990_00))
    assert world.waiting() == ["AGAIN"]
    worker.run()
    assert rail.payment_of(paid).status == "COMPLETED"
    assert world.books_are_right()


def test_a_decision_about_a_payment_has_the_time_of_its_platform(acme, api, bank, worker, alice):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    ahead = dt.timedelta(days=400)
    Platform.objects.filter(pk=acme.platform.pk).update(clock_offset=ahead)

    world.send(world.camt([Entry(-10_00, world.id_of(paid))]))

    assert BankMatch.objects.get().at > clock.real_now() + ahead - dt.timedelta(hours=1)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["in order", "return first"])
def test_a_payment_that_comes_back_is_refunded_with_the_banks_reason_in_any_order(api, bank, worker, alice, order):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    files = [
        world.camt([Entry(-10_00, world.id_of(paid))]),
        world.camt([Entry(10_00, world.id_of(paid), reason="AC04")], number=2, opening=990_00),
    ]

    for at in order:
        world.send(files[at])
        worker.run()

    assert rail.payment_of(paid).status in {"FAILED", "REJECTED"}
    assert rail.payment_of(paid).failure_reason == "ACCOUNT_INVALID"
    assert rail.row_of(paid).bank_code == "AC04"
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 10_00
    assert sorted(world.kinds()) == ["RETURNED", "SETTLED"]
    assert world.books_are_right()


def test_a_payment_settled_and_sent_back_in_one_statement_is_refunded(api, bank, worker, alice):
    [paid] = rail.given_out(api, worker, alice, 10_00)

    world.send(world.camt([Entry(-10_00, world.id_of(paid)), Entry(10_00, world.id_of(paid), reason="AC04")]))
    worker.run()

    assert world.kinds() == ["SETTLED", "RETURNED"]
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 10_00
    assert world.books_are_right()


def test_another_amount_and_what_was_not_sent_wait_for_people(api, bank, worker, alice):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    unsent = rail.pay(api, alice, 20_00)
    worker.run()

    world.send(world.camt([Entry(-9_00, world.id_of(paid)), Entry(-20_00, world.id_of(unsent))]))
    worker.run()

    assert world.waiting() == ["AMOUNT_DIFFERS", "NOT_SENT"]
    assert [rail.payment_of(one).status for one in (paid, unsent)] == ["PENDING", "PENDING"]


def test_money_with_the_reference_of_an_account_is_credited_however_it_is_written(api, bank, alice):
    reference = world.reference_of(api, alice)
    spaced = f"{reference[:4]} {reference[4:7]}-{reference[7:].lower()}"

    world.send(world.camt([Entry(12_34, text=f"Invoice 7, {reference}. Thanks"), Entry(1_00, text=spaced)]))

    assert world.kinds() == ["DEPOSIT", "DEPOSIT"]
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 13_34
    assert {one.provider_reference for one in Deposit.objects.all()} == {one.public_id for one in world.lines()}
    assert world.books_are_right()


def test_a_batch_booked_as_one_sum_settles_its_payments(api, bank, worker, alice):
    paid = rail.given_out(api, worker, alice, 10_00, 20_00, 30_00)
    batch = BankBatch.objects.get()

    world.send(world.camt([Entry(-60_00, batch=batch.message_id)]))
    worker.run()

    assert world.kinds() == ["BATCH"]
    assert {rail.payment_of(one).status for one in paid} == {"COMPLETED"}
    world.send(world.camt([Entry(-60_00, batch=batch.message_id, reference="B-2")], number=2, opening=940_00))
    assert world.waiting() == ["AGAIN"]
    assert world.books_are_right()


def test_the_sum_of_a_batch_is_without_what_the_bank_rejected(api, bank, worker, alice):
    paid = rail.given_out(api, worker, alice, 10_00, 20_00, 30_00)
    batch = BankBatch.objects.get()

    world.send(
        world.pain_002(batch.message_id, **{world.id_of(paid[0]): "RJCT/AC04"}),
        world.camt([Entry(-60_00, batch=batch.message_id)]),
        world.camt([Entry(-50_00, batch=batch.message_id)], number=2, opening=940_00),
    )
    worker.run()

    assert world.waiting() == ["AMOUNT_DIFFERS"]
    assert [rail.payment_of(one).status for one in paid] == ["REJECTED", "COMPLETED", "COMPLETED"]
    assert world.books_are_right()


def test_a_sum_that_comes_before_the_report_on_its_batch_is_matched_when_that_comes(api, bank, worker, alice):
    paid = rail.given_out(api, worker, alice, 10_00, 20_00, 30_00)
    batch = BankBatch.objects.get()
    world.send(world.camt([Entry(-50_00, batch=batch.message_id)]))
    assert world.waiting() == ["AMOUNT_DIFFERS"]

    world.send(world.pain_002(batch.message_id, **{world.id_of(paid[0]): "RJCT/AC04"}))
    worker.run()

    assert (world.kinds(), world.waiting()) == (["BATCH"], [])
    assert [rail.payment_of(one).status for one in paid] == ["REJECTED", "COMPLETED", "COMPLETED"]
    assert world.books_are_right()


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (2, 1, 0), (1, 2, 0)], ids=str)
def test_the_sum_of_a_batch_has_what_came_back_from_it_in_any_order(api, bank, worker, alice, order):
    paid = rail.given_out(api, worker, alice, 10_00, 20_00, 30_00)
    batch = BankBatch.objects.get()
    back = Entry(10_00, world.id_of(paid[0]), reason="AC04")
    files = [
        world.camt([Entry(-60_00, batch=batch.message_id)]),
        world.camt([back], number=2, opening=940_00),
        world.camt([back], kind="054"),
    ]

    for at in order:
        world.send(files[at])
        worker.run()

    assert world.waiting() == []
    assert BankMatch.objects.filter(kind="BATCH").count() == 1
    assert [rail.payment_of(one).status == "COMPLETED" for one in paid] == [False, True, True]
    assert world.books_are_right()


def test_a_sum_without_a_name_settles_the_only_batch_of_that_sum(api, bank, worker, alice):
    paid = rail.given_out(api, worker, alice, 10_00, 20_00)
    batch = BankBatch.objects.get()

    world.send(world.camt([world.plain_sum(-30_00, batch.value_date)]))
    worker.run()

    assert world.kinds() == ["BATCH"]
    assert {rail.payment_of(one).status for one in paid} == {"COMPLETED"}


def test_a_fee_is_booked_and_a_refunded_one_too(api, acme, bank):
    fee = "PMNT/MCOP/CHRG"

    world.send(world.camt([Entry(-5_00, code=fee), Entry(2_00, code=fee, reference="B-2")]))

    assert world.kinds() == ["FEE", "FEE"]
    assert list(BankMatch.objects.order_by("id").values_list("entry__purpose", "platform")) == [
        ("BANK_FEE", acme.platform.pk),
        ("BANK_FEE_REFUNDED", acme.platform.pk),
    ]
    assert world.books_are_right()


def test_what_nothing_explains_waits_and_moves_nothing(api, bank, alice):
    world.send(world.camt([Entry(70_00, text="hello"), Entry(-3_00, "NOBODYSPAYMENT1"), Entry(1_00, is_booked=False)]))

    assert world.waiting() == ["UNKNOWN", "UNKNOWN"]
    assert (BankStatementLine.objects.count(), BankMatch.objects.count(), Deposit.objects.count()) == (3, 0, 0)
    assert not SuspenseItem.objects.exists()


def test_notifications_say_how_payments_stand_and_credit_nothing(api, bank, worker, alice):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    entries = [Entry(-10_00, world.id_of(paid)), Entry(7_00, text=world.reference_of(api, alice))]

    for number, kind in enumerate(("054", "052", "053"), start=1):
        world.send(world.camt(entries, kind=kind, number=number))
        worker.run()
        assert rail.payment_of(paid).status == "COMPLETED"
        arrived = Deposit.objects.filter(provider_reference__startswith="BankStatementLine:")
        assert arrived.count() == (kind == "053")

    assert world.waiting() == []
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 7_00
    assert world.books_are_right()


def test_mt940_is_matched_alike_and_a_second_format_of_statements_is_set_aside(api, bank, worker, alice):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    entries = [Entry(-10_00, world.id_of(paid)), Entry(7_00, text=world.reference_of(api, alice))]

    world.send(world.mt940(entries), world.camt(entries))
    worker.run()

    assert world.kinds() == ["SETTLED", "DEPOSIT"]
    refused = BankIncomingFile.objects.get(state="SET_ASIDE")
    assert "come as SWIFT" in refused.problem
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 7_00


def test_a_collection_that_comes_back_after_it_settled_is_taken_from_its_holder_by_hand(api, acme, worker, alice):
    into, account = world.came_back_after_it_settled(api, acme.platform, worker, alice)

    world.match_by_hand(into)
    worker.run()

    assert (rail.payment_of(into).status, rail.row_of(into).bank_code) == ("FAILED", "MD06")
    assert rail.payment_of(into).failure_reason == rail.row_of(into).failure_reason
    assert factories.balance_of(account) == 0
    assert (world.kinds(), world.waiting()) == (["SETTLED", "RETURNED"], [])
    entries = JournalEntry.objects.filter(transaction=rail.payment_of(into)).order_by("id")
    assert list(entries.values_list("purpose", flat=True)) == ["TRANSFER_IN_SETTLED", "TRANSFER_IN_CAME_BACK"]
    assert Event.objects.filter(resource=into).latest("id").type == "INCOMING_PAYMENT.FAILED"
    assert world.books_are_right()
    world.send(world.camt([Entry(-20_00, world.id_of(into), reason="MD06", text="again")], number=3, opening=1_000_00))
    with pytest.raises(matched_by_hand.TakenBefore):
        world.match_by_hand(into)


def test_a_collection_whose_money_was_spent_is_taken_as_far_as_it_goes_and_the_rest_is_owed(api, acme, worker, alice):
    into, account = world.came_back_after_it_settled(api, acme.platform, worker, alice)
    spent = api.transfer_out(account, api.external_account(alice, rail.euro_account(), "EUR"), 5_00)
    assert spent.status_code in {200, 201}

    world.match_by_hand(into)

    assert (rail.payment_of(into).status, factories.balance_of(account)) == ("FAILED", 0)
    assert (world.kinds(), world.waiting()) == (["SETTLED", "RETURNED"], [])
    claim = Claim.objects.get()
    assert (claim.amount, claim.open_amount, claim.debtor, claim.reason) == (
        5_00,
        5_00,
        "HOLDER",
        "COLLECTION_RETURNED",
    )
    assert claim.transaction_id == rail.payment_of(into).pk
    assert Event.objects.filter(resource=into).latest("id").type == "INCOMING_PAYMENT.FAILED"
    assert world.books_are_right()


def test_a_collection_that_never_reached_its_holder_is_matched_and_nothing_is_booked(api, acme, worker, alice):
    into, account = world.collection_given_out(api, acme.platform, worker, alice)
    world.send(world.camt([Entry(20_00, world.id_of(into)), Entry(-20_00, world.id_of(into), reason="MD06")]))
    with pytest.raises(taken_back.NotReversible):
        world.match_by_hand(into)
    worker.run()

    world.match_by_hand(into)

    assert rail.payment_of(into).status == "FAILED"
    assert factories.balance_of(account) == 0
    assert (world.kinds(), world.waiting()) == (["SETTLED", "RETURNED"], [])
    assert world.books_are_right()


def test_a_line_of_another_statement_word_for_word_waits(api, bank, alice):
    entry = Entry(7_00, text=world.reference_of(api, alice))

    world.send(world.camt([entry, entry]), world.camt([entry], number=2, opening=1_014_00))

    assert world.kinds() == ["DEPOSIT", "DEPOSIT"]
    assert world.waiting() == ["REPEATED"]
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 14_00


def test_a_batch_is_taken_as_one_sum_or_payment_by_payment_and_never_as_both(api, bank, worker, alice):
    paid = rail.given_out(api, worker, alice, 10_00, 20_00)
    batch = BankBatch.objects.get()
    single, whole = Entry(-10_00, world.id_of(paid[0])), Entry(-30_00, batch=batch.message_id)

    world.send(world.camt([single]), world.camt([whole], number=2, opening=990_00))
    assert (world.kinds(), world.waiting()) == (["SETTLED"], ["AGAIN"])

    world.send(world.camt([Entry(-20_00, world.id_of(paid[1]))], number=3, opening=960_00))
    worker.run()
    assert {rail.payment_of(one).status for one in paid} == {"COMPLETED"}
    assert world.books_are_right()


def test_a_payment_is_not_settled_again_behind_the_sum_of_its_batch(api, bank, worker, alice):
    paid = rail.given_out(api, worker, alice, 10_00, 20_00)
    batch = BankBatch.objects.get()

    world.send(
        world.camt([Entry(-30_00, batch=batch.message_id)]),
        world.camt([Entry(-10_00, world.id_of(paid[0]))], number=2, opening=970_00),
    )

    assert (world.kinds(), world.waiting()) == (["BATCH"], ["AGAIN"])


def test_a_connection_changes_no_payment_of_another_one(api, acme, bank, worker, alice):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    rail.connect(acme.platform, name="other-bank", folder="other/out", answers_folder="other/in")
    world.put(world.camt([Entry(-10_00, world.id_of(paid))]), folder="other/in")
    world.read()
    worker.run()

    assert (rail.payment_of(paid).status, rail.row_of(paid).state) == ("PENDING", "BATCHED")
    assert world.waiting() == ["UNKNOWN"]
