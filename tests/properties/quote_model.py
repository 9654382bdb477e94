"""A model of quotes in plain Python, written from the contract and not from the code.

The books are not kept here. They are computed anew from what has happened to each quote, so a mistake in the order of
movements can't hide in both.
"""

import collections
import dataclasses

LIFETIME = 300
COLLECTION_WAIT, LONG_PAYMENT = 30, 360
_COLLECTION_ENDS = {"002": "INSUFFICIENT_FUNDS"}
_PAYOUT_ENDS = {
    "002": "QUOTE_EXECUTION_FAILED",
    "004": "COUNTERPARTY_POST_TX_FAILED",
    "005": "COUNTERPARTY_POST_TX_FAILED",
    "007": "QUOTE_EXECUTION_FAILED",
}


@dataclasses.dataclass
class Receipt:
    """Money from outside: USED, BACK (or on its way there), or WAITING for a person."""

    amount: int
    use: str
    is_gone: bool = False


@dataclasses.dataclass
class Quote:
    """A quote and its payment. Exactly one of the source's three fields is set, and one of the destination's two."""

    id: str
    payment: str
    sending: tuple[int, str]
    receiving: tuple[int, str]
    fees: int
    """Of the service and of the platform."""
    made_at: int
    platform_fees: int = 0
    source_account: str = ""
    collected_from: str = ""
    """The suffix of the external account."""
    destination_account: str = ""
    paid_to: str = ""
    """The suffix of the external account."""
    status: str = "PENDING"
    reason: str | None = None
    refund: tuple[str, str] | None = None
    receipts: list[Receipt] = dataclasses.field(default_factory=list)
    is_exchanged: bool = False
    is_delivered: bool = False
    is_stuck: bool = False
    asked_at: int | None = None
    """When a rail was asked that wants to be asked again."""

    @property
    def is_realtime(self) -> bool:
        return not self.source_account and not self.collected_from

    def has_run_out(self, now: int) -> bool:
        return self.status == "EXPIRED" or (self.status == "PENDING" and now - self.made_at >= LIFETIME)

    def expire(self) -> None:
        self.status, self.reason = "EXPIRED", "QUOTE_EXPIRED"

    def execute(self) -> None:
        self.status = "PROCESSING"
        self.is_exchanged = bool(self.source_account)

    def fund(self, amount: int, now: int) -> None:
        """Take in a payment from outside."""
        if self.has_run_out(now) and not self.receipts:
            self.expire()
            self.receipts.append(Receipt(amount, "BACK"))
            self.refund = ("PENDING", "TIMEOUT")
        elif self.status != "PENDING":
            self.receipts.append(Receipt(amount, "WAITING"))
        elif amount == self.sending[0]:
            self.receipts.append(Receipt(amount, "USED"))
            self.status, self.is_exchanged = "PROCESSING", True
        else:
            self.receipts.append(Receipt(amount, "BACK"))
            self.status, self.reason = "FAILED", "FUNDING_AMOUNT_MISMATCH"
            self.refund = ("PENDING", "TRANSACTION_FAILED")

    def work(self, now: int, closed: set[str]) -> None:
        """Do all that workers do now; `closed` are internal accounts whose holder is gone."""
        if self.has_run_out(now):
            self.expire()
        if self.status == "PROCESSING" and self.collected_from and not self.is_exchanged:
            self._collect(now)
        if self.status == "PROCESSING" and self.is_exchanged:
            self._deliver(now, closed)
        for receipt in self.receipts:
            is_back = receipt.use == "BACK" or (receipt.use == "USED" and not self.is_exchanged)
            receipt.is_gone = receipt.is_gone or is_back
        if self.refund is not None and self.refund[0] == "PENDING":
            self.refund = ("COMPLETED", self.refund[1])

    def _collect(self, now: int) -> None:
        if self.collected_from == "005" and self.asked_at is None:
            self.asked_at = now
            return
        if self.collected_from == "005":
            assert self.asked_at is not None
            if now - self.asked_at >= COLLECTION_WAIT:
                self.status, self.reason = "FAILED", "TIMED_OUT"
            return
        if self.collected_from in _COLLECTION_ENDS:
            self.status, self.reason = "FAILED", _COLLECTION_ENDS[self.collected_from]
            return
        self.receipts.append(Receipt(self.sending[0], "USED"))
        self.is_exchanged = True

    def _deliver(self, now: int, closed: set[str]) -> None:
        if self.destination_account:
            if self.destination_account in closed:
                self._undo("FAILED", "QUOTE_EXECUTION_FAILED")
            else:
                self.status, self.is_delivered = "COMPLETED", True
            return
        if self.paid_to == "003":
            self.asked_at = now if self.asked_at is None else self.asked_at
            if now - self.asked_at < LONG_PAYMENT:
                return
        if self.paid_to == "006":
            self._undo("REFUNDED", None)
        elif self.paid_to == "007":
            self.status, self.reason = "FAILED", _PAYOUT_ENDS["007"]
            self.is_stuck, self.refund = True, ("FAILED", "TRANSACTION_FAILED")
        elif self.paid_to in _PAYOUT_ENDS:
            self._undo("FAILED", _PAYOUT_ENDS[self.paid_to])
        else:
            self.status, self.is_delivered = "COMPLETED", True

    def _undo(self, status: str, reason: str | None) -> None:
        self.status, self.reason, self.is_exchanged = status, reason, False
        self.refund = ("COMPLETED", "USER_CANCELLATION" if status == "REFUNDED" else "TRANSACTION_FAILED")


Books = collections.Counter[tuple[str, str]]
"""Balances on the normal side by (kind of account, or an internal account's id; currency)."""


def books(fundings: list[tuple[str, str, int]], quotes: list[Quote]) -> Books:
    """Return what the books should say after fundings of (internal account, currency, amount), and quotes."""
    found: Books = collections.Counter()
    for account, currency, amount in fundings:
        found["RAIL_SETTLEMENT", currency] += amount
        found[account, currency] += amount
    for quote in quotes:
        _add(found, quote)
    return collections.Counter({place: amount for place, amount in found.items() if amount})


def _add(found: Books, quote: Quote) -> None:
    sent, sending = quote.sending
    received, receiving = quote.receiving
    for receipt in quote.receipts:
        if receipt.is_gone:
            continue
        found["RAIL_SETTLEMENT", sending] += receipt.amount
        if receipt.use != "USED":
            found["FUNDING_CLEARING" if receipt.use == "BACK" else "SUSPENSE", sending] += receipt.amount
    if not quote.is_exchanged:
        return
    if quote.source_account:
        found[quote.source_account, sending] -= sent
    found["FEES", sending] += quote.fees - quote.platform_fees
    found["PLATFORM_FEES", sending] += quote.platform_fees
    found["EXCHANGE", sending] += sent - quote.fees
    found["EXCHANGE", receiving] -= received
    if quote.is_stuck:
        found["SUSPENSE", receiving] += received
    elif not quote.is_delivered:
        found["PAYOUT_CLEARING", receiving] += received
    elif quote.destination_account:
        found[quote.destination_account, receiving] += received
    else:
        found["RAIL_SETTLEMENT", receiving] -= received
