"""The sandbox's Lightning node: real invoices, and a network that consists of one table.

Its invoices are BOLT11 like any other, signed with a key from the service's secrets. Paying locks no money, because
there is none; but a payment goes through the states of a real one, its preimage is checked against its hash, and of two
conflicting calls the first one decides.

The table belongs to this module; `payments.models.SandboxInvoice` describes it for migrations and pages. Each step is
one conditional statement, like one message of a network.
"""

import dataclasses
import datetime as dt
import hashlib
import hmac
from collections.abc import Sequence

from django.conf import settings
from django.db import connection

from payments.account_types import bolt11
from payments.providers.lightning_node import (
    Invoice,
    InvoiceNotAccepted,
    InvoiceOrder,
    InvoiceSettled,
    InvoiceState,
    Payment,
    PaymentFailure,
    PaymentOrder,
    PaymentState,
    SettlementUnavailable,
    hash_of,
)
from payments.providers.sandbox import forced_invoices, forced_payments, foreign_nodes
from platforms.base import clock

_PENDING = Payment(state=PaymentState.PENDING)
_FINAL_CLTV = 80
_FEATURES = frozenset({bolt11.VAR_ONION, bolt11.PAYMENT_SECRET, bolt11.MULTI_PART})


class SandboxSettlement:
    """Settles in the database."""

    network = "bcrt"

    def make_invoice(self, order: InvoiceOrder) -> Invoice:
        """Make a hold invoice, or return the one that was made for this payment hash before."""
        now = clock.real_now().replace(microsecond=0)
        invoice = bolt11.Invoice(
            network=self.network,
            amount_msat=order.amount_msat,
            created_at=now,
            payment_hash=order.payment_hash,
            payment_secret=_derived(b"payment secret", order.payment_hash),
            description_hash=order.description_hash,
            expiry=order.lifetime,
            min_final_cltv=_FINAL_CLTV,
            features=_FEATURES,
        )
        text = bolt11.encode(invoice, private_key=_derived(b"node"))
        _run(_INSERT, [order.payment_hash.hex(), text, order.amount_msat, now, now + order.lifetime])
        found = _found(order.payment_hash)
        assert found is not None, "it was made a moment ago"
        return found

    def find_invoice(self, payment_hash: bytes) -> Invoice | None:
        """Return an invoice; one not paid in time is cancelled. Where an outcome was forced, it has happened before."""
        forced = forced_invoices.chosen(payment_hash)
        if forced == forced_invoices.RETURNED:
            _run(_CANCEL, [clock.real_now(), payment_hash.hex()])
        elif forced == forced_invoices.TAKEN:
            _take(forced_invoices.preimage_of(payment_hash))
        return _found(payment_hash)

    def settle(self, preimage: bytes) -> None:
        """Take the money of a paid invoice."""
        payment_hash = hash_of(preimage)
        if forced_invoices.chosen(payment_hash) == forced_invoices.RETURNED_LATE:
            _run(_CANCEL, [clock.real_now(), payment_hash.hex()])
        if not _take(preimage):
            row = _read(payment_hash)
            if row is None or row.state != InvoiceState.SETTLED:
                raise InvoiceNotAccepted

    def cancel(self, payment_hash: bytes) -> None:
        """Cancel an invoice; paid money is returned."""
        if not _run(_CANCEL, [clock.real_now(), payment_hash.hex()]):
            row = _read(payment_hash)
            if row is not None and row.state == InvoiceState.SETTLED:
                raise InvoiceSettled

    def pay(self, order: PaymentOrder) -> Payment:
        """Pay an invoice of this table, or of a named foreign node; for any other there is no route.

        Where an outcome was forced, answer as it says: raises SettlementUnavailable then.
        """
        return forced_payments.answer(order.payment_hash, lambda: self._pay(order))

    def _pay(self, order: PaymentOrder) -> Payment:
        now, name = clock.real_now(), order.payment_hash.hex()
        if foreign_nodes.url_of(order.payment_request):
            expires_at = bolt11.decode(order.payment_request).expires_at
            _run(_INSERT, [name, order.payment_request, order.amount_msat, now, expires_at])
        if not _run(_ACCEPT, [now, name, order.payment_request, now]):
            row = _read(order.payment_hash)
            if row is None or row.payment_request != order.payment_request:
                return Payment(state=PaymentState.FAILED, failure=PaymentFailure.NO_ROUTE)
            if row.paid_at is None:
                return Payment(state=PaymentState.FAILED, failure=PaymentFailure.EXPIRED)
        return self._track(order.payment_hash)

    def track(self, payment_hash: bytes) -> Payment:
        """Return the state of the payment of an invoice."""
        return forced_payments.answer(payment_hash, lambda: self._track(payment_hash))

    def _track(self, payment_hash: bytes) -> Payment:
        row = _read(payment_hash)
        if row is None or row.paid_at is None:
            return Payment(state=PaymentState.UNKNOWN)
        if row.state == InvoiceState.SETTLED:
            return Payment(state=PaymentState.SETTLED, preimage=bytes.fromhex(row.preimage))
        if row.state == InvoiceState.CANCELLED:
            return Payment(state=PaymentState.FAILED, failure=PaymentFailure.REFUSED)
        url = foreign_nodes.url_of(row.payment_request)
        return self._pay_foreign(url, row.payment_request, payment_hash) if url else _PENDING

    def _pay_foreign(self, url: str, payment_request: str, payment_hash: bytes) -> Payment:
        try:
            preimage = foreign_nodes.pay(url, payment_request=payment_request, payment_hash=payment_hash)
        except SettlementUnavailable:
            # The node may have accepted the payment: it is asked again, never given up.
            return _PENDING
        if preimage is None:
            self.cancel(payment_hash)
            return Payment(state=PaymentState.FAILED, failure=PaymentFailure.REFUSED)
        self.settle(preimage)
        return Payment(state=PaymentState.SETTLED, preimage=preimage)


_INSERT = """
INSERT INTO payments_sandboxinvoice (payment_hash, payment_request, amount_msat, created_at, expires_at)
VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING
"""
_SELECT = "SELECT payment_request, state, paid_at, preimage FROM payments_sandboxinvoice WHERE payment_hash = %s"
_RUN_OUT = """
UPDATE payments_sandboxinvoice SET state = 'CANCELLED', ended_at = expires_at
 WHERE payment_hash = %s AND state = 'OPEN' AND expires_at <= %s
"""
_ACCEPT = """
UPDATE payments_sandboxinvoice SET state = 'ACCEPTED', paid_at = %s
 WHERE payment_hash = %s AND payment_request = %s AND state = 'OPEN' AND expires_at > %s
"""
_SETTLE = """
UPDATE payments_sandboxinvoice SET state = 'SETTLED', ended_at = %s, preimage = %s
 WHERE payment_hash = %s AND state = 'ACCEPTED'
"""
_CANCEL = """
UPDATE payments_sandboxinvoice SET state = 'CANCELLED', ended_at = %s
 WHERE payment_hash = %s AND state IN ('OPEN', 'ACCEPTED')
"""


@dataclasses.dataclass(frozen=True, slots=True)
class _Row:
    payment_request: str
    state: InvoiceState
    paid_at: dt.datetime | None
    preimage: str


def _take(preimage: bytes) -> bool:
    """Take the money of a paid invoice; False if there is none to take."""
    return _run(_SETTLE, [clock.real_now(), preimage.hex(), hash_of(preimage).hex()])


def _found(payment_hash: bytes) -> Invoice | None:
    row = _read(payment_hash)
    return None if row is None else Invoice(row.payment_request, row.state)


def _read(payment_hash: bytes) -> _Row | None:
    """Return an invoice; an expired one is cancelled first."""
    _run(_RUN_OUT, [payment_hash.hex(), clock.real_now()])
    with connection.cursor() as cursor:
        cursor.execute(_SELECT, [payment_hash.hex()])
        found = cursor.fetchone()
    return _Row(found[0], InvoiceState(found[1]), found[2], found[3]) if found else None


def _run(statement: str, values: Sequence[str | int | dt.datetime]) -> bool:
    """Change the table, and tell whether anything changed: of two concurrent changes of an invoice, one succeeds."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return bool(cursor.rowcount)


def _derived(*parts: bytes) -> bytes:
    """Return 32 bytes derived from the service's secrets."""
    message = b"\0".join((b"sandbox lightning", *parts))
    return hmac.new(settings.SECRET_KEY.encode(), message, hashlib.sha256).digest()
