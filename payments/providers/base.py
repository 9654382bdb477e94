"""Ports: the outside services that the payments app uses."""

import dataclasses
import datetime as dt
import enum
import uuid
from typing import Any, Protocol


class Verdict(enum.StrEnum):
    """A rail's answer about a payment."""

    SETTLED = "SETTLED"
    PENDING = "PENDING"
    FAILED = "FAILED"
    REJECTED = "REJECTED"
    CANCELLED = "CANCELLED"
    """A payout called back by its sender, before or after it had settled."""
    RETURNED = "RETURNED"
    """A payout that had settled, and was returned by the receiving bank."""


class Direction(enum.StrEnum):
    """PUSH sends money to the external account, PULL collects it from there."""

    PUSH = "PUSH"
    PULL = "PULL"


class Leg(enum.StrEnum):
    """The movement of a payment that an instruction is for: a transfer has one, an exchange up to three."""

    TRANSFER = "TRANSFER"
    COLLECTION = "COLLECTION"
    PAYOUT = "PAYOUT"
    REFUND = "REFUND"


@dataclasses.dataclass(frozen=True, slots=True)
class Instruction:
    """A movement as submitted to a rail. Submitting one `transaction_id` and `leg` twice must move money once.

    The account is empty for a refund to the payer: the rail that received the money knows the payer.
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
    platform_id: uuid.UUID | None = None
    remittance: str = ""
    """The platform's text for the other side's statement, beside the reference; empty where there is none."""
    payment_rail: str = ""
    """The rail that was asked for, or the only one there is; empty: any that serves the account."""


@dataclasses.dataclass(frozen=True, slots=True)
class RailOutcome:
    """A rail's answer: the verdict, the reason of a failure, and when to ask again."""

    verdict: Verdict
    failure_reason: str | None = None
    """One of `FailureReason`. Any other is kept for staff, and platforms read BANK_REJECTED."""
    ask_again_after: dt.timedelta | None = None
    """For a PENDING payment, and for a SETTLED payout, transfer out or refund that may still come back."""
    provider_reference: str = ""
    is_money_back: bool = True
    """False: the payout failed, and the rail has not returned the money."""
    payment_rail: str = ""
    """The rail that carries the payment, as the account's type names it; empty where the answer does not say."""
    expected_at: dt.datetime | None = None
    """When the money should arrive, by the platform's clock."""
    expected_after: dt.timedelta | None = None
    """The same as a time from the answer on."""


class Rail(Protocol):
    """A network that money leaves and arrives by.

    A call has some seconds: it is interrupted when the step of a payment has taken 30.
    """

    def submit(self, instruction: Instruction) -> RailOutcome:
        """Submit a payment; safe to repeat for the same transaction."""

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        """Return the status of a submitted payment."""


class RailUnavailable(Exception):
    """The rail can't be reached or gave no valid answer; the payment keeps its state and is tried again."""


@dataclasses.dataclass(frozen=True, slots=True)
class BeneficiaryAnswer:
    """The provider's answer about an account's holder. `status` is a BeneficiaryVerificationStatus or None."""

    status: str | None
    verified_name: str | None = None


class BeneficiaryCheck(Protocol):
    """Checks that an account exists and belongs to the named beneficiary."""

    def check(
        self,
        *,
        account_type: str,
        primary_identifier: str,
        beneficiary_name: str | None,
        platform_id: uuid.UUID,
        customer_id: uuid.UUID | None,
    ) -> BeneficiaryAnswer:
        """Return the known facts; raises `AccountRefused` for an account that does not exist.

        The last two say for whom it is asked: the platform, and the customer that gets the account, if one does.
        """


class Endings(Protocol):
    """Knows accounts whose outcome the end of their identifier chooses, as those of a sandbox."""

    def choose(self, primary_identifier: str) -> bool:
        """Tell whether this identifier chooses what happens: then its form alone has to be right."""


class FundingInstructions(Protocol):
    """Provides the ways for payers to reach an account of ours. Called in a database transaction: no network call."""

    def instructions(
        self, *, currency: str, account_key: uuid.UUID, reference: str, holder_is_platform: bool
    ) -> list[dict[str, Any]]:
        """Return the ways to pay money of a currency in, as the API shows them; none where there are none.

        Payers state the `reference`. `account_key` is the key of the internal account, or of the quote, that the
        money is for. The result is stored: an account shows it from then on.
        """


class AccountRefused(Exception):
    """According to the provider there is no such account."""


class ProviderFailed(Exception):
    """The provider answered with an error."""
