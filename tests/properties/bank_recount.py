"""Bank against books, counted again line by line from what was stored of statements, decisions and payments."""

import datetime as dt
import random
from zoneinfo import ZoneInfo

from banks.models import BankConnection, BankMatch, BankPayment, BankStatement, BankStatementLine
from payments.reporting.reports import catalogue
from payments.reporting.reports.declared import Asked
from platforms.base.reports.periods import Period
from tests.properties.report_history import Party


def require_agreement(chance: random.Random, of: Party) -> None:
    """Compare the report with the lines of the one connection of a platform, over days that chance chooses."""
    connection = BankConnection.objects.filter(platform=of.platform).first()
    if connection is None:
        return
    today = of.now.date()
    for first in (today - dt.timedelta(days=300), today - dt.timedelta(days=chance.randint(0, 40))):
        last = today + dt.timedelta(days=chance.randint(0, 1))
        rows = list(catalogue.OF_STAFF["bank-against-books"].read(Asked([of.platform.pk], (), Period(first, last))))
        assert [list(row) for row in rows] == _expected(connection, first, last)


def _expected(connection: BankConnection, first: dt.date, last: dt.date) -> list[list[object]]:
    statements = [
        row
        for row in BankStatement.objects.order_by("closing_on", "id")
        if row.kind == "STATEMENT" and row.closing_on is not None and first <= row.closing_on <= last
    ]
    booked, only_bank, only_books, recent = 0, 0, 0, 0
    decided = dict(BankMatch.objects.order_by("number").values_list("line_id", "kind"))
    explained = set[str]()
    for line in BankStatementLine.objects.select_related("statement"):
        if line.statement.kind != "STATEMENT" or not line.is_booked or line.booked_on is None:
            continue
        kind = decided.get(line.pk, "")
        explained |= set(BankMatch.objects.filter(line=line).values_list("subject", flat=True))
        if not first <= line.booked_on <= last:
            continue
        amount = line.amount if line.is_credit else -line.amount
        booked += amount
        if kind in {"", "NOTED", "UNDONE"}:
            only_bank += amount
            recent += amount if line.booked_on > last - dt.timedelta(days=7) else 0
    for payment in BankPayment.objects.filter(state__in=("SETTLED", "RETURNED")):
        day = payment.answered_at and payment.answered_at.astimezone(ZoneInfo(connection.time_zone)).date()
        if day is None or not first <= day <= last or payment.public_id in explained:
            continue
        amount = -payment.amount if (payment.direction == "PUSH") == (payment.state == "SETTLED") else payment.amount
        only_books += amount
        recent -= amount if day > last - dt.timedelta(days=7) else 0
    opening = (statements[0].opening or 0) if statements else 0
    closing = (statements[-1].closing or 0) if statements else 0
    amounts = [opening, booked, closing, closing - opening - booked, only_bank, only_books]
    older = only_bank - only_books - recent
    if not (statements or any(amounts)):
        return []
    return [[connection.name, connection.currency, len(statements), *amounts, recent, older]]
