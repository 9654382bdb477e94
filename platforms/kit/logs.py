"""Log lines as one JSON object each. Only named fields are written: never bodies, headers or exception values."""

import logging
import traceback
from typing import Any

import orjson

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
)


class JsonFormatter(logging.Formatter):
    """Format a record as JSON: time, level, logger, message and the known extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line; an exception is written as its type and the places it passed, without its message."""
        line: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line.update({name: getattr(record, name) for name in FIELDS if hasattr(record, name)})
        if record.exc_info and record.exc_info[0] is not None:
            # An exception's text can hold a customer's data (a database error quotes the row), so it stays out.
            line["exception"] = record.exc_info[0].__name__
            frames = traceback.extract_tb(record.exc_info[2])
            line["trace"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-8:]]
        return orjson.dumps(line, default=str).decode()
