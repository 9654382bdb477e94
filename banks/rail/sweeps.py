"""A worker's steps with batches: closed at the cut-off, written, placed at the bank, and renamed there.

Each step ends with a change of the batch's row: after a killed worker the next one goes on there. A lease reserves a
batch for one worker, since writing and delivering are done outside of database transactions.
"""

import datetime as dt
import functools
import uuid

from django.db import connection as database
from django.db import transaction
from django.db.models import Q

from banks.due import BATCHES_TASK
from banks.models import BankBatch, BatchState
from banks.rail import batches, delivery, files
from platforms import audit
from platforms.base import clock, identifiers
from platforms.operations import attempts

LEASE = dt.timedelta(minutes=5)
"""Limit of a worker's time for one batch, and the wait after a failure or a killed worker."""
_AT_ONCE = 50
_UNDER_WAY = (BatchState.RELEASED, BatchState.WRITTEN, BatchState.PLACED)
_CUT_OFF = """
SELECT batch.id FROM payments_bankbatch batch
  JOIN payments_bankconnection connection ON connection.id = batch.connection_id
  LEFT JOIN platforms_platform platform ON platform.id = connection.platform_id
 WHERE batch.state = 'OPEN' AND batch.cut_off_at <= %s + coalesce(platform.clock_offset, interval '0')
 ORDER BY batch.cut_off_at LIMIT %s
"""


def advance(*, now: clock.RealTime) -> int:
    """Close batches at their cut-offs, and deliver released ones; return their number."""
    with database.cursor() as cursor:
        cursor.execute(_CUT_OFF, [now, _AT_ONCE])
        due = [row[0] for row in cursor.fetchall()]
    for key in due:
        _attempt(functools.partial(_close, key, now), key, now)
    claimed = _claim(now)
    for key in claimed:
        _attempt(functools.partial(_deliver, key, now), key, now)
    return len(due) + len(claimed)


def _attempt(part: "functools.partial[None]", key: uuid.UUID, now: clock.RealTime) -> None:
    attempts.attempt(part, work=BATCHES_TASK, subject=identifiers.public("BankBatch", key), now=now)


def _close(key: uuid.UUID, now: clock.RealTime) -> None:
    with transaction.atomic(durable=True):
        batches.close_due(batch=key, now=now)


def _claim(now: clock.RealTime) -> list[uuid.UUID]:
    with transaction.atomic(durable=True):
        free = Q(leased_until=None) | Q(leased_until__lte=now)
        found = BankBatch.objects.select_for_update(skip_locked=True).filter(free, state__in=_UNDER_WAY)
        keys = list(found.order_by("released_at").values_list("id", flat=True)[:_AT_ONCE])
        BankBatch.objects.filter(id__in=keys).update(leased_until=now + LEASE)
    return keys


def _deliver(key: uuid.UUID, now: clock.RealTime) -> None:
    """Take the remaining steps. Each reads the batch again, after the step before."""
    for step in (_write, _place, _reveal):
        batch = BankBatch.objects.select_related("connection__platform").get(pk=key)
        step(batch, batches.now_of(batch, now))


def _write(batch: BankBatch, now: dt.datetime) -> None:
    if batch.state == BatchState.RELEASED:
        files.write(batch=batch, now=now)


def _place(batch: BankBatch, now: dt.datetime) -> None:
    if batch.state != BatchState.WRITTEN:
        return
    # A name of this attempt alone, so that a slow worker that has lost its lease can't change the renamed file.
    part_name = f".{batch.file.name}.{identifiers.new_key().hex[-8:]}.part"
    delivery.of(batch.connection).place(part_name, files.content_of(batch.file))
    with transaction.atomic(durable=True):
        _move(batch, BatchState.PLACED, part_name=part_name)


def _reveal(batch: BankBatch, now: dt.datetime) -> None:
    if batch.state != BatchState.PLACED:
        return
    delivery.of(batch.connection).reveal(batch.part_name, batch.file.name)
    with transaction.atomic(durable=True):
        if _move(batch, BatchState.DELIVERED, delivered_at=now, leased_until=None):
            audit.record(
                audit.Subject(batch.connection.platform_id, batch.file.public_id),
                "bank_file.deliver",
                actor=audit.SYSTEM,
                now=now,
                batch=batch.public_id,
                by=batch.connection.delivery,
            )


def _move(batch: BankBatch, to: BatchState, **changes: object) -> bool:
    """Change the state, unless another worker has; return whether it was changed."""
    return bool(BankBatch.objects.filter(pk=batch.pk, state=batch.state).update(state=to, **changes))
