"""Overdue payments: the limits, and the search for payments beyond one, which are cases of the monitor."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import connection

from payments.due import ADVANCE_TASK
from payments.models import IN_FLIGHT, CaseKind, NextAction, TransactionStatus
from payments.steps import STEPS, step_of
from payments.workflow import cases, monitor, own_rails
from payments.workflow.monitor import Finding
from platforms.base import clock, identifiers
from platforms.database import sql
from platforms.operations import work_failures

_HOUR, _MINUTE = dt.timedelta(hours=1), dt.timedelta(minutes=1)
OVERDUE = 15 * _MINUTE
"""Due payments are claimed within seconds; after this time something is wrong with the workers."""
UNATTENDED = 15 * _MINUTE
"""A payment in flight without a due step: this should not happen."""
NOT_HANDED_OVER = _HOUR
"""A payment that is still CREATED has not even reached its rail."""
UNAVAILABLE = _HOUR
"""How long a rail or a node may be away before its payments become cases: they continue by themselves."""
_UNAVAILABLE_ERRORS = {"RailUnavailable", "SettlementUnavailable"}
LIMITS = {name: step.longest for name, step in STEPS.items() if step.longest is not None}
"""How long a payment may keep its status before a step."""
BY_THEIR_DUE_TIME = frozenset(STEPS.keys() - LIMITS.keys())
"""Steps that end by themselves at their time: a missing worker, which OVERDUE finds, is the only problem."""


@dataclasses.dataclass(frozen=True, slots=True)
class Overdue:
    """A payment beyond a limit. `since` in real time."""

    key: uuid.UUID
    platform_id: uuid.UUID
    cause: str
    since: dt.datetime


_FAILING = f"""
  LEFT JOIN platforms_workfailure failure
    ON failure.work = '{ADVANCE_TASK}' AND failure.subject = 'Transaction:' || payment.id
"""
_PER_STATUS = 10_000
"""Payments of a platform and status that are read: the oldest, without those that have a case."""


def find(*, now: dt.datetime) -> list[Overdue]:
    """Return payments beyond a limit, the longest first; `now` is real time."""
    parameters = {
        "in_flight": [status.value for status in IN_FLIGHT],
        "by_due_time": [*BY_THEIR_DUE_TIME],
        "least": min(OVERDUE, UNATTENDED, *LIMITS.values()),
        "overdue": OVERDUE,
        "now": now,
        "most": _PER_STATUS,
    }
    found = _judged(_candidates(), parameters, now=now)
    return sorted(found, key=lambda one: (one.since, one.key))


def among(keys: Collection[uuid.UUID], *, now: dt.datetime) -> list[Overdue]:
    """Return those of these payments that are beyond a limit."""
    return _judged(_among(), {"keys": list(keys)}, now=now)


def _columns() -> str:
    whys = [rail.why_waits for rail in own_rails.rails()]
    return f"""
payment.id, payment.platform_id, payment.status, payment.next_action, payment.next_action_at, payment.updated_at,
platform.clock_offset, failure.error, failure.failures, failure.since,
CASE WHEN payment.next_action = 'GIVE_BACK' AND payment.next_action_at IS NOT NULL
     THEN coalesce({", ".join([*whys, "NULL::text"])}) END
"""


def _candidates() -> str:
    # By status from each platform's index; and all work due for a worker, by an index that holds nothing else.
    columns = _columns()
    return sql.of_constants(
        """
SELECT {columns}
  FROM platforms_platform platform
 CROSS JOIN unnest(%(in_flight)s::text[]) AS wanted (status)
 CROSS JOIN LATERAL (
       SELECT * FROM payments_transaction
        WHERE platform_id = platform.id AND status = wanted.status
          AND created_at <= %(now)s::timestamptz + platform.clock_offset - %(least)s::interval
          AND (next_action_at IS NULL OR NOT next_action = ANY(%(by_due_time)s::text[]))
          AND NOT EXISTS (SELECT FROM payments_operationscase known
                           WHERE known.subject = 'Transaction:' || payments_transaction.id
                             AND known.kind = 'PAYMENT_STUCK' AND known.state = 'OPEN')
        ORDER BY created_at, id LIMIT %(most)s
       ) payment{failing}
UNION
SELECT {columns}
  FROM payments_transaction payment
  JOIN platforms_platform platform ON platform.id = payment.platform_id{failing}
 WHERE payment.next_action_at IS NOT NULL
   AND (payment.next_action_at < %(now)s::timestamptz + platform.clock_offset - %(overdue)s::interval
        OR payment.next_action = 'GIVE_BACK' AND payment.refund ->> 'status' IS DISTINCT FROM 'COMPLETED'
        OR failure.id IS NOT NULL)
""",
        columns=columns,
        failing=_FAILING,
    )


def _among() -> str:
    return sql.of_constants(
        """
SELECT {columns}
  FROM payments_transaction payment JOIN platforms_platform platform ON platform.id = payment.platform_id{failing}
 WHERE payment.id = ANY(%(keys)s::uuid[])
""",
        columns=_columns(),
        failing=_FAILING,
    )


def _judged(statement: str, parameters: Mapping[str, Any], *, now: dt.datetime) -> list[Overdue]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return [one for row in cursor.fetchall() if (one := _judge(*row, now=now))]


def _judge(  # noqa: PLR0917 - a row
    key: uuid.UUID,
    platform_id: uuid.UUID,
    status: str,
    action: str,
    due: dt.datetime | None,
    updated_at: dt.datetime,
    offset: dt.timedelta,
    error: str | None,
    failures: int,
    failing_since: dt.datetime,
    waiting: str | None,
    *,
    now: dt.datetime,
) -> Overdue | None:
    """Return the problem of a payment, None when there is none. Its times are on the platform's clock.

    Those of its failures are real.
    """
    local = now + offset
    if error is not None and due is not None:
        patience = UNAVAILABLE if error in _UNAVAILABLE_ERRORS else work_failures.TOLD_AFTER
        if now - failing_since > patience:
            cause = f"{status}: {action} has failed {failures} times in a row, the last time by {error}."
            return Overdue(key, platform_id, cause, failing_since)
    if waiting:
        return Overdue(key, platform_id, f"{status}: its refund waits at {waiting}.", updated_at - offset)
    if due is None:
        limit = UNATTENDED if status in IN_FLIGHT else None
        cause, since = f"{status}, and nothing is due: nobody is going to take it up.", updated_at
    elif local - due > OVERDUE:
        limit, since = OVERDUE, due
        cause = f"{status}: no worker has taken up {action}, which is due."
    else:
        limit, since = _limit(status, action), updated_at
        cause = f"{status} before {action} for longer than it should take."
    if limit is None or local - since <= limit:
        return None
    return Overdue(key, platform_id, cause, since - offset)


def _limit(status: str, action: str) -> dt.timedelta | None:
    if status not in IN_FLIGHT and action != NextAction.GIVE_BACK:
        return None  # the step after a settled payment ends by itself
    limit = step_of(action).longest
    if status == TransactionStatus.CREATED and limit is not None:
        return min(limit, NOT_HANDED_OVER)
    return limit


def _stuck(now: clock.RealTime) -> Iterable[Finding]:
    return [
        Finding(
            identifiers.public("Transaction", payment.key),
            payment.cause[: cases.LONGEST_CAUSE],
            payment.since,
            payment.platform_id,
        )
        for payment in find(now=now)
    ]


def _still_stuck(subjects: Collection[str], now: clock.RealTime) -> Collection[str]:
    keys = [key for subject in subjects if (key := identifiers.parse("Transaction", subject))]
    return {identifiers.public("Transaction", payment.key) for payment in among(keys, now=now)}


monitor.watch(CaseKind.PAYMENT_STUCK, monitor.Source(_stuck, _still_stuck))
