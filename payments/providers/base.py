"""Ports: what the payments app asks of the outside world."""

import dataclasses
import datetime as dt
import enum
import uuid
from typing import Any, Protocol


class Verdict(enum.StrEnum):
    """What a rail says about a payment."""

    SETTLED = "SETTLED"
    PENDING = "PENDING"
    FAILED = "FAILED"
    REJECTED = "REJECTED"


class Direction(enum.StrEnum):
    """PUSH sends money to the external account, PULL collects it from there."""

    PUSH = "PUSH"
    PULL = "PULL"


@dataclasses.dataclass(frozen=True, slots=True)
class Instruction:
    """A payment as a rail needs to know it. Submitting one `transaction_id` twice must move money once."""

    transaction_id: uuid.UUID
    direction: Direction
    amount: int
    currency: str
    account_type: str
    account_info: dict[str, Any]
    primary_identifier: str
    reference: str


@dataclasses.dataclass(frozen=True, slots=True)
class RailOutcome:
    """A rail's answer: how it stands, why it failed, and when to ask again."""

    verdict: Verdict
    failure_reason: str | None = None
    ask_again_after: dt.timedelta | None = None
    provider_reference: str = ""


class Rail(Protocol):
    """A network that money leaves and arrives by."""

    def submit(self, instruction: Instruction) -> RailOutcome:
        """Hand a payment over; safe to repeat for the same transaction."""

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        """Ask how a submitted payment stands."""


class RailUnavailable(Exception):
    """The rail can't be reached or gave no sense; the payment stays where it is and is tried again."""


@dataclasses.dataclass(frozen=True, slots=True)
class BeneficiaryAnswer:
    """What the provider says about an account's holder. `status` is a BeneficiaryVerificationStatus or None."""

    status: str | None
    verified_name: str | None = None


class BeneficiaryCheck(Protocol):
    """Checks that an account exists and belongs to the named beneficiary."""

    def check(self, *, account_type: str, primary_identifier: str, beneficiary_name: str | None) -> BeneficiaryAnswer:
        """Return what is known; raises `AccountRefused` for an account that does not exist."""


class AccountRefused(Exception):
    """The provider says that there is no such account."""


class ProviderFailed(Exception):
    """The provider answered with an error."""
