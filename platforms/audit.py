"""The audit log's only writer."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

import orjson
from django.db import connection

from platforms.database import writes


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


def record(
    *,
    actor: Actor,
    platform_id: uuid.UUID | None,
    verb: str,
    subject: str,
    now: dt.datetime,
    details: dict[str, object] | None = None,
) -> None:
    """Write one audit row in the caller's database transaction.

    `details` must hold no secret and no personal data.
    """
    writes.insert(
        INTO,
        "(%s, %s, %s, %s, %s, %s, %s, %s::jsonb)",
        [
            platform_id,
            now,
            actor.kind,
            actor.id,
            verb,
            subject,
            actor.request_id,
            orjson.dumps(_with_proposer(actor, details or {}), default=str).decode(),
        ],
    )


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


def record_for(row: Row, verb: str, /, *, actor: Actor, now: dt.datetime, **details: object) -> None:
    """Write the audit row of an action on an object, as `record` does; a detail that is "" is left out."""
    said = {name: value for name, value in details.items() if value != ""}
    record(actor=actor, platform_id=row.platform_id, verb=verb, subject=row.public_id, now=now, details=said)


@dataclasses.dataclass(frozen=True, slots=True)
class Entry:
    """One of many audit rows: the action and its object. `details` as for `record`."""

    platform_id: uuid.UUID | None
    verb: str
    subject: str
    details: Mapping[str, object] = dataclasses.field(default_factory=dict)


def record_many(entries: Iterable[Entry], *, actor: Actor, now: dt.datetime) -> None:
    """Write the audit rows of one actor's actions at one moment with one statement, in the caller's transaction."""
    rows = [
        {
            "platform_id": entry.platform_id,
            "verb": entry.verb,
            "subject": entry.subject,
            "details": _with_proposer(actor, entry.details),
        }
        for entry in entries
    ]
    writes.write(
        f"INSERT INTO {INTO}"  # noqa: S608 - a constant
        " SELECT entry.platform_id, %s::timestamptz, %s, %s, entry.verb, entry.subject, %s, entry.details"
        " FROM jsonb_to_recordset(%s::jsonb) AS entry(platform_id uuid, verb text, subject text, details jsonb)",
        [now, actor.kind, actor.id, actor.request_id, orjson.dumps(rows, default=str).decode()],
    )


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


def _with_proposer(actor: Actor, details: Mapping[str, object]) -> Mapping[str, object]:
    return {**details, "proposedBy": actor.proposed_by} if actor.proposed_by else details
