"""The fate of each payment and each answer, drawn from a seed and its own key: always the same one."""

import dataclasses
import enum
import hashlib
from collections.abc import Sequence
from typing import TypeVar

_T = TypeVar("_T")


class Fate(enum.StrEnum):
    """The fate of a payment."""

    PAID = "PAID"
    REJECTED = "REJECTED"
    """Before it was executed, in the status report. NACHA knows returns only."""
    RETURNED = "RETURNED"
    """Executed, and returned some days later."""
    CORRECTED = "CORRECTED"
    """NACHA: executed, with a notification of change."""


class Whole(enum.StrEnum):
    """The result of a file in the status report."""

    TAKEN = "TAKEN"
    FILE_REJECTED = "FILE_REJECTED"
    BATCH_REJECTED = "BATCH_REJECTED"


class Sending(enum.StrEnum):
    """The fate of an answer on its way."""

    SENT = "SENT"
    LOST = "LOST"
    REPEATED = "REPEATED"
    """Sent again on the next business day."""
    LATE = "LATE"
    """Sent some days later, after answers made later."""
    WRONG = "WRONG"
    """A statement with a wrong total; the right one is sent on the next business day."""


class Booking(enum.StrEnum):
    """The lines of a batch in the statement."""

    EACH = "EACH"
    SUM_WITH_PAYMENTS = "SUM_WITH_PAYMENTS"
    SUM = "SUM"


class Naming(enum.StrEnum):
    """The mistake in the name or text of money paid in."""

    RIGHT = "RIGHT"
    NO_REFERENCE = "NO_REFERENCE"
    MISSPELT = "MISSPELT"
    IN_A_SENTENCE = "IN_A_SENTENCE"
    """The reference, in the middle of other words."""


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    """The plan: `trouble` is the percentage of payments and answers with a fault; a fifth of that for files.

    `unusual` is the percentage of what few banks do, and people have to decide about; 0 without it.
    """

    seed: str
    trouble: int = 5
    unusual: int = 0

    def payment(self, end_to_end_id: str, *, is_ach: bool) -> Fate:
        """Return the fate of a payment."""
        fates = (Fate.RETURNED, Fate.CORRECTED) if is_ach else (Fate.REJECTED, Fate.RETURNED)
        return self._trouble("payment", end_to_end_id, fates) or Fate.PAID

    def days_until_return(self, end_to_end_id: str) -> int:
        """Return the number of business days until a payment's return."""
        return 1 + int(self._draw("return", end_to_end_id) * 4)

    def file(self, message_id: str, *, is_ach: bool) -> Whole:
        """Return the result of a file in its report; NACHA files have none."""
        rejections = (Whole.FILE_REJECTED, Whole.BATCH_REJECTED)
        found = None if is_ach else self._trouble("file", message_id, rejections, self.trouble / 5)
        return found or Whole.TAKEN

    def booking(self, batch: str) -> Booking:
        """Return the kind of a batch's lines in the statement."""
        return self._trouble("booking", batch, (Booking.SUM, Booking.SUM_WITH_PAYMENTS)) or Booking.EACH

    def sending(self, answer: str, *, is_statement: bool) -> Sending:
        """Return the fate of an answer."""
        ways = (Sending.LOST, Sending.REPEATED, Sending.LATE, *([Sending.WRONG] if is_statement else []))
        return self._trouble("sending", answer, ways) or Sending.SENT

    def days_late(self, answer: str) -> int:
        """Return the delay of an answer in business days."""
        return 1 + int(self._draw("late", answer) * 3)

    def naming(self, key: str) -> Naming:
        """Return the mistake in money paid in."""
        wrong = (Naming.NO_REFERENCE, Naming.MISSPELT, Naming.IN_A_SENTENCE)
        return self._trouble("naming", key, wrong) or Naming.RIGHT

    def has_fee(self, day: str) -> bool:
        """Tell whether the bank charges a fee on a day."""
        return self._draw("fee", day) * 100 < self.trouble

    def calls_it_a_duplicate(self, message_id: str) -> bool:
        """Tell whether the bank, a day after it has executed a file, reports that it rejects it as a duplicate."""
        return self._is_unusual("duplicate", message_id)

    def has_foreign_debit(self, batch: str) -> bool:
        """Tell whether somebody else debits the account with the sum of a batch on the same day."""
        return self._is_unusual("foreign debit", batch)

    def has_charge(self, end_to_end_id: str) -> bool:
        """Tell whether a charge is within the amount of a payment's line."""
        return self._is_unusual("charge", end_to_end_id)

    def sums_some(self, batch: str) -> bool:
        """Tell whether two payments of a batch are one line that names neither."""
        return self._is_unusual("some together", batch)

    def divides(self, end_to_end_id: str) -> bool:
        """Tell whether a payment has two lines, each of a part of it."""
        return self._is_unusual("parts", end_to_end_id)

    def returns_twice(self, end_to_end_id: str) -> bool:
        """Tell whether the bank books the return of a payment twice."""
        return self._is_unusual("second return", end_to_end_id)

    def is_recalled(self, arrival: str) -> bool:
        """Tell whether the bank takes back money that was paid in, a day after it came."""
        return self._is_unusual("recall", arrival)

    def misspelt(self, name: str) -> str:
        """Return a name with two neighbouring letters changed."""
        at = int(self._draw("letter", name) * max(1, len(name) - 1))
        return name[:at] + name[at : at + 2][::-1] + name[at + 2 :]

    def _is_unusual(self, what: str, key: str) -> bool:
        return self._draw(what, key) * 100 < self.unusual

    def _trouble(self, what: str, key: str, kinds: Sequence[_T], percent: float | None = None) -> _T | None:
        limit = self.trouble if percent is None else percent
        drawn = self._draw(what, key) * 100
        return kinds[int(drawn / limit * len(kinds))] if drawn < limit else None

    def _draw(self, what: str, key: str) -> float:
        digest = hashlib.sha256(f"{self.seed}:{what}:{key}".encode()).digest()
        return int.from_bytes(digest[:6]) / 2**48
