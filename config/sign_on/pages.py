"""The browser's way: to the provider, back from it, and out again."""

import dataclasses
import logging
import secrets
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import admin
from django.contrib.auth import login, logout
from django.core import signing
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse

from config.sign_on import accounts, provider, tokens
from config.sign_on.accounts import Refusal
from config.sign_on.provider import Begun, Kind, ProviderError
from platforms.admin import sign_in
from platforms.backoffice.sign_in import sessions
from platforms.base import clock

logger = logging.getLogger(__name__)
_COOKIE = "sign_on"
_SALT = "config.sign_on"
_WAITS_SECONDS = 600
"""For somebody at the provider's page."""
_LONGEST = 4096
"""Letters of what comes back from the provider."""
_MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"
_SAID = MappingProxyType(
    {
        Kind.AWAY: (
            "The sign-on does not answer",
            "The company's sign-on does not answer. Try again in a minute.",
            424,
        ),
        Kind.REFUSED: (
            "Not signed on",
            "The company's sign-on has not let you in, or this answer was used before.",
            403,
        ),
        Kind.UNUSABLE: (
            "Not signed on",
            "What the company's sign-on says can't be believed. The log of this service has the reason.",
            403,
        ),
        Kind.STALE: ("Begin again", "This sign-on is over, or another one was begun since.", 400),
    }
)
"""Title, text and status of the page for a sign-on that failed."""
_REFUSED = MappingProxyType(
    {
        Refusal.NO_GROUP: "None of your groups has a role here. Roles that you had are taken away.",
        Refusal.CLOSED: "Your account here is closed. Two administrators can open it again.",
        Refusal.SUPERUSER: "Your account here has every role, which no sign-on gives: it signs in with its password.",
        Refusal.OTHER_ACCOUNT: "Your e-mail address belongs to another account here. Ask an administrator.",
        Refusal.NO_NAME: "Your e-mail address can't be the name of an account. Ask an administrator for one.",
    }
)


def answer(request: HttpRequest, view: str) -> HttpResponse:
    """Return the page of a view, or the one that tells what is wrong with the provider."""
    try:
        return _VIEWS[view](request)
    except ProviderError as error:
        return _not_signed_on(request, error)


def _begin(request: HttpRequest) -> HttpResponse:
    """Lead to the provider; the browser keeps what its answer has to fit."""
    begun = Begun(
        state=secrets.token_urlsafe(32),
        nonce=secrets.token_urlsafe(32),
        verifier=secrets.token_urlsafe(48),
        redirect_uri=request.build_absolute_uri(reverse("sign_on_back")),
        max_age=settings.STAFF_CODE_MINUTES * 60 if "fresh" in request.GET else 0,
    )
    reply = HttpResponseRedirect(provider.address(begun))
    kept = {"begun": dataclasses.asdict(begun), "next": sign_in.wanted_page(request)}
    reply.set_cookie(
        _COOKIE,
        signing.dumps(kept, salt=_SALT),
        max_age=_WAITS_SECONDS,
        path=reverse(sessions.SIGN_ON),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Strict",
    )
    return reply


def _come_back(request: HttpRequest) -> HttpResponse:
    """Take the browser that the provider has sent, and have it ask once more: as our own page it brings our cookies.

    They are kept from whatever another site begins.
    """
    query = request.META.get("QUERY_STRING", "")
    if len(query) > _LONGEST:
        raise ProviderError(Kind.UNUSABLE, "too long an answer")
    address = f"{reverse('sign_on_finish')}?{request.GET.urlencode()}"
    return sign_in.page(request, "on", "Signing you on", address=address)


def _finish(request: HttpRequest) -> HttpResponse:
    """Sign the person on whom the provider names, and forget what the browser kept: an answer counts once."""
    try:
        reply = _signed_on(request)
    except ProviderError as error:
        reply = _not_signed_on(request, error)
    reply.delete_cookie(_COOKIE, path=reverse(sessions.SIGN_ON), samesite="Strict")
    return reply


def _signed_on(request: HttpRequest) -> HttpResponse:
    begun, following = _kept(request)
    person = tokens.person(provider.exchange(begun, _code(request, begun)), begun)
    try:
        with transaction.atomic(durable=True):
            outcome = accounts.take(person=person, request_id=getattr(request, "request_id", ""), now=clock.real_now())
    except IntegrityError:
        raise ProviderError(Kind.STALE, "an account of this name was made meanwhile") from None
    if outcome.user is None or outcome.refusal is not None:
        logout(request)
        return _failed(request, "Not signed on", _REFUSED[outcome.refusal or Refusal.CLOSED], 403)
    if request.user != outcome.user or sessions.why_ended(request):
        logout(request)
        login(request, outcome.user, backend=_MODEL_BACKEND)
    sessions.note_provider(
        request, has_second_factor=person.has_second_factor, authenticated_at=person.authenticated_at
    )
    return HttpResponseRedirect(following)


def _kept(request: HttpRequest) -> tuple[Begun, str]:
    """Return what the browser keeps of the sign-on that it began, and the page that it goes on to."""
    try:
        kept: dict[str, Any] = signing.loads(request.COOKIES.get(_COOKIE, ""), salt=_SALT, max_age=_WAITS_SECONDS)
    except signing.BadSignature:
        raise ProviderError(Kind.STALE, "no sign-on was begun in this browser") from None
    try:
        return Begun(**kept["begun"]), kept["next"]
    except (KeyError, TypeError):
        raise ProviderError(Kind.STALE, "another release began the sign-on") from None


def _code(request: HttpRequest, begun: Begun) -> str:
    """Return the provider's code, if the answer is to our question and of the provider that we asked."""
    told = request.GET
    if not secrets.compare_digest(told.get("state", "").encode(), begun.state.encode()):
        raise ProviderError(Kind.STALE, "another state")
    says_issuer = provider.document().get("authorization_response_iss_parameter_supported") is True
    if told.get("iss", settings.OIDC_ISSUER if not says_issuer else "") != settings.OIDC_ISSUER:
        raise ProviderError(Kind.UNUSABLE, "an answer of another issuer")
    if "error" in told or not told.get("code"):
        raise ProviderError(Kind.REFUSED, f"no code: {provider.word(told.get('error', ''))}")
    return str(told["code"])


def _leave(request: HttpRequest) -> HttpResponse:
    """Lead to the provider's own sign-out, after ours."""
    address = provider.document().get("end_session_endpoint")
    if not provider.is_address(address):
        return _failed(
            request, "Signed out here", "The company's sign-on has no sign-out of its own: end it there.", 200
        )
    back = request.build_absolute_uri(reverse("admin:login"))
    query = urlencode({"client_id": settings.OIDC_CLIENT_ID, "post_logout_redirect_uri": back})
    return HttpResponseRedirect(f"{address}{'&' if '?' in str(address) else '?'}{query}")


def _not_signed_on(request: HttpRequest, error: ProviderError) -> HttpResponse:
    logger.warning("a sign-on by the provider failed", extra={"reason": error.reason})
    return _failed(request, *_SAID[error.kind])


def _failed(request: HttpRequest, title: str, said: str, status: int) -> HttpResponse:
    everywhere = admin.site.each_context(request) | {"title": title, "said": said, "again": reverse("admin:login")}
    return TemplateResponse(request, "admin/sign_in/locked.html", everywhere, status=status).render()


_VIEWS = MappingProxyType({"begin": _begin, "back": _come_back, "finish": _finish, "out": _leave})
