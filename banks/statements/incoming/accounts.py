"""Whose account a statement is of: a file may have statements of several accounts, each with its own connection."""

from collections.abc import Iterable, Sequence

from django.db import connection as database
from django.db.models import Q

from banks.formats.records import DamagedFile
from banks.models import BankConnection, BankIncomingFile, BankStatement
from banks.statements import decided, lines
from banks.statements.contents import FileFormat, Head
from platforms.database.locks import Lock

_SHOWN = 4
"""Last characters of an account that a file names: they tell staff which one it is."""


def connections_of(file: BankIncomingFile, heads: Sequence[Head]) -> list[BankConnection]:
    """Return the connection of each statement: the file's own, else another one of the same platforms.

    Raises DamagedFile for a statement of an account that has no connection, or has several.
    """
    others: list[BankConnection] | None = None
    whose = []
    for number, head in enumerate(heads, start=1):
        if _is_of(file.connection, head):
            whose.append(file.connection)
            continue
        if others is None:
            rows = BankConnection.objects.select_related("platform").filter(ended_at=None)
            others = list(rows.filter(platform=file.connection.platform_id).exclude(name=file.connection_name))
        fitting = [one for one in others if _is_of(one, head)]
        if len(fitting) != 1:
            raise _unknown(file.connection, number, head, is_ambiguous=bool(fitting))
        whose.append(fitting[0])
    return whose


def _is_of(connection: BankConnection, head: Head) -> bool:
    is_currency = head.statement.currency in {None, connection.currency}
    return is_currency and lines.is_account(connection, head.statement.account)


def _unknown(connection: BankConnection, number: int, head: Head, *, is_ambiguous: bool) -> DamagedFile:
    place, account = f"statement {number}", f"its account, which ends in {head.statement.account.strip()[-_SHOWN:]},"
    if is_ambiguous:
        return DamagedFile(place, f"{account} has several bank connections: end all but one, then read the file")
    if lines.is_account(connection, head.statement.account):
        return DamagedFile(place, "its currency is not the one of the bank connection")
    return DamagedFile(place, f"{account} has no bank connection: enter one for it, then read the file")


def distinct(connections: Iterable[BankConnection]) -> list[BankConnection]:
    """Return each connection once, in the order in which their locks are taken."""
    return sorted({one.pk: one for one in connections}.values(), key=lambda one: one.name)


def require_once(
    *, file: BankIncomingFile, format_: FileFormat, heads: Sequence[Head], whose: Sequence[BankConnection]
) -> None:
    """Raise DamagedFile if statements of an account were read in another format, or by another connection.

    Of one connection all come in one format. Where it was changed, or another has the account, days are told once.
    Files of one account take turns until the caller's database transaction ends.
    """
    # A file whose statements are stored was looked at by the worker that stored them.
    if BankStatement.objects.filter(file=file).exists():
        return
    pairs = list(zip(heads, whose, strict=True))
    for connection in distinct(whose):
        told = [
            (number, head)
            for number, (head, one) in enumerate(pairs, start=1)
            if one.pk == connection.pk and head.statement.kind == decided.MOVES_MONEY
        ]
        if told:
            _require_once(connection, format_, told)


def _require_once(connection: BankConnection, format_: FileFormat, told: Sequence[tuple[int, Head]]) -> None:
    account = {name: getattr(connection, name) for name in ("platform_id", "currency", "account_number")}
    with database.cursor() as cursor:
        Lock.BANK_ACCOUNT.hold(cursor, " ".join(map(str, account.values())))
    same = {f"connection__{name}": value for name, value in account.items()}
    others = BankStatement.objects.filter(**same, kind=decided.MOVES_MONEY).exclude(
        connection_name=connection.name, file__format=format_
    )
    other = others.filter(connection=connection).values_list("file__format", flat=True).first()
    if other:
        raise DamagedFile("the file", f"statements of this connection come as {other}: its money would be booked twice")
    for number, head in told:
        if (found := others.filter(_same_day(head)).select_related("file").first()) is not None:
            way = f"by {found.connection_name} as {found.file.format}"
            raise DamagedFile(f"statement {number}", f"its day came {way}: its money would be booked twice")


def _same_day(head: Head) -> Q:
    """Return what finds the statements that have a day of this one; any, where it does not say its days.

    The opening balance is of its first day, or of the day before.
    """
    if head.closing is None:
        return Q()
    closing = head.closing.on
    opening = head.opening.on if head.opening else closing
    return (
        Q(closing_on=closing)
        | Q(closing_on=None)
        | Q(opening_on__lt=closing, closing_on__gt=closing)
        | Q(closing_on__gt=opening, closing_on__lt=closing)
    )
