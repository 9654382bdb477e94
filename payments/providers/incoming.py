"""The port for reviews of incoming payments by UMA, in addition to the platform's approval."""

import dataclasses
import datetime as dt
import enum
import uuid
from typing import Protocol


class Word(enum.StrEnum):
    """The result of a review of arrived money."""

    TAKE = "TAKE"
    WAIT = "WAIT"
    REFUSE = "REFUSE"


@dataclasses.dataclass(frozen=True, slots=True)
class Review:
    """The outcome of a review. `wait`: how long the money is left on its way, after which it is taken."""

    word: Word
    wait: dt.timedelta = dt.timedelta()


@dataclasses.dataclass(frozen=True, slots=True)
class PlayedAnswer:
    """What stands for the answer of a platform's endpoint: its status, or None for one that says nothing in time."""

    status: int | None


class IncomingReview(Protocol):
    """Reviews a payment when its money has arrived and can still be returned."""

    approves_unasked: bool
    """Whether a payment is approved if its platform has set no endpoint to ask."""

    def review(self, *, sender_address: str, receiver_address: str) -> Review:
        """Decide about the money. Called outside of database transactions; may be called more than once."""
        ...

    def play_answer(self, *, platform_id: uuid.UUID, customer_id: uuid.UUID | None) -> PlayedAnswer | None:
        """Return what counts in place of the answer of the platform's endpoint; None: the endpoint is asked.

        `customer_id` is who is paid. Called outside of database transactions, once for a payment.
        """
        ...


class NoReview:
    """No review: the platform's approval is enough."""

    approves_unasked = False

    def review(self, *, sender_address: str, receiver_address: str) -> Review:
        """Let the money be taken."""
        return Review(Word.TAKE)

    def play_answer(self, **_payment: object) -> None:
        """Have the endpoint asked."""
