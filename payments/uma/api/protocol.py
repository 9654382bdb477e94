"""What all paths of the protocol share: rate limits, the form of errors, and the middleware left out."""

import functools
import logging
from collections.abc import Callable
from typing import Any

import django.db
import orjson
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import Resolver404, resolve

from payments.providers import asking
from payments.uma import messages
from payments.uma.protocol import hosts
from platforms.base import slots
from platforms.database import outages
from platforms.http import addresses, errors, rate_limit

logger = logging.getLogger(__name__)
_WELL_KNOWN = "/.well-known/"
PATHS = (_WELL_KNOWN, "/uma/")
View = Callable[..., HttpResponse]


class ProtocolMiddleware:
    """Call the views of the protocol directly: they have no session, no CSRF token, and hosts of their own.

    `ALLOWED_HOSTS` has the hosts of the service. Below `/.well-known/` a platform's domain is valid too, known only to
    the database; there the view checks it, by `host_of`, and nothing else trusts the Host header.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Take the other layers."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer requests of the protocol here and pass every other one on."""
        if not request.path.startswith(PATHS):
            return self.get_response(request)
        if settings.SECURE_SSL_REDIRECT and not request.is_secure():
            return refusal(messages.ProtocolError(messages.Reason.FORBIDDEN, "This is served over https only."))
        if not request.path.startswith(_WELL_KNOWN):
            request.get_host()
        try:
            match = resolve(request.path_info)
        except Resolver404:
            return refusal(messages.ProtocolError(messages.Reason.REQUEST_NOT_FOUND, "There is no such path."))
        request.resolver_match = match
        return match.func(request, *match.args, **match.kwargs)  # type: ignore[no-any-return]


def endpoint(method: str) -> Callable[[View], View]:
    """Make a view one of the protocol: one method, a limit per network address, errors in the protocol's form."""

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method != method and not (method == "GET" and request.method == "HEAD"):
                return plain("Only " + method + " is answered here.", status=405, Allow=method)
            try:
                _limit(request)
                return view(request, *args, **kwargs)
            except (errors.RateLimited, slots.Busy) as limited:
                return plain("Too many requests.", status=429, **{"Retry-After": str(limited.details["retryAfter"])})
            except asking.NoAnswer as error:
                return _not_now(retry_after=str(error.details["retryAfter"]))
            except messages.ProtocolError as error:
                _note(request, error)
                return refusal(error)
            except django.db.Error as error:
                if not outages.warned(logger, error):
                    raise
                return _not_now(retry_after="1")

        return answer

    return decorate


def _not_now(*, retry_after: str) -> HttpResponse:
    return plain("Not available at the moment. Ask again.", status=503, **{"Retry-After": retry_after})


def reply(body: bytes) -> HttpResponse:
    """Return a message as the answer to a request."""
    return HttpResponse(body, content_type="application/json", headers={"Cache-Control": "no-store"})


def refusal(error: messages.ProtocolError) -> HttpResponse:
    """Return an error as the answer to a request."""
    return HttpResponse(
        error.body(), status=error.status, content_type="application/json", headers={"Cache-Control": "no-store"}
    )


def host_of(request: HttpRequest) -> hosts.Host:
    """Return the identity that a request is for; raises ProtocolError (404) when there is none."""
    found = hosts.of_request(request)
    if found is None:
        raise messages.ProtocolError(messages.Reason.REQUEST_NOT_FOUND, "Nobody of this domain is served here.")
    return found


def body_of(request: HttpRequest) -> bytes:
    """Return the body of a message; raises ProtocolError for one that is too long before reading it."""
    try:
        length = int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        length = messages.MAX_BODY_BYTES + 1
    if length > messages.MAX_BODY_BYTES:
        raise messages.ProtocolError(messages.Reason.INVALID_REQUEST_FORMAT, "The message is too long.")
    return request.body


def _limit(request: HttpRequest) -> None:
    if hosts.IN_PROCESS not in request.META:
        rate_limit.take_for_address(
            addresses.client_ip(request),
            scope="uma",
            rate=settings.UMA_RATE_PER_SECOND,
            burst=settings.UMA_RATE_BURST,
        )


def _note(request: HttpRequest, error: messages.ProtocolError) -> None:
    """Log the refusal sent to the other side: the first thing to look at when payments do not come in."""
    fields = {
        "request_id": getattr(request, "request_id", ""),
        "route": request.resolver_match.route if request.resolver_match else "",
        "code": error.reason.value,
        "reason": error.text,
    }
    logger.info("refused", extra=fields)


def plain(text: str, *, status: int, **headers: str) -> HttpResponse:
    """Return a refusal without a reason of the protocol."""
    body = orjson.dumps({"status": "ERROR", "reason": text})
    return HttpResponse(body, status=status, content_type="application/json", headers=headers)
