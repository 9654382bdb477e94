"""Tables of the webhooks app."""

from webhooks.models.delivery import Delivery
from webhooks.models.endpoint_health import EndpointHealth
from webhooks.models.endpoint_share import EndpointShare
from webhooks.models.event import OPEN_STATES, Event, EventState
from webhooks.models.event_stream import EventStream
from webhooks.models.signing_key import Algorithm, SigningKey
from webhooks.models.signing_secret import SigningSecret

__all__ = [
    "OPEN_STATES",
    "Algorithm",
    "Delivery",
    "EndpointHealth",
    "EndpointShare",
    "Event",
    "EventState",
    "EventStream",
    "SigningKey",
    "SigningSecret",
]
