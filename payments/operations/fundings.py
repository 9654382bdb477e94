"""Money that arrives for a quote funded in real time: it pays the quote, goes back, or waits for a person.

None is lost: whatever arrives is in the books before anything else is decided. Right amount in time: the payment goes
on. Another amount: the payment fails, the money goes back. Too late: the quote expires, the money goes back. Once more
after that: it goes into suspense, because whose mistake it is only a person can find out.
"""

import datetime as dt
import uuid

from payments.models import FailureReason, Quote, QuoteSourceType, ReceiptUse, Transaction, TransactionStatus
from payments.operations import quoted_payments, quotes, transactions
from payments.operations.quotes import QuoteNotFound
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
    quote = Quote.objects.filter(id=quote_id).first() if quote_id else None
    if quote is None or quote.platform_id != platform_id:
        raise QuoteNotFound
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


def _use(payment: Transaction, quote: Quote, amount: int, *, now: dt.datetime) -> None:
    if payment.status == TransactionStatus.PENDING and quote.expires_at > now:
        if amount == quote.total_sending:
            quoted_payments.receive(payment=payment, amount=amount, use=ReceiptUse.APPLIED, now=now)
            quoted_payments.begin_delivery(payment=payment, quote=quote, now=now)
            return
        quoted_payments.receive(
            payment=payment, amount=amount, use=ReceiptUse.RETURNING, reason="AMOUNT_MISMATCH", now=now
        )
        payment.failure_reason, payment.next_action_at = FailureReason.FUNDING_AMOUNT_MISMATCH, None
        transactions.move(
            payment, to=TransactionStatus.FAILED, cause="funding_amount_mismatch", actor=audit.SYSTEM, now=now
        )
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
