"""The database transaction of a dry run, and its reply."""

import contextlib
import dataclasses
from collections.abc import Callable
from typing import Any, Protocol

import orjson
from django.db import OperationalError, transaction
from psycopg import errors as pg_errors

from platforms.base import errors
from platforms.database import prepared
from platforms.http import idempotency
from platforms.http.authentication import Caller
from platforms.http.dry_runs.parameter import PARAMETER

STATUS = 200
"""Of a dry run that is not refused, also of an endpoint that answers 201: nothing was created."""
LOCK_SECONDS = 1
"""How long a dry run waits for a lock."""
STATEMENT_SECONDS = 3
"""How long a statement of it may take, and how long its database transaction may stand still between two."""
_BOUNDS = (
    "SELECT set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true),"
    " set_config('idle_in_transaction_session_timeout', $2, true)"
)
_TOOK_TOO_LONG = (pg_errors.LockNotAvailable, pg_errors.QueryCanceled)


class Busy(errors.DomainError):
    """Somebody else is at work on what the dry run needs."""

    code = "SERVICE_UNAVAILABLE"
    message = (
        "Another payment is at work on the same account, and a dry run waits a second at most. Nothing was done: try"
        " again."
    )
    is_passing = True

    def __init__(self) -> None:
        """Take how soon to try again."""
        super().__init__(retryAfter=LOCK_SECONDS)


class Effects(Protocol):
    """What a request does, watched from before it begins."""

    def read(self) -> None:
        """Read it, in the database transaction that has done it."""

    def shown(self, reply: dict[str, Any]) -> dict[str, Any]:
        """Return its JSON, after the end of the database transaction; `reply` is the body for a real request."""


@dataclasses.dataclass(frozen=True, slots=True)
class DryRun:
    """How an endpoint is rehearsed."""

    watched: Callable[[Caller], contextlib.AbstractContextManager[Effects]]
    reply: Any = None
    """The serializer that describes the reply, where the usual one does not."""
    existing: Callable[[dict[str, Any]], dict[str, Any]] = lambda body: body
    """Returns the body without the ids of what is not there once all is rolled back."""


def rehearse(
    begun: list[bool], *, plan: DryRun, caller: Caller, attempt: idempotency.Attempt
) -> idempotency.StoredReply:
    """Make an attempt, and roll it back; return its reply with its effects. Raises its refusals, and Busy."""
    try:
        with plan.watched(caller) as effects, transaction.atomic(durable=True):
            prepared.rows(_BOUNDS, [f"{LOCK_SECONDS}s", f"{STATEMENT_SECONDS}s"])
            reply = attempt(begun)
            effects.read()
            transaction.set_rollback(True)
    except OperationalError as error:
        if isinstance(error.__cause__, _TOOK_TOO_LONG):
            raise Busy from None
        raise
    body = orjson.loads(reply.body)
    told = plan.existing(body) | {PARAMETER: True, "effects": effects.shown(body)}
    return idempotency.StoredReply(STATUS, orjson.dumps(told))
