"""The span of each request; in MIDDLEWARE only where traces are on."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from platforms.base import metrics, tracing
from platforms.http import middleware


class TraceMiddleware:
    """Makes a span for a request: its method, route and status, and whose it is, but no path and no body."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Take the next layer."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        with tracing.of_request(request.request_id) as span:  # type: ignore[attr-defined]
            response = self.get_response(request)
            route = request.resolver_match.route if request.resolver_match else ""
            method = metrics.known(request.method)
            span.update_name(f"{method} {route}".rstrip())
            span.set_attribute("http.request.method", method)
            span.set_attribute("http.route", route)
            span.set_attribute("http.response.status_code", response.status_code)
            if client_id := middleware.client_request_id(request):
                span.set_attribute("payments.client_request_id", client_id)
            if subject := middleware.payments_of(request, response).get("subject"):
                span.set_attribute("payments.subject", subject)
            caller = getattr(request, "caller", None)
            if caller is not None:
                span.set_attribute("payments.platform", str(caller.platform_id))
        return response
