"""A bank's report on our files: which word about a payment counts, its own, its batch's or its file's."""

import pytest
from django.db import transaction

from banks.formats.records import Level, Status
from banks.models import BankBatch
from banks.rail import answers
from platforms.base import clock
from tests.banks.rail import world

pytestmark = pytest.mark.django_db(transaction=True)


def _said(
    status: str, level: Level, message_id: str, *, batch_id: str | None = None, end_to_end_id: str | None = None
) -> Status:
    return Status(
        place="1",
        level=level,
        message_id=message_id,
        status=status,
        batch_id=batch_id,
        end_to_end_id=end_to_end_id,
    )


def test_the_word_about_a_batch_counts_before_that_about_its_file(api, acme, worker, alice):
    world.connect(acme.platform)
    [paid] = world.given_out(api, worker, alice, 10_00)
    message_id = BankBatch.objects.get().message_id
    whole = _said("ACSC", Level.FILE, message_id)
    batch = _said("RJCT", Level.BATCH, message_id, batch_id=message_id)

    with transaction.atomic():
        answers.apply_statuses(statuses=[whole, batch], now=clock.real_now())

    assert world.row_of(paid).state == "REJECTED"


def test_a_payment_that_is_pending_by_its_own_word_is_not_settled_by_that_about_its_file(api, acme, worker, alice):
    world.connect(acme.platform)
    one, other = world.given_out(api, worker, alice, 10_00, 20_00)
    message_id = BankBatch.objects.get().message_id
    whole = _said("ACSC", Level.FILE, message_id)
    own = _said("PDNG", Level.PAYMENT, message_id, end_to_end_id=world.row_of(one).end_to_end_id)

    with transaction.atomic():
        answers.apply_statuses(statuses=[whole, own], now=clock.real_now())

    assert [world.row_of(each).state for each in (one, other)] == ["BATCHED", "SETTLED"]


def test_a_word_about_a_batch_that_our_file_does_not_have_changes_nothing(api, acme, worker, alice):
    world.connect(acme.platform)
    [paid] = world.given_out(api, worker, alice, 10_00)
    strange = _said("RJCT", Level.BATCH, BankBatch.objects.get().message_id, batch_id="ANOTHER")

    with transaction.atomic():
        answers.apply_statuses(statuses=[strange], now=clock.real_now())

    assert world.row_of(paid).state == "BATCHED"
