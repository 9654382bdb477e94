"""Middleware: request ids, the request log, and the shortcut that spares the API the back office's layers."""

import logging
import re
import sys
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost, RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils import translation

from platforms.base import errors, identifiers, metrics, tracing
from platforms.database import outages
from platforms.http import deprecation, languages
from platforms.http import errors as rest_errors

logger = logging.getLogger("requests")
_API_PATH = re.compile(r"^/\d{4}-\d{2}-\d{2}(/|$)")
_UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_PAYMENT_OF_PATH = re.compile(f"Transaction:{_UUID}")
_CLIENT_ID = re.compile(f"{_UUID}|[0-9a-f]{{32}}", re.IGNORECASE)
_TRACE_PARENT = re.compile("[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}")
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
        if request.encoding is not None and not _is_of_text(request.encoding):
            # As with a charset that nobody knows: query and form are read in the usual one.
            request.encoding = settings.DEFAULT_CHARSET
        fault = _fault(request)
        if fault:
            response: HttpResponseBase = rest_errors.response(errors.InvalidInput.field("", fault), request)
        elif request.META.get("HTTP_CONTENT_ENCODING", "identity").lower() not in {"identity", ""}:
            response = rest_errors.response(rest_errors.UnsupportedEncoding(), request)
        else:
            with tracing.caused_by(tracing.Cause(request.request_id)):  # type: ignore[attr-defined]
                response = self.get_response(request)
        if response.status_code == 100:
            # No reply: the body is read, and the request is handled again with it.
            return response
        response["X-Request-Id"] = request.request_id  # type: ignore[attr-defined]
        is_api = is_api_path(request.path)
        if is_api:
            self._finish(request, response)
        self._note(request, response, time.perf_counter() - started, is_api=is_api)
        return response

    @staticmethod
    def _finish(request: HttpRequest, response: HttpResponseBase) -> None:
        response["Cache-Control"] = "no-store"
        response["X-Content-Type-Options"] = "nosniff"
        left = getattr(request, "rate_left", None)
        if left is not None:
            response["RateLimit-Limit"] = str(left.limit)
            response["RateLimit-Remaining"] = str(left.remaining)
            response["RateLimit-Reset"] = str(left.reset)
        if ignored := getattr(request, "ignored_fields", ""):
            response["Ignored-Fields"] = ignored
        if settings.API_SUNSETS:
            deprecation.announce(request.path, response)
        if settings.SECURE_HSTS_SECONDS and request.is_secure():
            response["Strict-Transport-Security"] = _hsts()
        if isinstance(response, HttpResponse) and response.status_code != 204:
            response["Content-Length"] = str(len(response.content))

    @staticmethod
    def _note(request: HttpRequest, response: HttpResponseBase, seconds: float, *, is_api: bool) -> None:
        # The route, not the path: a path can hold an address or a name.
        route = request.resolver_match.route if request.resolver_match else ""
        method, status = metrics.known(request.method), response.status_code
        if metrics.is_on():
            metrics.count_request(method=method, route=route, status=status, seconds=seconds)
            if "HTTP_IDEMPOTENCY_KEY" in request.META:
                metrics.count_key(status=status, is_replayed="Idempotent-Replayed" in response)
        # Successful reads are the bulk of all requests and explain nothing later; other pages have the audit log.
        is_quiet = not is_api or (method == "GET" and status < 400)
        level = logging.DEBUG if is_quiet and not settings.ACCESS_LOG else logging.INFO
        if not logger.isEnabledFor(level):
            return
        fields: dict[str, Any] = {
            "request_id": request.request_id,  # type: ignore[attr-defined]
            "method": method,
            "route": route,
            "status": status,
            "milliseconds": round(seconds * 1000, 2),
        }
        caller = getattr(request, "caller", None)
        if caller is not None:
            fields |= {"platform": str(caller.platform_id), "token": str(caller.token_id)}
        if is_api:
            fields |= payments_of(request, response)
        if client_id := client_request_id(request):
            fields["client_request_id"] = client_id
        logger.log(level, "request", extra=fields)


def client_request_id(request: HttpRequest) -> str:
    """Return the id that the client itself gave the request: a UUID in `X-Request-Id`, or the trace of `traceparent`.

    Empty without one. Nothing else is taken, since a log has no room for what people write.
    """
    sent = request.META.get("HTTP_X_REQUEST_ID", "")
    if sent and _CLIENT_ID.fullmatch(sent):
        return str(sent).lower()
    parent = request.META.get("HTTP_TRACEPARENT", "")
    trace = _TRACE_PARENT.fullmatch(parent) if parent else None
    return trace[1] if trace else ""


def payments_of(request: HttpRequest, response: HttpResponseBase) -> dict[str, Any]:
    """Return the field that names the payments which a request was about, in its path or in the reply to a write."""
    found = _PAYMENT_OF_PATH.findall(request.path)
    if not found and request.method != "GET" and isinstance(response, HttpResponse):
        found = identifiers.payments_in(response.content.decode(errors="replace"))
    if len(found) > 1:
        return {"subjects": found}
    return {"subject": found[0]} if found else {}


def _is_of_text(encoding: str) -> bool:
    """Tell whether texts can be read in an encoding: Python knows some by name that turn bytes into bytes."""
    try:
        b"a".decode(encoding, "replace")
    except (LookupError, ValueError):
        return False
    return True


def _fault(request: HttpRequest) -> str:
    """Return what is wrong with the address, which no view would survive; empty when nothing is."""
    query = request.META.get("QUERY_STRING", "")
    if "\0" in request.path or "\0" in query or "%00" in query:
        return "the address holds a null character"
    if query.count("&") >= settings.DATA_UPLOAD_MAX_NUMBER_FIELDS:
        return f"the address has more than {settings.DATA_UPLOAD_MAX_NUMBER_FIELDS} parameters"
    return ""


def _hsts() -> str:
    preload = "; preload" if settings.SECURE_HSTS_PRELOAD else ""
    return f"max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains{preload}"


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
    """Return the view for a path. Paths without a parameter are as few as the views, so they are cached."""
    known = _plain.get(path)
    if known is None:
        known = resolve(path)
        if not known.kwargs and not known.args:
            _plain[path] = known
    return known


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a malformed request outside of any view."""
    if isinstance(exception, DisallowedHost):
        reason = f"must be a name of this service, as in {settings.PUBLIC_BASE_URL}"
        return rest_errors.response(errors.InvalidInput.field("Host", reason), request)
    return rest_errors.response(errors.InvalidInput.field("", "the request is malformed"), request)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a path that nothing serves."""
    return rest_errors.response(errors.NotFound("There is no such path."), request)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer when our own code failed outside of the API, or could not work; in plain sentences for people."""
    error = sys.exception()
    if isinstance(error, Exception) and outages.is_outage(error):
        refusal = rest_errors.response(error, request)
        if "text/html" in request.headers.get("Accept", ""):
            # A template of its own, without context: anything that asks the database would fail again.
            with translation.override(languages.at(request)):
                refusal.content = render_to_string("unavailable.html").encode()
            refusal["Content-Type"] = "text/html; charset=utf-8"
        refusal["Cache-Control"] = "no-store"
        return refusal
    return rest_errors.fault(error, request)
