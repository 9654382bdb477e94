"""Pages of a nightly check that can't be read: each is a difference itself, named by its error, until it is read."""

import datetime as dt
import logging
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import psycopg
from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction

from platforms.database import outages

if TYPE_CHECKING:
    from platforms.operations.nightly_checks import Check, Page, Part, Read

logger = logging.getLogger(__name__)
NOT_READ = "NOT_READ"
"""Kind of the difference that stands for a page that raised an error, and for a part that has no next page."""


def read(
    part: "Part",
    *,
    check: "Check",
    former: dt.datetime | None,
    page: "Callable[[], Page | None]",
    left: "Callable[[], Page]",
) -> "Read | None":
    """Read the next page of a part, in the caller's snapshot; None where `page` says that there is none.

    Where that raises, return what says so in place of the differences: of all that is `left` where nobody can tell
    which page is next. `former` is when the check before began.
    """
    next_page: Page | None = None
    try:
        # What the database refuses ends this savepoint alone.
        with transaction.atomic():
            next_page = page()
            return (next_page, list(part.read(next_page, former))) if next_page else None
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:  # noqa: BLE001 - outages are raised again, others are told
        name = reason(error, part=part.name)
        next_page = next_page or left()
        keys = f"after {next_page.after or 'the first'}, up to {next_page.until or 'the last'}"
        detail = f"{name} in the page of the keys {keys}: nothing there is compared"
        return next_page, [check.stored(NOT_READ, f"part {part.name}", detail)]


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
