"""Addresses of the API's documentation for browsers, below `docs/`."""

from django.conf import settings
from django.urls import path
from drf_spectacular.views import SpectacularRedocView, SpectacularSwaggerView

_DOCUMENT = f"/{settings.API_VERSION}/openapi.json"

urlpatterns = [
    path("", SpectacularSwaggerView.as_view(url=_DOCUMENT), name="docs"),
    path("reference/", SpectacularRedocView.as_view(url=_DOCUMENT), name="reference"),
]
