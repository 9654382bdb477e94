"""Paths of the hosted pages."""

from collections.abc import Callable

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import path, reverse

from compliance.hosted import messages, views
from platforms.http import languages, rate_limit

app_name = "hosted"
_of_address = rate_limit.per_address("identity", refuse=messages.too_many)


def _limited(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    return languages.spoken(_of_address(messages.explained(view)), kept_below=_path_of_link)


def _path_of_link(*, token: str = "", **_: str) -> str:
    return reverse("hosted:landing", args=[token]) if token else reverse("hosted:cut")


urlpatterns = [
    path("identity/<str:token>", _limited(views.landing), name="landing"),
    path("identity/<str:token>/begin", _limited(views.begin), name="begin"),
    path("identity/<str:token>/done", _limited(views.done), name="done"),
    path("identity/<str:token>/picture/<str:side>", _limited(views.picture), name="picture"),
    path("identity/<str:token>/<str:name>", _limited(views.step), name="step"),
    path("identity", _limited(messages.unknown)),
    path("identity/", _limited(messages.unknown), name="cut"),
    path("identity/<path:rest>", _limited(messages.unknown), name="longer"),
]
