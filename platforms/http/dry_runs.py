"""Dry runs: `?dryRun=true` tells what a request would do.

The code that does it for real does it, in a database transaction that is always rolled back: so checks, refusals and
amounts can't be others. The transaction gives up soon where somebody else is at work on the same account, and what is
sent or remembered after a commit is not, since none comes. docs/decisions/0084-dry-runs.md
"""

import contextlib
import dataclasses
from collections.abc import Callable
from typing import Any, Protocol

import orjson
from django.db import OperationalError, transaction
from django.http import HttpRequest
from psycopg import errors as pg_errors
from rest_framework import serializers

from platforms.base import errors
from platforms.database import prepared
from platforms.http import idempotency
from platforms.http.authentication import Caller
from platforms.http.fields import Query

PARAMETER = "dryRun"
LOCK_SECONDS = 1
"""How long a dry run waits for a lock."""
STATEMENT_SECONDS = 3
"""How long a statement of it may take, and how long its database transaction may stand still between two."""
_BOUNDS = (
    "SELECT set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true),"
    " set_config('idle_in_transaction_session_timeout', $2, true)"
)
_TOOK_TOO_LONG = (pg_errors.LockNotAvailable, pg_errors.QueryCanceled)
_ASKED = {"true": True, "false": False}


class _SwitchField(serializers.BooleanField):
    """A query parameter that is `true` or `false`."""

    def to_internal_value(self, data: Any) -> bool:
        """Refuse the other words that the parent class accepts."""
        if data not in _ASKED:
            self.fail("invalid", input=data)
        return _ASKED[data]


class DryRunQuery(Query):
    """The query of an endpoint that can be rehearsed."""

    dryRun = _SwitchField(
        required=False,
        help_text=(
            "`true`: check the request and tell what it would do, and do nothing. The reply has `dryRun` and `effects`,"
            " and no ids of what was not made; a refusal is the same as without it. An `Idempotency-Key` is not used."
        ),
    )


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

    reply: Any
    """The serializer that describes the reply."""
    watched: Callable[[Caller], contextlib.AbstractContextManager[Effects]]
    existing: Callable[[dict[str, Any]], dict[str, Any]] = lambda body: body
    """Returns the body without the ids of what is not there once all is rolled back."""


def is_asked(request: HttpRequest) -> bool:
    """Tell whether a request wants a dry run, or may want one and says it in a wrong way."""
    return bool(request.META.get("QUERY_STRING")) and any(
        value != "false" for value in request.GET.getlist(PARAMETER)
    )


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
    return idempotency.StoredReply(reply.status, orjson.dumps(told))
