"""Paths of the webhooks app, relative to the version's base path."""

from platforms.http.urls import urls
from webhooks.api import events, sandbox, signing_secrets

urlpatterns = urls(events, signing_secrets, sandbox)
