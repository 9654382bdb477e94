"""Questions that the apps above may ask about a customer, and the refusals that follow from the answers."""

import datetime as dt

from compliance.models import CustomerStatus
from platforms.kit import errors


class CustomerDeleted(errors.DomainError):
    """The customer was deleted: its history can be read, nothing can be done with it."""

    code = "CUSTOMER_DELETED"
    message = "This customer was deleted."


class UserNotReady(errors.DomainError):
    """The customer's identity is not approved, so its money does not move."""

    code = "USER_NOT_READY"


def require_live(*, deleted_at: dt.datetime | None) -> None:
    """Raise CustomerDeleted for a deleted customer. Enough to change it and to set up its accounts."""
    if deleted_at is not None:
        raise CustomerDeleted


def require_can_pay(*, status: str | None, deleted_at: dt.datetime | None) -> None:
    """Raise CustomerDeleted or UserNotReady unless money may move for this customer.

    `status`: its kycStatus or kybStatus, whichever it has.
    """
    require_live(deleted_at=deleted_at)
    if status != CustomerStatus.APPROVED:
        raise UserNotReady(f"Money moves only for approved customers; this one is {status}.", customerStatus=status)
