"""Money that had left suspense by a rail, and came back after it had settled: it is in suspense once more.

A payment's money is a new item of the payment. A deposit has one item for ever: its money is a deposit of its own.

Other money that comes back is elsewhere: what a receiving bank returns, in `quoted_payments` and `settlement`; what a
payer's bank takes back, in `settlement.reverse_collection`.
"""

import datetime as dt
import uuid
from collections.abc import Sequence

from payments.ledger import movements
from payments.models import Deposit, SuspenseItem, Transaction
from payments.workflow import suspense, transactions
from payments.workflow.moves import Move
from platforms import audit
from platforms.base import clock
from webhooks.outbox import events

_REASONS = {
    suspense.REFUND_FAILED: suspense.REFUND_CAME_BACK,
    suspense.REFUND_CAME_BACK: suspense.REFUND_CAME_BACK,
    suspense.PAYOUT_NOT_GIVEN_BACK: suspense.PAYOUT_CAME_BACK,
    suspense.PAYOUT_CAME_BACK: suspense.PAYOUT_CAME_BACK,
}
"""The reason of money that comes back, by that of the item that it left."""


def suspend(*, movements_back: Sequence[uuid.UUID], now: clock.RealTime) -> list[uuid.UUID]:
    """Book the movements out of suspense that a rail has taken back; return those of settled items.

    In the caller's database transaction, once for each return: the caller knows whether it is new. A movement that is
    still under way is no settled item's: the worker asks the rail about it.
    """
    # Locked in the order of keys, like payments: a worker that records the settlement at this moment is waited for.
    items = SuspenseItem.objects.select_for_update(of=("self",)).filter(movement__in=movements_back).order_by("id")
    settled = [item for item in items.select_related("platform", "deposit") if item.resolved_at is not None]
    for item in settled:
        at = clock.of(item.platform, now)
        again = _of_deposit(item, at) if item.deposit is not None else _of_payment(item, at)
        audit.record(
            audit.Subject(item.platform_id, _subject(item)),
            "suspense.came_back",
            actor=audit.SYSTEM,
            now=at,
            item=again.public_id,
            left=item.public_id,
            amount=item.amount,
            currency=item.currency,
        )
    return [item.movement for item in settled if item.movement is not None]


def _of_payment(item: SuspenseItem, now: dt.datetime) -> SuspenseItem:
    payment = transactions.lock(_key_of_payment(item))
    assert payment is not None, "an item names its payment"
    move = Move(payment, now)
    reason = _REASONS.get(item.reason, suspense.PAID_AGAIN_CAME_BACK)
    made = move.suspend(movements.CAME_BACK, item.amount, item.currency, reason=reason, receipt=item.receipt_id)
    if reason == suspense.REFUND_CAME_BACK:
        events.emit_many([transactions.end_refund_alone(payment, is_back=False, now=now)])
    return made


def _of_deposit(item: SuspenseItem, now: dt.datetime) -> SuspenseItem:
    former = item.deposit
    assert former is not None
    # Of what came back twice the first deposit is named: the rail knows the payer by that.
    deposit = Deposit(
        platform_id=item.platform_id,
        provider_reference=f"{item.public_id}:{item.movement}",
        amount=item.amount,
        currency=item.currency,
        named=former.named if former.reason == suspense.CAME_BACK else former.public_id,
        reason=suspense.CAME_BACK,
        at=now,
    )
    return suspense.suspend_deposit(deposit, now=now)


def _key_of_payment(item: SuspenseItem) -> uuid.UUID:
    assert item.transaction_id is not None
    return item.transaction_id


def _subject(item: SuspenseItem) -> str:
    return item.deposit.public_id if item.deposit else Transaction(id=item.transaction_id).public_id
