"""Keys closed for ever, by clients that got no reply. See docs/decisions/0073-lost-replies.md."""

import datetime as dt
import uuid

from django.db import connection

from platforms import audit, queries
from platforms.base import identifiers
from platforms.database import sql
from platforms.database.locks import Lock
from platforms.http import idempotency
from platforms.models import Platform
from platforms.models.idempotency_key import VOIDED, lock_name

_VOID = sql.of_constants(
    "INSERT INTO {kept_in} VALUES (%s, %s, '', {voided}, '', false, true, NULL, NULL, now())"
    " ON CONFLICT (platform_id, key) DO NOTHING RETURNING id",
    kept_in=idempotency.KEPT_IN,
    voided=str(VOIDED),
)


def void(*, platform_id: uuid.UUID, key: str, actor: audit.Actor, now: dt.datetime) -> queries.KeyUse:
    """Close a key that has done nothing, for ever; one that is closed stays so. Return what became of it.

    Waits for a request with the key that is being worked on. Raises KeyInUse where that takes too long. A key that was
    used is returned as it is, COMPLETED.
    """
    name = lock_name(platform_id, key)
    with connection.cursor() as cursor:
        with idempotency.waiting_for_a_duplicate():
            # In the order in which requests take them.
            Lock.COMMAND_ALONE.hold(cursor, name)
            Lock.COMMAND.hold(cursor, name)
        cursor.execute(_VOID, [platform_id, key])
        inserted = cursor.fetchone()
    if inserted is not None:
        subject = audit.Subject(platform_id, identifiers.public(Platform.public_type, platform_id))
        audit.record(subject, "idempotency_key.void", actor=actor, now=now, number=inserted[0])
    use = queries.key_use(platform_id=platform_id, key=key)
    assert use is not None
    return use
