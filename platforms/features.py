"""Features: values that the published lists of the first day lack, for platforms that ask for them.

A client may know each list of values by heart, and fail at another one. So such a value is sent to a platform that has
turned its feature on, and to no other. What has happened before stays as it was told, or was not.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Feature(NamedTuple):
    """What a platform gets that turns a feature on, and what tells the others."""

    sentence: str
    otherwise: str


ACCOUNT_STATUS_EVENTS, REFUND_EVENTS = "ACCOUNT_STATUS_EVENTS", "REFUND_EVENTS"

FEATURES: Mapping[str, Feature] = MappingProxyType(
    {
        ACCOUNT_STATUS_EVENTS: Feature(
            "Events of the types `EXTERNAL_ACCOUNT.STATUS_UPDATED` and `INTERNAL_ACCOUNT.STATUS_UPDATED`, when an"
            " account gets another `status` without your doing.",
            "The account's `status`, when you read it; a payment with an account that is not `ACTIVE` is refused.",
        ),
        REFUND_EVENTS: Feature(
            "Events of the types `INCOMING_PAYMENT.REFUND_PENDING` and `INCOMING_PAYMENT.REFUND_COMPLETED`, when the"
            " money of a payment that came in goes back to its payer.",
            "`INCOMING_PAYMENT.FAILED` once the payment has ended, and its `refund`, when you read it.",
        ),
    }
)
"""By name."""
CHOICES = [(name, name) for name in FEATURES]
