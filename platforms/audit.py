"""The audit log's only writer."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, Protocol

import orjson
from django.db import connection

from platforms.base import tracing
from platforms.database import sql, writes


@dataclasses.dataclass(frozen=True, slots=True)
class Actor:
    """The actor: an API token, a member of staff, an operator at the command line, or the service itself."""

    kind: str
    id: str
    request_id: str = ""
    proposed_by: str = ""
    """The member of staff whose proposal this actor approved; empty for actions of one person."""


SYSTEM = Actor(kind="SYSTEM", id="service")
INTO = "platforms_auditentry (platform_id, at, actor_kind, actor_id, verb, subject, request_id, details)"
"""Table and columns for statements that insert audit rows themselves."""


def operator(command: str) -> Actor:
    """Return the actor for a management command."""
    return Actor(kind="OPERATOR", id=command[:64])


class Row(Protocol):
    """A row that belongs to a platform and has a public identifier."""

    @property
    def platform_id(self) -> uuid.UUID | None:
        """The platform; None for a row shared by all platforms."""
        ...

    @property
    def public_id(self) -> str:
        """The row's name in the log."""
        ...


class Subject(NamedTuple):
    """What stands for a row where none is at hand, or where the log has it under another platform or name."""

    platform_id: uuid.UUID | None
    public_id: str


def record(row: Row, verb: str, /, *, actor: Actor, now: dt.datetime, **details: object) -> None:
    """Write the audit row of an action on an object, in the caller's database transaction.

    The details must hold no secret and no personal data; one that is "" is left out.
    """
    writes.insert(
        INTO,
        "(%s, %s, %s, %s, %s, %s, %s, %s::jsonb)",
        [
            row.platform_id,
            now,
            actor.kind,
            actor.id,
            verb,
            row.public_id,
            request_of(actor),
            orjson.dumps(details_of(actor, details), default=str).decode(),
        ],
    )


def record_each(
    rows: Iterable[tuple[Row, Mapping[str, object]]], verb: str, /, *, actor: Actor, now: dt.datetime
) -> None:
    """Write the audit rows of one action on many objects with one statement; with each object come its details."""
    entries = [
        {"platform_id": row.platform_id, "subject": row.public_id, "details": details_of(actor, details)}
        for row, details in rows
    ]
    writes.write(
        sql.of_constants(
            "INSERT INTO {into}"
            " SELECT entry.platform_id, %s::timestamptz, %s, %s, %s, entry.subject, %s, entry.details"
            " FROM jsonb_to_recordset(%s::jsonb) AS entry(platform_id uuid, subject text, details jsonb)",
            into=INTO,
        ),
        [now, actor.kind, actor.id, verb, request_of(actor), orjson.dumps(entries, default=str).decode()],
    )


def request_of(actor: Actor) -> str:
    """Return the id of the request that an actor made, or else of the one that caused what is done now; or empty."""
    return actor.request_id or tracing.cause().request_id


def requests_of(subjects: Collection[str]) -> Mapping[str, str]:
    """Return the id of the first request about each subject, where one is known."""
    with connection.cursor() as cursor:
        cursor.execute(_REQUESTS, [list(subjects)])
        return dict(cursor.fetchall())


_REQUESTS = """
SELECT asked.subject, entry.request_id
  FROM unnest(%s::text[]) AS asked (subject)
 CROSS JOIN LATERAL (
       SELECT request_id FROM platforms_auditentry
        WHERE subject = asked.subject AND request_id <> '' ORDER BY id LIMIT 1
       ) entry
"""


def details_of(actor: Actor, details: Mapping[str, object]) -> Mapping[str, object]:
    """Return the details of a row: those that say something, and whose proposal was approved."""
    told = {name: value for name, value in details.items() if value != ""}
    return told | {"proposedBy": actor.proposed_by} if actor.proposed_by else told
