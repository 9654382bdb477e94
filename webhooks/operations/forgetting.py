"""Events that were stored for platforms, and the persons in them."""

import uuid
from collections.abc import Sequence

import orjson
from django.db import connection

from platforms.kit import forgetting
from webhooks.models import Delivery, Event


def forget(*, platform_id: uuid.UUID, named: Sequence[str]) -> int:
    """Thin out the events that name one of these keys, and what endpoints answered; return how many there were.

    An event that was not sent yet is sent as it is then. Reads all of the platform's events.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, payload FROM webhooks_event WHERE platform_id = %s"
            " AND EXISTS (SELECT FROM unnest(%s::text[]) name WHERE position(name IN payload) > 0) FOR UPDATE",
            [platform_id, list(named)],
        )
        found = cursor.fetchall()
    for key, payload in found:
        envelope = orjson.loads(payload)
        if "data" in envelope:
            envelope["data"] = forgetting.thinned(envelope["data"])
        Event.objects.filter(id=key).update(payload=orjson.dumps(envelope).decode())
    Delivery.objects.filter(event__in=[key for key, _ in found]).exclude(reply="").update(reply="")
    return len(found)
