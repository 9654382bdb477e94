"""Celery entry points of the webhooks app."""

import uuid
from typing import Any

from celery import shared_task, signals
from django.db import transaction

from platforms.base import clock, jobs
from webhooks.delivery import alerts, claims, sender, sender_thread, unsendable
from webhooks.outbox import retention
from webhooks.outbox.events import DELIVER_TASK


@shared_task(name=DELIVER_TASK)
def deliver_due_events() -> None:
    """Have every event sent that is due: by the sender of this worker process, or here where there is none."""
    if not sender_thread.wake() and sender.run() == sender.Left.SOME:
        jobs.notify(DELIVER_TASK)


@shared_task(name="webhooks.mend_streams")
def mend_streams() -> int:
    """Make due what would otherwise wait for nothing. Return how many events that were."""
    with transaction.atomic(durable=True):
        count = claims.reconcile(now=clock.real_now()) + unsendable.take_up_again(now=clock.real_now())
    if count:
        jobs.notify(DELIVER_TASK)
    return count


@shared_task(name="webhooks.tell_of_failing_endpoints")
def tell_of_failing_endpoints() -> int:
    """Mail staff and platforms about endpoints that have failed for a day, or were switched off."""
    return alerts.send()


@shared_task(name="webhooks.forget_events")
def forget_events() -> None:
    """Delete events older than 90 days in small steps, and erase keys and secrets that sign nothing any more."""
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
    """Give each process of a worker its sender."""
    sender_thread.start()


@signals.worker_process_shutdown.connect
def stop_sender(**_: Any) -> None:
    """Let the sender of a process that ends finish."""
    sender_thread.stop()
