"""The audit log's only writer."""

import dataclasses
import datetime as dt
import uuid

import orjson

from platforms.kit import writes


@dataclasses.dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: an API token, a member of staff, an operator at the command line, or the service itself."""

    kind: str
    id: str
    request_id: str = ""


SYSTEM = Actor(kind="SYSTEM", id="service")


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
    writes.write(
        "INSERT INTO platforms_auditentry"
        " (platform_id, at, actor_kind, actor_id, verb, subject, request_id, details)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s::jsonb)",
        [
            platform_id,
            now,
            actor.kind,
            actor.id,
            verb,
            subject,
            actor.request_id,
            orjson.dumps(details or {}, default=str).decode(),
        ],
    )
