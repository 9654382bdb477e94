"""Port: how bitcoin moves between institutions that pay each other by UMA.

Two sides. The receiver makes a *hold invoice*: it knows the preimage, the network only its hash. When somebody has
paid, the invoice is ACCEPTED: the money is locked on its way. The receiver then takes it by telling the preimage
(`settle`) or sends it back (`cancel`), so it can put its books in order before it takes anything. The sender pays an
invoice and holds the preimage as proof once that has settled.

Amounts are in thousandths of a satoshi (msat). Hashes and preimages are 32 bytes. Every call may be repeated: the
payment hash is what an invoice and its payment are known by, so a caller who never heard the answer asks again. Calls
go over the network: never make one in a database transaction.
"""

import dataclasses
import datetime as dt
import enum
import hashlib
from typing import Protocol

MSAT_PER_SATOSHI = 1000


class InvoiceState(enum.StrEnum):
    """Where an invoice of ours stands. SETTLED and CANCELLED are final."""

    OPEN = "OPEN"
    """Nobody has paid."""
    ACCEPTED = "ACCEPTED"
    """Somebody has paid all of it; the money waits for the preimage, or for being sent back."""
    SETTLED = "SETTLED"
    CANCELLED = "CANCELLED"
    """Withdrawn, or expired. Whoever had paid has the money back."""


class PaymentState(enum.StrEnum):
    """Where our payment of an invoice stands. SETTLED and FAILED are final."""

    UNKNOWN = "UNKNOWN"
    """It was never made."""
    PENDING = "PENDING"
    """On its way, or held by the receiver."""
    SETTLED = "SETTLED"
    FAILED = "FAILED"
    """The money is back, and the same invoice must not be paid again."""


class PaymentFailure(enum.StrEnum):
    """Why a payment failed."""

    REFUSED = "REFUSED"
    """The receiver sent the money back."""
    EXPIRED = "EXPIRED"
    """The invoice can no longer be paid."""
    NO_ROUTE = "NO_ROUTE"
    """No way to the receiver within the fee that we allow, or in time."""
    NO_FUNDS = "NO_FUNDS"
    """Our own node does not have the money."""
    ERROR = "ERROR"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class InvoiceOrder:
    """An invoice to be made. `payment_hash` is the SHA-256 hash of a preimage that only the caller knows."""

    payment_hash: bytes
    amount_msat: int
    description_hash: bytes
    """SHA-256 of the metadata that the payer was shown."""
    lifetime: dt.timedelta
    """From now on, by the real clock: other institutions read the invoice."""


@dataclasses.dataclass(frozen=True, slots=True)
class Invoice:
    """An invoice of ours as the network knows it."""

    payment_request: str
    """What is given to the payer: BOLT11."""
    state: InvoiceState


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class PaymentOrder:
    """An invoice to be paid, read before (`payments.providers.lightning.bolt11`)."""

    payment_request: str
    payment_hash: bytes
    amount_msat: int
    most_fee_msat: int
    """What the way to the receiver may cost on top."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """How a payment stands."""

    state: PaymentState
    preimage: bytes | None = None
    """Of a SETTLED payment: the proof."""
    fee_msat: int = 0
    """Of a SETTLED payment: what the way has cost."""
    failure: PaymentFailure | None = None


class Settlement(Protocol):
    """A node of the payment network."""

    @property
    def network(self) -> str:
        """The prefix of the invoices that the node makes and pays: `bc`, `tb`, `tbs` or `bcrt`."""

    def make_invoice(self, order: InvoiceOrder) -> Invoice:
        """Make a hold invoice, or return the one that was made for this payment hash before."""

    def find_invoice(self, payment_hash: bytes) -> Invoice | None:
        """Return one of our invoices as it stands; None when none was made for this hash."""

    def settle(self, preimage: bytes) -> None:
        """Take the money of an ACCEPTED invoice; nothing happens when it was taken before.

        Raises InvoiceNotAccepted when nobody has paid, or the money went back.
        """

    def cancel(self, payment_hash: bytes) -> None:
        """Withdraw an invoice: it can't be paid any more, and money that waits goes back.

        Nothing happens when it was cancelled before, or never made. Raises InvoiceSettled when the money was taken.
        """

    def pay(self, order: PaymentOrder) -> Payment:
        """Pay an invoice; one that was ever paid or tried is not paid again, and how that stands is returned.

        Also when two ask at once: a worker gives up a call that does not return, and the next one asks again.
        """

    def track(self, payment_hash: bytes) -> Payment:
        """Return how the payment of an invoice stands."""


class InvoiceNotAccepted(Exception):
    """There is no money to take: nobody has paid, or it went back."""


class InvoiceSettled(Exception):
    """The money of the invoice was taken; it can't be sent back."""


class SettlementUnavailable(Exception):
    """The node can't be reached, or gave no sense: nothing is known, ask again later."""


def hash_of(preimage: bytes) -> bytes:
    """Return the payment hash that a preimage belongs to."""
    return hashlib.sha256(preimage).digest()


def proves(payment: Payment, payment_hash: bytes) -> bool:
    """Tell whether a payment's preimage is the one that the invoice was made with."""
    return payment.preimage is not None and hash_of(payment.preimage) == payment_hash
