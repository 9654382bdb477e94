"""Paths of the platforms app, relative to the version's base path."""

from platforms.api import config, idempotency_keys, sandbox_outcomes, tokens
from platforms.http.urls import urls

urlpatterns = urls(config, tokens, idempotency_keys, sandbox_outcomes)
