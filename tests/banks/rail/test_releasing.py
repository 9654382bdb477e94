"""What may be released, and what stays as it was once it is."""

import base64
import datetime as dt
import io
import os

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction

from banks.formats import instructions
from banks.models import BankBatch, BankFile, BankPayment, RailRoute
from banks.rail import batches, files, routes
from banks.rail.rail import AtTheBank
from payments.ledger import holds
from payments.models import ExternalAccount, InternalAccount, Transaction
from payments.workflow import staff_actions
from platforms.base import clock
from platforms.models import AuditEntry
from tests.banks.rail import world
from tests.support.payments import quote_requests

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_ended_before_the_release_is_in_no_file(api, acme, worker, alice):

    world.connect(acme.platform)
    ended, paid = world.pay(api, alice, 10_00), world.pay(api, alice, 20_00)
    worker.run()
    batch = BankBatch.objects.get()
    world.close(batch)
    _fail(ended)

    with pytest.raises(batches.NotAsShown):
        world.release(batch)
    with transaction.atomic():
        batches.check(batch=batch.pk, reason="again", actor=world.TILL, now=clock.real_now())
    world.release(batch)
    world.sweep()

    [path] = world.delivered()
    assert [one.end_to_end_id for one in instructions.read(path.read_bytes()).payments] == [
        world.row_of(paid).end_to_end_id
    ]
    assert world.row_of(ended).state == "CANCELLED"


def _fail(public_id: str) -> Transaction:
    with transaction.atomic():
        done: Transaction = staff_actions.fail_and_refund(
            transaction_id=world.payment_of(public_id).id,
            failure_reason="BANK_REJECTED",
            reason="asked to",
            actor=world.TILL,
            real_now=clock.real_now(),
        )
    return done


def test_nobody_ends_a_payment_by_hand_that_the_bank_has(api, acme, worker, alice):

    world.connect(acme.platform)
    [paid] = world.given_out(api, worker, alice, 10_00)

    with pytest.raises(AtTheBank):
        _fail(paid)

    assert world.payment_of(paid).status == "PENDING"


def test_a_cancelled_batch_gives_its_payments_to_the_next_with_the_same_ids(api, acme, worker, alice):
    world.connect(acme.platform)
    paid = world.pay(api, alice)
    worker.run()
    batch = BankBatch.objects.get()
    before = world.row_of(paid).end_to_end_id
    world.close(batch)

    with transaction.atomic():
        batches.cancel(batch=batch.pk, reason="wrong account", actor=world.ANNA, now=clock.real_now())
    worker.run()

    batch.refresh_from_db()
    row = world.row_of(paid)
    assert (batch.state, row.state, row.end_to_end_id) == ("CANCELLED", "BATCHED", before)
    assert row.batch_id != batch.pk


def test_payments_made_before_a_route_was_in_force_stay_with_the_rail_of_the_settings(api, acme, worker, alice):
    paid = world.pay(api, alice)
    connection_ = world.connect(acme.platform)

    RailRoute.objects.update(effective_at=clock.real_now() + dt.timedelta(seconds=1))
    routes.forget()

    worker.run()

    assert world.payment_of(paid).status == "COMPLETED"
    assert not BankPayment.objects.exists()
    assert connection_.ended_at is None


def test_a_file_and_its_row_are_never_changed(api, acme, worker, alice):
    world.connect(acme.platform)
    world.given_out(api, worker, alice, 10_00)
    file = BankFile.objects.get()

    with pytest.raises(DatabaseError), transaction.atomic():
        BankFile.objects.filter(pk=file.pk).update(size=1)

    verbs = AuditEntry.objects.filter(verb__startswith="bank_").values_list("verb", flat=True)
    assert {"bank_batch.close", "bank_batch.release", "bank_file.write", "bank_file.deliver"} <= set(verbs)


def test_files_for_banks_follow_when_the_encryption_key_changes(api, acme, worker, alice, settings):
    world.connect(acme.platform)
    world.given_out(api, worker, alice, 10_00)
    file = BankFile.objects.get()
    before, new = files.content_of(file), base64.urlsafe_b64encode(os.urandom(32)).decode()
    settings.ENCRYPTION_KEYS = [new, *settings.ENCRYPTION_KEYS]

    first, second = io.StringIO(), io.StringIO()
    call_command("rotate_bank_file_keys", stdout=first)
    call_command("rotate_bank_file_keys", stdout=second)

    assert (first.getvalue(), second.getvalue()) == ("1 files encrypted anew\n", "0 files encrypted anew\n")
    settings.ENCRYPTION_KEYS = [new]
    assert files.content_of(file) == before
    settings.ENCRYPTION_KEYS = [base64.urlsafe_b64encode(os.urandom(32)).decode()]
    with pytest.raises(CommandError, match=file.storage_key):
        call_command("rotate_bank_file_keys", stdout=io.StringIO())


@pytest.mark.parametrize("is_quoted", [False, True], ids=["transfer", "payout of a quote"])
def test_what_an_account_that_is_held_pays_is_in_no_file(api, acme, worker, alice, is_quoted):
    world.connect(acme.platform)
    source = api.internal_account(alice, "EUR")
    if is_quoted:
        api.fund(source, 10_00)
        outside = api.external_account(alice, world.euro_account(), "EUR")
        quoted = quote_requests.quote(api, source, outside, amount=10_00, side="RECEIVING")
        assert quoted.status_code == 201, quoted.content
        assert api.post(f"/quotes/{quoted.json()['id']}/execute").status_code == 200
        paid = quoted.json()["transactionId"]
    else:
        paid = world.pay(api, alice, 10_00)
    account = InternalAccount.objects.get(id=source.partition(":")[2])
    worker.run()
    batch = BankBatch.objects.get()
    world.close(batch)
    with transaction.atomic():
        holds.hold({account.ledger_account_id}, now=clock.real_now())

    with pytest.raises(batches.NotAsShown):
        world.release(batch)
    with transaction.atomic():
        batches.check(batch=batch.pk, reason="again", actor=world.TILL, now=clock.real_now())
    worker.run()

    batch.refresh_from_db()
    assert (batch.count, world.row_of(paid).state, world.row_of(paid).batch) == (0, "WAITING", None)
    with pytest.raises(batches.NotAsShown):
        world.release(batch)
    assert world.delivered() == []


@pytest.mark.parametrize("is_refused", [False, True])
def test_what_goes_to_an_account_under_review_is_in_no_file(api, acme, worker, alice, is_refused):
    world.connect(acme.platform)
    paid = world.pay(api, alice, 10_00)
    worker.run()
    batch = BankBatch.objects.get()
    world.close(batch)
    account = ExternalAccount.objects.filter(id=world.payment_of(paid).external_account_id)
    account.update(status="UNDER_REVIEW")

    with pytest.raises(batches.NotAsShown):
        world.release(batch)
    with transaction.atomic():
        batches.check(batch=batch.pk, reason="again", actor=world.TILL, now=clock.real_now())
    worker.run()
    batch.refresh_from_db()
    assert (batch.count, world.row_of(paid).state, world.row_of(paid).batch) == (0, "WAITING", None)

    # As a reviewer decides.
    decided = {"status": "INACTIVE", "refused_at": clock.real_now()} if is_refused else {"status": "ACTIVE"}
    account.update(**decided)
    worker.run()
    ending = ("REFUSED", "FAILED") if is_refused else ("BATCHED", "PENDING")
    assert (world.row_of(paid).state, world.payment_of(paid).status) == ending
    assert world.delivered() == []
