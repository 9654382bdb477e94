"""Entries in the journal that belong to a payment."""

import datetime as dt

from payments.ledger import chart, journal
from payments.models import Transaction


def account(payment: Transaction, kind: chart.AccountKind, *, currency: str) -> int:
    """Return the key of an account that all payments of the payment's platform share."""
    return chart.system_account(platform_id=payment.platform_id, kind=kind, currency=currency)


def post(payment: Transaction, purpose: str, *lines: journal.Line, now: dt.datetime) -> journal.Posted:
    """Write an entry of the payment; raises what `journal.post` raises."""
    return journal.post(
        platform_id=payment.platform_id, purpose=purpose, lines=lines, now=now, transaction_id=payment.id
    )
