"""Log lines as one JSON object each. Only named fields are written: never bodies, headers or exception values."""

import functools
import logging
import time
import traceback
from typing import Any

import orjson

# Nothing of this is written, and finding it out is half of what a line costs.
logging._srcfile = None
logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False

FIELDS = (
    "request_id",
    "platform",
    "token",
    "method",
    "route",
    "status",
    "milliseconds",
    "task",
    "event",
    "transaction",
    "count",
    "source",
    "reason",
    "subjects",
)


class JsonFormatter(logging.Formatter):
    """Format a record as JSON: time, level, logger, message and the known extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line; an exception is written as its type and the places it passed, without its message."""
        line: dict[str, Any] = {
            "time": _second(int(record.created)),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        known = record.__dict__
        line.update({name: known[name] for name in FIELDS if name in known})
        if record.exc_info and record.exc_info[0] is not None:
            # An exception's text can hold a customer's data (a database error quotes the row), so it stays out.
            line["exception"] = record.exc_info[0].__name__
            frames = traceback.extract_tb(record.exc_info[2])
            line["trace"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-8:]]
        return orjson.dumps(line, default=str).decode()


@functools.lru_cache(maxsize=8)
def _second(moment: int) -> str:
    # A busy process writes many lines a second.
    return time.strftime("%Y-%m-%dT%H:%M:%S%z", time.localtime(moment))


def configuration(level: str) -> dict[str, Any]:
    """Return what Python's logging is told: lines from `level` on go to the standard error stream."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "platforms.base.logs.JsonFormatter"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django.request": {"level": "ERROR"},
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            "axes": {"level": "WARNING"},
        },
    }
