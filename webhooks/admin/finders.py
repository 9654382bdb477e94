"""What the search box finds by the id of a webhook."""

import re
from collections.abc import Iterator

from platforms.backoffice import links, search
from platforms.backoffice.search import Key
from platforms.backoffice.terms import Term
from webhooks.models import Event

_TYPE = re.compile(r"^event:", re.IGNORECASE)


def _bounds(term: Term) -> tuple[str, object, object] | None:
    bounds = links.bounds_in(_TYPE.sub("Webhook:", term.text))
    return bounds if bounds and bounds[0] in {"", "Webhook"} else None


@search.source("webhook's id", rank=1, needs="webhooks.Event", fits=lambda term: _bounds(term) is not None)
def _by_id(term: Term, limit: int) -> Iterator[Key]:
    """By the whole id or its beginning: what the webhook is about, then the webhook."""
    _, first, last = _bounds(term) or ("", None, None)
    found = list(Event.objects.filter(pk__range=(first, last)).values_list("pk", "resource")[:limit])
    yield from (key for _, resource in found for key in search.named_by(resource))
    yield from ((Event, key) for key, _ in found)
