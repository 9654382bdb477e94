"""Paths of the webhooks app, relative to the version's base path."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
