"""Paths of the platforms app, relative to the version's base path."""

from platforms.api import config, idempotency_keys, sandbox_outcomes, tokens, versions
from platforms.http.urls import urls

urlpatterns = urls(config, versions, tokens, idempotency_keys, sandbox_outcomes)
