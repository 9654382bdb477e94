"""`/healthz` says that the process lives, `/readyz` that it can work. Neither shows a host, a path or an error."""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from http import HTTPStatus

from celery import current_app
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from config import checks
from config.database import database_role, structure
from payments.ledger import check as ledger_check
from platforms.database import outages
from platforms.database.postgresql import base
from platforms.http.errors import keep_out_of_log
from platforms.operations import audit_seals

Check = Callable[[], str]
_CACHE_SECONDS = 1.0
_BROKER_SECONDS = 1
_DATABASE_SECONDS = 1.5
"""How long to wait for each answer: a probe is told within some seconds, whoever has been stopped."""
_log = logging.getLogger(__name__)
_checks: dict[str, Check] = {}
_for_information: set[str] = set()
"""Checks that say nothing of whether this process can serve."""
_of_the_database: set[str] = set()
_lock = threading.Lock()
_last: tuple[float, dict[str, str]] = (0.0, {})
_migrated = False
_serves = False


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer as long as the process can answer at all."""
    return _reply({"status": "ok"}, HTTPStatus.OK)


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200 when this process can serve and 503 otherwise, with the name and the result of each check."""
    results = _results()
    ready = all(result == "ok" for name, result in results.items() if name not in _for_information)
    body = {"status": "ok" if ready else "unavailable", "checks": results}
    return _reply(body, HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE)


def register(name: str, check: Check, *, is_for_information: bool = False, asks_database: bool = False) -> None:
    """Add a check to `/readyz`. It returns `ok` or a word for what is wrong; an exception counts as `failed`.

    What is for information is shown and never makes the process unready. What asks the database fails with it.
    """
    _checks[name] = check
    if asks_database:
        _of_the_database.add(name)
    if is_for_information:
        _for_information.add(name)


def database() -> str:
    """Tell whether the database answers; Django replaces a broken connection before the next request."""
    with base.answering_within(_DATABASE_SECONDS), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()
    return "owner" if _is_owner() else "ok"


def broker() -> str:
    """Tell whether the broker answers."""
    patience = {"socket_timeout": _BROKER_SECONDS, "socket_connect_timeout": _BROKER_SECONDS}
    with current_app.connection_for_write(connect_timeout=_BROKER_SECONDS, transport_options=patience) as link:
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
    """Return what the last nightly check of the ledger found: shown, and stops nothing here.

    A fault concerns accounts, which are held; everybody else's money has to go on, and staff have to be let in.
    """
    return ledger_check.state()


def audit_log() -> str:
    """Return what the last nightly check of the audit log found. An altered log is shown and stops nothing.

    Whoever could change one row of it would otherwise have a switch for all payments.
    """
    return audit_seals.state()


def _is_owner() -> bool:
    """Tell whether a process of production works as the owner; once it does not, it is not asked again."""
    global _serves  # noqa: PLW0603
    if not _serves:
        _serves = not (settings.IS_PRODUCTION and database_role.is_owner())
    return not _serves


def _results() -> dict[str, str]:
    """Run the checks at most once a second: probes of many balancers must not load the database."""
    global _last  # noqa: PLW0603
    with _lock:
        at, results = _last
        if not results or time.monotonic() - at > _CACHE_SECONDS:
            results = _ask()
            _last = (time.monotonic(), results)
        return results


def _ask() -> dict[str, str]:
    results = {"database": _outcome("database", _checks["database"])}
    for name, check in _checks.items():
        if name == "database":
            continue
        # The others would wait for it too, one after the other.
        is_vain = name in _of_the_database and results["database"] != "ok"
        results[name] = "failed" if is_vain else _outcome(name, check)
    return results


def _outcome(name: str, check: Check) -> str:
    try:
        return check()
    except Exception as error:  # noqa: BLE001  whatever is wrong, the service is not ready
        if not outages.warned(_log, error):
            _log.exception("readiness check %s failed", name)
        return "failed"


def _reply(body: Mapping[str, object], status: int) -> HttpResponse:
    response = JsonResponse(body, status=status)
    response["Cache-Control"] = "no-store"
    keep_out_of_log(response)
    return response


register("database", database)
register("broker", broker)
register("migrations", migrations, asks_database=True)
register("books", books, is_for_information=True, asks_database=True)
register("audit", audit_log, is_for_information=True, asks_database=True)
