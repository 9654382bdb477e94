"""Statements that did not come: by their numbers, by silence, or because a bank sends reports of the day alone.

Each is a case that names the connection and the days, and ends by itself when the missing statement comes.
"""

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db import connection as database

from banks.models import BankConnection, BankStatement
from banks.rail import bank_days, connections
from banks.rail.bank_days import OpenDays
from payments.models import CaseKind
from payments.workflow.cases import LONGEST_CAUSE
from payments.workflow.monitor import MOST, Finding, Source, watch
from platforms.base import clock, identifiers

_SEEN = dt.timedelta(days=60)
"""An older gap has its case."""
_REMEMBERED = dt.timedelta(days=260)
_DAYS_LEARNT = 20
"""Days of statements from which a bank's rhythm is learnt."""
_FEWEST = 3
"""Days of statements that show a rhythm."""
_UNKNOWN_RHYTHM = 10
"""Business days without a statement, of a bank whose rhythm is not known yet."""
_REPORTS_ALONE = 2
"""Business days that a bank may send reports without a statement of the same time."""

# Numbers begin anew, most of them each year: a statement is asked for its predecessor of the last months alone. Some
# banks number by the day of the year, and leave weekends out.
_NUMBERS = """
WITH numbered AS MATERIALIZED (
  SELECT id, connection_id, connection_name, closing_on, received_at,
         CASE WHEN sequence ~ '^[0-9]{1,15}$' THEN sequence::bigint END AS number
    FROM payments_bankstatement
   WHERE kind = 'STATEMENT' AND closing_on IS NOT NULL AND received_at > %s
)
SELECT statement.id, statement.connection_name, statement.number, statement.closing_on, statement.received_at,
       connection.platform_id, before.closing_on
  FROM numbered statement
  JOIN payments_bankconnection connection ON connection.id = statement.connection_id
  JOIN LATERAL (
       SELECT max(earlier.closing_on) AS closing_on FROM numbered earlier
        WHERE earlier.connection_name = statement.connection_name AND earlier.number < statement.number
          AND earlier.closing_on BETWEEN statement.closing_on - 200 AND statement.closing_on) before
    ON before.closing_on IS NOT NULL
 WHERE statement.received_at > %s
   AND extract(doy FROM statement.closing_on) NOT IN
       (statement.number, statement.number / 100, mod(statement.number, 1000))
   AND NOT EXISTS (
       SELECT FROM numbered earlier
        WHERE earlier.connection_name = statement.connection_name AND earlier.id <> statement.id
          AND (earlier.number = statement.number - 1 OR earlier.number = statement.number AND earlier.id < statement.id)
          AND earlier.closing_on BETWEEN statement.closing_on - 200 AND statement.closing_on + 7)
 ORDER BY statement.received_at LIMIT %s
"""


def _find(now: clock.RealTime) -> Iterable[Finding]:
    """Return gaps in numbers, and connections that are silent or send reports alone; the oldest first."""
    found = [*_gaps(now), *_silent(now)]
    return sorted(found, key=lambda one: one.since)


def _persisting(_subjects: Collection[str], now: clock.RealTime) -> Collection[str]:
    """Return the subjects that still have a problem."""
    return {one.subject for one in _find(now)}


def _gaps(now: clock.RealTime) -> Iterator[Finding]:
    with database.cursor() as cursor:
        cursor.execute(_NUMBERS, [now - _REMEMBERED, now - _SEEN, MOST])
        rows = cursor.fetchall()
    for key, name, number, day, received_at, platform_id, before in rows:
        cause = (
            f"{name}: statement {number} of {day} came, and number {number - 1} did not: ask the bank for what"
            f" it stated between {before} and {day}."
        )
        yield Finding(identifiers.public("BankStatement", key), cause[:LONGEST_CAUSE], received_at, platform_id)


class _Came(NamedTuple):
    """What came by a connection: the days of its last statements, the newest first, and of reports since."""

    statements: Sequence[dt.date]
    reports: Sequence[dt.date]


def _silent(now: clock.RealTime) -> Iterator[Finding]:
    for connection in BankConnection.objects.select_related("platform").filter(ended_at=None).order_by("name"):
        zone = ZoneInfo(connection.time_zone)
        today = connections.now_of(connection, now).astimezone(zone).date()
        came, bank = _came(connection, zone), bank_days.of(connection)
        cause = _without_statements(connection, came, bank, today) or _silence(connection, came, bank, today)
        if cause:
            days = came.statements or came.reports
            since = dt.datetime.combine(days[0], dt.time(), tzinfo=zone)
            real_since = clock.real(connection.platform, since)
            yield Finding(connection.public_id, cause[:LONGEST_CAUSE], real_since, connection.platform_id)


def _came(connection: BankConnection, zone: ZoneInfo) -> _Came:
    rows = BankStatement.objects.filter(connection_name=connection.name).order_by("-id")

    def day(closing_on: dt.date | None, received_at: dt.datetime) -> dt.date:
        return closing_on or received_at.astimezone(zone).date()

    told = rows.filter(kind="STATEMENT").values_list("closing_on", "received_at")
    statements = sorted({day(*one) for one in told[: 5 * _DAYS_LEARNT]}, reverse=True)[:_DAYS_LEARNT]
    of_day = rows.filter(kind="REPORT").values_list("received_at", flat=True)
    reports = sorted({day(None, one) for one in of_day[: 5 * _DAYS_LEARNT]}, reverse=True)
    return _Came(statements, [one for one in reports if not statements or one > statements[0]])


def _without_statements(connection: BankConnection, came: _Came, bank: OpenDays, today: dt.date) -> str:
    """Return what is wrong where a bank sends reports and no statement; empty if nothing is."""
    if not came.reports or _business_days(came.reports[-1], today, bank) <= _REPORTS_ALONE:
        return ""
    return (
        f"{connection.name}: reports of the day came from {came.reports[-1]} to {came.reports[0]}, and no statement:"
        " money that arrived is not booked. Have the bank send statements (camt.053, MT940)."
    )


def _silence(connection: BankConnection, came: _Came, bank: OpenDays, today: dt.date) -> str:
    """Return what is wrong where no statement came for longer than between two before; empty if nothing is."""
    if not came.statements:
        return ""
    longest = _UNKNOWN_RHYTHM
    if len(came.statements) >= _FEWEST:
        pairs = zip(came.statements[1:], came.statements, strict=False)
        longest = max(_business_days(earlier, later, bank) for earlier, later in pairs)
    waited = _business_days(came.statements[0], today, bank)
    # That of yesterday comes in the course of today.
    if waited <= longest + 1:
        return ""
    return (
        f"{connection.name}: no statement came after that of {came.statements[0]}, for {waited} business days;"
        f" until then there were {longest} between two at most. Ask the bank."
    )


def _business_days(after: dt.date, until: dt.date, bank: OpenDays) -> int:
    """Return the number of days behind the first, up to the last, on which the bank is open."""
    days = min(max((until - after).days, 0), 1000)
    return sum(bank.is_open(after + dt.timedelta(days=number)) for number in range(1, days + 1))


watch(CaseKind.BANK_FILE, Source(_find, _persisting))
