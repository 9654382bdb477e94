"""Replies stored under idempotency keys, and the erasure of people in them."""

import uuid
from collections.abc import Sequence

from django.db import connection

from platforms.base import forgetting
from platforms.models import IdempotencyKey
from platforms.models.idempotency_key import ENCRYPTED_BODY, sealed_row

_AT_ONCE = 500


def forget(*, platform_id: uuid.UUID, named: Sequence[str]) -> int:
    """Thin out the stored replies that name one of these keys; return how many there were.

    The key stays used and a repeated request is not carried out again; only its reply holds less.
    Reads all of the platform's replies.
    """
    found = _plain(platform_id, named) + _sealed(platform_id, named)
    for key, status, body in found:
        is_empty = status == 204
        rest = b"" if is_empty else forgetting.thinned_bytes(body)
        IdempotencyKey.objects.filter(id=key).update(body=rest, is_sealed=False)
    return len(found)


def _plain(platform_id: uuid.UUID, named: Sequence[str]) -> list[tuple[int, int, bytes]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, status, body FROM platforms_idempotencykey WHERE platform_id = %s AND NOT is_sealed"
            " AND EXISTS (SELECT FROM unnest(%s::text[]) name WHERE position(convert_to(name, 'UTF8') IN body) > 0)",
            [platform_id, list(named)],
        )
        return [(key, status, bytes(body)) for key, status, body in cursor.fetchall()]


def _sealed(platform_id: uuid.UUID, named: Sequence[str]) -> list[tuple[int, int, bytes]]:
    # Few: replies of requests that moved no money are deleted after a while.
    names = [name.encode() for name in named]
    rows = IdempotencyKey.objects.filter(platform_id=platform_id, is_sealed=True)
    found = []
    for row in rows.only("key", "status", "body").iterator(chunk_size=_AT_ONCE):
        body = ENCRYPTED_BODY.open(bytes(row.body), row=sealed_row(platform_id, row.key))
        if any(name in body for name in names):
            found.append((row.id, row.status, body))
    return found
