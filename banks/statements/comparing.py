"""Books against bank, for an account and a day: movements known to both, to the bank alone, or to the books alone."""

import datetime as dt
import enum
from collections.abc import Iterator
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import CharField, Exists, OuterRef, Q, Subquery, Value
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
    yield from _of_bank(connection, day)
    yield from _of_books(connection, day)


def _of_bank(connection: BankConnection, day: dt.date) -> Iterator[Movement]:
    latest = BankMatch.objects.filter(line=OuterRef("pk")).order_by("-number")
    rows = BankStatementLine.objects.filter(
        connection_name=connection.name, booked_on=day, is_booked=True, statement__kind=MOVES_MONEY
    ).annotate(decision=Subquery(latest.values("kind")[:1]), about=Subquery(latest.values("subject")[:1]))
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


def _of_books(connection: BankConnection, day: dt.date) -> Iterator[Movement]:
    """Yield payments settled or returned in the books without a matched line of a statement."""
    zone = ZoneInfo(connection.time_zone)
    begin = dt.datetime.combine(day, dt.time(), tzinfo=zone)
    shown = BankMatch.objects.filter(line__statement__kind=MOVES_MONEY)
    of_sets = BankSetPayment.objects.filter(payment=OuterRef("pk"), kind=OuterRef("state")).annotate(
        name=Concat(Value("BankSet:"), Cast("bank_set_id", CharField()))
    )
    rows = (
        BankPayment.objects.filter(
            connection_name=connection.name,
            answered_at__gte=begin,
            answered_at__lt=begin + dt.timedelta(days=1),
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
            day,
            -row.amount if is_out else row.amount,
            row.currency,
            row.state,
            row.public_id,
            "",
            row.end_to_end_id,
        )
