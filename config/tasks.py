"""Celery entry points of the whole service."""

from django.conf import settings
from django.db import transaction

from config.probe import playing
from platforms.base.background import MINUTE, job


@job("config.play_probe", every=MINUTE, due="EXISTS (SELECT FROM platforms_platform WHERE is_probe)")
def play_probe() -> int:
    """Begin a payment of the probe; return how many have begun: one, or none."""
    if not settings.PROBE:
        return 0
    with transaction.atomic(durable=True):
        return 0 if playing.begin() is None else 1
