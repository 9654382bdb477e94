"""Retention: events and attempts are deleted after 90 days, expired secrets and private halves of keys at once.

The numbers of a payment's events are kept for longer than a bank may still send its money back, at each endpoint. What
there is of a deleted endpoint goes 90 days after it.
"""

import datetime as dt
import uuid
from typing import Any

from django.db import connection

from platforms.base import identifiers
from webhooks.models import FurtherEndpoint, SigningKey, SigningSecret

KEPT = dt.timedelta(days=90)
STREAMS_KEPT = dt.timedelta(days=400)
"""Banks may send money back for thirteen months. Later events of a payment would begin with sequence 1 again."""
BATCH = 1000
_PAYMENT = "Transaction"
"""Other resources are few, and may change after years: their streams stay."""
_STREAMS = """
SELECT resource FROM webhooks_eventstream WHERE resource > %s AND resource < %s ORDER BY resource LIMIT %s
"""
_FORGET_STREAMS = """
WITH old AS MATERIALIZED (
    SELECT stream.id FROM webhooks_eventstream stream
     WHERE stream.resource = ANY (%s) AND (stream.claimed_until IS NULL OR stream.claimed_until < now())
       AND NOT EXISTS (SELECT FROM webhooks_event event WHERE event.resource = stream.resource)
     ORDER BY stream.id FOR UPDATE SKIP LOCKED
)
DELETE FROM webhooks_eventstream WHERE id IN (SELECT id FROM old)
"""
_FURTHER_STREAMS = """
SELECT stream FROM webhooks_furtherstream WHERE stream > %s AND stream < %s ORDER BY stream LIMIT %s
"""
# A stream is named by its endpoint and its resource, with a slash between them.
_FORGET_FURTHER_STREAMS = """
WITH old AS MATERIALIZED (
    SELECT stream.id FROM webhooks_furtherstream stream
     WHERE stream.stream = ANY (%(found)s) AND stream.endpoint_id = %(endpoint)s
       AND (stream.claimed_until IS NULL OR stream.claimed_until < now())
       AND (%(is_deleted)s OR NOT EXISTS (
                SELECT FROM webhooks_event event WHERE event.resource = split_part(stream.stream, '/', 2)))
     ORDER BY stream.id FOR UPDATE SKIP LOCKED
)
DELETE FROM webhooks_furtherstream WHERE id IN (SELECT id FROM old)
"""
# Of events of before the deletion, those are left that are still to be sent elsewhere.
_IS_LEFT_BEHIND = """
SELECT NOT EXISTS (
    SELECT FROM webhooks_event event JOIN webhooks_furtherevent further ON further.event_id = event.id
     WHERE event.platform_id = %(platform)s AND event.created_at < %(until)s AND further.endpoint_id = %(endpoint)s)
   AND NOT EXISTS (SELECT FROM webhooks_furtherstream WHERE stream > %(first)s AND stream < %(last)s)
"""
_MARGIN = dt.timedelta(days=1)
"""A database transaction that did not see the deletion has ended so long after it."""


def forget_events(*, now: dt.datetime, after: uuid.UUID) -> uuid.UUID | None:
    """Delete up to BATCH events with keys after `after` that were made 90 days before `now` (real time).

    Return the key to continue after, None when there are no more. Keys begin with the time at which they were made, so
    old events are one end of the key's index: every batch is a range of it, read once.
    """
    assert connection.in_atomic_block
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, state IN ('PENDING', 'WAITING') OR (SELECT TRUE FROM webhooks_furtherevent further"
            "         WHERE further.event_id = event.id AND further.state IN ('PENDING', 'WAITING') LIMIT 1) IS TRUE"
            "  FROM webhooks_event event WHERE id > %s AND id < %s ORDER BY id LIMIT %s",
            [after, identifiers.first_key(now - KEPT), BATCH],
        )
        found = cursor.fetchall()
        # An event still to be sent was redelivered, or is blocked by one that was.
        old = [key for key, is_open in found if not is_open]
        cursor.execute("DELETE FROM webhooks_delivery WHERE event_id = ANY (%s)", [old])
        cursor.execute("DELETE FROM webhooks_furtherevent WHERE event_id = ANY (%s)", [old])
        cursor.execute("DELETE FROM webhooks_event WHERE id = ANY (%s)", [old])
    return found[-1][0] if len(found) == BATCH else None


def forget_streams(*, now: dt.datetime, after: str) -> str | None:
    """Delete the streams of up to BATCH payments after `after` that were made 400 days before `now` (real time).

    Streams with events stay. Return the resource to continue after, None when there are no more: resources of one type
    are in the order in which they were made, so old ones are one end of a range of the index.
    """
    assert connection.in_atomic_block
    first, last = _old_payments(now)
    with connection.cursor() as cursor:
        cursor.execute(_STREAMS, [max(first, after), last, BATCH])
        found = [resource for (resource,) in cursor.fetchall()]
        cursor.execute(_FORGET_STREAMS, [found])
    return found[-1] if len(found) == BATCH else None


def endpoints() -> list[FurtherEndpoint]:
    """Return all further endpoints, also deleted ones: platforms have a few."""
    return list(FurtherEndpoint.objects.order_by("id"))


def forget_further_streams(*, endpoint: FurtherEndpoint, now: dt.datetime, after: str) -> str | None:
    """Do for a further endpoint what `forget_streams` does for the first one; return the stream to continue after.

    Of one that was deleted 90 days before `now` all streams go, whatever their resources are.
    """
    assert connection.in_atomic_block
    is_deleted = _is_forgotten(endpoint, now)
    first, last = _streams_of(endpoint) if is_deleted else (f"{endpoint.id}/{one}" for one in _old_payments(now))
    with connection.cursor() as cursor:
        cursor.execute(_FURTHER_STREAMS, [max(first, after), last, BATCH])
        found = [stream for (stream,) in cursor.fetchall()]
        arguments: dict[str, Any] = {"found": found, "endpoint": endpoint.id, "is_deleted": is_deleted}
        cursor.execute(_FORGET_FURTHER_STREAMS, arguments)
    return found[-1] if len(found) == BATCH else None


def forget_endpoint(*, endpoint: FurtherEndpoint, now: dt.datetime) -> bool:
    """Delete an endpoint 90 days after its platform did, where nothing names it any more; tell whether it is gone."""
    assert connection.in_atomic_block
    if not _is_forgotten(endpoint, now):
        return False
    assert endpoint.deleted_at is not None
    first, last = _streams_of(endpoint)
    arguments: dict[str, Any] = {
        "platform": endpoint.platform_id,
        "until": endpoint.deleted_at + _MARGIN,
        "endpoint": endpoint.id,
        "first": first,
        "last": last,
    }
    with connection.cursor() as cursor:
        cursor.execute(_IS_LEFT_BEHIND, arguments)
        if not cursor.fetchone()[0]:
            return False
        cursor.execute("DELETE FROM webhooks_furthershare WHERE endpoint_id = %s", [endpoint.id])
        # Not by the model, which would look for the endpoint in all of the events on their way, without an index.
        cursor.execute("DELETE FROM webhooks_furtherendpoint WHERE id = %s", [endpoint.id])
        return bool(cursor.rowcount)


def _old_payments(now: dt.datetime) -> tuple[str, str]:
    """Return texts between which the public identifiers of payments are that were made 400 days before `now`."""
    return f"{_PAYMENT}:", identifiers.public(_PAYMENT, identifiers.first_key(now - STREAMS_KEPT))


def _is_forgotten(endpoint: FurtherEndpoint, now: dt.datetime) -> bool:
    return endpoint.deleted_at is not None and endpoint.deleted_at < now - KEPT


def _streams_of(endpoint: FurtherEndpoint) -> tuple[str, str]:
    """Return texts between which an endpoint's streams are: types of resources begin with a capital letter."""
    return f"{endpoint.id}/", f"{endpoint.id}/zz"


def retire_keys(*, now: dt.datetime) -> int:
    """Erase the private halves of keys that are no longer published; return how many there were."""
    assert connection.in_atomic_block
    return int(
        SigningKey.objects.filter(published_until__lt=now)
        .exclude(sealed_private_key=b"")
        .update(sealed_private_key=b"")
    )


def retire_secrets(*, now: dt.datetime) -> int:
    """Delete secrets that no longer sign; return how many there were."""
    assert connection.in_atomic_block
    return int(SigningSecret.objects.filter(signs_until__lte=now).delete()[0])
