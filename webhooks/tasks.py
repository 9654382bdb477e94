"""Celery entry points of the webhooks app."""

from celery import shared_task

from platforms.kit import queue
from webhooks import sender


@shared_task(name="webhooks.deliver_due_events")
def deliver_due_events() -> None:
    """Send every event that is due. A doorbell: rung in vain it costs one query."""
    if not sender.run():
        queue.ring("webhooks.deliver_due_events")
