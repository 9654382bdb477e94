"""Quotes: found, and expired; `creating` makes and `executing` executes them.

A quote holds terms and never changes. The payment is a transaction from the first moment on, PENDING until the quote
is executed or paid (PROCESSING) or expires (EXPIRED); from then on `quoted_payments` continues it. How long a quote can
be used: `prices.LIFETIME`. What rounding leaves over: `pricing.arithmetic`.
"""

import datetime as dt
import uuid

from payments.models import (
    FailureReason,
    NextAction,
    Quote,
    Transaction,
    TransactionStatus,
)
from payments.workflow import step_functions, transactions
from platforms import audit
from platforms.base import errors
from platforms.database.rows import by_key
from webhooks.outbox import events


class QuoteNotFound(errors.NotFound):
    """The platform has no such quote."""

    code = "QUOTE_NOT_FOUND"
    message = "There is no such quote."


class QuoteExpired(errors.DomainError):
    """The quote has expired."""

    code = "QUOTE_EXPIRED"
    message = "The quote has expired. Ask for a new one."


class QuoteNotPending(errors.DomainError):
    """The quote was executed, paid or ended before."""

    code = "QUOTE_NOT_PENDING"

    def __init__(self, status: str) -> None:
        """Take the present status of the payment."""
        super().__init__(f"The quote can't be executed: its payment is {status}.", transactionStatus=status)


def expire(*, transaction_id: uuid.UUID, now: dt.datetime) -> Transaction | None:
    """End an expired quote; None, and no change, when it was used first."""
    payment = transactions.lock(transaction_id)
    if payment is None or payment.status != TransactionStatus.PENDING:
        return None
    quote = Quote.objects.get(transaction_id=transaction_id)
    if quote.expires_at > now:
        payment.next_action_at = quote.expires_at
        payment.save(update_fields=["next_action_at"])
        return None
    events.emit_many(run_out(payment=payment, now=now))
    return payment


def run_out(*, payment: Transaction, now: dt.datetime) -> list[events.NewEvent]:
    """Move a locked PENDING payment to EXPIRED and return its event."""
    payment.failure_reason, payment.next_action_at = FailureReason.QUOTE_EXPIRED, None
    transactions.move(payment, to=TransactionStatus.EXPIRED, cause="quote_expired", actor=audit.SYSTEM, now=now)
    audit.record(payment, "transaction.expired", actor=audit.SYSTEM, now=now)
    return transactions.status_events(payment, now=now)


def find(*, platform_id: uuid.UUID, quote_id: uuid.UUID | None) -> Quote:
    """Return the terms of one of a platform's quotes, without its transaction; raises QuoteNotFound."""
    quote: Quote | None = by_key(Quote.objects, quote_id)
    if quote is None or quote.platform_id != platform_id:
        raise QuoteNotFound
    return quote


def details(quote: Quote) -> dict[str, object]:
    """Return what the audit log says of a quote."""
    return {
        "transaction": quote.transaction.public_id,
        "sending": [quote.total_sending, quote.sending_currency],
        "receiving": [quote.total_receiving, quote.receiving_currency],
    }


step_functions.register(NextAction.EXPIRE, own=expire)
