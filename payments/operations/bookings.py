"""Entries in the journal that belong to a payment."""

import datetime as dt

from payments.ledger import chart, journal
from payments.models import SuspenseItem, Transaction


def account(payment: Transaction, kind: chart.AccountKind, *, currency: str) -> int:
    """Return the key of an account that all payments of the payment's platform share."""
    return chart.system_account(platform_id=payment.platform_id, kind=kind, currency=currency)


def post(payment: Transaction, purpose: str, *lines: journal.Line, now: dt.datetime) -> journal.Posted:
    """Write an entry of the payment; raises what `journal.post` raises."""
    return journal.post(
        platform_id=payment.platform_id, purpose=purpose, lines=lines, now=now, transaction_id=payment.id
    )


def suspend(
    payment: Transaction, *, amount: int, currency: str, taken_from: int, reason: str, now: dt.datetime
) -> None:
    """Put money aside in the suspense account and open an item in the operators' queue."""
    suspense = account(payment, chart.AccountKind.SUSPENSE, currency=currency)
    post(payment, "SUSPENDED", journal.debit(taken_from, amount), journal.credit(suspense, amount), now=now)
    SuspenseItem.objects.create(
        platform_id=payment.platform_id,
        transaction_id=payment.id,
        amount=amount,
        currency=currency,
        reason=reason,
        opened_at=now,
    )
