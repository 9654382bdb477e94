"""Rails of the service itself, which know of payments what no adapter tells: they register here.

An adapter of the settings takes an instruction and answers (`providers.base.Rail`). A rail of our own has rows too: it
chooses which instructions it takes, and knows whether a payment may still be ended by hand.
"""

import uuid
from collections.abc import Mapping, Sequence
from typing import Protocol

from payments.models import Transaction
from payments.providers.base import Rail


class OwnRail(Protocol):
    """A rail of the service itself."""

    why_waits: str
    """SQL that says where and why the refund of `payment` waits for people; NULL if it does not. Without a `%`."""

    def in_front_of(self, rail: Rail, environment: str) -> Rail:
        """Return a rail that takes what is ours, and hands everything else to `rail`."""

    def lock(self, transaction_id: uuid.UUID) -> None:
        """Lock the rows that `end_by_hand` changes: rows of rails are locked before their payments."""

    def require_endable(self, payment: Transaction) -> None:
        """Raise a DomainError for a payment whose due step may not be ended by hand."""

    def end_by_hand(self, payment: Transaction, failure_reason: str) -> None:
        """Note that staff end the due step of a locked payment; raises as `require_endable`."""

    def keeps(self, payment: Transaction) -> bool:
        """Tell whether the rail keeps what the payment's due step is to move, and has given it to nobody yet."""

    def has_taken_back(self, transaction_id: uuid.UUID) -> bool:
        """Tell whether the payer's bank has taken back, or never given, the money collected for a payment."""

    def notes(self, payment: Transaction) -> Mapping[str, str]:
        """Return what is known of a payment's due step, for staff: texts by their headings."""


_registered: list[OwnRail] = []


def register(rail: OwnRail) -> None:
    """Have the workflow ask a rail."""
    _registered.append(rail)


def rails() -> Sequence[OwnRail]:
    """Return the rails of the service itself."""
    return tuple(_registered)
