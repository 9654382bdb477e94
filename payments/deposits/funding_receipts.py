"""Funding receipts: money that arrives for a quote funded in real time pays it, is refunded, or goes into suspense.

All of it is in the books before anything else is decided. Right amount in time: the payment goes on. Another amount, or
a payer or payee no longer approved: the payment fails, the money is refunded. Too late: the quote expires, the money is
refunded. Once more after that: it goes into suspense, because only a person can find out whose mistake it is.
"""

import datetime as dt

from payments.models import FundingReceipt, Quote, ReceiptUse, Transaction, TransactionStatus
from payments.quotes import quotes
from payments.workflow import moves, quoted_payments
from webhooks.outbox import events


def use(*, quote: Quote, amount: int, now: dt.datetime) -> FundingReceipt:
    """Record money for a quote that is paid from outside, and use it if it fits; return its receipt.

    `amount` in the sending currency's smallest unit.
    """
    payment: Transaction = Transaction.objects.select_for_update(of=("self",)).get(id=quote.transaction_id)
    if payment.status == TransactionStatus.PENDING and quote.expires_at > now:
        return quoted_payments.use(payment=payment, quote=quote, amount=amount, now=now)
    is_late = payment.status == TransactionStatus.EXPIRED and payment.refund is None
    if payment.status != TransactionStatus.PENDING and not is_late:
        waits = ReceiptUse.SUSPENSE
        return quoted_payments.receive(payment=payment, amount=amount, use=waits, reason="PAID_AGAIN", now=now)
    returns = ReceiptUse.RETURNING
    receipt = quoted_payments.receive(payment=payment, amount=amount, use=returns, reason="TOO_LATE", now=now)
    told = [] if is_late else quotes.run_out(payment=payment, now=now)
    told += quoted_payments.refund(payment=payment, quote=quote, reason=moves.TIMEOUT, now=now)
    events.emit_many(told)
    return receipt
