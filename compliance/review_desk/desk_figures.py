"""Numbers about the review desk: how long cases wait, how fast and by whom they are decided, how hits end.

A decision is one that a person made on a case: approved, rejected, or more asked for. It took the time since the case
came into the queue, which is when it was submitted or reopened. Automatic decisions are not counted. Times go by
platforms' clocks; a period is given in real time, and each platform adds the offset of its clock.
"""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Sequence
from typing import Any

from django.db import connection
from django.db.models import Count, DurationField, ExpressionWrapper, F, Max, Q, QuerySet, Value

from compliance.models import ScreeningHit, Verification, VerificationStatus
from compliance.review_desk import review_queue
from platforms.models import Platform

DECISIONS = """
    WITH decision AS (
        SELECT change.actor_id AS person, change.to_status AS status, change.at - entered.at AS took,
               date_bin(%(step)s, change.at - platform.clock_offset, %(since)s) AS begin,
               change.to_status = 'REJECTED' AND EXISTS (
                   SELECT FROM compliance_verificationstatuschange later
                   WHERE later.verification_id = change.verification_id AND later.id > change.id
                     AND later.cause = 'reopening'
               ) AS was_reopened
        FROM compliance_verificationstatuschange change
        JOIN compliance_verification verification ON verification.id = change.verification_id
        JOIN platforms_platform platform ON platform.id = verification.platform_id
        LEFT JOIN LATERAL (
            SELECT before.at FROM compliance_verificationstatuschange before
            WHERE before.verification_id = change.verification_id AND before.id < change.id
              AND before.to_status = 'PENDING_MANUAL_REVIEW'
            ORDER BY before.id DESC LIMIT 1
        ) entered ON TRUE
        WHERE change.cause = 'review' AND change.actor_kind = 'STAFF'
          AND change.at >= %(since)s AND change.at < %(latest)s
          AND change.at >= %(since)s + platform.clock_offset AND change.at < %(until)s + platform.clock_offset
          AND (%(platform)s::uuid IS NULL OR platform.id = %(platform)s)
    )
    SELECT grouping(person), grouping(begin), person, begin, count(*),
           count(*) FILTER (WHERE status = 'APPROVED'), count(*) FILTER (WHERE status = 'REJECTED'),
           count(*) FILTER (WHERE status = 'RESOLVE_ERRORS'), count(*) FILTER (WHERE was_reopened),
           percentile_cont(0.5) WITHIN GROUP (ORDER BY took), percentile_cont(0.95) WITHIN GROUP (ORDER BY took)
    FROM decision GROUP BY GROUPING SETS ((), (person), (begin)) ORDER BY person, begin
"""
"""`latest` is where the index ends: `until` by the clock that runs ahead furthest. Clocks run ahead at most."""


@dataclasses.dataclass(frozen=True, slots=True)
class Decisions:
    """Decisions of people in a period, of one person, or in a part of the period."""

    number: int
    approved: int = 0
    rejected: int = 0
    asked: int = 0
    """How often more was asked for."""
    reopened: int = 0
    """How many of the rejections were reopened later."""
    median: dt.timedelta | None = None
    slowest: dt.timedelta | None = None
    """The 95th percentile of the times: only one decision in twenty took longer."""


@dataclasses.dataclass(frozen=True, slots=True)
class Period:
    """Decisions of a period: all, by person, and by the parts that a chart shows, empty ones included."""

    all: Decisions
    by_person: Sequence[tuple[str, Decisions]]
    parts: Sequence[tuple[dt.datetime, Decisions]]
    """Real times at which the parts begin."""


@dataclasses.dataclass(frozen=True, slots=True)
class Age:
    """How many cases wait for a certain time."""

    name: str
    number: int
    is_overdue: bool


def waiting(*, platform_id: uuid.UUID | None, now: dt.datetime) -> Sequence[Age]:
    """Return the waiting cases by age, against the target. One statement, over the waiting cases alone."""
    target, real_submission = review_queue.target(), F("submitted_at") - F("platform__clock_offset")
    rows: QuerySet[Any] = Verification.objects.filter(
        status=VerificationStatus.PENDING_MANUAL_REVIEW, customer__deleted_at=None
    )
    if platform_id is not None:
        rows = rows.filter(platform_id=platform_id)
    waited = ExpressionWrapper(Value(now) - real_submission, output_field=DurationField())
    hours = target.total_seconds() / 3600
    bands: Sequence[tuple[str, Q, bool]] = (
        (f"up to {hours / 2:g} h", Q(waited__lte=target / 2), False),
        (f"{hours / 2:g} to {hours:g} h", Q(waited__gt=target / 2, waited__lte=target), False),
        (f"{hours:g} to {hours * 2:g} h", Q(waited__gt=target, waited__lte=target * 2), True),
        (f"over {hours * 2:g} h", Q(waited__gt=target * 2), True),
    )
    numbers = rows.annotate(waited=waited).aggregate(
        **{f"band_{number}": Count("id", filter=condition) for number, (_, condition, _) in enumerate(bands)}
    )
    return [Age(name, numbers[f"band_{number}"], is_late) for number, (name, _, is_late) in enumerate(bands)]


def decisions(*, platform_id: uuid.UUID | None, since: dt.datetime, until: dt.datetime, step: dt.timedelta) -> Period:
    """Return the decisions since a time and before another, both real, with a part for each `step` of the period.

    Two statements, over the decisions of the period alone.
    """
    ahead = Platform.objects.aggregate(most=Max("clock_offset"))["most"] or dt.timedelta()
    arguments: dict[str, Any] = {
        "since": since,
        "until": until,
        "latest": until + ahead,
        "platform": platform_id,
        "step": step,
    }
    whole, by_person, by_part = Decisions(0), [], {}
    with connection.cursor() as cursor:
        cursor.execute(DECISIONS, arguments)
        for is_without_person, is_without_begin, person, begin, *numbers in cursor.fetchall():
            figures = Decisions(*numbers)
            if not is_without_person:
                by_person.append((person, figures))
            elif not is_without_begin:
                by_part[begin] = figures
            else:
                whole = figures
    begins = [since + step * number for number in range(-(-(until - since) // step))]
    return Period(whole, by_person, [(begin, by_part.get(begin, Decisions(0))) for begin in begins])


def hits(
    *, platform_id: uuid.UUID | None, since: dt.datetime, until: dt.datetime
) -> Sequence[tuple[str, dict[str, int]]]:
    """Return for each list the hits found in the period by how they stand now: HitState → number. Two statements."""
    ahead = Platform.objects.aggregate(most=Max("clock_offset"))["most"] or dt.timedelta()
    offset = F("platform__clock_offset")
    rows = ScreeningHit.objects.filter(created_at__gte=since, created_at__lt=until + ahead).filter(
        created_at__gte=Value(since) + offset, created_at__lt=Value(until) + offset
    )
    if platform_id is not None:
        rows = rows.filter(platform_id=platform_id)
    by_list: dict[str, dict[str, int]] = {}
    counts = rows.values_list("list_name", "state").annotate(number=Count("id")).order_by("list_name", "state")
    for list_name, state, number in counts:
        by_list.setdefault(list_name, {})[state] = number
    return list(by_list.items())
