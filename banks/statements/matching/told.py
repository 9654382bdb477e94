"""Whether a bank's statement has told of an arrival already that an adapter or a person tells.

Statements and those who book before them know one arrival by the same names, so each looks for the other's.
"""

import uuid

from django.db import connection as database
from django.db.models import Q

from banks.models import BankConnection, BankException, BankMatch, BankStatementLine, MatchKind
from payments.models import Deposit
from platforms.base import errors, identifiers
from platforms.database.locks import Lock
from platforms.models import Platform
from platforms.models.platform import Environment

_STATEMENT = "STATEMENT"
_MOST = 100
"""Lines under one name that are looked at: payers repeat end-to-end ids for years."""


class LineWaits(errors.DomainError):
    """A line of a statement tells of this arrival, and waits for a decision of staff."""

    code = "INVALID_INPUT"
    message = (
        "A line of a bank's statement tells of this money, and waits for a decision. Decide it there, among the bank"
        " exceptions."
    )


class LineIsTaken(errors.DomainError):
    """A line of a statement with this reference was taken for something else than a deposit with these facts."""

    code = "INVALID_INPUT"
    message = "A line of a bank's statement with this reference is booked already. Look for it in the bank's lines."


def spellings(name: str) -> set[str]:
    """Return how a name may be written by others: with other capitals, or without blanks."""
    stripped = name.strip()
    compact = "".join(stripped.split())
    return {one for text in (stripped, compact) for one in (text, text.upper(), text.lower()) if one}


def names(row: BankStatementLine) -> set[str]:
    """Return the names of the arrival of a line: the bank's references and the end-to-end id."""
    said = row.said
    every = (row.bank_reference, row.end_to_end_id, said.get("reference", ""), said.get("transaction", ""))
    return {one for name in every for one in spellings(name)}


def find(*, platform_id: uuid.UUID, reference: str, amount: int, currency: str) -> Deposit | None:
    """Return the deposit of the line that tells of this arrival; None where no line does.

    In the caller's database transaction; until it ends no worker reads a file of these connections. Raises LineWaits,
    and LineIsTaken for a line that is no deposit, or one of another amount.
    """
    ours = _connections(platform_id, currency)
    if not ours:
        return None
    with database.cursor() as cursor:
        # Workers take it alone, for each part of a file: either they see what is booked here, or the lines are seen.
        for name in ours:
            Lock.BANK_MONEY.hold(cursor, name, is_shared=True)
    same = spellings(reference)
    rows = list(
        BankStatementLine.objects.filter(
            Q(bank_reference__in=same) | Q(end_to_end_id__in=same),
            connection_name__in=ours,
            statement__kind=_STATEMENT,
            is_booked=True,
            is_credit=True,
        )
        .exclude(Q(bank_reference="") & Q(end_to_end_id=""))
        .order_by("-id")[:_MOST]
    )
    exact = [row for row in rows if (row.amount, row.currency) == (amount, currency)]
    # Payers choose end-to-end ids, and use them again: with another amount it is other money.
    others = [row for row in rows if row not in exact and row.bank_reference in same]
    deposit = _decided(exact, platform_id)
    if deposit is None:
        _refuse(others)
    return deposit


def _decided(rows: list[BankStatementLine], platform_id: uuid.UUID) -> Deposit | None:
    matches = BankMatch.objects.filter(line__in=rows).order_by("line", "number") if rows else []
    latest = {match.line_id: match for match in matches}
    deposits = [match.subject for match in latest.values() if match.kind == MatchKind.DEPOSIT]
    keys = [key for subject in deposits if (key := identifiers.parse("Deposit", subject))]
    deposit: Deposit | None = Deposit.objects.filter(id__in=keys, platform=platform_id).order_by("id").first()
    if deposit is not None:
        return deposit
    if rows and BankException.objects.filter(line__in=rows, closed_at=None).exists():
        raise LineWaits
    if any(match.kind not in {MatchKind.NOTED, MatchKind.UNDONE, MatchKind.DEPOSIT} for match in latest.values()):
        raise LineIsTaken
    return None


def _refuse(rows: list[BankStatementLine]) -> None:
    """Raise for lines of another amount under the bank's reference, unless people have closed them."""
    if rows and BankException.objects.filter(line__in=rows, closed_at=None).exists():
        raise LineWaits
    noted = {MatchKind.NOTED, MatchKind.UNDONE}
    if rows and BankMatch.objects.filter(line__in=rows).exclude(kind__in=noted).exists():
        raise LineIsTaken


def _connections(platform_id: uuid.UUID, currency: str) -> list[str]:
    """Return the names of the connections whose files tell of a platform's money, also those that have ended."""
    platform: Platform = Platform.objects.get(id=platform_id)
    its = Q(platform=platform_id)
    if platform.environment == Environment.PRODUCTION:
        its |= Q(platform=None)
    rows = BankConnection.objects.filter(its, currency=currency)
    return sorted(set(rows.values_list("name", flat=True)))
