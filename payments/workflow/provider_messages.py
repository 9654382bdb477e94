"""Provider messages: the exchanges between workers and rails, stored for staff looking for money."""

import datetime as dt
import time
import uuid
from typing import NamedTuple, Protocol

from payments.models.provider_message import Question, account_mark
from payments.providers.base import Instruction, RailOutcome
from platforms.base import money
from platforms.database import writes

NO_ANSWER = "NONE"
RESOLVE = "RESOLVE"
"""The step of money that leaves suspense by a rail."""


class Told(NamedTuple):
    """What a rail was told: an amount in the smallest unit, its currency, and the mark of an account."""

    amount: int | None = None
    currency: str = ""
    account_mark: bytes | None = None


class Message(NamedTuple):
    """An exchange's own columns, beside the payment and the time."""

    step: str
    attempt: int
    question: str
    answer: str
    reason: str
    reference: str
    amount: int | None
    currency: str
    account_mark: bytes | None
    milliseconds: int


INTO = f"payments_providermessage (transaction_id, {', '.join(Message._fields)}, at)"
"""Table and columns for statements that insert exchanges themselves."""
_VALUES = f"({', '.join(['%s'] * (len(Message._fields) + 2))})"


class Asking(Protocol):
    """A row whose step asks a rail."""

    @property
    def transaction_id(self) -> uuid.UUID | None:
        """The key of the payment."""

    @property
    def noted_as(self) -> str:
        """The step under which messages are stored."""

    @property
    def attempts(self) -> int:
        """How often a worker had claimed the step, this time included."""

    @property
    def provider_reference(self) -> str:
        """The rail's reference of the movement before the request, empty when it was just submitted."""


def told(instruction: Instruction) -> Told:
    """Return what an instruction tells the rail; an amount that no row can hold is left out."""
    amount = instruction.amount if abs(instruction.amount) <= money.MAX_AMOUNT else None
    return Told(amount, instruction.currency, account_mark(instruction.primary_identifier))


def note(
    asking: Asking,
    outcome: RailOutcome | None,
    *,
    told: Told | None = None,
    error: str = "",
    started: float,
    now: dt.datetime,
) -> None:
    """Store one exchange about a payment, in the block of writes that records its outcome; nothing for a deposit.

    Without an `outcome` the rail gave no valid answer, and `error` is the kind of error. `started` is the monotonic
    time in seconds at which the step began. Item and audit log have the result of a deposit.
    """
    if asking.transaction_id is None:
        return
    values = message(asking, outcome, told=told, error=error, milliseconds=milliseconds_since(started))
    writes.insert(INTO, _VALUES, [asking.transaction_id, *values, now])


def message(
    asking: Asking, outcome: RailOutcome | None, *, told: Told | None, error: str = "", milliseconds: int
) -> Message:
    """Return the columns of an exchange about a payment, as `note` stores it."""
    known_as = asking.provider_reference
    question = Question.STATUS if known_as else Question.SUBMIT
    answer, reason, reference = NO_ANSWER, error, known_as
    if outcome is not None:
        answer, reason = outcome.verdict.value, outcome.failure_reason or ""
        reference = outcome.provider_reference or known_as
    return Message(
        *(asking.noted_as, asking.attempts, question.value, answer, reason[:64], reference[:64]),
        *(told or Told()),
        milliseconds,
    )


def milliseconds_since(started: float) -> int:
    """Return how long ago a monotonic time in seconds was."""
    return max(0, round((time.monotonic() - started) * 1000))
