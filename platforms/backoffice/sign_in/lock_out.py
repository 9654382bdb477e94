"""Limits on wrong passwords for a name of staff, and the browsers exempt from them."""

from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_client_username
from django.conf import settings
from django.core import signing
from django.db.models import Sum
from django.http import HttpRequest
from django.http.response import HttpResponseBase

_COOKIE = "known_browser"
_SALT = "platforms.backoffice.known_browser"
_KNOWN_FOR_SECONDS = 90 * 24 * 3600


class LockOut(AxesDatabaseHandler):  # type: ignore[misc]
    """Counts wrong passwords for a name from one address and, with a higher limit, from all addresses together.

    The library compares its largest count with one limit, so failures from all addresses count only above the
    difference.
    """

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """Return the failures of the last quarter of an hour that count.

        Failures from elsewhere don't count in a browser from which the person has signed in before: otherwise anybody
        who knows the name could lock the person out.
        """
        of_pair, of_name = (
            attempts.aggregate(total=Sum("failures_since_start"))["total"] or 0
            for attempts in self.get_user_attempts(request, credentials)
        )
        if _is_known(request, get_client_username(request, credentials)):
            return of_pair
        return max(of_pair, of_name - settings.STAFF_PASSWORD_ATTEMPTS_BY_NAME + settings.AXES_FAILURE_LIMIT)

    def reset_user_attempts(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """Forget the failures from the address of a successful sign-in, but none from elsewhere."""
        of_pair, _ = self.filter_user_attempts(request, credentials)
        deleted, _ = of_pair.delete()
        return int(deleted)


def remember(reply: HttpResponseBase, username: str) -> None:
    """Mark a browser: this person has signed in there."""
    reply.set_cookie(
        _COOKIE,
        signing.dumps(username, salt=_SALT),
        max_age=_KNOWN_FOR_SECONDS,
        path=settings.BACKOFFICE_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Strict",
    )


def _is_known(request: HttpRequest, username: str | None) -> bool:
    try:
        known = signing.loads(request.COOKIES.get(_COOKIE, ""), salt=_SALT, max_age=_KNOWN_FOR_SECONDS)
    except signing.BadSignature:
        return False
    return username is not None and known == username
