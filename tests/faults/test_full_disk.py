"""The disk of the database is full: clients are told 503, nothing has changed, and all goes on when there is room.

The file of an empty table is exchanged for a link to /dev/full. PostgreSQL reads it as an empty table, and whatever it
writes there the kernel refuses as a full disk does (ENOSPC). That takes no root, and no file system of its own.
"""

import contextlib
import pathlib
from collections.abc import Iterator

import pytest
from celery.exceptions import Ignore
from django.db import connection

from config.launch import processes
from payments.ledger import check
from payments.models import Transaction
from platforms.models import AuditEntry, IdempotencyKey
from tests.support import factories
from webhooks.models import Event

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]


@contextlib.contextmanager
def full(table: str) -> Iterator[None]:
    """Let there be no room for the rows of an empty table in the block."""
    # Deleted rows stay as long as a transaction of somebody else could see them, such as one of the database's own.
    assert processes.wait_until(lambda: _move(table) == 0, seconds=60), _open_transactions()
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('data_directory'), pg_relation_filepath(%s)", [table])
        folder, path = cursor.fetchone()
        # What is still to be written of the file must be, before it is another one.
        cursor.execute("CHECKPOINT")
    file = pathlib.Path(folder, path)
    file.unlink()
    file.symlink_to("/dev/full")
    try:
        yield
    finally:
        _move(table)


def _move(table: str) -> int:
    """Give a table a new file, which every connection opens anew. Return the file's size in bytes."""
    with connection.cursor() as cursor:
        cursor.execute(f"VACUUM FULL {table}")
        cursor.execute("SELECT pg_relation_size(%s)", [table])
        return int(cursor.fetchone()[0])


def _open_transactions() -> list[tuple[object, ...]]:
    """Return who could still see deleted rows."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT datname, backend_type, state, now() - xact_start, query FROM pg_stat_activity"
            " WHERE backend_xmin IS NOT NULL OR backend_xid IS NOT NULL"
        )
        return list(cursor.fetchall())


def _counts() -> list[int]:
    return [model.objects.count() for model in (Transaction, AuditEntry, Event, IdempotencyKey)]


def test_a_payment_for_which_there_is_no_room_is_refused_and_nothing_has_changed(api, alice, worker):
    account, target = api.internal_account(alice), api.external_account(alice)
    api.fund(account, 1000)
    before = _counts()

    with full("payments_transaction"):
        replies = [api.transfer_out(account, target, 100, key="k") for _ in range(2)]
        assert api.get(f"/customers/{alice}").status_code == 200
        assert api.post("/customers", factories.individual("Bob Elsewhere")).status_code == 201, "others have room"
        assert factories.balance_of(account) == 1000

    for reply in replies:
        body = reply.json()
        assert (reply.status_code, body["code"], body["status"]) == (503, "SERVICE_UNAVAILABLE", 503)
        assert reply["Retry-After"] == "1"
        assert set(body["details"]) == {"retryAfter", "requestId"}
    assert Transaction.objects.count() == before[0]
    assert not IdempotencyKey.objects.filter(key="k").exists()
    made = [api.transfer_out(account, target, 100, key="k") for _ in range(2)]
    assert [reply.status_code for reply in made] == [201, 201]
    assert made[0].json()["id"] == made[1].json()["id"]
    worker.run()
    assert api.get(f"/transactions/{made[0].json()['id']}").json()["status"] == "COMPLETED"
    assert factories.balance_of(account) == 900
    assert check.run().faults == []


def test_a_worker_without_room_changes_nothing_and_goes_on_later(api, alice, worker):
    account, target = api.internal_account(alice), api.external_account(alice)
    api.fund(account, 1000)
    payment = api.transfer_out(account, target, 100).json()["id"]
    before = _counts()

    with full("payments_providermessage"):
        # The task ends: the next sweep finds the same rows.
        with pytest.raises(Ignore):
            worker.run()
        assert api.get(f"/transactions/{payment}").json()["status"] == "PENDING"
        assert _counts() == before

    assert check.run().faults == []
    Transaction.objects.update(next_action_at=Transaction.objects.get().created_at)
    worker.run()
    assert api.get(f"/transactions/{payment}").json()["status"] == "COMPLETED"
    assert check.run().faults == []
