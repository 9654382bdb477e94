"""Pages of a nightly check that can't be read: each is a difference itself, named by its error, until it is read."""

import logging
from collections.abc import Iterable, Mapping
from typing import Any

import psycopg

from platforms.database import outages

logger = logging.getLogger(__name__)
NOT_READ = "NOT_READ"
"""Kind of the difference that stands for a page that raised an error, and for a part that has no next page."""


def reason(error: Exception, *, part: str) -> str:
    """Return the name of an error that a part of a check raised, and log it; raise an outage again.

    Neither its message nor its traceback: they may show what a row holds.
    """
    # A statement that took too long was cancelled, and would be the next time too.
    if outages.is_outage(error) and not isinstance(error.__cause__, psycopg.errors.QueryCanceled):
        raise error
    name = type(error).__name__
    logger.error("a part of a nightly check can't be read", extra={"subject": f"part {part}", "reason": name})
    return name


def are_none(findings: Iterable[Mapping[str, Any]]) -> bool:
    """Tell whether no page is among these differences that could not be read."""
    return all(one["kind"] != NOT_READ for one in findings)
