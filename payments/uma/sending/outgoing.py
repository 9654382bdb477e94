"""Outgoing payments by UMA, once executed: the invoice paid, the proof stored, the other side told.

The entries are those of any quoted payment: bitcoin leaves, with Lightning as its rail. In addition, the preimage
proves that the receiver has the money, the service pays the fee of the route, and the receiver's side is told when it
is done.
"""

import datetime as dt
import uuid

from payments.due import ADVANCE_TASK, CALL_TASK
from payments.ledger import movements
from payments.ledger.entries import Amount
from payments.models import FailureReason, NextAction, OutgoingUmaPayment, Transaction
from payments.providers import lightning_node
from payments.providers.base import RailOutcome, Verdict
from payments.providers.lightning_node import Payment, PaymentFailure, PaymentOrder, PaymentState
from payments.uma.sending import quote_terms
from payments.workflow import outcomes
from payments.workflow.moves import Move
from platforms.base import backoff, jobs

_LONGEST_WAIT = dt.timedelta(seconds=30)
"""Pause between two looks at a payment under way. The receiver's side may hold it for a while."""


class ProofWrong(Exception):
    """The node claims to have paid without a valid proof: nothing is recorded, a person must look."""


def order(session: OutgoingUmaPayment) -> PaymentOrder:
    """Return the order for the node."""
    return PaymentOrder(
        payment_request=session.invoice,
        payment_hash=bytes.fromhex(session.payment_hash),
        amount_msat=session.amount_msat,
        most_fee_msat=session.most_fee_msat,
    )


def outcome(*, session: OutgoingUmaPayment, payment: Payment, attempts: int) -> RailOutcome:
    """Return the node's answer in the terms of a rail. Raises ProofWrong."""
    if payment.state == PaymentState.SETTLED:
        if not lightning_node.proves(payment, bytes.fromhex(session.payment_hash)):
            raise ProofWrong(session.payment_hash)
        return RailOutcome(Verdict.SETTLED, provider_reference=session.payment_hash)
    if payment.state == PaymentState.FAILED:
        if payment.failure == PaymentFailure.REFUSED:
            return RailOutcome(Verdict.REJECTED, failure_reason=FailureReason.COUNTERPARTY_POST_TX_FAILED)
        is_late = payment.failure == PaymentFailure.EXPIRED
        reason = FailureReason.QUOTE_EXECUTION_FAILED if is_late else FailureReason.LIGHTNING_PAYMENT_FAILED
        return RailOutcome(Verdict.FAILED, failure_reason=reason)
    wait = backoff.pause(attempts, longest=_LONGEST_WAIT)
    return RailOutcome(Verdict.PENDING, provider_reference=session.payment_hash, ask_again_after=wait)


def record(
    *, transaction_id: uuid.UUID, payment: Payment, outcome: RailOutcome, now: dt.datetime
) -> Transaction | None:
    """Record the node's answer about paying an invoice, `outcome` being the same in the terms of a rail.

    Safe to repeat: None, and no change, when the payment is past this step.
    """
    moved = outcomes.record(transaction_id=transaction_id, step=NextAction.PAY_INVOICE, outcome=outcome, now=now)
    if moved is None or outcome.verdict != Verdict.SETTLED:
        return moved
    assert payment.preimage is not None
    session = OutgoingUmaPayment.objects.get(transaction_id=transaction_id)
    session.preimage, session.fee_msat = payment.preimage.hex(), payment.fee_msat
    session.save(update_fields=["preimage", "fee_msat"])
    move = Move(moved, now)
    # The fee of the route left the node, and the service pays it.
    if fee := quote_terms.satoshis(payment.fee_msat):
        move.post(movements.ROUTING_FEE, of=Amount(fee, quote_terms.BRIDGE))
    if session.callback_url:
        move.plan(NextAction.CALL_BACK)
        jobs.notify(CALL_TASK)
    return moved


def note_word(*, transaction_id: uuid.UUID, status: str, error: str, now: dt.datetime) -> None:
    """Store the payment's result according to the receiver's side, and have a worker ask the network, which decides."""
    move = Move.lock(transaction_id, NextAction.PAY_INVOICE, now=now)
    OutgoingUmaPayment.objects.filter(transaction_id=transaction_id).update(
        receiver_status=status, receiver_error=error[:512]
    )
    if move is not None:
        move.hurry(now)
        jobs.notify(ADVANCE_TASK)
