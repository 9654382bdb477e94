"""Figures from database, broker and disk: asked by a scrape, kept for some seconds, counted by no request.

Workers and beat keep no counts of their own: their results are in the database, so one scrape covers all machines. Each
figure has a time limit in the database. A failed one is left out, and its `payments_figure_available` is 0.
"""

import collections
import datetime as dt
import logging
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import connection, transaction
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from config.metrics import statements
from config.probe import places
from config.processes import health, heartbeats
from payments.models import IN_FLIGHT, FailureReason, LedgerCheckRun
from payments.providers import registry
from payments.reporting import dashboard_metrics
from platforms import release
from platforms.base import clock
from platforms.database import outages
from platforms.models import AuditCheckRun, CheckPart, Platform, WorkFailure
from platforms.operations import backups

logger = logging.getLogger(__name__)
KEPT_SECONDS = 5.0
MOST, RECENT = 10_000, 1_000
"""Rows read for one figure: the oldest, of a platform where it asks by platform; and the newest of a log."""
_MILLISECONDS = 250
_Values = Mapping[Any, float]
"""Values by the values of their labels."""
_Make = Callable[[dt.datetime], list[Metric]]
_lock = threading.Lock()
_last: tuple[float, list[Metric]] = (0.0, [])


class Figures(Collector):
    """The figures, asked for at most once in KEPT_SECONDS for all scrapes."""

    def collect(self) -> Iterator[Metric]:
        """Yield all available figures."""
        global _last  # noqa: PLW0603
        with _lock:
            at, found = _last
            if not found or time.monotonic() - at > KEPT_SECONDS:
                found = list(_ask(clock.real_now()))
                _last = (time.monotonic(), found)
        yield from found


def parameters(now: dt.datetime) -> dict[str, Any]:
    """Return the parameters of `statements`."""
    in_flight = [status.value for status in IN_FLIGHT]
    limits = {"most": MOST, "recent": RECENT}
    break_glass = settings.OIDC_PASSWORD_ACCOUNTS if settings.OIDC_ISSUER else []
    return {"now": now, "today": now.date(), "in_flight": in_flight, "break_glass": break_glass, **limits}


def _ask(now: dt.datetime) -> Iterator[Metric]:
    available: dict[tuple[str, ...], float] = {}
    checks = health.results()
    built = {(release.VERSION, release.commit()): 1.0}
    yield _gauge("build_info", "The release of this web server; always 1.", ("version", "commit"), built)
    yield _gauge("check", "The result of each check of /readyz.", ("check", "state"), dict.fromkeys(checks.items(), 1))
    age = health.commit_age()
    text = "Time since the database last committed a small write of this process."
    yield _gauge("commit_age_seconds", text, (), {} if age is None else {(): age})
    for name, make in _ELSEWHERE.items():
        yield from _in_time(name, make, now, available)
    if checks["database"] == "failed":
        # Each would wait for it, one after the other.
        available |= dict.fromkeys(((name,) for name in _OF_THE_DATABASE), 0.0)
    else:
        yield from _of_the_database(now, available)
    yield _gauge("figure_available", "Whether a figure could be had in time.", ("figure",), available)


def _of_the_database(now: dt.datetime, available: dict[tuple[str, ...], float]) -> list[Metric]:
    found: list[Metric] = []
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL statement_timeout = {_MILLISECONDS}")
            for name, make in _OF_THE_DATABASE.items():
                found += _in_time(name, lambda moment: _apart(make, moment), now, available)  # noqa: B023 - called at once
            cursor.execute("SET LOCAL statement_timeout TO DEFAULT")
    except Exception as error:  # noqa: BLE001 - what has been found is shown
        outages.warned(logger, error)
        available |= {(name,): 0.0 for name in _OF_THE_DATABASE if (name,) not in available}
    return found


def _apart(make: _Make, now: dt.datetime) -> list[Metric]:
    # A statement that was ended must not take the others with it.
    with transaction.atomic():
        return make(now)


def _in_time(name: str, make: _Make, now: dt.datetime, available: dict[tuple[str, ...], float]) -> list[Metric]:
    try:
        found = make(now)
    except Exception as error:  # noqa: BLE001 - the others are wanted most when something is wrong
        if not outages.warned(logger, error):
            logger.warning("a figure of /metrics failed: %s", name, extra={"reason": type(error).__name__})
        available[name,] = 0.0
        return []
    available[name,] = 1.0
    return found


def _rows(statement: str, now: dt.datetime) -> Sequence[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters(now))
        found: Sequence[tuple[Any, ...]] = cursor.fetchall()
    return found


def _gauge(name: str, text: str, labels: Sequence[str], values: _Values) -> Metric:
    family = GaugeMetricFamily(f"payments_{name}", text, labels=labels)
    for key, value in values.items():
        family.add_metric(key, float(value))
    return family


def _in_flight(now: dt.datetime) -> list[Metric]:
    rows = _rows(statements.IN_FLIGHT, now)
    numbers = {(status, step): float(number) for status, step, number, _ in rows}
    ages: dict[tuple[str, ...], float] = {}
    for _, step, _, age in rows:
        ages[step,] = max(age, ages.get((step,), 0.0))
    return [
        _gauge("in_flight", "Payments under way.", ("status", "step"), numbers),
        _gauge("oldest_age_seconds", "Age of the oldest unfinished payment before a step.", ("step",), ages),
    ]


def _due(now: dt.datetime) -> list[Metric]:
    due = dashboard_metrics.due(now=now)
    late = (now - due.since).total_seconds() if due.since else 0.0
    return [
        _gauge("due", f"Payments that are due for a worker, {dashboard_metrics.MANY} at most.", (), {(): due.number}),
        _gauge("due_age_seconds", "Time since the first payment became due.", (), {(): late}),
    ]


def _rails(now: dt.datetime) -> list[Metric]:
    today = {
        (rail, currency, outcome): number
        for rail, currency, *numbers in _rows(statements.RAILS, now)
        for outcome, number in zip(("begun", "completed", "failed"), numbers, strict=True)
    }
    failed: collections.Counter[tuple[str]] = collections.Counter()
    for reason, number in _rows(statements.FAILED, now):
        # A rail of one's own may give any text.
        failed[reason if reason in FailureReason else "OTHER",] += number
    answers = {(step, answer): number for step, answer, number in _rows(statements.ANSWERS, now)}
    text = f"Answers of rails in five minutes, among the last {RECENT}; NONE is no answer."
    return [
        _gauge("today", "Payments since midnight UTC.", ("rail", "currency", "outcome"), today),
        _gauge("failed_last_hour", "Payments made in the last hour that failed.", ("reason",), failed),
        _gauge("rail_answers", text, ("step", "answer"), answers),
    ]


def _events(now: dt.datetime) -> list[Metric]:
    [(pending, late)] = _rows(statements.EVENTS, now)
    ended = {("success" if is_good else "failure",): number for is_good, number in _rows(statements.DELIVERIES, now)}
    last = _rows(statements.LAST_DELIVERY, now)
    [(failing, disabled, in_a_row)] = _rows(statements.ENDPOINTS, now)
    text = f"Attempts to deliver in five minutes, among the last {RECENT}."
    return [
        _gauge("events_pending", "Events to be delivered.", (), {(): pending}),
        _gauge("events_due_age_seconds", "Time since the first event became due.", (), {(): max(late or 0.0, 0.0)}),
        _gauge("deliveries", text, ("outcome",), ended),
        _gauge("delivery_timestamp_seconds", "End of the last delivery.", (), {(): last[0][0]} if last else {}),
        _gauge("endpoints", "Endpoints that fail, or were switched off.", ("state",), {
            ("failing",): failing, ("disabled",): disabled,
        }),
        _gauge("endpoint_failures", "Failed attempts in a row of the worst endpoint.", (), {(): in_a_row}),
    ]  # fmt: skip


def _suspense(now: dt.datetime) -> list[Metric]:
    rows = _rows(statements.SUSPENSE, now)
    amounts = {(currency,): amount for currency, _, amount, _ in rows}
    return [
        _gauge("suspense_items", "Items in suspense.", ("currency",), {(row[0],): row[1] for row in rows}),
        _gauge("suspense_amount", "Money in suspense, in the smallest unit.", ("currency",), amounts),
        _gauge(
            "suspense_age_seconds",
            "Age of the oldest item in suspense.",
            ("currency",),
            {(row[0],): row[3] for row in rows},
        ),
    ]


def _work_of_people(now: dt.datetime) -> list[Metric]:
    [(waiting, age)] = _rows(statements.REVIEWS, now)
    cases = {(kind,): len(since) for kind, since in dashboard_metrics.open_cases().items()}
    failures = WorkFailure.objects.all()[:MOST].count()
    target = settings.REVIEW_TARGET_HOURS * 3600
    return [
        _gauge("reviews_waiting", "Verifications that wait for a reviewer.", (), {(): waiting}),
        _gauge("reviews_age_seconds", "Age of the oldest verification waiting.", (), {(): age}),
        _gauge("reviews_target_seconds", "Longest time for a review: REVIEW_TARGET_HOURS.", (), {(): target}),
        _gauge("cases_open", "Open cases.", ("kind",), cases),
        _gauge("work_failures", "Due work that failed when it was last tried.", (), {(): failures}),
    ]


def _staff(now: dt.datetime) -> list[Metric]:
    [(used,)] = _rows(statements.BREAK_GLASS, now)
    text = "Sign-ins with a password in the last hour while staff sign on by the company's provider."
    return [_gauge("break_glass_sign_ins", text, (), {(): used})]


def _checks(now: dt.datetime) -> list[Metric]:
    moments = {
        ("books",): LedgerCheckRun.objects.order_by("-finished_at").values_list("finished_at", flat=True).first(),
        ("audit",): AuditCheckRun.objects.order_by("-id").values_list("finished_at", flat=True).first(),
    }
    ages = {key: (now - at).total_seconds() for key, at in moments.items() if at is not None}
    unsealed = {(log,): max(age, 0.0) for log, age in _rows(statements.SEALS, now)}
    [(unsealed_day,)] = _rows(statements.UNSEALED_DAY, now)
    text = "Time since the end of the first day without a signed root; 0 where there is none."
    return [
        _gauge("unsealed_day_seconds", text, (), {(): unsealed_day}),
        _gauge("check_age_seconds", "Time since the last nightly check.", ("check",), ages),
        *_parts_of_checks(now),
        _gauge("unsealed_age_seconds", "Age of the first row without a seal.", ("log",), unsealed),
    ]


def _parts_of_checks(now: dt.datetime) -> list[Metric]:
    ages, rounds, read = {}, {}, {}
    rows = CheckPart.objects.values_list("parent", "name", "whole_since", "round_began_at", "rows")
    for check, part, since, began, count in rows:
        read[check, part] = count
        rounds[check, part] = (now - began).total_seconds() if began else 0.0
        if since is not None:
            ages[check, part] = (now - since).total_seconds()
    age = "Time since the last whole round over a part of a nightly check began."
    length = "Time since the round began that a part of a nightly check is in; 0 between rounds."
    names = ("check", "part")
    return [
        _gauge("check_part_age_seconds", age, names, ages),
        _gauge("check_round_seconds", length, names, rounds),
        _gauge("check_part_rows", "Rows that the last night has read of a part of a check.", names, read),
    ]


def _rates(now: dt.datetime) -> list[Metric]:
    sources = registry.rate_sources(Platform.objects.values_list("environment", flat=True).distinct())
    rows = [row for row in _rows(statements.RATES, now) if row[0] in sources]
    limits = {(name,): source.stale_after.total_seconds() for name, source in sources.items()}
    return [
        _gauge("rates_age_seconds", "Age of the exchange rates.", ("source",), {(row[0],): row[1] for row in rows}),
        _gauge("rates_limit_seconds", "Age of rates from which nothing is quoted.", ("source",), limits),
        _gauge(
            "rates_failing", "Whether the source does not answer.", ("source",), {(row[0],): row[2] for row in rows}
        ),
    ]


def _connections(now: dt.datetime) -> list[Metric]:
    [(used, most)] = _rows(statements.CONNECTIONS, now)
    return [
        _gauge("database_connections", "Connections to the database server, of all clients.", (), {(): used}),
        _gauge("database_connections_limit", "max_connections of the database server.", (), {(): most}),
    ]


def _backups(now: dt.datetime) -> list[Metric]:
    told = {(str(kind),): backups.last(kind) for kind in backups.Kind}
    ages = {key: (now - at).total_seconds() for key, at in told.items() if at is not None}
    limits = {(str(kind),): limit.total_seconds() for kind, limit in backups.LATE_AFTER.items()}
    # One row, or none.
    archived: dict[tuple[str, ...], float] = {(): row[0] for row in _rows(statements.ARCHIVING, now)}  # noqa: B035
    [(lag, kept)] = _rows(statements.STANDBYS, now)
    return [
        _gauge("backup_age_seconds", "Time since `manage.py backup_made` was told so.", ("what",), ages),
        _gauge("backup_limit_seconds", "Age that the last one may have.", ("what",), limits),
        _gauge(
            "archive_age_seconds",
            "Time since a part of the log was archived.",
            (),
            archived,
        ),
        _gauge(
            "standby_lag_seconds", "How far the worst standby is behind, as far as this role may see.", (), {(): lag}
        ),
        _gauge("standby_kept_bytes", "Log kept for the slowest replication slot.", (), {(): kept}),
    ]


def _probe(now: dt.datetime) -> list[Metric]:
    found = places.progress_of_probe()
    if found is None:
        return []
    told, place = found
    parts = {("settled",): told.settled_in, ("received",): told.delivered_in}
    seconds = {key: part.total_seconds() for key, part in parts.items() if part is not None}
    stuck = {(str(each),): float(each == place) for each in places.PLACES}
    age = told.good_age.total_seconds()
    return [
        _gauge("probe_age_seconds", "Time since the last good payment of the probe.", (), {(): age}),
        _gauge("probe_seconds", "What it took from its request on.", ("until",), seconds),
        _gauge("probe_stuck", "Whether the probe is stuck there.", ("at",), stuck),
    ]


def _queues(now: dt.datetime) -> list[Metric]:
    lengths = {}
    with current_app.connection_for_write(connect_timeout=1, transport_options=health.BROKER_PATIENCE) as link:
        for name in settings.CELERY_TASK_QUEUES:
            declared: Any = current_app.amqp.queues[name](link.default_channel).queue_declare()
            lengths[name,] = float(declared.message_count)
    return [_gauge("queue_messages", "Messages not yet taken by a worker.", ("queue",), lengths)]


def _heartbeats(now: dt.datetime) -> list[Metric]:
    text = "Time of the last heartbeat of a role on a machine."
    return [_gauge("heartbeat_timestamp_seconds", text, ("role", "host"), heartbeats.latest())]


def _disk(now: dt.datetime) -> list[Metric]:
    usage = shutil.disk_usage(settings.VAR_DIR)
    free = usage.free / usage.total
    return [_gauge("disk_free_ratio", "Free part of the disk of VAR_DIR, on this machine.", (), {(): free})]


_ELSEWHERE: dict[str, _Make] = {"queues": _queues, "heartbeats": _heartbeats, "disk": _disk}
_OF_THE_DATABASE: dict[str, _Make] = {
    "in flight": _in_flight,
    "due": _due,
    "rails": _rails,
    "events": _events,
    "suspense": _suspense,
    "work of people": _work_of_people,
    "staff": _staff,
    "checks": _checks,
    "rates": _rates,
    "connections": _connections,
    "backups": _backups,
    "probe": _probe,
}
