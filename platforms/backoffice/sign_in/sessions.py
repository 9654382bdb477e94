"""Sessions of staff: how long they last, and the second factor that they require."""

import datetime as dt
import logging
from collections.abc import Callable
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.sessions.backends.base import UpdateError
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse

from platforms.backoffice.sign_in import emergency, second_factors
from platforms.base import clock
from platforms.database import outages
from platforms.http import bodies

logger = logging.getLogger(__name__)
_SIGNED_IN, _SEEN = "signed_in_at", "seen_at"
_FACTOR, _FACTOR_AT = "second_factor", "second_factor_at"
_TOLD_AT = "told_by_provider_at"
"""When the company's provider last told who the person is; absent after a sign-in with a password."""
_BY_PROVIDER = "provider"
"""In place of the key of a second factor: the provider has asked for one."""
SIGN_ON = "sign_on"
"""Name of the address at which a sign-on by the provider begins; those of its other pages begin with it."""
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
    """Record the time of signing in. What a provider told of the person before no longer counts."""
    now = clock.real_now().timestamp()
    request.session[_SIGNED_IN] = request.session[_SEEN] = now
    request.session.pop(_TOLD_AT, None)
    _forget_factor_of_provider(request)


def note_provider(request: HttpRequest, *, has_second_factor: bool, authenticated_at: float) -> None:
    """Record that the provider has just told who the person is.

    `authenticated_at` is when she last showed it, in seconds since 1970; 0 where the provider does not say.
    """
    request.session.cycle_key()
    request.session[_TOLD_AT] = clock.real_now().timestamp()
    if has_second_factor:
        request.session[_FACTOR], request.session[_FACTOR_AT] = _BY_PROVIDER, authenticated_at
    else:
        _forget_factor_of_provider(request)


def is_vouched_for(request: HttpRequest) -> bool:
    """Tell whether the provider has asked for the second factor: then ours is not asked for."""
    return bool(request.session.get(_FACTOR) == _BY_PROVIDER)


def _forget_factor_of_provider(request: HttpRequest) -> None:
    if is_vouched_for(request):
        del request.session[_FACTOR], request.session[_FACTOR_AT]


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
    if _signs_in_or_out(request.path):
        return None
    why = why_ended(request)
    if why:
        logout(request)
        messages.info(request, why)
        return _lead(request, reverse("admin:login"))
    if _owes_word_of_provider(request):
        return _lead(request, reverse(SIGN_ON))
    step = _owed_step(request)
    return _lead(request, reverse(step)) if step else None


def _signs_in_or_out(path: str) -> bool:
    if path in {reverse("admin:login"), reverse("admin:logout")}:
        return True
    return emergency.is_sign_on() and path.startswith(reverse(SIGN_ON))


def _owed_step(request: HttpRequest) -> str:
    """Return the name of the page at which the second factor is to be shown or set up; empty where neither is."""
    if not settings.STAFF_SECOND_FACTOR or is_vouched_for(request) or request.path.startswith(reverse("second_factor")):
        return ""
    factor = second_factors.find(request.user.get_username())
    if factor is None:
        return "second_factor_set_up"
    # Not shown yet, or replaced since.
    return "second_factor" if request.session.get(_FACTOR) != str(factor.id) else ""


def _owes_word_of_provider(request: HttpRequest) -> bool:
    """Tell whether the provider has to be asked again who the person is and what her groups are.

    A page is asked first. What is sent from an open page has as long again: a text that was typed is not lost.
    """
    if _TOLD_AT not in request.session:
        return False
    is_page = request.method == "GET" and "HX-Request" not in request.headers
    minutes = settings.OIDC_RECHECK_MINUTES * (1 if is_page else 2)
    age = clock.real_now().timestamp() - request.session[_TOLD_AT]
    return bool(age > dt.timedelta(minutes=minutes).total_seconds())


def why_ended(request: HttpRequest) -> str:
    """Return why a session has ended; empty where it goes on, whose use is recorded."""
    if _TOLD_AT in request.session:
        if not emergency.is_sign_on():
            return "You were signed out: the company's sign-on is no longer used here."
    elif not emergency.may_use_password(request.user.get_username()):
        return "You were signed out: sign in with your company's account."
    now = clock.real_now().timestamp()
    signed_in, seen = request.session.get(_SIGNED_IN, 0), request.session.get(_SEEN, 0)
    if now - signed_in > dt.timedelta(hours=settings.STAFF_SESSION_HOURS).total_seconds():
        return f"You were signed out: a session lasts {settings.STAFF_SESSION_HOURS} hours."
    if now - seen > dt.timedelta(minutes=settings.STAFF_IDLE_MINUTES).total_seconds():
        return f"You were signed out after {settings.STAFF_IDLE_MINUTES} minutes without a click."
    if now - seen > _SEEN_EVERY_SECONDS:
        _note_use(request, now)
    return ""


def _note_use(request: HttpRequest, now: float) -> None:
    """Record that a session is used. Where the database takes no writes the page is shown all the same.

    Otherwise operators would see no page while they look for what is wrong. The session only ends sooner without it.
    """
    session = request.session
    is_changed, former = session.modified, session.get(_SEEN)
    session[_SEEN] = now
    try:
        session.save()
    except UpdateError:
        # Somebody has ended it meanwhile. It is saved again after the page, where that is told.
        return
    except Error as error:
        if not outages.warned(logger, error):
            raise
        session[_SEEN] = former
        # Waiting for the write may have cost the connection.
        connection.close_if_unusable_or_obsolete()
    session.modified = is_changed


def _lead(request: HttpRequest, address: str) -> HttpResponse:
    if "HX-Request" in request.headers:
        return HttpResponse(headers={"HX-Redirect": address})  # a dialog is open: the page goes, not the dialog
    back = request.get_full_path() if request.method == "GET" else reverse("admin:index")
    return HttpResponseRedirect(f"{address}?{urlencode({'next': back})}")
