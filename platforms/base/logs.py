"""Log lines as one JSON object each, with named fields only: never bodies, headers or exception values."""

import functools
import logging
import time
import traceback
from collections.abc import Mapping
from typing import Any

import orjson

from platforms import release
from platforms.base import tracing

# None of this is written, and collecting it is half the cost of a line.
logging._srcfile = None
logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False

FIELDS = (
    "request_id",
    "client_request_id",
    "platform",
    "token",
    "method",
    "route",
    "status",
    "milliseconds",
    "task",
    "work",
    "step",
    "answer",
    "subject",
    "subjects",
    "deposit",
    "event",
    "document",
    "job",
    "row",
    "domain",
    "source",
    "seal",
    "digest",
    "count",
    "code",
    "reason",
    "exit_status",
)
"""The keys of `extra=` that are written: libraries name others, which can hold a request or its data."""

_TASKS_OF_CELERY = "celery.app.trace"


class JsonFormatter(logging.Formatter):
    """Format a record as JSON: time, level, logger, release, message and the known extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line; an exception is written as its type and its stack's locations, without its message."""
        second, offset = _second(int(record.created))
        line: dict[str, Any] = {
            "time": f"{second}.{int(record.msecs):03}{offset}",
            "level": record.levelname,
            "logger": record.name,
            "release": release.name(),
            "message": "",
        }
        if record.name == _TASKS_OF_CELERY and isinstance(record.args, Mapping) and "name" in record.args:
            # Celery's message has the text of the exception, or what the task returned.
            line |= {"message": f"task {record.args.get('description', '')}".rstrip(), "task": record.args["name"]}
        else:
            line["message"] = record.getMessage()
        line.update(_known(record.__dict__))
        if record.exc_info and record.exc_info[0] is not None:
            # An exception's text can hold a customer's data (a database error quotes the row), so it stays out.
            line["exception"] = record.exc_info[0].__name__
            if state := _sqlstate(record.exc_info[1]):
                line["sqlstate"] = state
            frames = traceback.extract_tb(record.exc_info[2])
            line["trace"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-8:]]
        return orjson.dumps(line, default=str).decode()


def _known(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the known fields of a record, with the cause of the work at which it was written."""
    known = {name: fields[name] for name in FIELDS if name in fields}
    cause = tracing.cause()
    if cause.request_id:
        known.setdefault("request_id", cause.request_id)
    if cause.subject and not known.keys() & {"subject", "subjects"}:
        known["subject"] = cause.subject
    return known


@functools.lru_cache(maxsize=8)
def _second(moment: int) -> tuple[str, str]:
    # A busy process writes many lines a second.
    local = time.localtime(moment)
    return time.strftime("%Y-%m-%dT%H:%M:%S", local), time.strftime("%z", local)


def _sqlstate(error: BaseException | None) -> str | None:
    """Return the five characters by which PostgreSQL names what went wrong; Django's errors have it in their cause."""
    state = getattr(error, "sqlstate", None) or getattr(getattr(error, "__cause__", None), "sqlstate", None)
    return state if isinstance(state, str) else None


def configuration(level: str) -> dict[str, Any]:
    """Return the configuration for Python's logging: lines from `level` on go to the standard error stream."""
    # Celery names each message at INFO, and one comes every two seconds.
    celery = level if level in {"DEBUG", "ERROR", "CRITICAL"} else "WARNING"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "platforms.base.logs.JsonFormatter"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Its lines name the path, which may hold a name. Ours (`platforms.http`) name the request.
            "django.request": {"level": "CRITICAL"},
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            "axes": {"level": "WARNING"},
            # A line for each tool that is called: the request of the API that it makes has one.
            "django_mcpz.calls": {"level": "WARNING"},
            "celery": {"level": celery},
        },
    }
