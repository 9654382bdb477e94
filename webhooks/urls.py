"""Public paths of the webhooks app that are not part of a version."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
