"""The payment of a quote after its beginning: money collected, exchanged, paid out, and refunded.

Its entries are in `payments.ledger.movements`. A failed payment returns everything to the payer, fees too.
"""

import datetime as dt
import uuid

from payments.accounts import internal_accounts, invoices, quote_holds
from payments.ledger import movements
from payments.ledger.entries import Amount
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
from payments.workflow import moves, step_functions
from payments.workflow.moves import Move
from platforms import audit
from platforms.base import identifiers
from webhooks.outbox import events


def start(*, quote: Quote, payment: Transaction, waits: bool, actor: audit.Actor, now: dt.datetime) -> None:
    """Begin a PENDING payment whose source is an account: debit an internal one, collect from an external one.

    One that `waits` goes on when a person has approved it. The payment is locked, or new in this database transaction.
    Raises InsufficientBalance, InvoiceExpired, InvoicePaid.
    """
    invoices.claim(payment, account_id=quote.destination_external_account_id, now=now)
    move = Move(payment, now, quote, actor=actor)
    if quote.source_internal_account_id is not None:
        payer = internal_accounts.load(quote.source_internal_account_id)
        move.credit(payer, move.post(movements.EXECUTED_FROM_HOLDER, party=payer))
    move.due(quote.first_step)
    if waits:
        payment.wait_for_approval(now)
    move.to(TransactionStatus.PROCESSING, cause="quote_executed")
    move.tell()


def collected(move: Move, outcome: RailOutcome) -> None:
    """Use the money that a rail has collected from an external account."""
    _use(move, move.quote.total_sending)


def not_collected(move: Move, outcome: RailOutcome) -> None:
    """End a payment without any collected money."""
    move.payment.failure_reason = outcome.failure_reason or FailureReason.QUOTE_EXECUTION_FAILED
    move.due(None)
    move.to(TransactionStatus.FAILED, cause="collection_failed")


def settled(move: Move, outcome: RailOutcome) -> None:
    """Complete a payment whose payout has settled; it may be returned while the rail wants to be asked again."""
    move.settle(movements.PAYOUT_SETTLED, outcome)


def failed(move: Move, outcome: RailOutcome) -> None:
    """End a failed payout, and return everything; the verdict determines status and refund."""
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
    """Credit the exchanged money to the internal account that a quote pays to; a closed one returns it.

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


def refunded(move: Move, outcome: RailOutcome) -> None:
    """Complete the refund of money that a rail has returned to the payer; it may come back while the rail says so."""
    move.rest(outcome)
    if _is_refunded(move.payment):
        move.save()
        return
    move.post(movements.FUNDING_RETURNED, of=Amount(_refundable(move.payment), move.payment.sent_currency))
    move.end_refund(is_back=True)


def not_refunded(move: Move, outcome: RailOutcome) -> None:
    """Put money into suspense that no rail could refund, or whose refund came back: a person has to decide about it."""
    payment = move.payment
    amount, currency = _refundable(payment), payment.sent_currency
    move.due(None)
    if _is_refunded(payment):
        move.suspend(movements.CAME_BACK, amount, currency, reason="REFUND_CAME_BACK")
    else:
        move.suspend(movements.FUNDING_SUSPENDED, amount, currency, reason="REFUND_FAILED")
    move.end_refund(is_back=False)


def _is_refunded(payment: Transaction) -> bool:
    return (payment.refund or {}).get("status") == "COMPLETED"


def receive(
    *, payment: Transaction, amount: int, use: ReceiptUse, reason: str = "", now: dt.datetime
) -> FundingReceipt:
    """Record money from outside in the books: it is in funding clearing until it is used or refunded.

    `amount` in the sending currency's smallest unit. Return the receipt, with its payment.
    """
    return _receive(Move(payment, now), amount, use, reason)


def use(*, payment: Transaction, quote: Quote, amount: int, now: dt.datetime) -> FundingReceipt:
    """Pass money that arrived in time on to the receiver; where that is not allowed, fail the payment and refund it."""
    move = Move(payment, now, quote)
    receipt = _use(move, amount)
    move.finish()
    return receipt


def refund(*, payment: Transaction, quote: Quote, reason: str, now: dt.datetime) -> list[events.NewEvent]:
    """Begin to refund the money in funding clearing; return the event."""
    move = Move(payment, now, quote)
    _begin_refund(move, reason)
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
        move.suspend(movements.FUNDING_SUSPENDED, amount, receipt.currency, reason=reason, receipt=receipt.pk)
    return receipt


def _use(move: Move, amount: int) -> FundingReceipt:
    misfit = quote_holds.misfit(move.quote, move.payment, amount=amount, now=move.now)
    receipt = _receive(move, amount, ReceiptUse.RETURNING if misfit else ReceiptUse.APPLIED, misfit)
    if misfit:
        move.payment.failure_reason = quote_holds.MISFITS[misfit]
        move.due(None)
        move.to(TransactionStatus.FAILED, cause=f"funding_{misfit.lower()}")
        _begin_refund(move, moves.TRANSACTION_FAILED)
        return receipt
    move.post(movements.EXECUTED_FROM_OUTSIDE)
    move.due(move.quote.delivery)
    if move.payment.status == TransactionStatus.PENDING:
        move.to(TransactionStatus.PROCESSING, cause="funded")
    else:
        move.save()
    return receipt


def _begin_refund(move: Move, reason: str) -> None:
    move.begin_refund(reason)
    move.plan(NextAction.GIVE_BACK)


def _refundable(payment: Transaction) -> int:
    """Return how much of a payment's money from outside has to be refunded."""
    receipts = FundingReceipt.objects.filter(transaction_id=payment.id).exclude(use=ReceiptUse.SUSPENSE)
    return sum(receipt.amount for receipt in receipts)


step_functions.register(NextAction.COLLECT, settled=collected, failed=not_collected)
step_functions.register(NextAction.PAY_OUT, settled=settled, failed=failed, in_sets={Verdict.SETTLED})
step_functions.register(NextAction.PAY_INVOICE, settled=settled, failed=failed)
step_functions.register(NextAction.GIVE_BACK, settled=refunded, failed=not_refunded)
step_functions.register(NextAction.PAY_IN, own=pay_in)
