"""Money that arrives for a quote funded in real time: it pays the quote, goes back, or waits for a person.

None is lost: whatever arrives is in the books before anything else is decided. Right amount in time: the payment goes
on. Another amount, or a payer who is no longer approved: the payment fails, the money goes back. Too late: the quote
expires, the money goes back. Once more after that: it goes into suspense, because whose mistake it is only a person can
find out.
"""

import datetime as dt
import uuid

from compliance import gates
from payments.models import FailureReason, Quote, QuoteSourceType, ReceiptUse, Transaction, TransactionStatus
from payments.operations import accounts, quoted_payments, quotes, transactions
from payments.operations.transfers import ADVANCE_TASK, CurrencyMismatch
from platforms import audit
from platforms.kit import errors, queue
from webhooks import events


def receive(
    *,
    platform_id: uuid.UUID,
    quote_id: uuid.UUID | None,
    currency: str,
    amount: int | None,
    actor: audit.Actor,
    now: dt.datetime,
) -> Transaction:
    """Take in a payment for a quote and return its transaction; without an `amount` it is the quote's total.

    Raises QuoteNotFound, CurrencyMismatch, InvalidInput for a quote that is not funded this way.
    """
    quote = quotes.find(platform_id=platform_id, quote_id=quote_id)
    if quote.source_type != QuoteSourceType.REALTIME_FUNDING:
        raise errors.InvalidInput.field("quoteId", "this quote is paid from an account: execute it")
    if currency != quote.sending_currency:
        raise CurrencyMismatch(f"The quote is to be paid in {quote.sending_currency}.")
    payment: Transaction = Transaction.objects.select_for_update(of=("self",)).get(id=quote.transaction_id)
    received = quote.total_sending if amount is None else amount
    _use(payment, quote, received, now=now)
    audit.record(
        actor=actor,
        platform_id=platform_id,
        verb="quote.fund",
        subject=quote.public_id,
        now=now,
        details={"amount": received, "currency": currency},
    )
    queue.ring(ADVANCE_TASK)
    return payment


_FAILURES = {
    "AMOUNT_MISMATCH": FailureReason.FUNDING_AMOUNT_MISMATCH,
    "PAYER_NOT_APPROVED": FailureReason.QUOTE_EXECUTION_FAILED,
}


def _use(payment: Transaction, quote: Quote, amount: int, *, now: dt.datetime) -> None:
    if payment.status == TransactionStatus.PENDING and quote.expires_at > now:
        misfit = _misfit(quote, amount)
        if not misfit:
            quoted_payments.receive(payment=payment, amount=amount, use=ReceiptUse.APPLIED, now=now)
            quoted_payments.begin_delivery(payment=payment, quote=quote, now=now)
            return
        quoted_payments.receive(payment=payment, amount=amount, use=ReceiptUse.RETURNING, reason=misfit, now=now)
        payment.failure_reason, payment.next_action_at = _FAILURES[misfit], None
        cause = f"funding_{misfit.lower()}"
        transactions.move(payment, to=TransactionStatus.FAILED, cause=cause, actor=audit.SYSTEM, now=now)
        told = transactions.status_events(payment, now=now)
        reason = quoted_payments.TRANSACTION_FAILED
    elif payment.status == TransactionStatus.PENDING or (
        payment.status == TransactionStatus.EXPIRED and payment.refund is None
    ):
        quoted_payments.receive(payment=payment, amount=amount, use=ReceiptUse.RETURNING, reason="TOO_LATE", now=now)
        told = quotes.run_out(payment=payment, now=now) if payment.status == TransactionStatus.PENDING else []
        reason = quoted_payments.TIMEOUT
    else:
        quoted_payments.receive(payment=payment, amount=amount, use=ReceiptUse.SUSPENSE, reason="PAID_AGAIN", now=now)
        return
    events.emit_many([*told, *quoted_payments.give_back(payment=payment, quote=quote, reason=reason, now=now)])


def _misfit(quote: Quote, amount: int) -> str:
    """Return why money that came in time does not pay for its quote; empty when it does."""
    if amount != quote.total_sending:
        return "AMOUNT_MISMATCH"
    if quote.customer_id is not None:
        # The payer may have lost the approval since the quote was made.
        payer = accounts.hold_customer(quote.customer_id)
        try:
            gates.require_can_pay(status=payer.status, deleted_at=payer.deleted_at)
        except errors.DomainError:
            return "PAYER_NOT_APPROVED"
    return ""
