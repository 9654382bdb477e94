"""The entries of an internal account: what changed its balance, and the balance after each."""

import uuid
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.db import connections
from django.db.models import F, QuerySet

from payments.ledger.chart import CREDIT
from payments.models import Deposit, InternalAccount, Posting
from platforms.base import clock, identifiers
from platforms.database import replica
from platforms.encryption import encryption

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "DEPOSIT": "Money arrived for the account.",
        "TRANSFER_IN": "A transfer in was settled.",
        "TRANSFER_OUT": "A transfer out was made.",
        "PAYMENT_OUT": "A quote was executed, and paid from the account.",
        "PAYMENT_IN": "A payment of a quote, or one by UMA, arrived.",
        "REVERSAL": "An earlier entry was reversed: the payment failed, or a bank took the money back.",
        "CORRECTION": "Staff credited, moved or took back money.",
    }
)
"""Kinds of entries, with what has happened."""
OF_PURPOSES: Mapping[str, str] = MappingProxyType(
    {
        "DEPOSIT_RECEIVED": "DEPOSIT",
        "SANDBOX_FUNDING": "DEPOSIT",
        "TRANSFER_IN_SETTLED": "TRANSFER_IN",
        "TRANSFER_OUT_SENT": "TRANSFER_OUT",
        "QUOTE_EXECUTED": "PAYMENT_OUT",
        "PAYOUT_CREDITED": "PAYMENT_IN",
        "UMA_CREDITED": "PAYMENT_IN",
        "UMA_KEPT": "PAYMENT_IN",
        "TRANSFER_IN_CAME_BACK": "REVERSAL",
        "TRANSFER_OUT_RETURNED": "REVERSAL",
        "QUOTE_REVERSED": "REVERSAL",
        "DEPOSIT_RECALLED": "REVERSAL",
    }
)
"""The kind of an entry by the purpose of its journal entry; `CORRECTION` for any other."""
_CORRECTION = "CORRECTION"
_AFTER_FIRST = """
SELECT ledger.balance - coalesce((SELECT sum(CASE side WHEN 'C' THEN amount ELSE -amount END) FROM payments_posting
                                   WHERE account_id = ledger.id AND (at, id) > (%(at)s, %(id)s)), 0)
  FROM payments_ledgeraccount ledger WHERE ledger.id = %(account)s
"""


def of_account(account: InternalAccount) -> QuerySet[Posting]:
    """Return the entries of an account, each with its payment. `created_at` is when it was booked."""
    rows = Posting.objects.filter(account=account.ledger_account_id)
    return rows.select_related("entry__transaction").annotate(created_at=F("at"))


def prepare(page: Sequence[Any]) -> None:
    """Give the entries of a page, in either order, `balance_after` and `deposit_id`: two statements.

    The balance after the newest one is the stored balance less what was posted since; the others follow from it.
    """
    if not page:
        return
    newest_first = sorted(page, key=lambda row: (row.at, row.id), reverse=True)
    newest = newest_first[0]
    with connections[replica.alias()].cursor() as cursor:
        cursor.execute(_AFTER_FIRST, {"account": newest.account_id, "at": newest.at, "id": newest.id})
        balance = int(cursor.fetchone()[0])
    deposits = dict(Deposit.objects.filter(entry__in=[row.entry_id for row in page]).values_list("entry_id", "id"))
    for row in newest_first:
        row.balance_after, row.deposit_id = balance, deposits.get(row.entry_id)
        balance -= signed(row)


def signed(row: Any) -> int:
    """Return the amount of an entry: positive if the balance grew."""
    return int(row.amount if row.side == CREDIT else -row.amount)


def kind(row: Any) -> str:
    """Return what has happened, by the purpose of the journal entry."""
    return OF_PURPOSES.get(row.entry.purpose, _CORRECTION)


def shown(row: Any) -> dict[str, Any]:
    """Return the JSON of an entry that `prepare` has seen."""
    payment = row.entry.transaction
    facts = {
        "id": public_id(row),
        "time": clock.iso(row.at),
        "kind": kind(row),
        "amount": signed(row),
        "currency": row.currency,
        "balanceAfter": row.balance_after,
    }
    if payment is not None:
        facts |= {"transactionId": payment.public_id, "reference": payment.reference}
    if row.deposit_id is not None:
        facts["depositId"] = identifiers.public("Deposit", row.deposit_id)
    return facts


def public_id(row: Any) -> str:
    """Return the identifier of an entry, always the same. Its number would tell how many there are of all platforms."""
    return identifiers.public("Entry", uuid.UUID(bytes=encryption.digest(str(row.id), purpose="entry")[:16]))
