"""Lines that show what a bank has told by a word, and what no line has shown yet: cases for people.

A word is a report, a notification, a return without a line, or the word of people who have carried something out. It
moves money in the books. `BankPayment.unconfirmed_since` is when it came, until lines of statements show the same.
"""

import datetime as dt
import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db import connection as database
from django.db.models import QuerySet

from banks.models import BankConnection, BankMatch, BankPayment, BankSetPayment, BankStatement, MatchKind
from banks.rail import bank_days, connections
from payments.models import CaseKind, OperationsCase
from payments.workflow import cases, monitor
from payments.workflow.monitor import Finding
from platforms.base import clock, identifiers
from platforms.database import sql

_STATEMENT = "STATEMENT"
_SHOWS = {MatchKind.SETTLED, MatchKind.RETURNED, MatchKind.BATCH}
_DAYS_BACK = 60
"""Days of words that are looked at: an older one has its case, or people have closed it."""
_NAMED, _COUNTED = 3, 100
_DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


def note(matches: Iterable[BankMatch]) -> None:
    """Note what lines of statements show, by decisions just stored, in the caller's database transaction."""
    lines = [one for one in matches if one.kind in _SHOWS and one.line.statement.kind == _STATEMENT]
    subjects = {one.subject for one in lines}
    payments = [key for one in subjects if (key := identifiers.parse("BankPayment", one))]
    batches = [key for one in subjects if (key := identifiers.parse("BankBatch", one))]
    if sets := [key for one in subjects if (key := identifiers.parse("BankSet", one))]:
        payments += BankSetPayment.objects.filter(bank_set__in=sets).values_list("payment_id", flat=True)
    if not payments and not batches:
        return
    with database.cursor() as cursor:
        cursor.execute(_CONFIRM, [payments, batches])
        if any(one.kind == MatchKind.RETURNED for one in lines):
            cursor.execute(_DOUBT, [payments, max(one.at for one in lines)])


def _line_of(*kinds: MatchKind) -> str:
    listed = ", ".join(f"'{kind.value}'" for kind in kinds)
    return sql.of_constants(
        """
    (EXISTS (SELECT FROM payments_bankmatch match
              JOIN payments_bankstatementline line ON line.id = match.line_id
              JOIN payments_bankstatement statement ON statement.id = line.statement_id
             WHERE match.subject <> '' AND statement.kind = '{statement}' AND match.kind IN ({listed})
               AND match.subject IN ('BankPayment:' || payment.id, 'BankBatch:' || payment.batch_id))
     OR EXISTS (SELECT FROM banks_banksetpayment part
                  JOIN payments_bankmatch match
                    ON match.subject = 'BankSet:' || part.bank_set_id AND match.subject <> ''
                 WHERE part.payment_id = payment.id AND part.kind IN ({listed})))
    """,
        statement=_STATEMENT,
        listed=listed,
    )


_FORTH, _BACK = _line_of(MatchKind.SETTLED, MatchKind.BATCH), _line_of(MatchKind.RETURNED)
# What has come back has two lines, whichever was read first: of one alone the books know nothing. In the order of keys,
# as everywhere where several are locked. CASE asks about each payment: a join would read all decisions for few.
_CONFIRM = sql.of_constants(
    """
WITH named AS MATERIALIZED (
    SELECT id FROM payments_bankpayment WHERE id = ANY(%s) AND unconfirmed_since IS NOT NULL
    UNION SELECT id FROM payments_bankpayment WHERE batch_id = ANY(%s) AND unconfirmed_since IS NOT NULL
), locked AS MATERIALIZED (
    SELECT id FROM payments_bankpayment WHERE id IN (SELECT id FROM named) ORDER BY id FOR UPDATE
)
UPDATE payments_bankpayment payment SET unconfirmed_since = NULL
  FROM locked
 WHERE payment.id = locked.id
   AND CASE payment.state WHEN 'SETTLED' THEN {forth} ELSE {forth} AND {back} END
""",
    forth=_FORTH,
    back=_BACK,
)
# Money of a rejected payment came back, and no line shows that it had gone: the books know nothing of it.
_DOUBT = sql.of_constants(
    """
WITH locked AS MATERIALIZED (
    SELECT id FROM payments_bankpayment
     WHERE id = ANY(%s) AND state = 'REJECTED' AND unconfirmed_since IS NULL ORDER BY id FOR UPDATE
)
UPDATE payments_bankpayment payment SET unconfirmed_since = %s
  FROM locked
 WHERE payment.id = locked.id AND {back} AND NOT {forth}
""",
    forth=_FORTH,
    back=_BACK,
)
# A rejected payment has no line, if the word is true: statements of the days after it show that. A return has one.
# So has one that was rejected by the return of its whole batch. What others have locked is noted after the next file.
_CONFIRM_REJECTED = """
UPDATE payments_bankpayment SET unconfirmed_since = NULL WHERE id IN (
SELECT id FROM payments_bankpayment payment
 WHERE payment.connection_name = %s AND payment.unconfirmed_since < %s AND payment.state = 'REJECTED'
   AND NOT EXISTS (SELECT FROM payments_bankbatch batch
                    WHERE batch.id = payment.batch_id AND batch.format LIKE 'NACHA%%')
   AND NOT EXISTS (SELECT FROM payments_bankmatch match
                    WHERE match.subject <> '' AND match.subject = 'BankPayment:' || payment.id)
   AND NOT EXISTS (SELECT FROM payments_bankmatch match
                    WHERE match.subject <> '' AND match.subject = 'BankBatch:' || payment.batch_id
                      AND match.kind = 'RETURNED' AND match.at = payment.answered_at)
   AND NOT EXISTS (SELECT FROM banks_banksetpayment part WHERE part.payment_id = payment.id)
   FOR UPDATE OF payment SKIP LOCKED)
"""


def note_rejected(connection: BankConnection) -> int:
    """Note that statements up to the next banking day show nothing of payments that the bank rejected.

    Returns how many there were.
    """
    last = _statements(connection.name).exclude(closing_on=None).order_by("-closing_on").first()
    if last is None or last.closing_on is None:
        return 0
    day = bank_days.before(last.closing_on, 1, bank=bank_days.of(connection))
    with database.cursor() as cursor:
        cursor.execute(_CONFIRM_REJECTED, [connection.name, _begin(day + dt.timedelta(days=1), connection)])
        return int(cursor.rowcount)


def _statements(name: str) -> QuerySet[BankStatement]:
    rows: QuerySet[BankStatement] = BankStatement.objects.filter(connection_name=name, kind=_STATEMENT)
    return rows


def _begin(day: dt.date, connection: BankConnection) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(), tzinfo=ZoneInfo(connection.time_zone))


def is_of_day(subject: str) -> bool:
    """Tell whether the subject of a case is a day of a bank connection, as `payments_of` takes it."""
    name, _, day = subject.rpartition(" ")
    return bool(name) and _DATE.fullmatch(day) is not None


def payments_of(subject: str) -> QuerySet[BankPayment]:
    """Return the payments that the case of a day is about, and that no line shows yet; none for another subject."""
    rows: QuerySet[BankPayment] = BankPayment.objects.order_by("unconfirmed_since", "id")
    name, _, day = subject.rpartition(" ")
    connection = BankConnection.objects.filter(name=name).order_by("-created_at", "-id").first()
    if connection is None or not is_of_day(subject):
        return rows.none()
    try:
        begin = _begin(dt.date.fromisoformat(day), connection)
        end = begin + dt.timedelta(days=1)
    except (ValueError, OverflowError):
        return rows.none()
    return rows.filter(connection_name=name, unconfirmed_since__gte=begin, unconfirmed_since__lt=end)


class _Day(NamedTuple):
    """A day of a connection whose words lines should have shown."""

    connection: BankConnection
    day: dt.date

    @property
    def subject(self) -> str:
        return f"{self.connection.name} {self.day}"


def _find(now: clock.RealTime) -> Iterable[Finding]:
    """Return a finding for each day of a connection with words that no line shows, and for each one without statements.

    Costs two queries for each connection, and one.
    """
    days: list[_Day] = []
    findings: list[Finding] = []
    for connection in _latest():
        local = connections.now_of(connection, now)
        first = _statements(connection.name).order_by("closing_on").first()
        yesterday = local.astimezone(ZoneInfo(connection.time_zone)).date() - dt.timedelta(days=1)
        last = bank_days.before(yesterday, connection.confirm_days, bank=bank_days.of(connection))
        if first is None:
            before = _begin(last + dt.timedelta(days=1), connection)
            findings += _without_statements(connection, before=before, ahead=local - now)
            continue
        since = max(_first_day(first), last - dt.timedelta(days=_DAYS_BACK))
        days += [_Day(connection, since + dt.timedelta(days=number)) for number in range((last - since).days + 1)]
    return sorted([*findings, *_of_days(days, now)], key=lambda finding: finding.since)


def _first_day(statement: BankStatement) -> dt.date:
    return statement.opening_on or statement.closing_on or statement.received_at.date()


def _latest() -> Sequence[BankConnection]:
    """Return the connections, of each name the latest, also one that has ended."""
    rows = BankConnection.objects.select_related("platform").order_by("name", "-created_at", "-id")
    return list(rows.distinct("name"))


def _without_statements(one: BankConnection, *, before: dt.datetime, ahead: dt.timedelta) -> Iterable[Finding]:
    told = BankPayment.objects.filter(connection_name=one.name, unconfirmed_since__lt=before)
    first = told.order_by("unconfirmed_since").values_list("unconfirmed_since", flat=True).first()
    if first is not None:
        cause = (
            f"No statement has ever come from {one.name}. No line shows what it has told since {first:%Y-%m-%d}: have"
            " its statements fetched."
        )
        yield Finding(one.public_id, cause, first - ahead, one.platform_id)


# As many rows of each day as are counted, however many there are; by the index of what waits for a line.
_OF_DAYS = """
SELECT asked.number, count(*), min(word.unconfirmed_since), array_agg(word.id ORDER BY word.unconfirmed_since, word.id),
       array_agg(word.end_to_end_id ORDER BY word.unconfirmed_since, word.id),
       array_agg(DISTINCT word.state)
  FROM unnest(%s::int[], %s::text[], %s::timestamptz[], %s::timestamptz[]) AS asked (number, name, begin_at, end_at)
 CROSS JOIN LATERAL (
       SELECT id, end_to_end_id, state, unconfirmed_since FROM payments_bankpayment
        WHERE connection_name = asked.name AND unconfirmed_since >= asked.begin_at AND unconfirmed_since < asked.end_at
        ORDER BY unconfirmed_since LIMIT %s) word
 GROUP BY asked.number
"""


def _of_days(days: Sequence[_Day], now: clock.RealTime) -> Iterable[Finding]:
    if not days:
        return
    bounds = [(_begin(one.day, one.connection), _begin(one.day + dt.timedelta(days=1), one.connection)) for one in days]
    names = [one.connection.name for one in days]
    arguments: list[Any] = [
        list(range(len(days))),
        names,
        [begin for begin, _ in bounds],
        [end for _, end in bounds],
        _COUNTED,
    ]
    with database.cursor() as cursor:
        cursor.execute(_OF_DAYS, arguments)
        rows = cursor.fetchall()
    # A day that had many keeps its case until the last one is shown.
    subjects = [days[row[0]].subject for row in rows]
    known = OperationsCase.objects.filter(kind=CaseKind.BANK_FILE, state="OPEN", subject__in=subjects)
    open_days = set(known.values_list("subject", flat=True))
    for number, count, since, keys, ids, states in rows:
        one = days[number]
        is_one = count == 1 and one.subject not in open_days
        subject = identifiers.public("BankPayment", keys[0]) if is_one else one.subject
        ahead = connections.now_of(one.connection, now) - now
        cause = _cause(one, count, ids, states)
        yield Finding(subject, cause[: cases.LONGEST_CAUSE], since - ahead, one.connection.platform_id)


def _cause(one: _Day, count: int, ids: Sequence[str], states: Sequence[str]) -> str:
    told = "1 payment" if count == 1 else f"{count} payments" if count < _COUNTED else f"{_COUNTED} payments or more"
    named = ", ".join(ids[:_NAMED]) + (" and others" if count > _NAMED else "")
    return (
        f"{one.connection.name} has told on {one.day} of {told} ({', '.join(sorted(states)).lower()}), and no line of a"
        f" statement shows it: {named}."
    )


def _persisting(subjects: Collection[str], now: clock.RealTime) -> Collection[str]:
    """Return those of the subjects of `_find` that still have the problem."""
    return {one.subject for one in _find(now)}.intersection(subjects) if subjects else set()


monitor.watch(CaseKind.BANK_FILE, monitor.Source(_find, _persisting))
