"""All addresses of the service: versions of the API, its documents, the back office, health."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path
from django.urls.resolvers import RoutePattern
from django.views.generic import RedirectView

from compliance.api import urls as compliance
from config.documents import front_page
from config.probe import receiver
from config.processes import health
from invitations.api import urls as invitations
from payments.api import urls as payments
from platforms.api import urls as platforms
from platforms.http.document import served
from webhooks.api import urls as webhooks

VERSIONS = settings.API_VERSIONS
"""A further version gets a list of resources of its own below, in which its own endpoints stand before those that it
shares: tests/contract/second_version.py shows how."""

RESOURCES: list[URLPattern | URLResolver] = [
    # Matched in this order: the busiest first, and before compliance, for which every word under /customers is an id.
    # One list: each list within it would cost every request a further match.
    *payments.urlpatterns,
    *compliance.urlpatterns,
    *platforms.urlpatterns,
    *webhooks.urlpatterns,
    *invitations.urlpatterns,
    path("openapi.json", served.document, name="openapi"),
    URLResolver(RoutePattern("mcp"), "config.mcp.urls"),
]

urlpatterns = [
    *[path(f"{version}/", include((RESOURCES, "api"), namespace=version)) for version in VERSIONS],
    path("", include("webhooks.urls")),
    path("", include("payments.uma.api.urls")),
    path("", include("compliance.hosted.urls")),
    path("", include("invitations.urls")),
    path("docs", RedirectView.as_view(pattern_name="docs", query_string=True)),
    # These two are imported with the first request that may be for them, and so is that of tools above.
    URLResolver(RoutePattern("docs/"), "config.documents.urls"),
    URLResolver(RoutePattern(settings.BACKOFFICE_PATH.lstrip("/")), "config.backoffice.urls"),
    path("probe/webhook", receiver.webhook, name="probe-webhook"),
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("", front_page.page, name="front-page"),
]

handler400 = "platforms.http.middleware.bad_request"
handler404 = "platforms.http.middleware.page_not_found"
handler500 = "platforms.http.middleware.server_error"
