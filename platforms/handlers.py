"""Handlers of Django's signals."""

from typing import Any

from django.contrib.auth import signals
from django.dispatch import receiver
from django.http import HttpRequest

from platforms.backoffice.sign_in import sessions


@receiver(signals.user_logged_in)
def begin_session(*, request: HttpRequest, **_: Any) -> None:
    """Record when the session began, whichever way it did."""
    sessions.begin(request)
