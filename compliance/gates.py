"""Gates: a table of who may pay and be paid, its queries for the apps above, and the refusals that follow.

State of a customer, moment and side decide. The platform itself is not a customer: it always may.
"""

import datetime as dt
import enum
from collections.abc import Mapping
from types import MappingProxyType

from compliance.models import CustomerStatus
from platforms.base import errors


class CustomerDeleted(errors.DomainError):
    """The customer was deleted: its history can be read, but nothing can be changed."""

    code = "CUSTOMER_DELETED"
    message = "This customer was deleted."


class UserNotReady(errors.DomainError):
    """The customer's identity is not approved, so its money does not move."""

    code = "USER_NOT_READY"


class Side(enum.StrEnum):
    """The party of a payment that is asked about."""

    PAYER = "PAYER"
    PAYEE = "PAYEE"


class Moment(enum.StrEnum):
    """The moment at which the parties of a payment are checked, in the words of the documents."""

    TRANSFER_OUT = "a transfer out is asked for"
    TRANSFER_IN = "a transfer in is asked for"
    QUOTE = "a quote is made, or executed"
    QUOTE_FUNDED = "money from outside arrives for a quote"
    UMA_IN = "a payment by UMA is announced, or its money offered"
    FUNDING = "money from outside arrives on an internal account"
    CREDIT = "a payment or a refund reaches an internal account"
    SUSPENSE_PAID = "staff pay money in suspense to its beneficiary"
    LOOKUP = "a receiver is looked up"
    INVITATION = "an invitation is made, or claimed"


class Decision(enum.StrEnum):
    """The table's answer."""

    ALLOWED = "allowed"
    HELD = "held"
    """The money is credited, and stays until the customer is approved."""
    REFUSED = "refused"


DELETED = "DELETED"
STATES = (*CustomerStatus.values, DELETED)
"""States of a customer: its kycStatus or kybStatus, whichever it has, until it is deleted."""


def _row(*, approved: Decision, others: Decision) -> Mapping[str, Decision]:
    decisions = dict.fromkeys(STATES, others) | {CustomerStatus.APPROVED.value: approved, DELETED: Decision.REFUSED}
    return MappingProxyType(decisions)


_APPROVED_ONLY = _row(approved=Decision.ALLOWED, others=Decision.REFUSED)
_HELD_UNTIL_APPROVED = _row(approved=Decision.ALLOWED, others=Decision.HELD)
_ALL_LIVE = _row(approved=Decision.ALLOWED, others=Decision.ALLOWED)

TABLE: Mapping[tuple[Moment, Side], Mapping[str, Decision]] = MappingProxyType(
    {
        (Moment.TRANSFER_OUT, Side.PAYER): _APPROVED_ONLY,
        (Moment.TRANSFER_OUT, Side.PAYEE): _APPROVED_ONLY,
        (Moment.TRANSFER_IN, Side.PAYER): _APPROVED_ONLY,
        (Moment.TRANSFER_IN, Side.PAYEE): _APPROVED_ONLY,
        (Moment.QUOTE, Side.PAYER): _APPROVED_ONLY,
        (Moment.QUOTE, Side.PAYEE): _APPROVED_ONLY,
        (Moment.QUOTE_FUNDED, Side.PAYER): _APPROVED_ONLY,
        (Moment.QUOTE_FUNDED, Side.PAYEE): _APPROVED_ONLY,
        (Moment.UMA_IN, Side.PAYEE): _APPROVED_ONLY,
        (Moment.FUNDING, Side.PAYEE): _HELD_UNTIL_APPROVED,
        (Moment.CREDIT, Side.PAYEE): _HELD_UNTIL_APPROVED,
        (Moment.SUSPENSE_PAID, Side.PAYEE): _APPROVED_ONLY,
        (Moment.LOOKUP, Side.PAYER): _ALL_LIVE,
        (Moment.INVITATION, Side.PAYER): _ALL_LIVE,
        (Moment.INVITATION, Side.PAYEE): _ALL_LIVE,
    }
)
"""By moment and side, then by the customer's state. Parties that are not customers here are not in the table."""


def decide(moment: Moment, side: Side, *, status: str | None, deleted_at: dt.datetime | None) -> Decision:
    """Return the decision about a customer. `status`: its kycStatus or kybStatus, whichever it has."""
    return TABLE[moment, side][DELETED if deleted_at is not None else str(status)]


def require(moment: Moment, side: Side, *, status: str | None, deleted_at: dt.datetime | None) -> None:
    """Raise CustomerDeleted or UserNotReady, which name the side, where the table refuses."""
    if decide(moment, side, status=status, deleted_at=deleted_at) != Decision.REFUSED:
        return
    if deleted_at is not None:
        raise CustomerDeleted(side=side.value)
    raise UserNotReady(
        f"Money moves only between approved customers; the {side.lower()} is {status}.",
        side=side.value,
        customerStatus=status,
    )


def require_live(*, deleted_at: dt.datetime | None) -> None:
    """Raise CustomerDeleted for a deleted customer. The check for changing it and setting up its accounts."""
    if deleted_at is not None:
        raise CustomerDeleted
