"""Celery entry points of the webhooks app."""

from typing import Any

from celery import shared_task, signals
from django.db import transaction

from platforms.kit import clock, queue
from webhooks import background, sender
from webhooks.operations import claims


@shared_task(name="webhooks.deliver_due_events")
def deliver_due_events() -> None:
    """Have every event sent that is due: by the sender of this worker process, or here where there is none."""
    if not background.wake() and not sender.run():
        queue.ring("webhooks.deliver_due_events")


@shared_task(name="webhooks.mend_streams")
def mend_streams() -> int:
    """Make due what would otherwise wait for nothing. Return how many events that were."""
    with transaction.atomic(durable=True):
        mended = claims.mend(now=clock.now())
    if mended:
        queue.ring("webhooks.deliver_due_events")
    return mended


@signals.worker_process_init.connect
def start_sender(**_: Any) -> None:
    """Give each process of a worker its sender."""
    background.start()


@signals.worker_process_shutdown.connect
def stop_sender(**_: Any) -> None:
    """Let the sender of a process that ends finish."""
    background.stop()
