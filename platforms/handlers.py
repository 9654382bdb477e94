"""Handlers of Django's signals."""

from collections.abc import Collection
from typing import Any

from django.contrib.auth import signals
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest

from platforms.backoffice.sign_in import sessions
from platforms.base import clock
from platforms.operations import staff_powers


@receiver(signals.user_logged_in)
def begin_session(*, request: HttpRequest, **_: Any) -> None:
    """Record when the session began, whichever way it did."""
    sessions.begin(request)


@receiver(post_save, sender=User)
def note_password(*, instance: User, created: bool, update_fields: Collection[str] | None, **_: Any) -> None:
    """Note the mark of a password, whoever stored it: a page, a command, or a sign-in that makes its hash stronger."""
    is_stored = created or "password" in (update_fields or ())
    if is_stored and instance.is_staff and instance.has_usable_password():
        # A sign-in that makes the hash stronger has no transaction of its own.
        with transaction.atomic():
            staff_powers.record_password(instance, now=clock.real_now())
