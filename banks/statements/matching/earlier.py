"""Money of a statement that staff or an adapter booked before the statement came.

An arrival has names: the bank's reference, the entry's, the payment's, the end-to-end id. Who books it before the
statement comes does so under one of them.
"""

import uuid
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import connection as database

from banks.models import BankConnection, BankMatch, BankStatementLine, MatchKind
from banks.statements import references
from banks.statements.matching import told
from payments.models import Deposit
from platforms.database.locks import Lock


class Earlier(NamedTuple):
    """A deposit booked before its line came, and whether it has the facts of the line."""

    deposit: Deposit
    is_same: bool


def take_turn(connection: BankConnection) -> None:
    """Wait for others who book money of a connection, until the caller's database transaction ends."""
    with database.cursor() as cursor:
        Lock.BANK_MONEY.hold(cursor, connection.name)


def deposits_of(
    *,
    connection: BankConnection,
    rows: Iterable[BankStatementLine],
    named: dict[uuid.UUID, list[references.Named]],
) -> dict[uuid.UUID, Earlier]:
    """Return the deposit that was booked already for the money of each line, where there is one.

    `named` are the beneficiaries that each line names. Every deposit is the money of one line: of lines with one
    reference, the first with its amount.
    """
    names = {row.pk: told.names(row) for row in rows if row.is_credit}
    free = _free(connection, {name for each in names.values() for name in each})
    if not free:
        return {}
    decided: dict[uuid.UUID, Earlier] = {}
    mine = [row for row in rows if row.pk in names]
    for row in mine:
        fitting = [one for one in free if _is_about(one, names[row.pk]) and _has_amount(one, row)]
        if fitting:
            deposit = next((one for one in fitting if _is_for(one, named.get(row.pk, ()))), fitting[0])
            decided[row.pk] = Earlier(deposit, _is_for(deposit, named.get(row.pk, ())))
            free.remove(deposit)
    for row in mine:
        # Payers choose end-to-end ids, and use them again: with another amount it is other money.
        by_bank = told.spellings(row.bank_reference)
        others = [one for one in free if one.provider_reference in by_bank]
        if others and row.pk not in decided:
            decided[row.pk] = Earlier(others[0], is_same=False)
    return decided


def deposit_of(connection: BankConnection, row: BankStatementLine) -> Earlier | None:
    """Return the deposit that was booked already for the money of one line, as `deposits_of` does."""
    return deposits_of(connection=connection, rows=[row], named=references.find(connection, [row])).get(row.pk)


def _free(connection: BankConnection, names: set[str]) -> list[Deposit]:
    """Return the deposits under these names that are not the money of a line yet."""
    if not names:
        return []
    rows = Deposit.objects.select_related("platform", "internal_account", "receipt__transaction").filter(
        provider_reference__in=names, platform__in=references.platforms(connection)
    )
    deposits = list(rows.order_by("id"))
    if not deposits:
        return []
    taken = set(
        BankMatch.objects.filter(subject__in=[deposit.public_id for deposit in deposits], kind=MatchKind.DEPOSIT)
        .exclude(subject="")
        .values_list("subject", flat=True)
    )
    return [deposit for deposit in deposits if deposit.public_id not in taken]


def _is_about(deposit: Deposit, names: set[str]) -> bool:
    return deposit.provider_reference in names


def _has_amount(deposit: Deposit, row: BankStatementLine) -> bool:
    return (deposit.amount, deposit.currency) == (row.amount, row.currency)


def _is_for(deposit: Deposit, named: Sequence[references.Named]) -> bool:
    """Tell whether a deposit went where its line says; a line or a deposit that names nobody contradicts nothing."""
    account, receipt = deposit.internal_account, deposit.receipt
    if not named or (account is None and receipt is None):
        return True
    own = {account.funding_reference, account.public_id} if account else set()
    own |= {receipt.transaction.reference, receipt.transaction.public_id} if receipt else set()
    return any(one.platform.pk == deposit.platform_id and one.name in own for one in named)
