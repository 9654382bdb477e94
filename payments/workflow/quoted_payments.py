"""What becomes of a quote's payment once it has begun: money collected, exchanged, paid out, and given back.

Its entries are in `payments.ledger.movements`. A payment that fails gives the payer everything back, fees too.
"""

import datetime as dt
import uuid

from payments.accounts import internal_accounts, quote_parties
from payments.ledger import movements
from payments.ledger.movements import Amount
from payments.models import (
    FailureReason,
    FundingReceipt,
    NextAction,
    Quote,
    ReceiptUse,
    Transaction,
    TransactionStatus,
)
from payments.providers.base import RailOutcome, Verdict
from payments.workflow import moves
from payments.workflow.moves import Move
from platforms import audit
from platforms.base import identifiers
from webhooks.outbox import events


def start(*, quote: Quote, payment: Transaction, actor: audit.Actor, now: dt.datetime) -> None:
    """Begin a PENDING payment whose source is an account: debit an internal one, have an external one collected from.

    The payment is locked, or new in this database transaction. Raises InsufficientBalance.
    """
    move = Move(payment, now, quote, actor=actor)
    if quote.source_internal_account_id is not None:
        payer = internal_accounts.load(quote.source_internal_account_id)
        move.credit(payer, move.post(movements.EXECUTED_FROM_HOLDER, party=payer))
        move.due(_delivery(quote))
    else:
        move.due(NextAction.COLLECT)
    move.to(TransactionStatus.PROCESSING, cause="quote_executed")
    move.tell()


def collected(move: Move, outcome: RailOutcome) -> None:
    """Use the money that a rail has collected from an external account."""
    _use(move, move.quote.total_sending)


def not_collected(move: Move, outcome: RailOutcome) -> None:
    """End a payment for which nothing could be collected."""
    move.payment.failure_reason = outcome.failure_reason or FailureReason.QUOTE_EXECUTION_FAILED
    move.due(None)
    move.to(TransactionStatus.FAILED, cause="collection_failed")


def settled(move: Move, outcome: RailOutcome) -> None:
    """Complete a payment whose payout has settled; it may come back for as long as the rail wants to be asked again."""
    move.settle(movements.PAYOUT_SETTLED, outcome)


def failed(move: Move, outcome: RailOutcome) -> None:
    """End a payout that did not succeed, and give everything back; status and refund as the verdict says."""
    payment, quote = move.payment, move.quote
    is_cancelled = outcome.verdict == Verdict.CANCELLED
    move.due(None)
    if not is_cancelled:
        payment.failure_reason = outcome.failure_reason or FailureReason.QUOTE_EXECUTION_FAILED
        is_rejected = outcome.verdict == Verdict.REJECTED and payment.status == TransactionStatus.PROCESSING
        to = TransactionStatus.REJECTED if is_rejected else TransactionStatus.FAILED
        move.to(to, cause=f"rail_{outcome.verdict.lower()}")
    move.begin_refund(moves.USER_CANCELLATION if is_cancelled else moves.TRANSACTION_FAILED)
    if payment.settled_at is not None:
        move.undo(movements.PAYOUT_RETURNED)
    if not outcome.is_money_back:
        amount, currency = quote.leaving_amount, quote.leaving_currency
        move.suspend(movements.PAYOUT_SUSPENDED, amount, currency, reason="PAYOUT_NOT_GIVEN_BACK")
        move.end_refund(is_back=False)
    elif quote.source_internal_account_id is None:
        move.undo(movements.QUOTE_REVERSED)
        move.plan(NextAction.GIVE_BACK)
    else:
        payer = internal_accounts.load(quote.source_internal_account_id)
        move.end_refund(is_back=move.repay(payer, movements.QUOTE_REVERSED))


def pay_in(*, transaction_id: uuid.UUID, now: dt.datetime) -> Transaction | None:
    """Credit the exchanged money to the internal account that a quote pays to; a closed one sends it back.

    Safe to repeat: None, and no change, when the payment is past this step.
    """
    move = Move.lock(transaction_id, NextAction.PAY_IN, now=now)
    if move is None:
        return None
    receiver = internal_accounts.load(move.quote.destination_internal_account_id)
    if internal_accounts.lock_open(receiver):
        move.credit(receiver, move.post(movements.PAYOUT_CREDITED, party=receiver))
        move.due(None)
        move.payment.settled_at = now
        move.to(TransactionStatus.COMPLETED, cause="credited")
    else:
        failed(move, RailOutcome(Verdict.FAILED, failure_reason=FailureReason.QUOTE_EXECUTION_FAILED))
    return move.finish()


def given_back(move: Move, outcome: RailOutcome) -> None:
    """Complete the refund of money that a rail has given back to who paid it."""
    move.due(None)
    move.post(movements.FUNDING_RETURNED, of=Amount(_to_give_back(move.payment), move.payment.sent_currency))
    move.end_refund(is_back=True)


def not_given_back(move: Move, outcome: RailOutcome) -> None:
    """Put money aside that no rail could give back: a person has to look after it."""
    payment = move.payment
    move.due(None)
    move.suspend(movements.FUNDING_SUSPENDED, _to_give_back(payment), payment.sent_currency, reason="REFUND_FAILED")
    move.end_refund(is_back=False)


def receive(
    *, payment: Transaction, amount: int, use: ReceiptUse, reason: str = "", now: dt.datetime
) -> FundingReceipt:
    """Take money from outside into the books: it is in the funding clearing until it is used or given back.

    `amount` in the sending currency's smallest unit. Return the receipt, with its payment.
    """
    return _receive(Move(payment, now), amount, use, reason)


def use(*, payment: Transaction, quote: Quote, amount: int, now: dt.datetime) -> FundingReceipt:
    """Let money that has arrived in time go on to the receiver; where it may not, fail the payment and send it back."""
    move = Move(payment, now, quote)
    receipt = _use(move, amount)
    move.finish()
    return receipt


def refund(*, payment: Transaction, quote: Quote, reason: str, now: dt.datetime) -> list[events.NewEvent]:
    """Begin to send the money in the funding clearing back to who paid it; return the event that tells it."""
    move = Move(payment, now, quote)
    _give_back(move, reason)
    return move.told


def _receive(move: Move, amount: int, use: ReceiptUse, reason: str) -> FundingReceipt:
    payment = move.payment
    receipt = FundingReceipt(
        id=identifiers.new_key(),
        platform_id=payment.platform_id,
        transaction=payment,
        amount=amount,
        currency=payment.sent_currency,
        use=use,
        reason=reason,
        at=move.now,
    )
    move.post(movements.FUNDING_RECEIVED, of=receipt)
    receipt.save(force_insert=True)
    if use == ReceiptUse.SUSPENSE:
        move.suspend(movements.FUNDING_SUSPENDED, amount, receipt.currency, reason=reason)
    return receipt


def _use(move: Move, amount: int) -> FundingReceipt:
    misfit = quote_parties.misfit(move.quote, amount=amount)
    receipt = _receive(move, amount, ReceiptUse.RETURNING if misfit else ReceiptUse.APPLIED, misfit)
    if misfit:
        move.payment.failure_reason = quote_parties.MISFITS[misfit]
        move.due(None)
        move.to(TransactionStatus.FAILED, cause=f"funding_{misfit.lower()}")
        _give_back(move, moves.TRANSACTION_FAILED)
        return receipt
    move.post(movements.EXECUTED_FROM_OUTSIDE)
    move.due(_delivery(move.quote))
    if move.payment.status == TransactionStatus.PENDING:
        move.to(TransactionStatus.PROCESSING, cause="funded")
    else:
        move.save()
    return receipt


def _give_back(move: Move, reason: str) -> None:
    move.begin_refund(reason)
    move.plan(NextAction.GIVE_BACK)


def _to_give_back(payment: Transaction) -> int:
    """Return what of a payment's money from outside has to go back."""
    receipts = FundingReceipt.objects.filter(transaction_id=payment.id).exclude(use=ReceiptUse.SUSPENSE)
    return sum(receipt.amount for receipt in receipts)


def _delivery(quote: Quote) -> NextAction:
    if quote.destination_address:
        return NextAction.PAY_INVOICE
    return NextAction.PAY_OUT if quote.destination_external_account_id is not None else NextAction.PAY_IN
