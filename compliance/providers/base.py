"""Ports of this app."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any, Protocol

from compliance.models import CustomerStatus, OwnerStatus, VerificationErrorType


@dataclasses.dataclass(frozen=True, slots=True)
class Individual:
    """A person as described by a platform. Personal data: never log it."""

    full_name: str | None
    birth_date: dt.date | None
    nationality: str | None
    address: dict[str, Any] | None
    platform_id: uuid.UUID | None = None
    resource_id: str = ""
    """Public identifier of the customer."""


@dataclasses.dataclass(frozen=True, slots=True)
class Owner:
    """A person who owns or controls a business. Personal data: never log it."""

    resource_id: str
    """Public identifier of the beneficial owner."""
    status: OwnerStatus | None
    """The status of this person's check; None for a person checked for the first time."""
    personal_info: Mapping[str, Any] = dataclasses.field(repr=False)
    """Facts about the person, as the API names them."""
    platform_id: uuid.UUID | None = None
    customer_id: str = ""
    """Public identifier of the business."""


@dataclasses.dataclass(frozen=True, slots=True)
class Submission:
    """A complete verification: either an individual, or a business with the people behind it."""

    resource_id: str
    """Public identifier of the customer."""
    individual: Individual | None = None
    business: Mapping[str, Any] | None = dataclasses.field(default=None, repr=False)
    """Facts about a business, as the API names them."""
    owners: tuple[Owner, ...] = ()
    platform_id: uuid.UUID | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """A problem of a customer, an owner or a document."""

    resource_id: str
    type: VerificationErrorType
    reason: str
    """Shown to the platform: no personal data."""
    field: str = ""
    accepted: tuple[str, ...] = ()
    """Types of documents that would be accepted instead."""
    ground: str = ""
    """Of a rejection by people: the `RejectionGround`, which the platform does not see."""


@dataclasses.dataclass(frozen=True, slots=True)
class Decision:
    """The decision about a submission.

    `status` is APPROVED, REJECTED (with the reasons as `findings`), PENDING (a person decides), or None: the answer
    comes later, through `reviews`.
    """

    status: CustomerStatus | None
    findings: tuple[Finding, ...] = ()


class IdentityVerifier(Protocol):
    """Checks identities.

    All methods are called inside a database transaction, so they answer at once and make no calls: an adapter that must
    ask a vendor or a person says so, and a task or a reviewer brings the answer later.
    """

    def check_individual(self, individual: Individual) -> CustomerStatus:
        """Return the status of a person when it is created, or when facts about it change.

        PENDING when the answer comes later, about a verification, through `reviews`.
        """
        ...

    def check_owner(self, owner: Owner) -> OwnerStatus:
        """Return the status of an owner when it is created, or when facts about the person change."""
        ...

    def decide(self, submission: Submission) -> Decision:
        """Decide about a complete verification."""
        ...
