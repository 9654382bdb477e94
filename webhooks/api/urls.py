"""Paths of the webhooks app, relative to the version's base path."""

from django.urls import path

from webhooks.api import sandbox

urlpatterns = [path("sandbox/webhooks/test", sandbox.SendTestWebhook.as_view())]
