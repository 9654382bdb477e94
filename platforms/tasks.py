"""Celery entry points of the platforms app."""

import datetime as dt

from celery import shared_task

from platforms.kit import clock
from platforms.models import IdempotencyKey

KEYS_LIVE = dt.timedelta(days=30)


@shared_task(name="platforms.forget_idempotency_keys")
def forget_idempotency_keys() -> int:
    """Delete keys older than 30 days in small steps; a key that moved money is never forgotten."""
    deleted = 0
    while True:
        old = IdempotencyKey.objects.filter(created_at__lt=clock.now() - KEYS_LIVE, moved_money=False)[:5000]
        count, _ = IdempotencyKey.objects.filter(id__in=old.values("id")).delete()
        deleted += count
        if not count:
            return deleted
