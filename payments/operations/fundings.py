"""Money that arrives for a quote funded in real time: it pays the quote, goes back, or waits for a person.

None is lost: whatever arrives is in the books before anything else is decided. Right amount in time: the payment goes
on. Another amount, or a payer or payee who is no longer approved: the payment fails, the money goes back. Too late: the
quote expires, the money goes back. Once more after that: it goes into suspense, because whose mistake it is only a
person can find out.
"""

import datetime as dt
import uuid

from payments.models import Quote, QuoteSourceType, ReceiptUse, Transaction, TransactionStatus
from payments.operations import quoted_payments, quotes
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


def _use(payment: Transaction, quote: Quote, amount: int, *, now: dt.datetime) -> None:
    if payment.status == TransactionStatus.PENDING and quote.expires_at > now:
        quoted_payments.use(payment=payment, quote=quote, amount=amount, now=now)
        return
    if payment.status == TransactionStatus.PENDING or (
        payment.status == TransactionStatus.EXPIRED and payment.refund is None
    ):
        quoted_payments.receive(payment=payment, amount=amount, use=ReceiptUse.RETURNING, reason="TOO_LATE", now=now)
        told = quotes.run_out(payment=payment, now=now) if payment.status == TransactionStatus.PENDING else []
        reason = quoted_payments.TIMEOUT
    else:
        quoted_payments.receive(payment=payment, amount=amount, use=ReceiptUse.SUSPENSE, reason="PAID_AGAIN", now=now)
        return
    events.emit_many([*told, *quoted_payments.give_back(payment=payment, quote=quote, reason=reason, now=now)])
