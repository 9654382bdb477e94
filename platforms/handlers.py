"""Reactions of the platforms app to signals of Django."""

from typing import Any

from django.contrib.auth import signals
from django.dispatch import receiver
from django.http import HttpRequest

from platforms.backoffice.sign_in import sessions


@receiver(signals.user_logged_in)
def begin_session(*, request: HttpRequest, **_: Any) -> None:
    """Note when the session began, however it did."""
    sessions.begin(request)
