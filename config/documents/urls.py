"""Addresses below `docs/`: the API reference, requests to try, and the pages made of the folder of that name."""

from csp import constants as csp
from csp.decorators import csp_replace
from django.conf import settings
from django.urls import path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularRedocView, SpectacularSwaggerView

from config.documents import listener, pages

_DOCUMENT = f"/{settings.API_VERSION}/openapi.json"
# Redoc makes its styles at run time, without a nonce.
_with_styles_of_its_own = csp_replace({"style-src": [csp.SELF, "'unsafe-inline'"]})

_read = {"url": _DOCUMENT, "http_method_names": ["get", "head"]}

urlpatterns = [
    path("reference/", _with_styles_of_its_own(SpectacularRedocView.as_view(**_read)), name="reference"),
    path("try/", SpectacularSwaggerView.as_view(**_read), name="try"),
    path("listen.pyz", listener.program),
    path("reference", RedirectView.as_view(pattern_name="reference")),
    path("try", RedirectView.as_view(pattern_name="try")),
    path("clients/<str:name>", pages.package),
    path("<path:path>", pages.page),
    path("", pages.page, name="docs"),
]
