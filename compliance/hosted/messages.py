"""Pages that hold a message: too many requests, a link that leads nowhere; and the headers of all hosted pages."""

import functools
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from compliance.models import KycLink

_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def page_of(request: HttpRequest, link: KycLink | None, template: str, context: dict[str, Any]) -> HttpResponse:
    """Return a page for people, in the name of the link's platform where there is a link."""
    brand = link.platform.name if link else "Identity check"
    response = render(request, f"hosted/{template}.html", {"platform": brand, **context})
    response["Content-Security-Policy"] = _POLICY
    # Not "no-referrer": without any referrer the browser sends no origin either, and the CSRF check would fail.
    response["Referrer-Policy"] = "same-origin"
    response["Cache-Control"] = "no-store"
    response["X-Robots-Tag"] = "noindex"
    return response


def too_many(refusal: Exception, request: HttpRequest) -> HttpResponse:
    """Refuse a network address that requests too many pages; no link is looked up."""
    lines = ["Too many pages were opened from your network. Wait a moment, then load the page again."]
    page = page_of(request, None, "message", {"title": "Please wait", "lines": lines})
    page.status_code = 429
    return page


def unknown(request: HttpRequest, **_: object) -> HttpResponse:
    """Explain that a link leads nowhere: mostly a part of it was lost on its way."""
    lines = [
        "Open the whole link from the message that you got: a part of it is missing, or was added.",
        "Else ask for a new one.",
    ]
    page = page_of(request, None, "message", {"title": "This link does not work", "lines": lines})
    page.status_code = 404
    return page


def explained(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a page answer by `unknown` for a link that there is not, and for a page that it does not have."""

    @functools.wraps(view)
    def answer(request: HttpRequest, **arguments: str) -> HttpResponse:
        try:
            return view(request, **arguments)
        except Http404:
            return unknown(request)

    return answer
