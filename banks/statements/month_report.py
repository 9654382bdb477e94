"""Bank against books in a period, for each account at a bank; and which entries belong to one claim."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Iterator, Sequence

from django.db.models import Q, QuerySet, Sum

from banks.models import BankConnection, BankStatement
from banks.statements import comparing
from banks.statements.comparing import Known
from banks.statements.decided import MOVES_MONEY
from payments.reporting.reports import catalogue, declared, outstanding
from payments.reporting.reports.declared import Asked, Group
from platforms.base.reports.periods import Period
from platforms.base.reports.tables import Column, Kind, Row
from platforms.models import Environment, Platform

_OLD = dt.timedelta(days=7)
_ACCOUNT = Column("bankAccount", "Account at a bank", Kind.TEXT, "The name of the connection.")
_SUMS = (
    Column("statements", "Statements", Kind.COUNT, "How many statements of the bank end in the period."),
    Column("opening", "Opening", Kind.AMOUNT, "The bank's balance before the first of them."),
    Column("lines", "Lines", Kind.AMOUNT, "What the bank booked in the period: credits less debits."),
    Column("closing", "Closing", Kind.AMOUNT, "The bank's balance after the last of them."),
    Column("missing", "Missing", Kind.AMOUNT, "`closing` less `opening` and `lines`: lines that did not come."),
    Column("onlyBank", "Only the bank", Kind.AMOUNT, "Of `lines`: what nothing in the books explains."),
    Column("onlyBooks", "Only the books", Kind.AMOUNT, "What the books moved in the period, and no line shows."),
    Column("recent", "Up to 7 days old", Kind.AMOUNT, "`onlyBank` less `onlyBooks`, of the last seven days."),
    Column("older", "Older", Kind.AMOUNT, "`onlyBank` less `onlyBooks`, of the days before."),
)


@dataclasses.dataclass(slots=True)
class _Differences:
    only_bank: int = 0
    only_books: int = 0
    recent: int = 0


def _rows(asked: Asked) -> Iterator[Row]:
    period = asked.days
    for connection in _connections(asked.platforms):
        statements = _statements(connection, period)
        first, last = statements.first(), statements.last()
        opening = (first.opening if first else None) or 0
        closing = (last.closing if last else None) or 0
        booked = _booked(connection, period)
        found = _differences(connection, period)
        difference = found.only_bank - found.only_books
        amounts = (opening, booked, closing, closing - opening - booked, found.only_bank, found.only_books)
        if statements or any(amounts):
            number = len(statements)
            yield (connection.name, connection.currency, number, *amounts, found.recent, difference - found.recent)


def _connections(platforms: Sequence[uuid.UUID]) -> list[BankConnection]:
    """Return the latest terms of the accounts that these platforms use; production platforms share theirs."""
    shared = Platform.objects.filter(pk__in=platforms, environment=Environment.PRODUCTION).exists()
    whose = Q(platform__in=platforms) | (Q(platform=None) if shared else Q(pk__in=[]))
    return list(BankConnection.objects.filter(whose).order_by("name", "-created_at", "-id").distinct("name"))


def _statements(connection: BankConnection, period: Period) -> QuerySet[BankStatement]:
    rows: QuerySet[BankStatement] = BankStatement.objects.filter(
        connection_name=connection.name, kind=MOVES_MONEY, closing_on__range=(period.first, period.last)
    )
    return rows.order_by("closing_on", "id")


def _booked(connection: BankConnection, period: Period) -> int:
    rows = comparing.lines(connection=connection, first=period.first, last=period.last)
    sums = rows.aggregate(
        credit=Sum("amount", filter=Q(is_credit=True)), debit=Sum("amount", filter=Q(is_credit=False))
    )
    return (sums["credit"] or 0) - (sums["debit"] or 0)


def _differences(connection: BankConnection, period: Period) -> _Differences:
    sums = _Differences()
    for movement in comparing.differences(connection=connection, first=period.first, last=period.last):
        is_of_bank = movement.known is Known.BANK
        sums.only_bank += movement.amount if is_of_bank else 0
        sums.only_books += 0 if is_of_bank else movement.amount
        if movement.day is not None and movement.day > period.last - _OLD:
            sums.recent += movement.amount if is_of_bank else -movement.amount
    return sums


REPORT = declared.Report(
    name="bank-against-books",
    title="Bank against books",
    text=(
        "For each account at a bank: its statements, and what bank or books alone know. Days are those of the bank."
        " Where nothing is missing and nobody knows anything alone, both agree."
    ),
    when=declared.When.PERIOD,
    groups={},
    usual=("bankAccount",),
    sums=_SUMS,
    read=_rows,
    of_staff={"bankAccount": Group(_ACCOUNT)},
)
catalogue.register(REPORT)
outstanding.name_entries("SELECT entry_id, id FROM payments_claim")
outstanding.name_entries("SELECT entry_id, claim_id FROM payments_claimsettlement WHERE entry_id IS NOT NULL")
