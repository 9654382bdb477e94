"""Whose password still opens the back office where staff sign on by the company's OpenID Connect provider."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest


class PasswordGate:
    """An authentication backend in front of that of passwords: it lets in nobody, and keeps others out.

    No session names it, so it has no `get_user`.
    """

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **_: Any
    ) -> None:
        """Refuse a name that signs on by the provider. Raises PermissionDenied, which asks no further backend."""
        if username is not None and not may_use_password(username):
            # The same work for every name: the time taken must not tell which names may.
            User().set_password(password)
            raise PermissionDenied


def is_sign_on() -> bool:
    """Tell whether staff sign on by a provider."""
    return bool(settings.OIDC_ISSUER)


def may_use_password(username: str) -> bool:
    """Tell whether an account may sign in with a password."""
    return not is_sign_on() or username in settings.OIDC_PASSWORD_ACCOUNTS
