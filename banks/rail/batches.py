"""Batches: opened, closed at the cut-off or by a person, checked, released by two people, or cancelled.

The row of a batch is locked before payments are added, and before the batch is closed or released. Ending a payment by
hand locks the payment, then checks whether its batch was released. A release locks the payments too, so that the second
of the two sees the first.
"""

import datetime as dt
import hashlib
import string
import uuid
from collections.abc import Sequence
from zoneinfo import ZoneInfo

import orjson
from django.db import connection as database
from django.db.models import Count, Sum

from banks.due import BATCHES_TASK
from banks.formats.records import Unwritable
from banks.models import NOT_COLLECTED, BankBatch, BankConnection, BankPayment, BankPaymentState, BatchState
from banks.rail import connections, formats
from banks.rail.bank_days import Slot
from payments import due
from payments.due import ADVANCE_TASK
from payments.models import IN_FLIGHT, SuspenseItem, Transaction
from payments.providers.base import Leg
from payments.steps import STEPS
from platforms import audit
from platforms.base import errors, identifiers, jobs
from platforms.database import sql
from platforms.database.rows import by_key

_COLUMNS = (
    *("state", "count", "total", "digest", "problem", "closed_at", "closed_by"),
    *("released_at", "released_by", "modifier"),
)
CANCELLABLE = (BatchState.OPEN, BatchState.CLOSED)
_MODIFIERS = string.ascii_uppercase + string.digits


class BatchNotFound(errors.DomainError):
    """There is no such batch."""

    code = "NOT_FOUND"
    message = "There is no such batch."


class WrongState(errors.DomainError):
    """The batch is not in a state for the requested change."""

    code = "INVALID_INPUT"

    def __init__(self, state: str) -> None:
        """Take the state that the batch is in."""
        super().__init__(f"The batch is {state}: this can't be done with it now.")


class NotAsShown(errors.DomainError):
    """Payments of the batch have ended or their accounts are held since it was closed, or no file can be made."""

    code = "INVALID_INPUT"
    message = "The batch is not what was shown: check it again, and look at its totals."


class TooManyFiles(errors.DomainError):
    """NACHA allows 36 files a day."""

    code = "INVALID_INPUT"
    message = "36 files were released for this bank today: no more can be told apart. Release it tomorrow."


def open_for(*, connection: BankConnection, key: str, slot: Slot, now: dt.datetime) -> BankBatch | None:
    """Lock or open the batch of a slot. A batch of the same value date is closed first if its cut-off has passed.

    None if it was closed at this moment: the next slot may have another.
    """
    same = {"connection": connection, "format": key, "currency": connection.currency, "value_date": slot.value_date}
    new = BankBatch(
        **same,
        cut_off_at=slot.cut_off_at,
        message_id=f"B{identifiers.new_key().hex}",
        opened_at=now,
    )
    for _ in range(2):
        BankBatch.objects.bulk_create([new], ignore_conflicts=True)
        batch: BankBatch | None = BankBatch.objects.select_for_update().filter(**same, state=BatchState.OPEN).first()
        if batch is None or batch.cut_off_at > now:
            return batch
        _close(batch, by="", actor=audit.SYSTEM, now=now)
    return None


def close(*, batch: uuid.UUID | None, reason: str, actor: audit.Actor, now: dt.datetime) -> BankBatch:
    """Close an open batch before its cut-off. Raises BatchNotFound and WrongState."""
    found = _lock(batch, BatchState.OPEN)
    _close(found, by=actor.id, actor=actor, now=now_of(found, now), reason=reason)
    return found


def close_due(*, batch: uuid.UUID, now: dt.datetime) -> BankBatch | None:
    """Close a batch at its cut-off; None if it was closed before."""
    found: BankBatch | None = by_key(
        BankBatch.objects.select_for_update(of=("self",))
        .select_related("connection__platform")
        .filter(state=BatchState.OPEN),
        batch,
    )
    if found is None or found.cut_off_at > now_of(found, now):
        return None
    _close(found, by="", actor=audit.SYSTEM, now=now_of(found, now))
    return found


def check(*, batch: uuid.UUID | None, reason: str, actor: audit.Actor, now: dt.datetime) -> BankBatch:
    """Remove payments from a closed batch if they may not be sent any more; compute totals. Raises as `close` does."""
    found = _lock(batch, BatchState.CLOSED)
    _count(found, now_of(found, now))
    found.save(update_fields=_COLUMNS)
    _note(found, "bank_batch.check", actor, now, reason=reason)
    return found


def release(*, batch: uuid.UUID | None, digest: str, reason: str, actor: audit.Actor, now: dt.datetime) -> BankBatch:
    """Release a batch to be written, as it was shown with `digest`.

    Raises BatchNotFound, WrongState, NotAsShown and TooManyFiles.
    """
    locked, _ = as_shown(batch=batch, digest=digest, now=now)
    locked.released_at = now_of(locked, now)
    locked.released_by = actor.id
    locked.modifier = _modifier(locked)
    locked.state = BatchState.RELEASED
    locked.save(update_fields=_COLUMNS)
    _note(locked, "bank_batch.release", actor, now, reason=reason)
    jobs.notify(BATCHES_TASK)
    return locked


def as_shown(*, batch: uuid.UUID | None, digest: str, now: dt.datetime) -> tuple[BankBatch, Sequence[BankPayment]]:
    """Lock a batch and its payments, if it can be released as shown with `digest`.

    Raises BatchNotFound, WrongState and NotAsShown.
    """
    locked = _lock(batch, BatchState.CLOSED)
    payments = _payments(locked)
    if locked.problem or not payments or locked.digest != digest or digest != _digest(locked, payments):
        raise NotAsShown
    if _unfit(payments, now_of(locked, now)):
        raise NotAsShown
    return locked, payments


def cancel(*, batch: uuid.UUID | None, reason: str, actor: audit.Actor, now: dt.datetime) -> BankBatch:
    """Cancel a batch before its release; its payments are collected into others. Raises as `close` does."""
    found = _lock(batch, *CANCELLABLE)
    payments = _payments(found)
    take_out(payments=payments, reason="its batch was cancelled", now=now_of(found, now))
    found.state, found.problem = BatchState.CANCELLED, ""
    found.save(update_fields=_COLUMNS)
    _note(found, "bank_batch.cancel", actor, now, reason=reason)
    return found


def find(key: uuid.UUID | None) -> BankBatch:
    """Return a batch with its connection. Raises BatchNotFound."""
    found: BankBatch | None = by_key(BankBatch.objects.select_related("connection__platform"), key)
    if found is None:
        raise BatchNotFound
    return found


def now_of(batch: BankBatch, real_now: dt.datetime) -> dt.datetime:
    """Return the time by the clock of a batch's connection."""
    return connections.now_of(batch.connection, real_now)


def sums_of(keys: Sequence[uuid.UUID]) -> dict[uuid.UUID, tuple[int, int]]:
    """Return number and sum, in the smallest unit, of the payments that batches have now; nothing for an empty one."""
    rows = BankPayment.objects.filter(batch__in=keys, state=BankPaymentState.BATCHED)
    sums = rows.values_list("batch").annotate(Count("id"), Sum("amount"))
    return {batch: (count, total) for batch, count, total in sums}


def items_of(payments: Sequence[BankPayment]) -> list[formats.Item]:
    """Return the items of a file for payments."""
    return [formats.Item(one.end_to_end_id, one.amount, one.content) for one in payments]


def payments_of(batch: BankBatch) -> list[BankPayment]:
    """Return the payments of a batch, always in the same order."""
    return list(BankPayment.objects.filter(batch=batch).order_by("id"))


def _payments(batch: BankBatch) -> list[BankPayment]:
    return list(
        BankPayment.objects.select_for_update().filter(batch=batch, state=BankPaymentState.BATCHED).order_by("id")
    )


def _lock(key: uuid.UUID | None, *states: BatchState) -> BankBatch:
    found: BankBatch | None = by_key(
        BankBatch.objects.select_for_update(of=("self",)).select_related("connection__platform"), key
    )
    if found is None:
        raise BatchNotFound
    if found.state not in states:
        raise WrongState(found.state)
    return found


def _close(batch: BankBatch, *, by: str, actor: audit.Actor, now: dt.datetime, reason: str = "") -> None:
    batch.closed_at, batch.closed_by = now, by
    batch.state = BatchState.CLOSED
    _count(batch, now)
    if not batch.count:
        batch.state, batch.problem = BatchState.CANCELLED, ""
    batch.save(update_fields=_COLUMNS)
    _note(batch, "bank_batch.close", actor, now, reason=reason, count=batch.count, total=batch.total)


def _count(batch: BankBatch, now: dt.datetime) -> None:
    """Remove payments that may not be sent, compute totals and digest, and try to make the file."""
    payments = _payments(batch)
    unfit = _unfit(payments, now)
    ended = [payment for payment in payments if unfit.get(payment.pk) == _ENDED]
    BankPayment.objects.filter(pk__in=[payment.pk for payment in ended]).update(
        state=BankPaymentState.CANCELLED, batch=None, reason="its payment had ended"
    )
    held = [payment for payment in payments if unfit.get(payment.pk) == _HELD]
    take_out(payments=held, reason="an account of it is held", now=now)
    came_back = [payment for payment in payments if unfit.get(payment.pk) == _TAKEN_BACK]
    take_out(payments=came_back, reason=TAKEN_BACK, now=now)
    payments = [payment for payment in payments if payment.pk not in unfit]
    batch.count, batch.total = len(payments), sum(payment.amount for payment in payments)
    batch.digest = _digest(batch, payments)
    batch.problem = ""
    try:
        if payments:
            formats.file_of(
                connection=batch.connection,
                key=batch.format,
                items=items_of(payments),
                message_id=batch.message_id,
                created=now,
                value_date=batch.value_date,
            )
    except Unwritable as refusal:
        batch.problem = refusal.text[:255]


def _digest(batch: BankBatch, payments: Sequence[BankPayment]) -> str:
    said = [(one.end_to_end_id, one.amount, one.content) for one in payments]
    head = (batch.connection.public_id, batch.format, batch.message_id, batch.value_date)
    return hashlib.sha256(orjson.dumps([head, said], option=orjson.OPT_SORT_KEYS)).hexdigest()


_ENDED, _HELD, _TAKEN_BACK = "ended", "held", "taken back"
TAKEN_BACK = "the payer's bank has taken the collection back: the payer has the money, and gets no refund"
_HELD_ONES = sql.of_constants(
    """
SELECT payment.id FROM payments_transaction payment
  LEFT JOIN LATERAL (SELECT * FROM payments_quote WHERE id = payment.quote_id LIMIT 1) quote ON TRUE
 WHERE payment.id = ANY(%s) AND ({waits} OR {is_refused})
""",
    waits=due.WAITS,
    is_refused=due.IS_REFUSED,
)


def _unfit(payments: Sequence[BankPayment], now: dt.datetime) -> dict[uuid.UUID, str]:
    """Return the payments not to be sent, with reasons. Locks their transactions: this holds until the commit."""
    keys = [one.movement for one in payments]
    # In the order of keys, as everywhere where several are locked.
    transactions = {
        one.pk: one
        for one in Transaction.objects.select_for_update()
        .filter(pk__in=keys)
        .order_by("pk")
        .only("id", "status", "next_action", "next_action_at")
    }
    items = set(
        SuspenseItem.objects.select_for_update()
        .filter(movement__in=keys, resolved_at=None)
        .order_by("pk")
        .values_list("movement", flat=True)
    )
    with database.cursor() as cursor:
        cursor.execute(_HELD_ONES, [keys])
        held = {row[0] for row in cursor.fetchall()}
    back = taken_back(payments)
    unfit = {}
    for one in payments:
        payment = transactions.get(one.movement)
        if one.movement not in items and not (payment and _waits_for(payment, one.leg)):
            unfit[one.pk] = _ENDED
        elif one.movement in held:
            unfit[one.pk] = _HELD
        elif one.movement in back:
            unfit[one.pk] = _TAKEN_BACK
    return unfit


def taken_back(payments: Sequence[BankPayment]) -> set[uuid.UUID]:
    """Return the movements of the refunds whose payer has the money already: the bank took the collection back."""
    refunds = [one.movement for one in payments if one.leg == Leg.REFUND]
    if not refunds:
        return set()
    items = SuspenseItem.objects.filter(movement__in=refunds, transaction__isnull=False)
    # A refund is a payment's own, or of its money in suspense.
    payment_of: dict[uuid.UUID, uuid.UUID] = {key: key for key in refunds}
    payment_of |= {item.movement: item.transaction_id for item in items if item.movement and item.transaction_id}
    gone = set(
        BankPayment.objects.filter(
            movement__in=payment_of.values(), leg=Leg.COLLECTION, state__in=NOT_COLLECTED
        ).values_list("movement", flat=True)
    )
    return {movement for movement, payment in payment_of.items() if payment in gone}


def is_under_way(payment: BankPayment, *, lock: bool = False) -> bool:
    """Tell whether a movement is still to be made: its payment's step is due, or its item in suspense is unresolved.

    With `lock` it stays so until the caller's database transaction ends.
    """
    payments, items = Transaction.objects.filter(id=payment.movement), SuspenseItem.objects.all()
    if lock:
        payments, items = payments.select_for_update(of=("self",)), items.select_for_update(of=("self",))
    found = payments.first()
    if found is not None:
        return _waits_for(found, payment.leg)
    return items.filter(movement=payment.movement, resolved_at=None).first() is not None


def _waits_for(payment: Transaction, leg: str) -> bool:
    step = STEPS.get(payment.next_action)
    if step is None or step.leg != leg or payment.next_action_at is None:
        return False
    # Refunds are sent after their payment has ended.
    return leg == "REFUND" or payment.status in IN_FLIGHT


def take_out(*, payments: Sequence[BankPayment], reason: str, now: dt.datetime) -> None:
    """Remove payments from their batch; each is collected again when its worker next asks the rail."""
    keys = [one.pk for one in payments]
    BankPayment.objects.filter(pk__in=keys).update(state=BankPaymentState.WAITING, batch=None, reason=reason)
    make_due([one.movement for one in payments])


def make_due(movements: Sequence[uuid.UUID]) -> None:
    """Make movements under way due, by the clocks of their platforms, so that workers ask the rail about them."""
    with database.cursor() as cursor:
        cursor.execute(_MAKE_DUE, [list(movements)])
        cursor.execute(_MAKE_ITEM_DUE, [list(movements)])
    jobs.notify(ADVANCE_TASK)


# In the order of keys, as everywhere where several payments are locked.
_MAKE_DUE = """
WITH locked AS MATERIALIZED (
    SELECT id FROM payments_transaction WHERE id = ANY(%s) AND next_action_at IS NOT NULL ORDER BY id FOR UPDATE
)
UPDATE payments_transaction payment
   SET next_action_at = LEAST(payment.next_action_at, statement_timestamp() + platform.clock_offset)
  FROM locked, platforms_platform platform
 WHERE payment.id = locked.id AND platform.id = payment.platform_id
"""
_MAKE_ITEM_DUE = """
UPDATE payments_suspenseitem item
   SET next_attempt_at = LEAST(item.next_attempt_at, statement_timestamp() + platform.clock_offset)
  FROM platforms_platform platform
 WHERE item.movement = ANY(%s) AND platform.id = item.platform_id AND item.next_attempt_at IS NOT NULL
"""


def _modifier(batch: BankBatch) -> str:
    """Return the next unused letter or digit for a NACHA file of a sender and day; locks the sender's connections."""
    if formats.FORMATS[batch.format].version is not None:
        return ""
    assert batch.released_at is not None
    sender = {name: getattr(batch.connection, name) for name in ("clearing_number", "sender_id")}
    list(BankConnection.objects.select_for_update().filter(**sender).order_by("pk"))
    zone = ZoneInfo(batch.connection.time_zone)
    midnight = dt.datetime.combine(batch.released_at.astimezone(zone).date(), dt.time(), tzinfo=zone)
    of_day = BankBatch.objects.exclude(modifier="").filter(
        **{f"connection__{name}": value for name, value in sender.items()},
        released_at__gte=midnight,
        released_at__lt=midnight + dt.timedelta(days=1),
    )
    used = set(of_day.values_list("modifier", flat=True))
    left = [one for one in _MODIFIERS if one not in used]
    if not left:
        raise TooManyFiles
    return left[0]


def _note(batch: BankBatch, verb: str, actor: audit.Actor, now: dt.datetime, **details: object) -> None:
    audit.record(audit.Subject(batch.connection.platform_id, batch.public_id), verb, actor=actor, now=now, **details)
