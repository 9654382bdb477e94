"""Writing the journal: `post` and `reverse`. Nothing else moves money."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Callable, Iterable, Sequence

from django.db import DatabaseError, connection
from psycopg import errors as pg_errors

from payments.ledger import chart
from payments.ledger.holds import AccountHeld
from platforms.base import errors
from platforms.database import prepared


class InsufficientBalance(errors.DomainError):
    """A guarded account holds less than the entry would take."""

    code = "INSUFFICIENT_BALANCE"
    message = "The account's balance is not sufficient."


class BalanceOutOfRange(errors.DomainError):
    """The entry would raise a balance beyond the largest amount."""

    code = "AMOUNT_OUT_OF_RANGE"
    message = "The account's balance would become larger than an amount can be."


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """One side of an entry: a ledger account's key, D or C, and an amount above zero in its smallest unit."""

    account: int
    side: str
    amount: int


@dataclasses.dataclass(frozen=True, slots=True)
class PostResult:
    """A journal entry, and the resulting balances of guarded accounts."""

    entry_id: int
    purpose: str
    transaction_id: uuid.UUID | None
    balances: dict[int, int]
    changes: dict[int, int]
    """By how much it changed each account, in the smallest unit; positive where its credits are larger."""


def debit(account: int, amount: int) -> Line:
    """Return a line on the debit side."""
    return Line(account, chart.DEBIT, amount)


def credit(account: int, amount: int) -> Line:
    """Return a line on the credit side."""
    return Line(account, chart.CREDIT, amount)


def changes(lines: Iterable[Line]) -> dict[int, int]:
    """Return by how much each account of some lines changes; positive where its credits are larger."""
    of_accounts: dict[int, int] = {}
    for line in lines:
        signed = line.amount if line.side == chart.CREDIT else -line.amount
        of_accounts[line.account] = of_accounts.get(line.account, 0) + signed
    return of_accounts


def post(
    *,
    platform_id: uuid.UUID,
    purpose: str,
    lines: Sequence[Line],
    now: dt.datetime,
    transaction_id: uuid.UUID | None = None,
    reverses: int | None = None,
) -> PostResult:
    """Write one journal entry and change the guarded balances it touches: one statement.

    Debits must equal credits in each currency; the database checks that at commit, whoever wrote the entry.
    Raises InsufficientBalance, AccountHeld or BalanceOutOfRange; the database transaction can then only be rolled back.
    """
    with connection.cursor() as cursor:
        try:
            cursor.execute(
                "SELECT entry, guarded_accounts, guarded_balances"
                " FROM payments_post(%s, %s, %s, %s, %s, %s::bigint[], %s::text[], %s::bigint[])",
                [
                    platform_id,
                    purpose,
                    transaction_id,
                    reverses,
                    now,
                    [line.account for line in lines],
                    [line.side for line in lines],
                    [line.amount for line in lines],
                ],
            )
        except DatabaseError as error:
            raise refusal(error) from error
        entry, accounts, balances = cursor.fetchone()
    return PostResult(entry, purpose, transaction_id, dict(zip(accounts, balances, strict=True)), changes(lines))


def reverse(*, entry_id: int, purpose: str, now: dt.datetime) -> PostResult:
    """Write the entry that undoes another; an entry is reversed once at most (a unique constraint)."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT entry.platform_id, entry.transaction_id, posting.account_id, posting.side, posting.amount"
            " FROM payments_journalentry entry JOIN payments_posting posting ON posting.entry_id = entry.id"
            " WHERE entry.id = %s ORDER BY posting.id",
            [entry_id],
        )
        rows = cursor.fetchall()
    lines = [
        Line(account, chart.CREDIT if side == chart.DEBIT else chart.DEBIT, amount)
        for _, _, account, side, amount in rows
    ]
    return post(
        platform_id=rows[0][0],
        purpose=purpose,
        lines=lines,
        now=now,
        transaction_id=rows[0][1],
        reverses=entry_id,
    )


def refusal(error: DatabaseError) -> Exception:
    """Return the refusal for an error of `payments_post`; any other error unchanged.

    FactsChanged where it names an account that is gone, though this process remembers it.
    """
    cause = error.__cause__
    if getattr(cause, "sqlstate", None) == _UNKNOWN_ACCOUNT and chart.opened:
        # A standby that took over without the last commits, or a backup: the next attempt opens what is gone.
        chart.opened.clear()
        return prepared.FactsChanged()
    if isinstance(cause, pg_errors.NumericValueOutOfRange):
        return BalanceOutOfRange()
    known = _REFUSALS.get(getattr(cause, "sqlstate", None) or "")
    return known() if known else error


_UNKNOWN_ACCOUNT = "LG002"
_REFUSALS: dict[str, Callable[[], errors.DomainError]] = {"LG001": InsufficientBalance, "LG005": AccountHeld}
"""Refusals by the errors of `payments_post`."""
