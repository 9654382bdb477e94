"""Probes: `/healthz` tells that the process lives, `/readyz` that it can serve. Neither shows a host, path or error.

A process serves without the broker: what it is asked to do is in the database, and workers find it when the broker is
back. If that made it unready, none would be left to serve.
"""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from http import HTTPStatus

import kombu.exceptions
import redis
from celery import current_app
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from config import checks
from config.database import commits, database_role, structure
from payments.ledger import check as ledger_check
from platforms import release
from platforms.database import outages, replica
from platforms.database.postgresql import base
from platforms.operations import audit_seals

Check = Callable[[], str]
_CACHE_SECONDS = 1.0
_BROKER_SECONDS = 1
_DATABASE_SECONDS = 1.5
"""How long to wait for each answer: a probe gets its reply within some seconds, whatever has stopped."""
BROKER_AWAY = (kombu.exceptions.OperationalError, redis.RedisError)
"""What is raised while the broker does not answer."""
BROKER_PATIENCE = {"socket_timeout": _BROKER_SECONDS, "socket_connect_timeout": _BROKER_SECONDS}
_log = logging.getLogger(__name__)
_checks: dict[str, Check] = {}
_for_information: set[str] = set()
"""Checks shown for information, without effect on whether this process is ready."""
_degrading: set[str] = set()
"""Checks without which this process serves all the same, while something else has to wait."""
_of_the_database: set[str] = set()
_lock = threading.Lock()
_last: tuple[float, dict[str, str]] = (0.0, {})
_migrated = False
_serves = False
_commits = commits.Commits()


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer as long as the process can answer at all."""
    return _reply({"status": "ok"}, HTTPStatus.OK)


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200 when this process can serve and 503 otherwise, with its release and the result of each check."""
    found = results()
    wrong = {name for name, result in found.items() if result != "ok"} - _for_information
    is_ready = wrong <= _degrading
    status = "unavailable" if not is_ready else "degraded" if wrong else "ok"
    told = {"status": status, "release": release.name(), "checks": found}
    return _reply(told, HTTPStatus.OK if is_ready else HTTPStatus.SERVICE_UNAVAILABLE)


def register(
    name: str,
    check: Check,
    *,
    is_for_information: bool = False,
    is_degrading: bool = False,
    asks_database: bool = False,
) -> None:
    """Add a check to `/readyz`. It returns `ok` or a word for what is wrong; an exception counts as `failed`.

    A check for information is shown, without effect. A degrading one makes the status `degraded`, and the process stays
    ready. One that asks the database fails with it.
    """
    _checks[name] = check
    if is_degrading:
        _degrading.add(name)
    if asks_database:
        _of_the_database.add(name)
    if is_for_information:
        _for_information.add(name)


def database() -> str:
    """Tell whether the database answers and commits; Django replaces a broken connection before the next request."""
    with base.answering_within(_DATABASE_SECONDS), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()
    return "owner" if _is_owner() else _commits.state()


def commit_age() -> float | None:
    """Return the seconds since this process last saw the database commit; None before the first time."""
    return _commits.age()


def commit_state() -> str:
    """Tell whether the database commits, after a second at most: `ok`, `read-only`, `no-commit` or `failed`."""
    return _commits.state()


def is_broker_away() -> bool:
    """Tell whether the broker does not answer, after some seconds at most."""
    return _outcome("broker", broker) != "ok"


def broker() -> str:
    """Tell whether the broker answers."""
    with current_app.connection_for_write(connect_timeout=_BROKER_SECONDS, transport_options=BROKER_PATIENCE) as link:
        link.ensure_connection(max_retries=1, timeout=_BROKER_SECONDS)
        client = getattr(link.default_channel, "client", None)
        if client is not None:
            client.ping()
    return "ok"


def migrations() -> str:
    """Tell whether the database has every migration of this release; once it has, it is not asked again."""
    global _migrated  # noqa: PLW0603
    if not _migrated:
        _migrated = not structure.missing() and not checks.is_from_before_first_release()
    return "ok" if _migrated else "missing"


def books() -> str:
    """Return the result of the last nightly check of the ledger: shown, without effect here.

    A fault concerns single accounts, which are held; other customers' money must go on, and staff must be let in.
    """
    return ledger_check.state()


def audit_log() -> str:
    """Return the result of the last nightly check of the audit log. An altered log is shown, without effect here.

    Otherwise changing one row of it would be a switch for all payments.
    """
    return audit_seals.state()


def replica_use() -> str:
    """Tell whether lists are read from the replica now: shown, without effect here, as the primary is read instead."""
    return "ok" if replica.is_current() else "late"


def _is_owner() -> bool:
    """Tell whether a production process works as the owner; once it does not, it is not asked again."""
    global _serves  # noqa: PLW0603
    if not _serves:
        _serves = not (settings.IS_PRODUCTION and database_role.is_owner())
    return not _serves


def results() -> dict[str, str]:
    """Run the checks at most once a second: probes of many balancers must not load the database."""
    global _last  # noqa: PLW0603
    with _lock:
        at, found = _last
        if not found or time.monotonic() - at > _CACHE_SECONDS:
            found = _ask()
            _last = (time.monotonic(), found)
        return found


def _ask() -> dict[str, str]:
    results = {"database": _outcome("database", _checks["database"])}
    for name, check in _checks.items():
        if name == "database":
            continue
        # Otherwise the next checks would wait for it too, one after the other.
        is_vain = name in _of_the_database and results["database"] == "failed"
        results[name] = "failed" if is_vain else _outcome(name, check)
    return results


def _outcome(name: str, check: Check) -> str:
    try:
        return check()
    except BROKER_AWAY as error:
        # No fault of ours, and asked again every second.
        _log.warning("the broker is not available", extra={"reason": type(error).__name__})
    except Exception as error:  # noqa: BLE001  whatever is wrong, the service is not ready
        if not outages.warned(_log, error):
            _log.exception("readiness check %s failed", name)
    return "failed"


def _reply(body: Mapping[str, object], status: int) -> HttpResponse:
    response = JsonResponse(body, status=status)
    response["Cache-Control"] = "no-store"
    return response


register("database", database)
register("broker", broker, is_degrading=True)
register("migrations", migrations, asks_database=True)
register("books", books, is_for_information=True, asks_database=True)
register("audit", audit_log, is_for_information=True, asks_database=True)
if settings.DATABASE_REPLICA_URL:
    register("replica", replica_use, is_for_information=True, asks_database=True)
