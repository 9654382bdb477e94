"""Celery entry points of the invitations app."""

from celery import shared_task
from django.db import transaction

from invitations.operations import invitations
from platforms.kit import clock

_BATCH = 500


@shared_task(name="invitations.expire_invitations")
def expire_invitations() -> int:
    """Note on every overdue invitation that it has expired; return how many there were."""
    expired = 0
    while True:
        with transaction.atomic(durable=True):
            count = invitations.expire_due(real_now=clock.real_now(), limit=_BATCH)
        expired += count
        if count < _BATCH:
            return expired
