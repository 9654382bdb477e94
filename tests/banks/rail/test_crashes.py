"""Workers that die between any two steps, and people who act at the same moment: nothing is paid twice, or lost."""

import concurrent.futures
import datetime as dt
import threading

import pytest
from django.db import connection, transaction

from banks.formats import instructions
from banks.models import BankBatch, BankFile, BankPayment
from banks.rail import batches, delivery, files, sweeps
from banks.rail.delivery import folder
from banks.rail.rail import ChosenRail
from payments.ledger import check
from payments.providers import registry
from payments.workflow import claims, outcomes
from platforms.base import clock
from platforms.encryption import encrypted_storage
from platforms.models import WorkFailure
from tests.banks.rail import world
from tests.support.faulty_rails import WorkerDied
from tests.support.processes import lost_replies

pytestmark = pytest.mark.django_db(transaction=True)


def released(api, acme, worker, alice) -> BankBatch:
    world.connect(acme.platform)
    world.pay(api, alice, 10_00)
    worker.run()
    batch = BankBatch.objects.get()
    world.close(batch)
    world.release(batch)
    return batch


@pytest.fixture
def released_batch(api, acme, worker, alice) -> BankBatch:
    return released(api, acme, worker, alice)


def dies(monkeypatch, owner, name: str, *, before: bool) -> None:
    """Have the worker die at a call: before it, or when it is done."""
    call = getattr(owner, name)

    def deadly(*arguments, **options):
        if before:
            raise WorkerDied
        call(*arguments, **options)
        raise WorkerDied

    monkeypatch.setattr(owner, name, deadly)


def next_worker() -> None:
    """Let the lease of the dead one run out, and another come."""
    BankBatch.objects.update(leased_until=clock.real_now() - dt.timedelta(seconds=1))
    world.sweep()


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
@pytest.mark.parametrize(
    "step",
    [
        (encrypted_storage, "put"),
        (files, "write"),
        (folder.Folder, "place"),
        (sweeps, "_move"),
        (folder.Folder, "reveal"),
    ],
    ids=lambda step: step[1],
)
def test_a_worker_that_dies_at_a_step_leaves_one_file_at_the_bank(released_batch, monkeypatch, step, before):
    batch = released_batch
    with monkeypatch.context() as patch:
        dies(patch, *step, before=before)
        with pytest.raises(WorkerDied):
            world.sweep()

    next_worker()

    batch.refresh_from_db()
    assert batch.state == "DELIVERED"
    whole = [path for path in world.delivered() if not path.name.endswith(".part")]
    assert [path.name for path in whole] == [BankFile.objects.get().name]
    assert len(instructions.read(whole[0].read_bytes()).payments) == 1


def test_a_file_that_the_bank_has_taken_before_the_row_said_so_is_not_put_there_again(
    api, acme, worker, alice, monkeypatch
):
    batch = released(api, acme, worker, alice)
    with monkeypatch.context() as patch:
        dies(patch, folder.Folder, "reveal", before=False)
        with pytest.raises(WorkerDied):
            world.sweep()
    [path] = world.delivered()
    path.unlink()

    next_worker()

    batch.refresh_from_db()
    assert batch.state == "DELIVERED"
    assert world.delivered() == []


def test_a_worker_that_was_given_up_and_goes_on_reveals_nothing(api, acme, worker, alice):
    batch = released(api, acme, worker, alice)
    slow = delivery.of(batch.connection)
    slow.place(".slow.part", b"what the first one still writes")

    world.sweep()

    names = [path.name for path in world.delivered()]
    assert names == [".slow.part", BankFile.objects.get().name]


def test_a_batch_whose_last_commit_was_not_heard_of_is_not_work_that_fails(released_batch, monkeypatch):
    deliveries = lost_replies.after_first_call(monkeypatch, sweeps, "_deliver")

    world.sweep()

    assert len(deliveries) == 2
    assert len(world.delivered()) == 1
    assert not WorkFailure.objects.exists()


def test_the_bank_that_is_away_gets_the_file_later(api, acme, worker, alice, monkeypatch):
    batch = released(api, acme, worker, alice)

    def away(*_):
        raise OSError

    with monkeypatch.context() as patch:
        patch.setattr(folder.Folder, "place", away)
        world.sweep()
    batch.refresh_from_db()
    assert batch.state == "WRITTEN"
    assert world.sweep() == 0, "not tried again at once"

    next_worker()

    assert len(world.delivered()) == 1


def test_a_worker_that_dies_after_the_rail_has_taken_a_payment_takes_it_once(api, acme, worker, alice, monkeypatch):
    world.connect(acme.platform)
    paid = world.pay(api, alice)
    with monkeypatch.context() as patch:

        def deadly(**_):
            raise WorkerDied

        patch.setattr(outcomes, "record", deadly)
        with pytest.raises(WorkerDied):
            worker.run()
    assert BankPayment.objects.count() == 1
    payment = world.payment_of(paid)
    type(payment).objects.filter(pk=payment.pk).update(next_action_at=payment.created_at)

    worker.run()

    assert (BankPayment.objects.count(), world.payment_of(paid).status) == (1, "PENDING")


def test_two_who_close_and_two_who_release_at_once_do_it_once(api, acme, worker, alice):
    world.connect(acme.platform)
    world.pay(api, alice)
    worker.run()
    batch = BankBatch.objects.get()

    closed = at_once(lambda: world.close(BankBatch.objects.get(pk=batch.pk)))
    released_ = at_once(lambda: world.release(BankBatch.objects.get(pk=batch.pk)))

    assert [type(one) for one in closed if isinstance(one, Exception)] == [batches.WrongState]
    assert [type(one) for one in released_ if isinstance(one, Exception)] == [batches.WrongState]


def test_two_workers_deliver_one_file(api, acme, worker, alice):
    released(api, acme, worker, alice)

    at_once(world.sweep)

    assert len(world.delivered()) == 1
    assert BankFile.objects.count() == 1


def test_payments_that_come_while_a_batch_is_closed_are_in_one_batch_each(api, acme, worker, alice):
    world.connect(acme.platform)
    paid = [world.pay(api, alice) for _ in range(4)]
    instructions_ = [_instruction(one) for one in paid]
    rail = ChosenRail(registry.rail("SANDBOX"), "SANDBOX")
    rail.submit(instructions_[0])
    batch = BankBatch.objects.get()

    with concurrent.futures.ThreadPoolExecutor(5) as pool:
        taken = [pool.submit(_closing, rail.submit, one) for one in instructions_[1:]]
        closing = pool.submit(_closing, world.close, batch)
        concurrent.futures.wait([*taken, closing])
    assert [one.exception() for one in [*taken, closing]] == [None] * 4

    batch.refresh_from_db()
    assert batch.state == "CLOSED"
    assert batch.count == BankPayment.objects.filter(batch=batch).count()
    assert BankPayment.objects.filter(state="BATCHED").count() == 4
    assert list(check.find()) == []


def _instruction(public_id: str):

    with transaction.atomic():
        claimed = claims.claim_payments(limit=10)
    payment = next((one for one in claimed if f"Transaction:{one.key}" == public_id), None)
    if payment is None:
        with connection.cursor() as cursor:
            cursor.execute("UPDATE payments_transaction SET next_action_at = created_at")
        return _instruction(public_id)
    return payment.instruction()


def _closing(call, *arguments):
    try:
        return call(*arguments)
    finally:
        connection.close()


def at_once(call) -> list[object]:
    """Call something in two threads at one moment; return what each gave or raised."""
    barrier = threading.Barrier(2)

    def run() -> object:
        barrier.wait()
        try:
            return _closing(call)
        except Exception as error:  # noqa: BLE001 - what the test compares
            return error

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return [each.result() for each in [pool.submit(run), pool.submit(run)]]
