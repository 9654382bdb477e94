"""Tables of the webhooks app."""

from webhooks.models.delivery import Delivery
from webhooks.models.event import Event, EventState
from webhooks.models.sender_lease import SenderLease
from webhooks.models.signing_key import Algorithm, SigningKey

__all__ = ["Algorithm", "Delivery", "Event", "EventState", "SenderLease", "SigningKey"]
