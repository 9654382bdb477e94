"""All addresses of the service: versions of the API, its documents, the back office, health."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path
from django.urls.resolvers import RoutePattern

from config import front_page, health, openapi

VERSIONS = ("2025-10-13",)
"""A further version gets a list of resources of its own below; the views are shared."""

RESOURCES: list[URLPattern | URLResolver] = [
    # Matched in this order: the busiest first, and before compliance, for which every word under /customers is an id.
    path("", include("payments.api.urls")),
    path("", include("compliance.api.urls")),
    path("", include("platforms.api.urls")),
    path("", include("webhooks.api.urls")),
    path("", include("invitations.api.urls")),
    path("openapi.json", openapi.document, name="openapi"),
]

urlpatterns = [
    *[path(f"{version}/", include((RESOURCES, "api"), namespace=version)) for version in VERSIONS],
    path("", include("webhooks.urls")),
    path("", include("payments.uma.api.urls")),
    path("", include("compliance.hosted.urls")),
    path("", include("invitations.urls")),
    # These two are imported with the first request that may be for them.
    URLResolver(RoutePattern("docs/"), "config.document_urls"),
    URLResolver(RoutePattern(settings.BACKOFFICE_PATH.lstrip("/")), "config.backoffice.urls"),
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("", front_page.page, name="front-page"),
]

handler400 = "platforms.http.middleware.bad_request"
handler404 = "platforms.http.middleware.page_not_found"
handler500 = "platforms.http.middleware.server_error"
