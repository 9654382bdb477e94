"""Stores events for a worker that runs beside it, and posts as many from a bare loop."""

import asyncio
import time
import uuid

import aiohttp
import orjson
from django.db import transaction

from bench.children import tenants
from platforms.base import clock
from webhooks.models import Event
from webhooks.outbox import events as emitter

_IN_FLIGHT = 32
_LOOK_SECONDS = 0.02
_LONGEST_SECONDS = 600
_BARE_TIMES = 4
"""The loop runs about as long as the service: shared machines give short runs more processor time."""
_DATA = {
    "id": f"Transaction:{uuid.UUID(int=7)}",
    "status": "COMPLETED",
    "type": "OUTGOING",
    "source": {"sourceType": "ACCOUNT", "accountId": f"InternalAccount:{uuid.UUID(int=8)}", "currency": "USD"},
    "destination": {
        "destinationType": "ACCOUNT",
        "accountId": f"ExternalAccount:{uuid.UUID(int=9)}",
        "currency": "USD",
    },
    "customerId": f"Customer:{uuid.UUID(int=10)}",
    "sentAmount": {"amount": 100, "currency": {"code": "USD", "name": "US Dollar", "symbol": "$", "decimals": 2}},
    "receivedAmount": {"amount": 100, "currency": {"code": "USD", "name": "US Dollar", "symbol": "$", "decimals": 2}},
}


def run(*, port: int, events: int, rounds: int) -> dict[str, list[float]]:
    """Measure both in turns; return deliveries per second of the service and of the bare loop, round by round."""
    url = f"http://127.0.0.1:{port}/webhooks"
    owner = tenants.tenant(webhook_endpoint=url).platform_id
    found: dict[str, list[float]] = {"service": [], "bare": []}
    # Loads keys, opens connections, prepares statements, in each process of the worker.
    _service(owner, min(2000, 2 * events))
    for _ in range(rounds):
        found["bare"].append(_BARE_TIMES * events / asyncio.run(_bare(url, _BARE_TIMES * events)))
        found["service"].append(events / _service(owner, events))
    return found


def _service(platform_id: uuid.UUID, count: int) -> float:
    """Store events as payments do, then measure how long the worker takes to deliver them all."""
    now = clock.real_now()
    new = [
        emitter.NewEvent(
            platform_id=platform_id,
            type="OUTGOING_PAYMENT.COMPLETED",
            resource=f"Transaction:{key}",
            data=_DATA,
            now=now,
        )
        for key in (uuid.uuid4() for _ in range(count // 2))
        for _ in range(2)
    ]
    with transaction.atomic():
        keys = emitter.emit_many(new)
    began = time.perf_counter()
    of_platform = Event.objects.filter(platform_id=platform_id)
    # Two rows by two indexes, so that looking is not what is measured.
    due = of_platform.filter(state="PENDING").order_by("next_attempt_at")
    blocked = of_platform.filter(state="WAITING").order_by("created_at", "id")
    while due.values_list("id").first() or blocked.values_list("id").first():
        time.sleep(_LOOK_SECONDS)
        if time.perf_counter() - began > _LONGEST_SECONDS:
            raise AssertionError(f"{due.count() + blocked.count()} events of {count} were not delivered")
    took = time.perf_counter() - began
    assert Event.objects.filter(id__in=keys, state="DELIVERED").count() == count
    return took


async def _bare(url: str, count: int) -> float:
    """Post finished bodies with finished headers from a plain client loop, a fixed number in flight."""
    body = orjson.dumps({"id": f"Webhook:{uuid.uuid4()}", "type": "OUTGOING_PAYMENT.COMPLETED", "data": _DATA})
    headers = {
        "Content-Type": "application/json",
        "X-Service-Signature": "x" * 120,
        "webhook-id": "x" * 44,
        "webhook-timestamp": "1700000000",
        "webhook-signature": "v1a," + "x" * 88,
    }
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        left = iter(range(count))

        async def post() -> None:
            for _ in left:
                async with session.post(url, data=body, headers=headers) as response:
                    await response.read()

        began = time.perf_counter()
        await asyncio.gather(*(post() for _ in range(_IN_FLIGHT)))
        return time.perf_counter() - began
