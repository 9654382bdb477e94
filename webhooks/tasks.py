"""Celery entry points of the webhooks app."""

import functools
import uuid
from collections.abc import Callable
from typing import Any

from celery import shared_task, signals
from django.db import transaction

from platforms.base import clock, jobs
from platforms.base.background import DAY, HOUR, MINUTE, job
from platforms.base.background.rights import DELETE
from webhooks import due
from webhooks.delivery import alerts, claims, sender, sender_thread, unsendable
from webhooks.models import FurtherEndpoint
from webhooks.outbox import retention
from webhooks.outbox.events import DELIVER_TASK


@job(DELIVER_TASK, every=2, due=due.EVENT_DUE)
def deliver_due_events() -> None:
    """Send every due event: by the sender thread of this worker process, or here where there is none."""
    if not sender_thread.wake() and sender.run() == sender.Left.SOME:
        jobs.notify(DELIVER_TASK)


@job("webhooks.reconcile_streams", every=20, due=due.STREAM_DUE)
def reconcile_streams() -> int:
    """Make due the events that nothing else would ever make due; return how many."""
    with transaction.atomic(durable=True):
        count = claims.reconcile(now=clock.real_now()) + unsendable.take_up_again(now=clock.real_now())
    if count:
        jobs.notify(DELIVER_TASK)
    return count


@shared_task(name="webhooks.mend_streams")
def mend_streams() -> int:
    """Run `reconcile_streams`: its name before, in messages that were queued when the release was upgraded."""
    return reconcile_streams()


@job("webhooks.tell_of_failing_endpoints", every=MINUTE)
def tell_of_failing_endpoints() -> int:
    """Alert staff and platforms by e-mail about endpoints that have failed for a day, or were switched off."""
    return alerts.send()


@job(
    "webhooks.forget_streams",
    every=DAY,
    rights=dict.fromkeys(("webhooks.EventStream", "webhooks.FurtherStream"), DELETE),
)
def forget_streams() -> None:
    """Delete the numbering of payments' events 400 days after the payment was made, in small steps, and old endpoints.

    What is left of an endpoint goes 90 days after it was deleted.
    """
    now = clock.real_now()
    _forget(lambda after: retention.forget_streams(now=now, after=after))
    for endpoint in retention.endpoints():
        _forget(functools.partial(_forget_further, endpoint, now))
        with transaction.atomic(durable=True):
            retention.forget_endpoint(endpoint=endpoint, now=now)


def _forget_further(endpoint: FurtherEndpoint, now: clock.RealTime, after: str) -> str | None:
    return retention.forget_further_streams(endpoint=endpoint, now=now, after=after)


def _forget(step: Callable[[str], str | None]) -> None:
    """Take steps, each in a database transaction of its own, from the first key to the last."""
    after: str | None = ""
    while after is not None:
        with transaction.atomic(durable=True):
            after = step(after)


@job("webhooks.forget_events", every=HOUR)
def forget_events() -> None:
    """Delete events older than 90 days in small steps, and erase keys and secrets that no longer sign."""
    now, after = clock.real_now(), uuid.UUID(int=0)
    while True:
        with transaction.atomic(durable=True):
            last = retention.forget_events(now=now, after=after)
        if last is None:
            break
        after = last
    with transaction.atomic(durable=True):
        retention.retire_keys(now=now)
        retention.retire_secrets(now=now)


@signals.worker_process_init.connect
def start_sender(**_: Any) -> None:
    """Start the sender thread of each worker process."""
    sender_thread.start()


@signals.worker_process_shutdown.connect
def stop_sender(**_: Any) -> None:
    """Let the sender of an ending process finish."""
    sender_thread.stop()
