"""Paths of the webhooks app, relative to the version's base path."""

from platforms.http.urls import urls
from webhooks.api import events, sandbox, signing_secrets, webhook_endpoints

urlpatterns = urls(events, webhook_endpoints, signing_secrets, sandbox)
