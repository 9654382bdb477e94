"""A Lightning node run with LND, over its REST interface (docs/operator/lightning.md).

The node's certificate is pinned: it is the only trusted authority, so its names do not matter. A missing answer, or one
that is not understood, is SettlementUnavailable: nothing is known then, and the same question may be asked again.

LND pays an invoice again after a failed payment. So its payment is looked up first, and an invoice that was ever tried
is not tried again. Between look-up and payment lie a few seconds at most: later another worker may have looked it up,
paid, and seen it fail.
"""

import base64
import functools
import http.client
import math
import ssl
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import orjson
from django.conf import settings

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

_TIMEOUT_SECONDS = 10
_ATTEMPT_SECONDS = 30
"""How long the node looks for routes."""
_SEND_WITHIN_SECONDS = 3.0
"""After the look-up of a payment. A worker that begins has half a lease at least, which is longer."""
_WATCH_SECONDS = 5
"""How long a worker watches a payment under way before it comes back later."""
_MOST_BYTES = 1024 * 1024
_NOT_FOUND = 5
_STATES: Mapping[str, InvoiceState] = {
    "OPEN": InvoiceState.OPEN,
    "ACCEPTED": InvoiceState.ACCEPTED,
    "SETTLED": InvoiceState.SETTLED,
    "CANCELED": InvoiceState.CANCELLED,
}
_FAILURES: Mapping[str, PaymentFailure] = {
    "FAILURE_REASON_TIMEOUT": PaymentFailure.NO_ROUTE,
    "FAILURE_REASON_NO_ROUTE": PaymentFailure.NO_ROUTE,
    # Answer of a receiver that cancels a hold invoice, or never made it.
    "FAILURE_REASON_INCORRECT_PAYMENT_DETAILS": PaymentFailure.REFUSED,
    "FAILURE_REASON_INSUFFICIENT_BALANCE": PaymentFailure.NO_FUNDS,
}
_FINAL = (PaymentState.SETTLED, PaymentState.FAILED)


class LndSettlement:
    """Settles over the node named by the settings."""

    @property
    def network(self) -> str:
        """The prefix of the node's invoices."""
        return str(settings.LND_NETWORK)

    def make_invoice(self, order: InvoiceOrder) -> Invoice:
        """Make a hold invoice, or return the one that was made for this payment hash before."""
        wanted = {
            "hash": _base64(order.payment_hash),
            "value_msat": str(order.amount_msat),
            "description_hash": _base64(order.description_hash),
            "expiry": str(int(order.lifetime.total_seconds())),
        }
        try:
            made = _call("POST", "/v2/invoices/hodl", wanted)
        except _Refused:
            # Most likely it exists already.
            known = self.find_invoice(order.payment_hash)
            if known is None:
                raise SettlementUnavailable("the node makes no invoice") from None
            return known
        return Invoice(_text(made, "payment_request"), InvoiceState.OPEN)

    def find_invoice(self, payment_hash: bytes) -> Invoice | None:
        """Return one of our invoices; None when none was made for this hash."""
        try:
            found = _call("GET", f"/v1/invoice/{payment_hash.hex()}")
        except _Refused as refusal:
            if refusal.code == _NOT_FOUND or "unable to locate invoice" in refusal.text:
                return None
            raise SettlementUnavailable(refusal.text) from None
        state = _STATES.get(_text(found, "state"))
        if state is None:
            raise SettlementUnavailable("an invoice in a state that nobody knows")
        return Invoice(_text(found, "payment_request"), state)

    def settle(self, preimage: bytes) -> None:
        """Take the money of an ACCEPTED invoice; nothing happens when it was taken before."""
        try:
            _call("POST", "/v2/invoices/settle", {"preimage": _base64(preimage)})
        except _Refused as refusal:
            found = self.find_invoice(hash_of(preimage))
            if found is None or found.state in {InvoiceState.OPEN, InvoiceState.CANCELLED}:
                raise InvoiceNotAccepted from None
            if found.state != InvoiceState.SETTLED:
                raise SettlementUnavailable(refusal.text) from None

    def cancel(self, payment_hash: bytes) -> None:
        """Cancel an invoice: it can't be paid any more, and money that waits is returned."""
        try:
            _call("POST", "/v2/invoices/cancel", {"payment_hash": _base64(payment_hash)})
        except _Refused as refusal:
            found = self.find_invoice(payment_hash)
            if found is not None and found.state == InvoiceState.SETTLED:
                raise InvoiceSettled from None
            if found is not None and found.state != InvoiceState.CANCELLED:
                raise SettlementUnavailable(refusal.text) from None

    def pay(self, order: PaymentOrder) -> Payment:
        """Pay an invoice; for one that was ever paid or tried, only return its state."""
        latest = time.monotonic() + _SEND_WITHIN_SECONDS
        known = self.track(order.payment_hash)
        if known.state != PaymentState.UNKNOWN:
            return known
        wanted = {
            "payment_request": order.payment_request,
            "timeout_seconds": _ATTEMPT_SECONDS,
            "fee_limit_msat": str(order.most_fee_msat),
            # Two platforms of one service may share the node.
            "allow_self_payment": True,
        }
        try:
            return _watch("POST", "/v2/router/send", wanted, send_until=latest)
        except _Refused as refusal:
            if "invoice expired" in refusal.text:
                return Payment(state=PaymentState.FAILED, failure=PaymentFailure.EXPIRED)
            raise SettlementUnavailable(refusal.text) from None

    def track(self, payment_hash: bytes) -> Payment:
        """Return the state of the payment of an invoice."""
        name = base64.urlsafe_b64encode(payment_hash).decode()
        try:
            return _watch("GET", f"/v2/router/track/{name}", seconds=0)
        except _Refused as refusal:
            if refusal.code == _NOT_FOUND or "isn't initiated" in refusal.text:
                return Payment(state=PaymentState.UNKNOWN)
            raise SettlementUnavailable(refusal.text) from None


class _Refused(Exception):
    """The node understood and refused: a code of gRPC and words."""

    def __init__(self, code: int, text: str) -> None:
        self.code, self.text = code, text
        super().__init__(f"{code}: {text}")


def _call(method: str, path: str, content: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the single object of the node's answer."""
    return next(_answers(method, path, content))


def _watch(
    method: str,
    path: str,
    content: Mapping[str, Any] | None = None,
    *,
    seconds: float | None = None,
    send_until: float = math.inf,
) -> Payment:
    """Return the state of a payment: the final one if it comes within `seconds`, else the latest known."""
    latest, deadline = None, time.monotonic() + (_WATCH_SECONDS if seconds is None else seconds)
    try:
        for update in _answers(method, path, content, send_until=send_until, silent_until=deadline):
            latest = _payment(update.get("result"))
            if latest.state in _FINAL or time.monotonic() >= deadline:
                break
    except SettlementUnavailable:
        # It fell silent, or the connection broke, after it had begun.
        if latest is None:
            raise
    if latest is None:
        raise SettlementUnavailable("the node says nothing about a payment")
    return latest


def _answers(
    method: str,
    path: str,
    content: Mapping[str, Any] | None,
    *,
    send_until: float = math.inf,
    silent_until: float = math.inf,
) -> Iterator[dict[str, Any]]:
    """Yield the objects of the node's answer, one a line. Raises _Refused, SettlementUnavailable.

    A request that can't be sent by `send_until` (monotonic seconds) is not sent. After the first object the connection
    is kept until `silent_until` without data.
    """
    place = urlsplit(settings.LND_URL)
    line = http.client.HTTPSConnection(
        place.hostname or "", place.port or 443, timeout=_TIMEOUT_SECONDS, context=_pinned(settings.LND_CERTIFICATE)
    )
    try:
        body = orjson.dumps(content) if content is not None else None
        line.connect()
        connected = line.sock
        if time.monotonic() > send_until:
            raise SettlementUnavailable("the node was too slow to be told: nothing was sent")
        line.request(method, path, body, {"Grpc-Metadata-macaroon": settings.LND_MACAROON})
        reply = line.getresponse()
        while text := reply.readline(_MOST_BYTES):
            if text.strip():
                yield _object(text, is_ok=reply.status < 300)
                connected.settimeout(min(_TIMEOUT_SECONDS, max(0.01, silent_until - time.monotonic())))
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise SettlementUnavailable(f"the node can't be understood or reached: {error}") from error
    finally:
        line.close()


def _object(text: bytes, *, is_ok: bool) -> dict[str, Any]:
    found = orjson.loads(text)
    if not isinstance(found, dict):
        raise SettlementUnavailable("the node does not answer with an object")
    error = found.get("error") if is_ok else found
    if isinstance(error, dict):
        raise _Refused(int(error.get("code") or 0), str(error.get("message")))
    return found


def _payment(said: object) -> Payment:
    if not isinstance(said, dict):
        raise SettlementUnavailable("the node does not say how a payment stands")
    status = said.get("status")
    if status == "SUCCEEDED":
        preimage = bytes.fromhex(_text(said, "payment_preimage"))
        return Payment(state=PaymentState.SETTLED, preimage=preimage, fee_msat=int(said.get("fee_msat") or 0))
    if status == "FAILED":
        reason = _FAILURES.get(str(said.get("failure_reason")), PaymentFailure.ERROR)
        return Payment(state=PaymentState.FAILED, failure=reason)
    return Payment(state=PaymentState.PENDING)


def _text(found: Mapping[str, Any], name: str) -> str:
    value = found.get(name)
    if not isinstance(value, str) or not value:
        raise SettlementUnavailable(f"the node's answer lacks {name}")
    return value


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode()


@functools.cache
def _pinned(path: str) -> ssl.SSLContext:
    """Return a TLS context that trusts the node's certificate and no other."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.load_verify_locations(cadata=Path(path).read_text())
    return context
