"""The port to whoever has a say about money that comes in by UMA, beside the platform that it comes to."""

import dataclasses
import datetime as dt
import enum
from typing import Protocol


class Word(enum.StrEnum):
    """What a review says about money that has come."""

    TAKE = "TAKE"
    WAIT = "WAIT"
    REFUSE = "REFUSE"


@dataclasses.dataclass(frozen=True, slots=True)
class Review:
    """The outcome of a review. `wait`: how long the money is left on its way, after which it is taken."""

    word: Word
    wait: dt.timedelta = dt.timedelta()


class IncomingReview(Protocol):
    """Looks at a payment when its money has come and can still be sent back."""

    approves_unasked: bool
    """Whether a payment is let in whose platform has set no endpoint to be asked at."""

    def review(self, *, sender_address: str, receiver_address: str) -> Review:
        """Say what becomes of the money. Asked outside of database transactions; may be asked more than once."""
        ...


class NoReview:
    """Nobody has a say but the platform."""

    approves_unasked = False

    def review(self, *, sender_address: str, receiver_address: str) -> Review:
        """Let the money be taken."""
        return Review(Word.TAKE)
