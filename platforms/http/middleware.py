"""Middleware: request ids, the request log, and the shortcut that spares the API the back office's layers."""

import logging
import re
import sys
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.urls import Resolver404, ResolverMatch, resolve

from platforms.base import errors, identifiers
from platforms.database import outages
from platforms.http import errors as rest_errors

logger = logging.getLogger("requests")
_API_PATH = re.compile(r"^/\d{4}-\d{2}-\d{2}(/|$)")
GetResponse = Callable[[HttpRequest], HttpResponseBase]


def is_api_path(path: str) -> bool:
    """Tell whether a path lies under a version of the API."""
    return _API_PATH.match(path) is not None


class RequestMiddleware:
    """Give every request an id, every reply its headers, and the log one line without personal data."""

    def __init__(self, get_response: GetResponse) -> None:
        """Take the next layer."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        started = time.perf_counter()
        request.request_id = str(identifiers.new_key())  # type: ignore[attr-defined]
        if (
            "\0" in request.path
            or "\0" in request.META.get("QUERY_STRING", "")
            or "%00" in request.META.get("QUERY_STRING", "")
        ):
            response: HttpResponseBase = rest_errors.response(
                errors.InvalidInput.field("", "the address holds a null character"), request
            )
        elif request.META.get("HTTP_CONTENT_ENCODING", "identity").lower() not in {"identity", ""}:
            response = rest_errors.response(rest_errors.UnsupportedEncoding(), request)
        else:
            response = self.get_response(request)
        if response.status_code == 100:
            # No reply: the body is read, and the request comes back with it.
            return response
        response["X-Request-Id"] = request.request_id  # type: ignore[attr-defined]
        if is_api_path(request.path):
            self._finish(request, response, started)
        return response

    def _finish(self, request: HttpRequest, response: HttpResponseBase, started: float) -> None:
        response["Cache-Control"] = "no-store"
        response["X-Content-Type-Options"] = "nosniff"
        if settings.SECURE_HSTS_SECONDS and request.is_secure():
            response["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains"
        if isinstance(response, HttpResponse) and response.status_code != 204:
            response["Content-Length"] = str(len(response.content))
        # Reads that went well are the bulk of all requests and explain nothing later.
        level = logging.DEBUG if request.method == "GET" and response.status_code < 400 else logging.INFO
        if logger.isEnabledFor(level):
            self._log(level, request, response, started)

    @staticmethod
    def _log(level: int, request: HttpRequest, response: HttpResponseBase, started: float) -> None:
        fields: dict[str, Any] = {
            "request_id": request.request_id,  # type: ignore[attr-defined]
            "method": request.method,
            # The route, not the path: a path can hold an address or a name.
            "route": request.resolver_match.route if request.resolver_match else "",
            "status": response.status_code,
            "milliseconds": round((time.perf_counter() - started) * 1000, 2),
        }
        caller = getattr(request, "caller", None)
        if caller is not None:
            fields |= {"platform": str(caller.platform_id), "token": str(caller.token_id)}
        logger.log(level, "request", extra=fields)


class ApiShortcutMiddleware:
    """Call API views directly: they have no session, no CSRF token, no messages and no frames."""

    def __init__(self, get_response: GetResponse) -> None:
        """Take the layers of the back office."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer API requests here and pass every other one on."""
        if not is_api_path(request.path):
            return self.get_response(request)
        if settings.SECURE_SSL_REDIRECT and not request.is_secure():
            # A redirect would come too late: the secret has already travelled in clear.
            return rest_errors.response(rest_errors.Forbidden("The API is served over https only."), request)
        try:
            request.get_host()
            match = _resolve(request.path_info)
        except Resolver404:
            return rest_errors.response(errors.NotFound("There is no such path."), request)
        request.resolver_match = match
        try:
            return match.func(request, *match.args, **match.kwargs)  # type: ignore[no-any-return]
        except RequestDataTooBig:
            return rest_errors.response(rest_errors.PayloadTooLarge(), request)


_plain: dict[str, ResolverMatch] = {}


def _resolve(path: str) -> ResolverMatch:
    """Return what answers a path. Paths without a parameter are as many as the views: they are remembered."""
    known = _plain.get(path)
    if known is None:
        known = resolve(path)
        if not known.kwargs and not known.args:
            _plain[path] = known
    return known


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a malformed request outside of any view (an unknown Host header, for example)."""
    return rest_errors.response(errors.InvalidInput.field("", "the request is malformed"), request)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a path that nothing serves."""
    return rest_errors.response(errors.NotFound("There is no such path."), request)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer when our own code failed outside of the API, or could not work; a person in words."""
    error = sys.exception()
    if isinstance(error, Exception) and outages.is_outage(error):
        refusal = rest_errors.response(error, request)
        if "text/html" in request.headers.get("Accept", ""):
            # A template of its own, and no context: whatever asks the database would fail again.
            refusal.content = render_to_string("unavailable.html").encode()
            refusal["Content-Type"] = "text/html; charset=utf-8"
        refusal["Cache-Control"] = "no-store"
        return refusal
    content = rest_errors.body(
        500, "INTERNAL_ERROR", "An error occurred on our side.", {"requestId": rest_errors.request_id(request)}
    )
    return HttpResponse(content, status=500, content_type="application/json")
