"""Books against bank, for an account and a day: movements known to both, to the bank alone, or to the books alone."""

import datetime as dt
import enum
from collections.abc import Iterator
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import CharField, Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Concat

from banks.models import (
    BankConnection,
    BankMatch,
    BankPayment,
    BankPaymentState,
    BankSetPayment,
    BankStatementLine,
    MatchKind,
)
from banks.statements.decided import MOVES_MONEY

_EXPLAINED = frozenset(MatchKind) - {MatchKind.NOTED, MatchKind.UNDONE}


class Known(enum.StrEnum):
    """Who knows a movement."""

    BOTH = "BOTH"
    BANK = "BANK"
    BOOKS = "BOOKS"


class Movement(NamedTuple):
    """A movement of money on an account; `amount` is negative for money out, in the smallest unit."""

    known: Known
    day: dt.date | None
    amount: int
    currency: str
    decision: str
    subject: str
    line: str
    """Public identifier of the line; empty for a movement known to the books alone."""
    reference: str
    charge: int = 0
    """What the bank has kept of it, or taken beside: booked as its fee."""
    is_by_terms: bool = False
    """The terms of the connection have let the charge be booked; else the bank states it, or people have decided."""


def movements(connection: BankConnection, day: dt.date) -> Iterator[Movement]:
    """Yield the movements of a day: those of the bank's lines, then those known to the books alone."""
    yield from _of_bank(lines(connection=connection, first=day, last=day))
    yield from _of_books(connection, day, day)


def differences(*, connection: BankConnection, first: dt.date, last: dt.date) -> Iterator[Movement]:
    """Yield the movements of some days that the bank alone knows, then those that the books alone know."""
    undecided = Q(decision=None) | ~Q(decision__in=_EXPLAINED)
    yield from _of_bank(lines(connection=connection, first=first, last=last).filter(undecided))
    yield from _of_books(connection, first, last)


def lines(*, connection: BankConnection, first: dt.date, last: dt.date) -> QuerySet[BankStatementLine]:
    """Return the booked lines of some days, each with the kind of its latest `decision`."""
    latest = BankMatch.objects.filter(line=OuterRef("pk")).order_by("-number")
    rows: QuerySet[BankStatementLine] = BankStatementLine.objects.filter(
        connection_name=connection.name,
        booked_on__range=(first, last),
        is_booked=True,
        statement__kind=MOVES_MONEY,
    )
    return rows.annotate(decision=Subquery(latest.values("kind")[:1]))


def _of_bank(lines_of_days: QuerySet[BankStatementLine]) -> Iterator[Movement]:
    latest = BankMatch.objects.filter(line=OuterRef("pk")).order_by("-number")
    rows = lines_of_days.annotate(about=Subquery(latest.values("subject")[:1]))
    rows = rows.annotate(charge=Subquery(latest.values("difference")[:1]), by=Subquery(latest.values("rule")[:1]))
    for row in rows.defer("content").order_by("id").iterator(chunk_size=1000):
        decision: str = getattr(row, "decision", None) or ""
        yield Movement(
            Known.BOTH if decision in _EXPLAINED else Known.BANK,
            row.booked_on,
            row.amount if row.is_credit else -row.amount,
            row.currency,
            decision,
            getattr(row, "about", None) or "",
            row.public_id,
            row.end_to_end_id or row.bank_reference,
            getattr(row, "charge", None) or 0,
            (getattr(row, "by", None) or "").startswith("BankConnection:"),
        )


def _of_books(connection: BankConnection, first: dt.date, last: dt.date) -> Iterator[Movement]:
    """Yield payments settled or returned in the books without a matched line of a statement."""
    zone = ZoneInfo(connection.time_zone)
    begin = dt.datetime.combine(first, dt.time(), tzinfo=zone)
    end = dt.datetime.combine(last, dt.time(), tzinfo=zone) + dt.timedelta(days=1)
    shown = BankMatch.objects.filter(line__statement__kind=MOVES_MONEY)
    of_sets = BankSetPayment.objects.filter(payment=OuterRef("pk"), kind=OuterRef("state")).annotate(
        name=Concat(Value("BankSet:"), Cast("bank_set_id", CharField()))
    )
    rows = (
        BankPayment.objects.filter(
            connection_name=connection.name,
            answered_at__gte=begin,
            answered_at__lt=end,
            state__in=(BankPaymentState.SETTLED, BankPaymentState.RETURNED),
        )
        .annotate(
            name=Concat(Value("BankPayment:"), Cast("id", CharField())),
            of_batch=Concat(Value("BankBatch:"), Cast("batch_id", CharField())),
        )
        .exclude(Exists(shown.filter(subject=OuterRef("name"), kind=OuterRef("state"))))
        .exclude(Exists(of_sets.filter(Exists(shown.filter(subject=OuterRef("name"))))))
        .exclude(Q(state="SETTLED") & Exists(shown.filter(subject=OuterRef("of_batch"), kind=MatchKind.BATCH)))
        .exclude(Q(state="RETURNED") & Exists(shown.filter(subject=OuterRef("of_batch"), kind=MatchKind.RETURNED)))
    )
    for row in rows.defer("content").order_by("id").iterator(chunk_size=1000):
        is_out = (row.direction == "PUSH") == (row.state == BankPaymentState.SETTLED)
        yield Movement(
            Known.BOOKS,
            row.answered_at.astimezone(zone).date() if row.answered_at else None,
            -row.amount if is_out else row.amount,
            row.currency,
            row.state,
            row.public_id,
            "",
            row.end_to_end_id,
        )
