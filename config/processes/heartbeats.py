"""Heartbeats of worker and beat, kept by the broker's server: for `/metrics`, and for the health checks of containers.

`python -m config.processes.heartbeats worker` (or `beat`) ends with status 1 when no process of this role on this
machine has given one for a while. Imports no Django app: the scheduler has none.
"""

import contextlib
import functools
import os
import socket
import sys
from collections.abc import Mapping
from typing import Any

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from platforms.base import clock

ROLES = ("worker", "beat")
EVERY_SECONDS = 5.0
LATE_SECONDS = 30.0
"""A process without a heartbeat for so long has stopped, or hangs."""
_KEPT_SECONDS = 600
_HASH = "heartbeats"


def give(role: str, *, host: str | None = None) -> None:
    """Give the heartbeat of a role on this machine. Without a broker nothing is stored."""
    if (client := _client()) is not None:
        with contextlib.suppress(redis.RedisError):
            client.hset(_HASH, _field(role, host), str(clock.real_now().timestamp()))


def latest() -> Mapping[tuple[str, str], float]:
    """Return when each role and machine gave its last heartbeat (seconds of the epoch), of the last ten minutes.

    Raises redis.RedisError while the broker is away.
    """
    client = _client()
    if client is None:
        return {}
    kept: Mapping[Any, Any] = client.hgetall(_HASH)
    found = {field.decode(): float(value) for field, value in kept.items()}
    earliest = clock.real_now().timestamp() - _KEPT_SECONDS
    if gone := [field for field, at in found.items() if at < earliest]:
        client.hdel(_HASH, *gone)
    return {
        (role, host): at for field, at in found.items() if at >= earliest for role, _, host in [field.partition(":")]
    }


def check(role: str, *, host: str | None = None) -> str:
    """Return the fault of a role on this machine; empty for none, or if unknown."""
    client = _client()
    if client is None:
        return ""
    try:
        value = client.hget(_HASH, _field(role, host))
    except redis.RedisError:
        # To start the process again would bring no broker back.
        return ""
    if value is None:
        return f"no heartbeat of {role}"
    age = clock.real_now().timestamp() - float(value)
    # One that lies ahead was given before the clock was set back; a process that lives has given another since.
    return f"the last heartbeat of {role} was {age:.0f} s ago" if abs(age) > LATE_SECONDS else ""


def lives(role: str) -> bool | None:
    """Tell whether a role has given a heartbeat lately on any machine; None where that is not known."""
    if not settings.REDIS_URL:
        return None
    try:
        times = [at for (of, _), at in latest().items() if of == role]
    except redis.RedisError:
        return None
    return clock.real_now().timestamp() - max(times, default=0.0) <= LATE_SECONDS


def is_broker_away() -> bool:
    """Tell whether the broker does not answer, or is none that could be asked."""
    client = _client()
    try:
        return client is None or not client.ping()
    except redis.RedisError:
        return True


def forget() -> None:
    """Forget the connection to the broker: the next call takes the address that the settings have by then."""
    _client.cache_clear()


def main(words: list[str]) -> int:
    """Check one role; return the exit status."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if len(words) != 1 or words[0] not in ROLES:
        sys.stderr.write(f"usage: python -m config.processes.heartbeats {'|'.join(ROLES)}\n")
        return 2
    problem = check(words[0])
    if problem:
        sys.stderr.write(f"{problem}\n")
    return 1 if problem else 0


def _field(role: str, host: str | None) -> str:
    return f"{role}:{host or socket.gethostname()}"


@functools.cache
def _client() -> "redis.Redis | None":
    if not settings.REDIS_URL:
        return None
    # The next heartbeat comes soon enough.
    patience = {"socket_timeout": 1, "socket_connect_timeout": 1, "retry": Retry(NoBackoff(), 0)}
    return redis.Redis.from_url(settings.REDIS_URL, **patience)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
