"""What a platform was told about some resources: types and times of events, without what they said."""

import datetime as dt
from collections.abc import Sequence
from typing import NamedTuple

from webhooks.models import Event


class Told(NamedTuple):
    """An event."""

    created_at: dt.datetime
    type: str
    resource: str
    state: str
    """What became of its delivery."""


def newest(resources: Sequence[str], *, most: int) -> list[Told]:
    """Return the newest events of these public identifiers, the oldest first; one query."""
    rows = Event.objects.filter(resource__in=resources).order_by("-created_at", "-id")
    fields = rows.values_list("created_at", "type", "resource", "state")
    return [Told(*row) for row in fields[:most]][::-1]
