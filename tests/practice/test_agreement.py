"""What seeded months take for the difference between books and bank, in stories that few seeds play."""

import pytest
from django.db import transaction

from banks.models import BankBatch, BankException
from banks.statements.by_hand import decisions, matched_by_hand
from payments.ledger import check
from platforms.base import clock
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.practice import agreement

pytestmark = pytest.mark.django_db(transaction=True)


def decide(amount: int, decision, **of) -> None:
    exception = BankException.objects.get(closed_at=None, line__amount=amount)
    with transaction.atomic():
        decision(exception=exception.pk, reason="as agreed", actor=rail.ANNA, now=clock.real_now(), **of)


def test_a_collection_that_comes_back_before_the_sum_of_its_batch_was_stated(api, acme, worker, alice):
    first, _ = world.collections_given_out(api, acme.platform, worker, alice, 10_00, 20_00)
    before = agreement.booked()
    world.send(world.camt([Entry(-10_00, text="RENT")]))
    decide(10_00, matched_by_hand.settle, end_to_end_id=world.id_of(first))
    worker.run()

    world.send(world.camt([Entry(30_00, batch=BankBatch.objects.get().message_id)], number=2, opening=990_00))
    worker.run()

    assert (rail.row_of(first).state, world.kinds()) == ("REJECTED", ["RETURNED", "BATCH"])
    assert 30_00 - 10_00 - (agreement.booked() - before) == agreement.explained() == 0
    assert list(check.find()) == []


def test_a_batch_that_is_taken_back_before_one_of_its_collections_was_stated(api, acme, worker, alice):
    first, second = world.collections_given_out(api, acme.platform, worker, alice, 10_00, 20_00)
    before = agreement.booked()
    entries = [Entry(10_00, world.id_of(first)), Entry(-30_00, text="RENT")]
    world.send(world.camt(entries))
    worker.run()

    decide(30_00, matched_by_hand.settle, end_to_end_id=BankBatch.objects.get().message_id)
    worker.run()
    parts = [Entry(12_00, world.id_of(second)), Entry(8_00, world.id_of(second))]
    world.send(world.camt(parts, number=2, opening=980_00))
    for part in parts:
        decide(part.amount, decisions.note)
    worker.run()

    assert rail.row_of(second).state == "REJECTED"
    bank = sum(entry.amount for entry in [*entries, *parts])
    assert bank - (agreement.booked() - before) == agreement.explained()
    assert list(check.find()) == []
