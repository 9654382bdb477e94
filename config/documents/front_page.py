"""The page at `/` with links for each kind of reader. The same for everybody; it needs neither database nor broker."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

POLICY = "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Answer with the page."""
    context = {"back_office": settings.BACKOFFICE_PATH, "version": settings.API_VERSION}
    response = render(request, "front_page.html", context)
    response["Content-Security-Policy"] = POLICY
    response["Cache-Control"] = "public, max-age=3600"
    return response
