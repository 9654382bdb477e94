"""WSGI entry point of the web role."""

import os
from collections.abc import Callable, Iterable
from typing import Any

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connections
from django.http import HttpResponse
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from config.database import database_role  # noqa: E402 - needs the settings
from platforms.database.postgresql import base  # noqa: E402
from platforms.http import middleware  # noqa: E402

database_role.refuse_owner()
base.limit_statements(settings.WEB_STATEMENT_SECONDS)


class Application(WSGIHandler):
    """Django's handler, without the parts that the API does not need.

    Around each request Django sends signals, whose receivers reset caches, query logs and connections: that costs as
    much as the look-up of a token. API requests need only one of them, the replacement of a broken connection, and only
    after something went wrong.
    """

    def __call__(  # type: ignore[override]
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        """Answer a request."""
        if not middleware.is_api_path(environ.get("PATH_INFO", "")):
            return super().__call__(environ, start_response)
        response = self.get_response(self.request_class(environ))
        headers = list(response.headers._store.values())
        start_response(f"{response.status_code} {response.reason_phrase}", headers)
        if not isinstance(response, HttpResponse):
            # A stream: the server reads it, and closes it at the end.
            return response
        _close(response)
        return [response.content]


def _close(response: HttpResponse) -> None:
    for close in response._resource_closers:  # type: ignore[attr-defined]
        close()
    for connection in connections.all(initialized_only=True):
        if connection.errors_occurred:
            connection.close_if_unusable_or_obsolete()


application = Application()

# Views are loaded before the first request, not by it.
get_resolver().url_patterns  # noqa: B018 - a cached property
