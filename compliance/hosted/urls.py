"""Paths of the hosted pages."""

from django.urls import path

from compliance.hosted import views

app_name = "hosted"
urlpatterns = [
    path("identity/<str:token>", views.landing, name="landing"),
    path("identity/<str:token>/begin", views.begin, name="begin"),
    path("identity/<str:token>/done", views.done, name="done"),
    path("identity/<str:token>/picture/<str:side>", views.picture, name="picture"),
    path("identity/<str:token>/<str:name>", views.step, name="step"),
]
