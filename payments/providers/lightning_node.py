"""Port: movement of bitcoin between institutions that pay each other by UMA.

The receiver makes a *hold invoice*: it knows the preimage, the network only its hash. After a payment the invoice is
ACCEPTED: the money is locked on its way. The receiver then takes the money by revealing the preimage (`settle`) or
returns it (`cancel`), so it can book the payment before it takes anything. The sender pays an invoice and gets the
preimage as proof of the settlement.

Amounts are in thousandths of a satoshi (msat). Hashes and preimages are 32 bytes. Every call may be repeated: the
payment hash identifies an invoice and its payment, so a caller without an answer asks again. Calls go over the network:
never make one in a database transaction.
"""

import dataclasses
import datetime as dt
import enum
import hashlib
from typing import Protocol

MSAT_PER_SATOSHI = 1000


class InvoiceState(enum.StrEnum):
    """The state of an invoice of ours. SETTLED and CANCELLED are final."""

    OPEN = "OPEN"
    """Not paid."""
    ACCEPTED = "ACCEPTED"
    """Paid in full; the money waits for the preimage, or for being returned."""
    SETTLED = "SETTLED"
    CANCELLED = "CANCELLED"
    """Cancelled, or expired. Paid money was returned."""


class PaymentState(enum.StrEnum):
    """The state of our payment of an invoice. SETTLED and FAILED are final."""

    UNKNOWN = "UNKNOWN"
    """It was never made."""
    PENDING = "PENDING"
    """Under way, or held by the receiver."""
    SETTLED = "SETTLED"
    FAILED = "FAILED"
    """The money was returned, and the same invoice must not be paid again."""


class PaymentFailure(enum.StrEnum):
    """Why a payment failed."""

    REFUSED = "REFUSED"
    """The receiver returned the money."""
    EXPIRED = "EXPIRED"
    """The invoice can no longer be paid."""
    NO_ROUTE = "NO_ROUTE"
    """No route to the receiver within the fee that we allow, or in time."""
    NO_FUNDS = "NO_FUNDS"
    """Our own node does not have the money."""
    ERROR = "ERROR"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class InvoiceOrder:
    """An invoice to be made. `payment_hash` is the SHA-256 hash of a preimage that only the caller knows."""

    payment_hash: bytes
    amount_msat: int
    description_hash: bytes
    """SHA-256 of the metadata shown to the payer."""
    lifetime: dt.timedelta
    """From now on, by the real clock: other institutions read the invoice."""


@dataclasses.dataclass(frozen=True, slots=True)
class Invoice:
    """An invoice of ours as the network knows it."""

    payment_request: str
    """Given to the payer: BOLT11."""
    state: InvoiceState


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class PaymentOrder:
    """An invoice to be paid, parsed before (`payments.account_types.bolt11`)."""

    payment_request: str
    payment_hash: bytes
    amount_msat: int
    most_fee_msat: int
    """The largest fee for the route to the receiver, on top of the amount."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """The state of a payment."""

    state: PaymentState
    preimage: bytes | None = None
    """The proof of a SETTLED payment."""
    fee_msat: int = 0
    """The route's fee of a SETTLED payment."""
    failure: PaymentFailure | None = None


class Settlement(Protocol):
    """A node of the payment network."""

    @property
    def network(self) -> str:
        """The prefix of the invoices that the node makes and pays: `bc`, `tb`, `tbs` or `bcrt`."""

    def make_invoice(self, order: InvoiceOrder) -> Invoice:
        """Make a hold invoice, or return the one made for this payment hash before."""

    def find_invoice(self, payment_hash: bytes) -> Invoice | None:
        """Return one of our invoices; None when none was made for this hash."""

    def settle(self, preimage: bytes) -> None:
        """Take the money of an ACCEPTED invoice; does nothing if it was taken before.

        Raises InvoiceNotAccepted when it was not paid, or the money was returned.
        """

    def cancel(self, payment_hash: bytes) -> None:
        """Cancel an invoice: it can't be paid any more, and money that waits is returned.

        Does nothing if it was cancelled before, or never made. Raises InvoiceSettled when the money was taken.
        """

    def pay(self, order: PaymentOrder) -> Payment:
        """Pay an invoice; for one that was ever paid or tried, only return its state.

        Also for concurrent callers: a worker gives up a call that does not return, and the next one asks again.
        """

    def track(self, payment_hash: bytes) -> Payment:
        """Return the state of the payment of an invoice."""


class InvoiceNotAccepted(Exception):
    """There is no money to take: the invoice was not paid, or the money was returned."""


class InvoiceSettled(Exception):
    """The money of the invoice was taken; it can't be returned."""


class SettlementUnavailable(Exception):
    """The node can't be reached, or gave no valid answer: nothing is known, ask again later."""


def hash_of(preimage: bytes) -> bytes:
    """Return the payment hash of a preimage."""
    return hashlib.sha256(preimage).digest()


def proves(payment: Payment, payment_hash: bytes) -> bool:
    """Tell whether a payment's preimage belongs to the invoice."""
    return payment.preimage is not None and hash_of(payment.preimage) == payment_hash
