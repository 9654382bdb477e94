"""Errors to Sentry, off unless SENTRY_DSN is set: what the log has at ERROR, and as little of it as the log.

A report holds the fixed text of the line, its known fields, and of an exception the class and the places in our code:
no request, no body, no header, no value of a variable, and no text of an exception.
"""

import logging
from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from platforms.base import logs

_KEPT = ("event_id", "timestamp", "level", "logger", "platform", "environment", "release", "type")
_PLACES = ("filename", "function", "module", "lineno", "in_app")


def start(*, transport: Any = None) -> None:
    """Report from now on, in this process and those forked from it, if the settings say to whom."""
    if not settings.SENTRY_DSN:
        return
    try:
        import sentry_sdk  # noqa: PLC0415 - an optional package
    except ImportError:
        message = 'SENTRY_DSN needs the packages of the group "errors": see docs/operator/monitoring.md.'
        raise ImproperlyConfigured(message) from None
    from sentry_sdk.integrations.atexit import AtexitIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.logging import LoggingIntegration  # noqa: PLC0415

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        transport=transport,
        environment=settings.ENVIRONMENT,
        # The others would read requests, headers, queries and tasks.
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[
            LoggingIntegration(level=None, event_level=logging.ERROR),
            AtexitIntegration(callback=_end_quietly),
        ],
        before_send=reduced,
        include_local_variables=False,
        include_source_context=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_session_tracking=False,
        send_client_reports=False,
    )


def _end_quietly(_pending: int, _timeout: float) -> None:
    """Say nothing at the end of a process; reports not yet sent have two seconds."""


def reduced(event: Mapping[str, Any], hint: Mapping[str, Any]) -> Any:
    """Return a report of nothing but what may be known outside."""
    kept: dict[str, Any] = {name: event[name] for name in _KEPT if name in event}
    text = event.get("logentry") or {}
    if "message" in text:
        kept["logentry"] = {"message": text["message"]}
    extra = event.get("extra") or {}
    kept["extra"] = {name: extra[name] for name in logs.FIELDS if name in extra}
    found = (event.get("exception") or {}).get("values") or ()
    kept["exception"] = {"values": [_exception(each) for each in found]}
    return kept


def _exception(given: Mapping[str, Any]) -> dict[str, Any]:
    frames = (given.get("stacktrace") or {}).get("frames") or ()
    return {
        "type": given.get("type"),
        "module": given.get("module"),
        "stacktrace": {"frames": [dict(_place(frame)) for frame in frames]},
    }


def _place(frame: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((name, frame[name]) for name in _PLACES if name in frame)
