"""How long events wait for their first attempt.

Each platform gets one change a second, from the process beside which a worker runs. In every other round one of the
endpoints is dead: it accepts connections and never answers.
"""

import itertools
import socket
import time
import uuid

from django.conf import settings
from django.db import connection, transaction

from platforms import audit
from platforms.base import clock
from platforms.models import Environment, Platform
from platforms.operations import platforms as operations
from webhooks.models import Event
from webhooks.outbox import events

_WARM_UP_SECONDS = 3
_WAITS = (
    "SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY"
    "       extract(epoch FROM delivery.at - event.created_at) * 1000 - delivery.milliseconds)"
    "  FROM webhooks_event event JOIN webhooks_delivery delivery ON delivery.event_id = event.id AND attempt = 1"
    " WHERE event.created_at >= %s AND event.platform_id = ANY (%s)"
)


def run(*, port: int, platforms: int, seconds: int, rounds: int) -> dict[str, list[float]]:
    """Measure with and without a dead endpoint in turns.

    Returns, round by round, the 95th percentile of the milliseconds between a change and the first attempt to report
    it, for the endpoints that answer.
    """
    url = f"http://127.0.0.1:{port}/webhooks"
    owners = [_platform(number, url) for number in range(platforms)]
    found: dict[str, list[float]] = {"all answer": [], "one is dead": []}
    _round(owners, min(seconds, _WARM_UP_SECONDS))
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(512)
        dead = f"http://127.0.0.1:{silent.getsockname()[1]}/webhooks"
        for _, (name, endpoint) in itertools.product(range(rounds), (("all answer", url), ("one is dead", dead))):
            Platform.objects.filter(id=owners[0]).update(webhook_endpoint=endpoint)
            found[name].append(_round(owners, seconds))
    return found


def _platform(number: int, url: str) -> uuid.UUID:
    with transaction.atomic():
        return operations.create_platform(
            name=f"delays {number}",
            environment=Environment.SANDBOX,
            uma_domain=f"delays{number}.{settings.SANDBOX_UMA_DOMAIN}",
            currencies=[],
            webhook_endpoint=url,
            actor=audit.SYSTEM,
            now=clock.real_now(),
        ).id


def _round(owners: list[uuid.UUID], seconds: int) -> float:
    """Emit changes for some seconds; return the 95th percentile for all but the first of them."""
    began, started = time.monotonic(), clock.real_now()
    for number in range(seconds * len(owners)):
        time.sleep(max(0.0, began + number / len(owners) - time.monotonic()))
        key = uuid.uuid4()
        with transaction.atomic():
            events.emit(
                platform_id=owners[number % len(owners)],
                type="OUTGOING_PAYMENT.COMPLETED",
                resource=f"Transaction:{key}",
                data={"id": f"Transaction:{key}"},
                now=clock.real_now(),
            )
    others = owners[1:]
    while Event.objects.filter(platform_id__in=others, state="PENDING").exists():
        time.sleep(0.1)
    Event.objects.filter(platform_id=owners[0], state="PENDING").update(state="NO_ENDPOINT", next_attempt_at=None)
    with connection.cursor() as cursor:
        cursor.execute(_WAITS, [started, others])
        return float(cursor.fetchone()[0])
