"""What banks are asked before a month is closed: whether books and bank agree, and which lines wait for people."""

import collections
import datetime as dt
from collections.abc import Iterator

from django.db.models import Max, Q

from banks.models import BankConnection, BankException, BankStatement
from banks.statements import comparing
from banks.statements.comparing import Known
from banks.statements.decided import MOVES_MONEY
from payments.closing import checklist, figures
from payments.closing.checklist import Item
from platforms.base import money
from platforms.models import Environment, Platform

TITLES = {"bank": "Books against bank", "lines": "Undecided lines of banks"}
_NONE = "No account at a bank is connected"


def connections_of(platform: Platform, *, since: dt.datetime) -> list[BankConnection]:
    """Return the latest terms of each account at a bank that a platform has used since a moment.

    Production platforms share theirs.
    """
    whose = Q(platform=platform)
    if platform.environment == Environment.PRODUCTION:
        whose |= Q(platform=None)
    latest = BankConnection.objects.filter(whose).order_by("name", "-created_at", "-id").distinct("name")
    return [connection for connection in latest if connection.ended_at is None or connection.ended_at >= since]


def ask(platform: Platform, month: dt.date) -> Iterator[Item]:
    """Yield what banks know of a month, in the days of each bank."""
    last = figures.following(month) - dt.timedelta(days=1)
    connections = connections_of(platform, since=figures.begin_of(month))
    answers = [_differences(connection, month, last) for connection in connections]
    text = "; ".join(text for text, _ in answers) or _NONE
    yield Item("bank", TITLES["bank"], text, is_fine=all(is_equal for _, is_equal in answers))
    waiting = BankException.objects.filter(
        connection__name__in=[connection.name for connection in connections], closed_at=None
    )
    number = waiting.filter(line__booked_on__lte=last).count()
    text = f"{number} booked until {last} wait for people" if number else "None waits for people"
    yield Item("lines", TITLES["lines"], text, is_fine=not number)


def _differences(connection: BankConnection, first: dt.date, last: dt.date) -> tuple[str, bool]:
    """Return in words what bank and books alone know of a month, and whether neither knows anything alone."""
    count, total = collections.Counter[Known](), collections.Counter[Known]()
    for movement in comparing.differences(connection=connection, first=first, last=last):
        count[movement.known] += 1
        total[movement.known] += movement.amount
    statements = BankStatement.objects.filter(connection_name=connection.name, kind=MOVES_MONEY)
    shown_until: dt.date | None = statements.aggregate(last=Max("closing_on"))["last"]
    is_whole = shown_until is not None and shown_until >= last
    parts = [
        f"{count[known]} of {money.major_units(total[known], connection.currency)} only {who} know{ending}"
        for known, who, ending in ((Known.BANK, "the bank", "s"), (Known.BOOKS, "the books", ""))
        if count[known]
    ]
    if not is_whole:
        parts.append(f"its statements reach until {shown_until}" if shown_until else "it has sent no statement")
    return f"{connection.name}: {', '.join(parts) or 'equal'}", not parts


checklist.register(ask, TITLES)
