"""Checks of running parts: broker, worker, beat, and the public address."""

import datetime as dt
import http.client
import ssl
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any
from urllib.parse import SplitResult, urlsplit

import redis
from celery import current_app
from django.conf import settings
from django.db import connection
from kombu.exceptions import OperationalError

from config.doctor.findings import Finding, Level
from config.launch import roles
from config.metrics import figures, statements
from config.probe import places
from config.processes import beat, health, heartbeats, leader
from payments.workflow import provider_messages
from platforms.base import clock

_ANSWER_SECONDS = 2.0
_ADDRESS_SECONDS = 5
_CERTIFICATE_DAYS = 14
_MANY_UNANSWERED, _PART_UNANSWERED = 3, 0.2
"""As the alarm RailNotAnswering has them."""
_START = "Start it: docs/operator/deploy.md."


def broker() -> Iterator[Finding]:
    """Report no answer from the broker or from the server at REDIS_URL, or unread messages."""
    try:
        health.broker()
        unread = max(_unread(), default=0)
    except (OperationalError, OSError, redis.RedisError) as error:
        message = f"The broker does not answer ({type(error).__name__}): payments and events wait until it is back."
        yield Finding("broker", Level.ERROR, message, "Start it, or correct REDIS_URL (or CELERY_BROKER_URL).")
        return
    if unread >= beat.MOST_UNREAD:
        message = f"{unread} messages wait in the broker: workers do not keep up, or none runs."
        yield Finding("broker", Level.WARNING, message, "Start more workers, or raise WORKER_PROCESSES.")
    yield from _limits()


def worker() -> Iterator[Finding]:
    """Report missing answers of workers."""
    try:
        answers = current_app.control.ping(timeout=_ANSWER_SECONDS)
    except (OperationalError, OSError, redis.RedisError):
        return  # said of the broker
    if not answers:
        message = "No worker answers: no payment goes on and no event is sent."
        yield Finding("worker", Level.ERROR, message, _START)


def scheduler() -> Iterator[Finding]:
    """Report that beat does not run, or hangs: by connections, and by heartbeats.

    A beat that has ended loses its connection at once; a hanging one gives no heartbeat after a while. A pooler hides
    connections.
    """
    is_there = None if settings.PREPARE_THRESHOLD is None else _is_beat_connected()
    lives = heartbeats.lives("beat")
    if is_there is False and lives:
        message = "Beat has no connection to the database: it has ended just now, or can't open one."
        yield Finding("beat", Level.ERROR, message, "If it runs, its log says why. " + _START)
    elif False in {is_there, lives}:
        what = "does not run" if is_there is False else f"has given no heartbeat for {heartbeats.LATE_SECONDS:.0f} s"
        yield Finding("beat", Level.ERROR, f"Beat {what}: nothing that is due at a time begins.", _START)
    elif is_there is lives is None:
        message = "Behind a pooler, and without heartbeats (REDIS_URL), nothing shows whether beat runs."
        yield Finding("beat", Level.NOTE, message, "See its supervisor.")


def rails() -> Iterator[Finding]:
    """Report rails that do not answer, by the measure of the alarm."""
    with connection.cursor() as cursor:
        cursor.execute(statements.ANSWERS, figures.parameters(clock.real_now()))
        answers = cursor.fetchall()
    calls = sum(number for _, _, number in answers)
    unanswered = sum(number for _, answer, number in answers if answer == provider_messages.NO_ANSWER)
    if unanswered >= _MANY_UNANSWERED and unanswered > calls * _PART_UNANSWERED:
        message = f"{unanswered} of {calls} calls to rails in five minutes got no answer: these payments wait."
        yield Finding("rails", Level.WARNING, message, "Ask the provider; a payment's page has the kind of error.")


def probe() -> Iterator[Finding]:
    """Report that the probe is turned on and not set up, or where it is stuck."""
    if not settings.PROBE:
        return
    found = places.progress_of_probe()
    if found is None:
        yield Finding("probe", Level.ERROR, "PROBE is set, and the probe has no platform.", "Run manage.py make_probe.")
        return
    told, place = found
    if place:
        minutes = int(told.good_age.total_seconds() // 60)
        message = f"The probe is stuck at {place}; its last good payment was {minutes} minutes ago."
        yield Finding("probe", Level.ERROR, message, "See docs/operator/probe.md.")


def public_address() -> Iterator[Finding]:
    """Report faults in a call of PUBLIC_BASE_URL: proxies, certificate, host name."""
    parts = urlsplit(settings.PUBLIC_BASE_URL)
    try:
        status, is_ours, ends = _call(parts)
    except ssl.SSLCertVerificationError as error:
        message = f"The certificate of {parts.netloc} can't be verified: {error.verify_message}."
        yield Finding("address", Level.ERROR, message, "Renew it, or have the web server send the whole chain.")
        return
    except (OSError, http.client.HTTPException) as error:
        message = f"{settings.PUBLIC_BASE_URL} can't be reached from this machine ({type(error).__name__})."
        yield Finding("address", Level.WARNING, message, "If it can from others, all is well; else see the web server.")
        return
    if not (is_ours and status == HTTPStatus.UNAUTHORIZED):
        yield _other_answer(status, is_ours=is_ours)
    if ends is not None and (days := (ends - clock.real_now()).days) < _CERTIFICATE_DAYS:
        message = f"The certificate of {parts.netloc} ends in {days} days."
        yield Finding("address", Level.WARNING, message, "Renew it.")


def _is_beat_connected() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = ANY(%s)",
            [[roles.application_name("beat"), leader.APPLICATION]],
        )
        return bool(cursor.fetchone()[0])


def _unread() -> list[int]:
    with current_app.connection_for_read() as link:
        queues: list[Any] = [
            current_app.amqp.queues[name](link.default_channel) for name in settings.CELERY_TASK_QUEUES
        ]
        return [queue.queue_declare().message_count for queue in queues]


def _limits() -> Iterator[Finding]:
    """Report no answer from the server of the limits, if it is another one than the broker."""
    if not settings.REDIS_URL:
        return
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1) as client:
            client.ping()
    except (OSError, redis.RedisError) as error:
        message = f"REDIS_URL does not answer ({type(error).__name__}): each process counts limits alone."
        yield Finding("broker", Level.WARNING, message, "Start it, or correct REDIS_URL.")


def _call(parts: SplitResult) -> tuple[int, bool, dt.datetime | None]:
    """Ask the API without credentials; return the status, whether the service gave it, and the certificate's end."""
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    link = kind(parts.hostname or "", parts.port, timeout=_ADDRESS_SECONDS)
    try:
        link.connect()
        ends = None
        if isinstance(link.sock, ssl.SSLSocket):
            after = ssl.cert_time_to_seconds(str((link.sock.getpeercert() or {})["notAfter"]))
            ends = dt.datetime.fromtimestamp(after, dt.UTC)
        link.request("GET", f"{parts.path}/{settings.API_VERSION}/config")
        reply = link.getresponse()
        return reply.status, "X-Request-Id" in reply.headers, ends
    finally:
        link.close()


def _other_answer(status: int, *, is_ours: bool) -> Finding:
    """Return the finding for an answer other than 401 of the service."""
    meanings = {
        HTTPStatus.FORBIDDEN: (
            "The service takes requests to PUBLIC_BASE_URL for plain http.",
            "The web server in front has to set X-Forwarded-Proto, and the service needs BEHIND_PROXY=true.",
        ),
        HTTPStatus.BAD_REQUEST: (
            "The service does not know the host name that arrives.",
            "The web server in front has to pass Host on, and ALLOWED_HOSTS has to name it.",
        ),
        HTTPStatus.SERVICE_UNAVAILABLE: (
            "The service refuses requests: no thread is free in time, or the database can't be used.",
            "If nothing is said of the database, it has too few threads or waits: docs/operator/performance.md.",
        ),
    }
    if is_ours and status in meanings:
        return Finding("address", Level.ERROR, *meanings[HTTPStatus(status)])
    if status in {HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT}:
        message = f"The web server in front reaches no web process ({status})."
        return Finding("address", Level.ERROR, message, "Do they run, at the address that its upstream names?")
    message = f"PUBLIC_BASE_URL answers with {status} where the API answers 401."
    return Finding("address", Level.WARNING, message, "Does the web server in front pass all paths on, unchanged?")
