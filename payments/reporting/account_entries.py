"""The entries of an internal account: what changed its balance, and the balance after each."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.db.models import F, QuerySet

from payments import balance_representations
from payments.ledger import statements
from payments.ledger.chart import CREDIT
from payments.models import Deposit, InternalAccount, Posting
from platforms.base import clock, identifiers
from platforms.encryption import encryption


def of_account(account: InternalAccount) -> QuerySet[Posting]:
    """Return the entries of an account, each with its payment. `created_at` is when it was booked."""
    rows = Posting.objects.filter(account=account.ledger_account_id)
    return rows.select_related("entry__transaction").annotate(created_at=F("at"))


def prepare(page: Sequence[Any]) -> None:
    """Give the entries of a page, in either order, `balance_after` and `deposit_id`: two statements.

    The balances after the others follow from that after the newest one.
    """
    if not page:
        return
    newest_first = sorted(page, key=lambda row: (row.at, row.id), reverse=True)
    newest = newest_first[0]
    balance = statements.balance_after(newest.account_id, statements.Place(newest.at, newest.id))
    deposits = dict(Deposit.objects.filter(entry__in=[row.entry_id for row in page]).values_list("entry_id", "id"))
    for row in newest_first:
        row.balance_after, row.deposit_id = balance, deposits.get(row.entry_id)
        balance -= signed(row)


def signed(row: Any) -> int:
    """Return the amount of an entry: positive if the balance grew."""
    return int(row.amount if row.side == CREDIT else -row.amount)


def shown(row: Any) -> dict[str, Any]:
    """Return the JSON of an entry that `prepare` has seen."""
    payment = row.entry.transaction
    facts = {
        "id": id_of(row.id),
        "time": clock.iso(row.at),
        "kind": balance_representations.kind(row.entry.purpose),
        "amount": signed(row),
        "currency": row.currency,
        "balanceAfter": row.balance_after,
    }
    if payment is not None:
        facts |= {"transactionId": payment.public_id, "reference": payment.reference}
        if payment.remittance_information is not None:
            facts["remittanceInformation"] = payment.remittance_information
    if row.deposit_id is not None:
        facts["depositId"] = identifiers.public("Deposit", row.deposit_id)
    return facts


def id_of(posting_id: int) -> str:
    """Return the identifier of an entry, always the same. Its number would tell how many there are of all platforms."""
    return identifiers.public("Entry", key_of(posting_id))


def key_of(posting_id: int) -> uuid.UUID:
    """Return the key in the identifier of an entry."""
    return uuid.UUID(bytes=encryption.digest(str(posting_id), purpose="entry")[:16])
