"""Tables of the webhooks app."""

from webhooks.models.delivery import Delivery
from webhooks.models.endpoint_health import EndpointHealth
from webhooks.models.endpoint_share import EndpointShare
from webhooks.models.endpoint_state import DisabledReason, EndpointState, EndpointSwitch
from webhooks.models.event import OPEN_STATES, Event, EventState
from webhooks.models.event_stream import EventStream
from webhooks.models.further import FurtherEndpoint, FurtherEvent, FurtherShare, FurtherStream
from webhooks.models.signing_key import Algorithm, SigningKey
from webhooks.models.signing_secret import SigningSecret

__all__ = [
    "OPEN_STATES",
    "Algorithm",
    "Delivery",
    "DisabledReason",
    "EndpointHealth",
    "EndpointShare",
    "EndpointState",
    "EndpointSwitch",
    "Event",
    "EventState",
    "EventStream",
    "FurtherEndpoint",
    "FurtherEvent",
    "FurtherShare",
    "FurtherStream",
    "SigningKey",
    "SigningSecret",
]
