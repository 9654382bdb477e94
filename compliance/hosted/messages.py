"""Pages that hold a message: too many requests, a link that leads nowhere, a form that is not taken; all headers."""

import functools
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_protect

from compliance.models import KycLink
from platforms.http import languages

_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def page_of(request: HttpRequest, link: KycLink | None, template: str, context: dict[str, Any]) -> HttpResponse:
    """Return a page for people, in the name of the link's platform where there is a link."""
    brand = link.platform.name if link else gettext("Identity check")
    shared = {"platform": brand, "languages": languages.choices()}
    response = render(request, f"hosted/{template}.html", {**shared, **context})
    response["Content-Security-Policy"] = _POLICY
    # Not "no-referrer": without any referrer the browser sends no origin either, and the CSRF check would fail.
    response["Referrer-Policy"] = "same-origin"
    response["Cache-Control"] = "no-store"
    response["X-Robots-Tag"] = "noindex"
    return response


def too_many(refusal: Exception, request: HttpRequest) -> HttpResponse:
    """Refuse a network address that requests too many pages; no link is looked up."""
    lines = [gettext("Too many pages were opened from your network. Wait a moment, then load the page again.")]
    page = page_of(request, None, "message", {"title": gettext("Please wait"), "lines": lines})
    page.status_code = 429
    return page


def unknown(request: HttpRequest, **_: object) -> HttpResponse:
    """Explain that a link leads nowhere: mostly a part of it was lost on its way."""
    lines = [
        gettext("Open the whole link from the message that you got: a part of it is missing, or was added."),
        gettext("If it still does not work, ask the company that sent it for a new one."),
    ]
    page = page_of(request, None, "message", {"title": gettext("This link does not work"), "lines": lines})
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


def protected(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Take a form only from a page of ours in the same browser, and explain it where that can't be told.

    Mostly the browser keeps no cookies, or the page had been open for long.
    """
    checked = csrf_protect(view)

    @functools.wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = checked(request, *args, **kwargs)
        if response.status_code != 403:
            return response
        lines = [
            gettext("Open the link from the message again, then go on where you were."),
            gettext("If this comes again, allow cookies for this page: they show that it is still you."),
        ]
        page = page_of(request, None, "message", {"title": gettext("This page is out of date"), "lines": lines})
        page.status_code = 403
        return page

    return answer
