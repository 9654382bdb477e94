"""The network between the service and the endpoints of sandbox platforms: it loses and delays what it was told to.

The sender knows nothing of it. It sees replies, and judges them as those of any endpoint.
"""

import functools
import threading
from collections.abc import Callable, Iterable
from typing import NamedTuple

from platforms.base import identifiers
from platforms.forcing import asked, catalogue
from platforms.forcing.asked import Forced
from platforms.forcing.catalogue import Outcome
from webhooks.delivery import client
from webhooks.delivery.claims import DueEvent
from webhooks.delivery.client import Failure, Reply, Request

STEP = "WEBHOOK"
_NOT_HEARD = Reply(None, b"", 0, Failure.TIMEOUT)
_TAKEN = Reply(200, b"", 0)
Done = Callable[[DueEvent, Reply], None]


class _Held(NamedTuple):
    request: Request
    timer: threading.Timer


_held: dict[str, _Held] = {}
"""What is to be overtaken, by stream. In memory, as in any network: what dies with the process is lost."""


def _hold(event: DueEvent, request: Request, seconds: float) -> None:
    timer = threading.Timer(seconds, _release, [event.stream])
    timer.daemon = True
    _held[event.stream] = _Held(request, timer)
    timer.start()


def _release(stream: str) -> None:
    """Send what is held of a stream; nobody hears the answer."""
    held = _held.pop(stream, None)
    if held is not None:
        held.timer.cancel()
        client.send_all([(stream, held.request)], lambda _stream, _reply: None)


def send_all(requests: Iterable[tuple[DueEvent, Request]], done: Done) -> None:
    """Send events as `client.send_all` does, but for those for which something else was forced."""

    def overtake(event: DueEvent, reply: Reply) -> None:
        done(event, reply)
        _release(event.stream)

    passed = []
    for event, request in requests:
        forced = asked.about(
            STEP,
            platform_id=event.endpoint.platform_id,
            subjects=functools.partial(list, [event.resource]),
            key=identifiers.public("Webhook", event.id),
        )
        if forced is None:
            passed.append((event, request))
        else:
            _play(forced, event, request, done)
    client.send_all(passed, overtake)


def _play(forced: Forced, event: DueEvent, request: Request, done: Done) -> None:
    name = forced.outcome.name
    if name == "NOT_SENT" or (name == "SENT_LATE" and not forced.is_over):
        seconds = max(1, int(forced.left.total_seconds()))
        done(event, Reply(None, b"", 0, Failure.UNREACHABLE, retry_after="" if name == "NOT_SENT" else str(seconds)))
    elif name == "SENT_TWICE" and not forced.asked_before:
        client.send_all([(event, request)], lambda sent, _reply: done(sent, _NOT_HEARD))
    elif name == "OUT_OF_ORDER" and not forced.asked_before:
        _hold(event, request, forced.delay.total_seconds())
        done(event, _TAKEN)
    else:
        client.send_all([(event, request)], done)


catalogue.register(
    *(
        Outcome(
            step=STEP,
            name=name,
            does=f"Of an event that is sent: the network {does}.",
            shows=f"{shows}.",
            subjects=("transactionId", "accountId", "customerId"),
            delay=delay,
        )
        for name, does, shows, delay in (
            (
                "SENT_TWICE",
                "loses your endpoint's first answer",
                "The same event, with the same `Webhook-Id`, arrives again some seconds later",
                None,
            ),
            (
                "OUT_OF_ORDER",
                "holds it up until the next of its object has overtaken it, or `delaySeconds` of real time",
                "An event arrives after one of the same object with a higher `sequence`",
                60,
            ),
            (
                "SENT_LATE",
                "reaches your endpoint after `delaySeconds`",
                "The event arrives late, and all that follow it",
                60,
            ),
            (
                "NOT_SENT",
                "never reaches your endpoint with it",
                "The event never arrives: `GET /events` has it `PENDING`, and `ABANDONED` after 7 days",
                None,
            ),
        )
    )
)
