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
    CANCELLED = "CANCELLED"
    """A payout that its sender called back, before or after it had settled."""
    RETURNED = "RETURNED"
    """A payout that had settled, and that the receiving bank sent back."""


class Direction(enum.StrEnum):
    """PUSH sends money to the external account, PULL collects it from there."""

    PUSH = "PUSH"
    PULL = "PULL"


class Leg(enum.StrEnum):
    """Which movement of a payment an instruction is: a transfer has one, an exchange up to three."""

    TRANSFER = "TRANSFER"
    COLLECTION = "COLLECTION"
    PAYOUT = "PAYOUT"
    REFUND = "REFUND"


@dataclasses.dataclass(frozen=True, slots=True)
class Instruction:
    """A movement as a rail needs to know it. Submitting one `transaction_id` and `leg` twice must move money once.

    The account is empty where a refund goes back to whoever paid: the rail that brought the money knows them.
    """

    transaction_id: uuid.UUID
    leg: Leg
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
    """For a PENDING payment, and for a SETTLED payout or transfer out that may still come back."""
    provider_reference: str = ""
    is_money_back: bool = True
    """False: the payout failed, and the rail has not given the money back."""


class Rail(Protocol):
    """A network that money leaves and arrives by.

    A call has some seconds: whatever the worker waits for is interrupted when the step of a payment has taken 30.
    """

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


class FundingInstructions(Protocol):
    """Knows how payers elsewhere reach an account of ours. Asked in a database transaction: no network call inside."""

    def instructions(
        self, *, currency: str, account_key: uuid.UUID, reference: str, holder_is_platform: bool
    ) -> list[dict[str, Any]]:
        """Return the ways to pay money of a currency in, as the API shows them; none where there is none.

        Who pays names the `reference`. `account_key` is the key of the internal account, or of the quote, that the
        money is for. What is returned is kept: an account shows it for good.
        """


class AccountRefused(Exception):
    """The provider says that there is no such account."""


class ProviderFailed(Exception):
    """The provider answered with an error."""
