"""Payments that go out by UMA, once executed: the invoice paid, the proof kept, the other side told.

The steps of the books are those of any quoted payment (`quoted_payments`): what leaves is bitcoin, to Lightning as its
rail. What is particular: the preimage proves that the receiver has the money, the way there may cost something, which
the service bears, and the receiver's side hears from us when it is done.
"""

import datetime as dt
import uuid

from payments.ledger import journal
from payments.ledger.chart import AccountKind
from payments.models import FailureReason, NextAction, OutgoingUmaPayment, Transaction
from payments.operations import bookings, quoted_payments, uma_quotes
from payments.operations.transfers import ADVANCE_TASK, CALL_TASK
from payments.providers import settlement
from payments.providers.base import RailOutcome, Verdict
from payments.providers.settlement import Payment, PaymentFailure, PaymentOrder, PaymentState
from platforms import audit
from platforms.kit import backoff, queue

CALLBACK_PATIENCE = dt.timedelta(days=1)
"""How long we try to tell the receiver's side that a payment is through."""
_LONGEST_PAUSE = dt.timedelta(minutes=30)
_LONGEST_WAIT = dt.timedelta(seconds=30)
"""Between two looks at a payment that is on its way. It is held while the receiver's side thinks."""


class ProofWrong(Exception):
    """The node says that it has paid, and what it shows does not prove it: nothing is recorded, people must look."""


def order(session: OutgoingUmaPayment) -> PaymentOrder:
    """Return what the node is told to pay."""
    return PaymentOrder(
        payment_request=session.invoice,
        payment_hash=bytes.fromhex(session.payment_hash),
        amount_msat=session.amount_msat,
        most_fee_msat=session.most_fee_msat,
    )


def outcome(*, session: OutgoingUmaPayment, payment: Payment, attempts: int) -> RailOutcome:
    """Return what the node says in the words of a rail. Raises ProofWrong."""
    if payment.state == PaymentState.SETTLED:
        if not settlement.proves(payment, bytes.fromhex(session.payment_hash)):
            raise ProofWrong(session.payment_hash)
        return RailOutcome(Verdict.SETTLED, provider_reference=session.payment_hash)
    if payment.state == PaymentState.FAILED:
        if payment.failure == PaymentFailure.REFUSED:
            return RailOutcome(Verdict.REJECTED, failure_reason=FailureReason.COUNTERPARTY_POST_TX_FAILED)
        return RailOutcome(Verdict.FAILED, failure_reason=FailureReason.QUOTE_EXECUTION_FAILED)
    wait = backoff.pause(attempts, longest=_LONGEST_WAIT)
    return RailOutcome(Verdict.PENDING, provider_reference=session.payment_hash, ask_again_after=wait)


def record(
    *, transaction_id: uuid.UUID, payment: Payment, outcome: RailOutcome, now: dt.datetime
) -> Transaction | None:
    """Record what the node said about paying an invoice, `outcome` being the same in the words of a rail.

    Safe to repeat: None, and no change, when the payment is past this step.
    """
    moved = quoted_payments.record_payout(
        transaction_id=transaction_id, outcome=outcome, now=now, action=NextAction.PAY_INVOICE
    )
    if moved is None or outcome.verdict != Verdict.SETTLED:
        return moved
    assert payment.preimage is not None
    session = OutgoingUmaPayment.objects.get(transaction_id=transaction_id)
    session.preimage, session.fee_msat = payment.preimage.hex(), payment.fee_msat
    session.save(update_fields=["preimage", "fee_msat"])
    _book_way(moved, payment.fee_msat, now=now)
    if session.callback_url:
        _due(moved, NextAction.CALL_BACK, now)
        queue.ring(CALL_TASK)
    return moved


def record_callback(*, transaction_id: uuid.UUID, is_heard: bool, now: dt.datetime) -> None:
    """Record whether the receiver's side took our word that a payment is through; after a day of silence we stop."""
    payment = _lock(transaction_id)
    if payment.next_action != NextAction.CALL_BACK or payment.next_action_at is None:
        return
    if is_heard:
        OutgoingUmaPayment.objects.filter(transaction_id=transaction_id).update(called_back_at=now)
    elif now - payment.updated_at <= CALLBACK_PATIENCE:
        _due(payment, NextAction.CALL_BACK, now + backoff.pause(payment.attempts, longest=_LONGEST_PAUSE))
        return
    else:
        _note(payment, "uma.callback_given_up", now=now)
    payment.next_action_at = None
    payment.save(update_fields=["next_action_at"])


def note_word(*, transaction_id: uuid.UUID, status: str, error: str, now: dt.datetime) -> None:
    """Keep what the receiver's side says became of a payment, and have a worker ask the network, whose word counts."""
    payment = _lock(transaction_id)
    OutgoingUmaPayment.objects.filter(transaction_id=transaction_id).update(
        receiver_status=status, receiver_error=error[:512]
    )
    if payment.next_action == NextAction.PAY_INVOICE and payment.next_action_at is not None:
        _due(payment, NextAction.PAY_INVOICE, min(payment.next_action_at, now))
        queue.ring(ADVANCE_TASK)


def _book_way(payment: Transaction, fee_msat: int, *, now: dt.datetime) -> None:
    """Book what the way has cost: it left the node, and nobody but the service bears it."""
    fee = uma_quotes.satoshis(fee_msat)
    if not fee:
        return
    exchange, rail = (
        bookings.account(payment, kind, currency=uma_quotes.BRIDGE)
        for kind in (AccountKind.EXCHANGE, AccountKind.RAIL_SETTLEMENT)
    )
    bookings.post(payment, "ROUTING_FEE", journal.debit(exchange, fee), journal.credit(rail, fee), now=now)


def _lock(transaction_id: uuid.UUID) -> Transaction:
    payment: Transaction = Transaction.objects.select_for_update(of=("self",)).get(id=transaction_id)
    return payment


def _due(payment: Transaction, action: str, at: dt.datetime) -> None:
    payment.next_action, payment.next_action_at = action, at
    payment.save(update_fields=["next_action", "next_action_at"])


def _note(payment: Transaction, verb: str, *, now: dt.datetime) -> None:
    audit.record(actor=audit.SYSTEM, platform_id=payment.platform_id, verb=verb, subject=payment.public_id, now=now)
