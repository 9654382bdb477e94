"""`/healthz` says that the process lives, `/readyz` that it can work. Neither shows a host, a path or an error."""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from http import HTTPStatus

from celery import current_app
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

Check = Callable[[], bool]
_CACHE_SECONDS = 1.0
_BROKER_SECONDS = 2
_log = logging.getLogger(__name__)
_checks: dict[str, Check] = {}
_lock = threading.Lock()
_last: tuple[float, dict[str, bool]] = (0.0, {})
_migrated = False


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Answer as long as the process can answer at all."""
    return _reply({"status": "ok"}, HTTPStatus.OK)


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Answer 200 when every check passes and 503 otherwise, with the name and the result of each."""
    results = _results()
    ready = all(results.values())
    body = {
        "status": "ok" if ready else "unavailable",
        "checks": {name: "ok" if passed else "failed" for name, passed in results.items()},
    }
    return _reply(body, HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE)


def register(name: str, check: Check) -> None:
    """Add a check to `/readyz`. It returns whether all is well; an exception counts as a failure."""
    _checks[name] = check


def database() -> bool:
    """Tell whether the database answers; Django replaces a broken connection before the next request."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def broker() -> bool:
    """Tell whether the broker answers."""
    with current_app.connection_for_write(connect_timeout=_BROKER_SECONDS) as link:
        link.ensure_connection(max_retries=1, timeout=_BROKER_SECONDS)
        channel = link.default_channel
        client = getattr(channel, "client", None)
        return client is None or bool(client.ping())


def migrations() -> bool:
    """Tell whether the database has every migration of this release; once it has, it is not asked again."""
    global _migrated  # noqa: PLW0603
    if not _migrated:
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _migrated


def _results() -> dict[str, bool]:
    """Run the checks at most once a second: probes of many balancers must not load the database."""
    global _last  # noqa: PLW0603
    with _lock:
        at, results = _last
        if not results or time.monotonic() - at > _CACHE_SECONDS:
            results = {name: _passes(name, check) for name, check in _checks.items()}
            _last = (time.monotonic(), results)
        return results


def _passes(name: str, check: Check) -> bool:
    try:
        return check()
    except Exception:  # noqa: BLE001  whatever is wrong, the service is not ready
        _log.exception("readiness check %s failed", name)
        return False


def _reply(body: Mapping[str, object], status: int) -> HttpResponse:
    response = JsonResponse(body, status=status)
    response["Cache-Control"] = "no-store"
    return response


register("database", database)
register("broker", broker)
register("migrations", migrations)
