"""Addresses of the API's documentation for browsers, below `docs/`."""

from csp import constants as csp
from csp.decorators import csp_replace
from django.conf import settings
from django.urls import path
from drf_spectacular.views import SpectacularRedocView, SpectacularSwaggerView

_DOCUMENT = f"/{settings.API_VERSION}/openapi.json"
# Redoc makes its styles while it runs, and knows no nonce.
_with_styles_of_its_own = csp_replace({"style-src": [csp.SELF, "'unsafe-inline'"]})

urlpatterns = [
    path("", SpectacularSwaggerView.as_view(url=_DOCUMENT), name="docs"),
    path("reference/", _with_styles_of_its_own(SpectacularRedocView.as_view(url=_DOCUMENT)), name="reference"),
]
