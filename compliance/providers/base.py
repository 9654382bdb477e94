"""Ports of this app."""

import dataclasses
import datetime as dt
from collections.abc import Mapping
from typing import Any, Protocol

from compliance.models import CustomerStatus, OwnerStatus, VerificationErrorType


@dataclasses.dataclass(frozen=True, slots=True)
class Individual:
    """What a platform says about a person. Personal data: never log it."""

    full_name: str | None
    birth_date: dt.date | None
    nationality: str | None
    address: dict[str, Any] | None


@dataclasses.dataclass(frozen=True, slots=True)
class Owner:
    """A person who owns or controls a business. Personal data: never log it."""

    resource_id: str
    """Public identifier of the beneficial owner."""
    status: OwnerStatus | None
    """Where the check of this person stands; None for a person who is checked for the first time."""
    personal_info: Mapping[str, Any] = dataclasses.field(repr=False)
    """What is known of the person, as the API names it."""


@dataclasses.dataclass(frozen=True, slots=True)
class Submission:
    """A complete verification: either an individual, or a business with the people behind it."""

    resource_id: str
    """Public identifier of the customer."""
    individual: Individual | None = None
    business: Mapping[str, Any] | None = dataclasses.field(default=None, repr=False)
    """What is known of a business, as the API names it."""
    owners: tuple[Owner, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """Something that speaks against a customer, an owner or a document."""

    resource_id: str
    type: VerificationErrorType
    reason: str
    """Shown to the platform: no personal data."""
    field: str = ""
    accepted: tuple[str, ...] = ()
    """Types of documents that would be taken instead."""


@dataclasses.dataclass(frozen=True, slots=True)
class Decision:
    """What became of a submission.

    `status` APPROVED, REJECTED (with the reasons as `findings`), PENDING (a person decides), or None: the answer comes
    later, through `reviews`.
    """

    status: CustomerStatus | None
    findings: tuple[Finding, ...] = ()


class IdentityVerifier(Protocol):
    """Checks identities.

    All methods are called inside a database transaction, so they answer at once and call nobody: an adapter that has
    to ask a vendor or a person says so, and the answer comes later, as a task or a reviewer brings it.
    """

    def check_individual(self, individual: Individual) -> CustomerStatus:
        """Return the status that a person gets when it is created, or when what is known of it changes.

        PENDING when the answer comes later, about a verification, through `reviews`.
        """
        ...

    def check_owner(self, owner: Owner) -> OwnerStatus:
        """Return the status that an owner gets when it is created, or when what is known of the person changes."""
        ...

    def decide(self, submission: Submission) -> Decision:
        """Decide about a verification that is complete."""
        ...
