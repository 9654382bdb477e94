"""The first step of signing in. Not among the admin pages: the theme loads it before there are any."""

import dataclasses
import logging
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest
from unfold.forms import AuthenticationForm

from platforms import audit
from platforms.backoffice.sign_in import emergency, staff
from platforms.base import clock

logger = logging.getLogger(__name__)
BREAK_GLASS = "staff.break_glass"
"""Verb of the audit log: a password opened the back office while the others sign on by the provider."""
_LONGEST_NAME = 150
"""Letters, as in Django's table of users; some letters become several in the form that names are compared in."""
_NOBODY = "?"
"""The audit log's subject for names that do not exist."""


class SignInForm(AuthenticationForm):  # type: ignore[misc]
    """Name and password, the first step."""

    def clean_username(self) -> str:
        """Refuse what is too long for a name: the log of failed attempts has no room for it."""
        name: str = self.cleaned_data["username"]
        if len(name) > _LONGEST_NAME:
            raise forms.ValidationError(f"A name has at most {_LONGEST_NAME} letters.")
        return name

    def clean(self) -> dict[str, Any]:
        """Check them, and record in the audit log who signed in, or which account was tried."""
        try:
            cleaned: dict[str, Any] = super().clean()
        except forms.ValidationError:
            name = str(self.cleaned_data.get("username", ""))
            # The same work for every name: the time taken must not tell which names exist. An unknown name is not
            # written to the log: it may be a password typed into the wrong field.
            known = User.objects.filter(username=name).exists()
            record(self.request, name if known else _NOBODY, "staff.sign_in_refused", by=audit.SYSTEM)
            raise
        if self.get_user() is not None:
            if emergency.is_sign_on():
                logger.error("a break-glass account has signed in with its password")
            verb = BREAK_GLASS if emergency.is_sign_on() else "staff.sign_in"
            record(self.request, self.get_user().get_username(), verb)
        return cleaned


def record(request: HttpRequest, name: str, verb: str, *, by: audit.Actor | None = None) -> None:
    """Record in the audit log an event of an account before anybody is signed in."""
    request_id = getattr(request, "request_id", "")
    actor = dataclasses.replace(by or audit.Actor(kind="STAFF", id=name[:64]), request_id=request_id)
    with transaction.atomic(durable=True):
        audit.record(audit.Subject(None, staff.subject(name)), verb, actor=actor, now=clock.real_now())
