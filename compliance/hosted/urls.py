"""Paths of the hosted pages."""

from django.urls import path

from compliance.hosted import views
from platforms.http import rate_limit

app_name = "hosted"
_limited = rate_limit.per_address("identity", refuse=views.too_many)
urlpatterns = [
    path("identity/<str:token>", _limited(views.landing), name="landing"),
    path("identity/<str:token>/begin", _limited(views.begin), name="begin"),
    path("identity/<str:token>/done", _limited(views.done), name="done"),
    path("identity/<str:token>/picture/<str:side>", _limited(views.picture), name="picture"),
    path("identity/<str:token>/<str:name>", _limited(views.step), name="step"),
]
