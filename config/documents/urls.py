"""Addresses below `docs/`: the API reference, requests to try, and the pages made of the folder of that name."""

from django.conf import settings
from django.urls import path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularSwaggerView

from config.documents import listener, pages, reference, verifier

_DOCUMENT = f"/{settings.API_VERSION}/openapi.json"

urlpatterns = [
    path("reference/", reference.contents, name="reference"),
    path("reference/<str:subject>.json", reference.part),
    path("reference/<str:subject>/", reference.Subject.as_view(), name="subject"),
    path("try/", SpectacularSwaggerView.as_view(url=_DOCUMENT, http_method_names=["get", "head"]), name="try"),
    path("listen.pyz", listener.program, name="listener"),
    path("verify_proof.py", verifier.program, name="verifier"),
    path("reference", RedirectView.as_view(pattern_name="reference")),
    path("try", RedirectView.as_view(pattern_name="try")),
    path("clients/<str:name>", pages.package),
    path("<path:path>", pages.page),
    path("", pages.page, name="docs"),
]
