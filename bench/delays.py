"""How long events wait for their first attempt: `python -m bench.delays <port> <seconds> <rounds>`.

A hundred platforms are told of one change a second each, from the process beside which a worker runs. In every other
round one of the endpoints is dead: it takes connections and never answers. Prints JSON: the 95th percentile of the
milliseconds between a change and the first attempt to tell of it, round by round, for the endpoints that answer.
"""

import os
import socket
import sys
import time
import uuid

import django
import orjson

_PLATFORMS = 100
_PER_SECOND = 100
_WAITS = (
    "SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY"
    "       extract(epoch FROM delivery.at - event.created_at) * 1000 - delivery.milliseconds)"
    "  FROM webhooks_event event JOIN webhooks_delivery delivery ON delivery.event_id = event.id AND attempt = 1"
    " WHERE event.created_at >= %s AND event.platform_id = ANY (%s)"
)


def main() -> None:
    """Measure with and without a dead endpoint in turns."""
    port, seconds, rounds = map(int, sys.argv[1:])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from platforms.models import Platform

    url = f"http://127.0.0.1:{port}/webhooks"
    owners = [_platform(number, url) for number in range(_PLATFORMS)]
    found: dict[str, list[float]] = {"all answer": [], "one is dead": []}
    _round(owners, 3)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(512)
        dead = f"http://127.0.0.1:{silent.getsockname()[1]}/webhooks"
        for _ in range(rounds):
            for name, endpoint in (("all answer", url), ("one is dead", dead)):
                Platform.objects.filter(id=owners[0]).update(webhook_endpoint=endpoint)
                found[name].append(_round(owners, seconds))
    sys.stdout.write(orjson.dumps(found).decode())


def _platform(number: int, url: str) -> uuid.UUID:
    from django.db import transaction

    from platforms import audit
    from platforms.kit import clock
    from platforms.models import Environment
    from platforms.operations import platforms

    with transaction.atomic():
        return platforms.create_platform(
            name=f"delays {number}",
            environment=Environment.SANDBOX,
            uma_domain=f"delays{number}.example.com",
            currencies=[],
            webhook_endpoint=url,
            actor=audit.SYSTEM,
            now=clock.now(),
        ).id


def _round(owners: list[uuid.UUID], seconds: int) -> float:
    """Tell the platforms of changes for some seconds; return the 95th percentile for all but the first of them."""
    from django.db import connection, transaction

    from platforms.kit import clock
    from webhooks import events
    from webhooks.models import Event

    began, started = time.monotonic(), clock.now()
    for number in range(seconds * _PER_SECOND):
        time.sleep(max(0.0, began + number / _PER_SECOND - time.monotonic()))
        key = uuid.uuid4()
        with transaction.atomic():
            events.emit(
                platform_id=owners[number % _PLATFORMS],
                type="OUTGOING_PAYMENT.COMPLETED",
                resource=f"Transaction:{key}",
                data={"id": f"Transaction:{key}"},
                now=clock.now(),
            )
    others = owners[1:]
    while Event.objects.filter(platform_id__in=others, state="PENDING").exists():
        time.sleep(0.1)
    Event.objects.filter(platform_id=owners[0], state="PENDING").update(state="NO_ENDPOINT", next_attempt_at=None)
    with connection.cursor() as cursor:
        cursor.execute(_WAITS, [started, others])
        return float(cursor.fetchone()[0])


if __name__ == "__main__":
    main()
