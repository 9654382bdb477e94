"""Events for `manage.py listen`: the requests that an endpoint would get, signed at this moment."""

import base64
import dataclasses
import datetime as dt
import uuid
from typing import Any

from django.core import signing

from platforms.base import clock, errors, identifiers
from webhooks.delivery import sender
from webhooks.developer import positions
from webhooks.models import Event
from webhooks.signing import signing_keys

_KEY_BYTES = 16


@dataclasses.dataclass(frozen=True, slots=True)
class SignedEvent:
    """An event, with the headers and the body of its request."""

    event: Event
    headers: dict[str, str]
    body: bytes


@dataclasses.dataclass(frozen=True, slots=True)
class Batch:
    """Events after a cursor, the next cursor, and whether there may be more at once."""

    events: list[SignedEvent]
    cursor: str
    has_more: bool


def read(*, platform_id: uuid.UUID, wanted: dict[str, Any], now: dt.datetime) -> Batch:
    """Return the events after `cursor`, or those made from `startDate` on, or from now on. `now` is real time.

    Raises InvalidInput for a cursor of another platform, or none at all.
    """
    salt = f"listen:{platform_id}"
    cursor = wanted.get("cursor")
    position = _open(cursor, salt) if cursor else positions.start(wanted.get("startDate", now))
    shown, behind, has_more = positions.take(platform_id=platform_id, position=position, now=now)
    return Batch(_sign(shown, platform_id=platform_id), _seal(behind, salt), has_more)


def _sign(events: list[Event], *, platform_id: uuid.UUID) -> list[SignedEvent]:
    if not events:
        return []
    sent_at = clock.real_now()
    signer = signing_keys.signers(platform_ids=[platform_id], now=sent_at)[platform_id]
    signed = []
    for event in events:
        body = sender.with_sequence(event.payload, event.sequence)
        public_id = identifiers.public("Webhook", event.id)
        signed.append(SignedEvent(event, signer.headers(event_id=public_id, body=body, sent_at=sent_at), body))
    return signed


def _seal(position: positions.Position, salt: str) -> str:
    keys = b"".join(key.bytes for key in (position.after, *sorted(position.seen)))
    return signing.Signer(salt=salt).sign(base64.urlsafe_b64encode(keys).decode())


def _open(cursor: str, salt: str) -> positions.Position:
    try:
        raw = base64.urlsafe_b64decode(signing.Signer(salt=salt).unsign(cursor))
    except signing.BadSignature:
        raise errors.InvalidInput.field("cursor", "must be nextCursor of a reply of this endpoint") from None
    after, *seen = (uuid.UUID(bytes=raw[start : start + _KEY_BYTES]) for start in range(0, len(raw), _KEY_BYTES))
    return positions.Position(after, frozenset(seen))
