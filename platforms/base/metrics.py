"""Counts of each web process, for `/metrics`; `config.metrics.figures` asks the database for everything else.

With METRICS_TOKEN set, `config.processes.web` names a folder in which the processes keep their counts; the one that is
asked adds them up. Without the setting nothing is counted.
"""

import collections

from django.conf import settings
from prometheus_client import Counter, Gauge, Histogram

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_requests = Histogram(
    "payments_request_seconds",
    "Requests that were answered, and how long that took: by method, route (the pattern, without ids) and status.",
    ("method", "route", "status"),
    buckets=_SECONDS,
)
_keys = Counter("payments_idempotency", "Requests with an Idempotency-Key, by what became of them.", ("outcome",))
_executed, _replayed, _refused = map(_keys.labels, ("executed", "replayed", "refused"))
threads = Gauge("payments_threads", "Threads that answer requests.", multiprocess_mode="livesum")
busy_threads = Gauge("payments_threads_busy", "Threads that answer a request now.", multiprocess_mode="livesum")
waiting_requests = Gauge("payments_requests_waiting", "Requests without a thread.", multiprocess_mode="livesum")
idle_connections = Gauge(
    "payments_shared_connections_idle", "Shared database connections that nobody uses now.", multiprocess_mode="livesum"
)
_known: dict[tuple[str, str, int], Histogram] = {}
_noted: collections.deque[tuple[tuple[str, str, int] | Counter, float]] = collections.deque()
"""Replies not yet counted. Its `append` and `popleft` are safe among threads."""


def is_on() -> bool:
    """Tell whether counting is on: METRICS_TOKEN is set."""
    return bool(settings.METRICS_TOKEN)


def known(method: str | None) -> str:
    """Return a request's method, or OTHER: clients may send any, and each one would add a series for ever."""
    return method if method in _METHODS else "OTHER"


def count_request(*, method: str, route: str, status: int, seconds: float) -> None:
    """Note a reply. `route` is the pattern; empty for an unknown address."""
    _noted.append(((method, route, status), seconds))


def count_key(*, status: int, is_replayed: bool) -> None:
    """Note a request with an idempotency key."""
    _noted.append((_replayed if is_replayed else _executed if status < 400 else _refused, 1.0))


def count() -> None:
    """Count the noted replies of this process; to be called about every second, and by a scrape.

    Counting in each request would cost ten times as much: so the files change once a second instead.
    """
    while _noted:
        try:
            what, value = _noted.popleft()
        except IndexError:
            return
        if isinstance(what, Counter):
            what.inc()
            continue
        counted = _known.get(what)
        if counted is None:
            counted = _known[what] = _requests.labels(*what)
        counted.observe(value)
