"""Batches of collections that the bank books as one sum: settled as a whole, once, and only by their own money."""

import dataclasses
from typing import Any

import pytest

from banks.models import BankBatch, BankMatch
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.support import factories

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def collected(api, acme, worker, alice):
    return world.collections_given_out(api, acme.platform, worker, alice, 10_00, 20_00, 30_00)


def named(amount: int, **changes: Any) -> Entry:
    """The line of a sum that names its batch, as banks write them."""
    return Entry(amount, batch=BankBatch.objects.get().message_id, **changes)


def unnamed(amount: int, **changes: Any) -> Entry:
    """The line of a sum without a name, and without a payer of its own."""
    plain = Entry(amount, name="", account="", bank="", code="PMNT/IDDT/ESDD", day=BankBatch.objects.get().value_date)
    return dataclasses.replace(plain, **changes)


def balance(api, customer: str) -> int:
    return int(factories.balance_of(api.internal_account(customer, "EUR")))


def statuses(payments: list[str]) -> list[str]:
    return [rail.payment_of(one).status for one in payments]


def test_a_batch_of_collections_booked_as_one_sum_credits_its_holders_once(api, worker, alice, collected):
    world.send(world.camt([named(60_00)]))
    worker.run()

    assert (world.kinds(), statuses(collected)) == (["BATCH"], ["COMPLETED"] * 3)
    assert balance(api, alice) == 60_00
    world.send(
        world.camt([named(60_00, reference="B-2")], number=2, opening=1_060_00),
        world.camt([Entry(10_00, world.id_of(collected[0]))], number=3, opening=1_120_00),
    )
    worker.run()
    assert world.waiting() == ["AGAIN", "AGAIN"]
    assert balance(api, alice) == 60_00
    assert world.books_are_right()


def test_a_batch_of_collections_settled_one_by_one_takes_no_sum(api, worker, alice, collected):
    world.send(world.camt([Entry(10_00, world.id_of(collected[0]))]))

    world.send(world.camt([named(60_00)], number=2, opening=1_010_00))
    worker.run()

    assert (world.kinds(), world.waiting()) == (["SETTLED"], ["AGAIN"])
    assert world.books_are_right()


def test_the_sum_of_collections_is_without_what_the_bank_rejected_before_or_after_it(api, worker, alice, collected):
    world.send(world.camt([named(50_00)]))
    assert world.waiting() == ["AMOUNT_DIFFERS"]
    assert set(statuses(collected)) == {"PENDING"}

    world.send(world.pain_002(BankBatch.objects.get().message_id, **{world.id_of(collected[0]): "RJCT/AC04"}))
    world.send(world.camt([named(60_00, reference="B-2")], number=2, opening=1_050_00))
    worker.run()

    assert (world.kinds(), world.waiting()) == (["BATCH"], ["AMOUNT_DIFFERS"])
    assert statuses(collected) == ["REJECTED", "COMPLETED", "COMPLETED"]
    assert balance(api, alice) == 50_00
    assert world.books_are_right()


def test_a_sum_that_has_a_rejected_collection_is_matched_when_the_bank_takes_that_back(api, worker, alice, collected):
    world.send(
        world.pain_002(BankBatch.objects.get().message_id, **{world.id_of(collected[0]): "RJCT/AC04"}),
        world.camt([named(60_00)]),
    )
    assert world.waiting() == ["AMOUNT_DIFFERS"]

    world.send(world.camt([Entry(-10_00, world.id_of(collected[0]), reason="AC04")], number=2, opening=1_060_00))
    worker.run()

    assert (sorted(world.kinds()), world.waiting()) == (["BATCH", "RETURNED"], [])
    assert statuses(collected) == ["REJECTED", "COMPLETED", "COMPLETED"]
    assert balance(api, alice) == 50_00
    assert world.books_are_right()


def test_what_comes_back_before_its_sum_is_in_the_sum_and_credits_nobody(api, worker, alice, collected):
    world.send(world.camt([Entry(-10_00, world.id_of(collected[0]), reason="MD06")]))
    world.send(world.camt([named(60_00)], number=2, opening=990_00))
    worker.run()

    assert (world.kinds(), world.waiting()) == (["RETURNED", "BATCH"], [])
    assert [one == "COMPLETED" for one in statuses(collected)] == [False, True, True]
    assert balance(api, alice) == 50_00
    assert world.books_are_right()


def test_what_comes_back_behind_its_sum_is_taken_from_its_holder_by_two_people(api, worker, alice, collected):
    world.send(world.camt([named(60_00)]))
    worker.run()
    world.send(world.camt([Entry(-10_00, world.id_of(collected[0]), reason="MD06")], number=2, opening=1_060_00))
    worker.run()
    assert (world.waiting(), balance(api, alice)) == (["COLLECTION_RETURNED"], 60_00)

    world.match_by_hand(collected[0])

    assert statuses(collected) == ["FAILED", "COMPLETED", "COMPLETED"]
    assert balance(api, alice) == 50_00
    assert world.books_are_right()


def test_a_sum_of_collections_without_a_name_settles_the_only_batch_of_that_sum(api, worker, alice, collected):
    world.send(world.camt([unnamed(60_00)]))
    worker.run()

    assert world.kinds() == ["BATCH"]
    assert balance(api, alice) == 60_00
    assert world.books_are_right()


@pytest.mark.parametrize(
    "changes",
    [{"name": "Ada Lovelace"}, {"account": "FR1420041010050500013M02606"}, {"reason": "AC04"}, {"is_reversal": True}],
    ids=lambda changes: next(iter(changes)),
)
def test_a_credit_of_one_payer_or_one_that_came_back_is_no_sum(api, worker, alice, collected, changes):
    world.send(world.camt([unnamed(60_00, **changes)]))
    worker.run()

    assert (world.waiting(), set(statuses(collected))) == (["UNKNOWN"], {"PENDING"})


def test_a_credit_that_names_its_receiver_is_no_sum_and_one_that_names_a_batch_too_waits(api, worker, alice, collected):
    reference = world.reference_of(api, alice)
    message_id = BankBatch.objects.get().message_id
    both = unnamed(60_00, text=f"{reference} {message_id}", reference="B-2")

    world.send(world.camt([unnamed(60_00, text=reference), both]))
    worker.run()

    assert (world.kinds(), world.waiting()) == (["DEPOSIT"], ["AMBIGUOUS"])
    assert set(statuses(collected)) == {"PENDING"}
    assert balance(api, alice) == 60_00
    assert not BankMatch.objects.filter(kind="BATCH").exists()
    assert world.books_are_right()
