"""An endpoint beside that of the configuration, with the rows of an event on its way there."""

import datetime as dt

from platforms.base import identifiers
from webhooks.models import Event, FurtherEndpoint, FurtherEvent, FurtherShare, FurtherStream


def leave(event: Event, *, now: dt.datetime) -> None:
    """Make the rows that an event on its way to a further endpoint has."""
    endpoint = FurtherEndpoint.objects.create(
        platform_id=event.platform_id, url="https://acme.example.com/2", created_at=now
    )
    stream = f"{endpoint.pk}/{event.resource}"
    FurtherEvent.objects.bulk_create(
        [FurtherEvent(endpoint=endpoint, event=event, stream=stream, number=event.number, next_attempt_at=now)]
    )
    FurtherStream.objects.create(endpoint=endpoint, stream=stream, last_sequence=1)
    FurtherShare.objects.create(endpoint=endpoint, holder=identifiers.new_key(), places=4, held_until=now)
