"""Sessions of staff: how long they last, and the second factor that they require."""

import datetime as dt
from collections.abc import Callable
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse

from platforms.backoffice.sign_in import second_factors
from platforms.base import clock
from platforms.http import bodies

_SIGNED_IN, _SEEN = "signed_in_at", "seen_at"
_FACTOR, _FACTOR_AT = "second_factor", "second_factor_at"
_SEEN_EVERY_SECONDS = 30
"""How often the use of a session is recorded: each time is a write."""


class StaffSessionMiddleware:
    """Ends sessions that are too old, and requires the second factor."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Take the next layer."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request of the back office."""
        if request.path.startswith(settings.BACKOFFICE_PATH) and request.user.is_authenticated:
            stopped = _stop(request)
            if stopped is not None:
                return stopped
        return self.get_response(request)


class LargeFormMiddleware:
    """Allows large forms from staff only: runs once the session is known and before the body is read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Take the next layer."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request of the back office."""
        is_page = bodies.is_awaited(request) and request.path.startswith(settings.BACKOFFICE_PATH)
        if is_page and request.user.is_authenticated:
            return bodies.go_on(request, settings.MAX_JSON_BYTES)
        return self.get_response(request)


def begin(request: HttpRequest) -> None:
    """Record the time of signing in."""
    now = clock.real_now().timestamp()
    request.session[_SIGNED_IN] = request.session[_SEEN] = now


def note_second_factor(request: HttpRequest) -> None:
    """Record that the person has just shown the second factor."""
    factor = second_factors.find(request.user.get_username())
    assert factor is not None
    request.session.cycle_key()
    request.session[_FACTOR], request.session[_FACTOR_AT] = str(factor.id), clock.real_now().timestamp()


def owes_fresh_code(request: HttpRequest) -> bool:
    """Tell whether the second factor was shown too long ago for an action that needs two people."""
    if not settings.STAFF_SECOND_FACTOR:
        return False
    age = clock.real_now().timestamp() - request.session.get(_FACTOR_AT, 0)
    return bool(age > dt.timedelta(minutes=settings.STAFF_CODE_MINUTES).total_seconds())


def _stop(request: HttpRequest) -> HttpResponse | None:
    if request.path in {reverse("admin:login"), reverse("admin:logout")}:
        return None
    why = _why_ended(request)
    if why:
        logout(request)
        messages.info(request, why)
        return _lead(request, reverse("admin:login"))
    if settings.STAFF_SECOND_FACTOR and not request.path.startswith(reverse("second_factor")):
        factor = second_factors.find(request.user.get_username())
        if factor is None:
            return _lead(request, reverse("second_factor_set_up"))
        if request.session.get(_FACTOR) != str(factor.id):  # not shown yet, or replaced since
            return _lead(request, reverse("second_factor"))
    return None


def _why_ended(request: HttpRequest) -> str:
    now = clock.real_now().timestamp()
    signed_in, seen = request.session.get(_SIGNED_IN, 0), request.session.get(_SEEN, 0)
    if now - signed_in > dt.timedelta(hours=settings.STAFF_SESSION_HOURS).total_seconds():
        return f"You were signed out: a session lasts {settings.STAFF_SESSION_HOURS} hours."
    if now - seen > dt.timedelta(minutes=settings.STAFF_IDLE_MINUTES).total_seconds():
        return f"You were signed out after {settings.STAFF_IDLE_MINUTES} minutes without a click."
    if now - seen > _SEEN_EVERY_SECONDS:
        request.session[_SEEN] = now
    return ""


def _lead(request: HttpRequest, address: str) -> HttpResponse:
    if "HX-Request" in request.headers:
        return HttpResponse(headers={"HX-Redirect": address})  # a dialog is open: the page goes, not the dialog
    back = request.get_full_path() if request.method == "GET" else reverse("admin:index")
    return HttpResponseRedirect(f"{address}?{urlencode({'next': back})}")
