"""Signing secrets: made and replaced on request of the platform, shown once."""

import base64
import dataclasses
import datetime as dt
import secrets
import uuid

from platforms import audit
from platforms.base import clock, errors
from platforms.database.rows import by_key
from platforms.models import Platform
from webhooks import queries
from webhooks.models import SigningSecret

OVERLAP = dt.timedelta(hours=24)
"""How long a replaced secret still signs, unless the platform asks for another time."""
MOST_AT_ONCE = 3
"""How many sign at the same time: each adds to the header of every event."""
_PREFIX = "whsec_"
_BYTES = 32


class SecretNotFound(errors.NotFound):
    """The platform has no such secret that still signs."""

    message = "There is no such signing secret."


@dataclasses.dataclass(frozen=True, slots=True)
class NewSecret:
    """A secret just made, with its text, which is never shown again."""

    row: SigningSecret
    text: str


def create(
    *, platform_id: uuid.UUID, actor: audit.Actor, now: clock.RealTime, overlap: dt.timedelta = OVERLAP
) -> NewSecret:
    """Give the platform a secret that signs from now on; the one before signs beside it for `overlap`.

    `now` is real time. Of more than MOST_AT_ONCE the oldest end at once.
    """
    Platform.objects.select_for_update(no_key=True).get(id=platform_id)
    live = list(queries.live_secrets(platform_id, now=now))
    SigningSecret.objects.for_platform(platform_id).filter(signs_until=None).update(signs_until=now + overlap)
    SigningSecret.objects.filter(id__in=[secret.id for secret in live[MOST_AT_ONCE - 1 :]]).delete()
    text = base64.b64encode(secrets.token_bytes(_BYTES)).decode()
    row = SigningSecret.objects.create(platform_id=platform_id, secret=text, created_at=now)
    audit.record(row, "webhook_secret.create", actor=actor, now=now)
    return NewSecret(row, _PREFIX + text)


def end(*, platform_id: uuid.UUID, secret_id: uuid.UUID | None, actor: audit.Actor, now: clock.RealTime) -> None:
    """End a secret at once; a request being sent at this moment may still carry its signature.

    `now` is real time. Raises SecretNotFound.
    """
    live = queries.live_secrets(platform_id, now=now).select_for_update()
    row = by_key(live, secret_id)
    if row is None:
        raise SecretNotFound
    audit.record(row, "webhook_secret.end", actor=actor, now=now)
    row.delete()
