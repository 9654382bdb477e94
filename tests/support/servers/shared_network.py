"""A payment network that two instances of the service share: one table, in a process that belongs to neither.

`Network` is that process's side, `SharedNode` the adapter that each instance is started with.
"""

import datetime as dt
import http.server
import json
import os
import threading
import urllib.request
from typing import Any, Self

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
    hash_of,
)
from tests.support import patience

_NODE_KEY = bytes(range(1, 33))


class Network:
    """Invoices by payment hash; every question is answered under one lock."""

    def __init__(self) -> None:
        self.invoices: dict[str, dict[str, str]] = {}
        guard, invoices = threading.Lock(), self.invoices

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with guard:
                    body = json.dumps(_answer(invoices, **asked)).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                """Stay quiet."""

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"


_FROM = {"ACCEPTED": {"OPEN"}, "SETTLED": {"ACCEPTED"}, "CANCELLED": {"OPEN", "ACCEPTED"}}


def _answer(
    invoices: dict[str, dict[str, str]], *, key: str, to: str = "", request: str = "", preimage: str = ""
) -> dict[str, str]:
    """Make an invoice (`request`), move it (`to`), and say how it stands: an empty object when there is none."""
    if request and not to:
        invoices.setdefault(key, {"request": request, "state": "OPEN"})
    found = invoices.get(key, {})
    if found and to and found["state"] in _FROM[to]:
        found["state"] = to
        if preimage:
            found["preimage"] = preimage
    return found


class SharedNode:
    """A node of the shared network."""

    network = "bcrt"

    def make_invoice(self, order: InvoiceOrder) -> Invoice:
        invoice = bolt11.Invoice(
            network=self.network,
            amount_msat=order.amount_msat,
            created_at=dt.datetime.now(dt.UTC).replace(microsecond=0),
            payment_hash=order.payment_hash,
            payment_secret=b"s" * 32,
            description_hash=order.description_hash,
            expiry=order.lifetime,
        )
        found = _ask(key=order.payment_hash.hex(), request=bolt11.encode(invoice, private_key=_NODE_KEY))
        return Invoice(found["request"], InvoiceState(found["state"]))

    def find_invoice(self, payment_hash: bytes) -> Invoice | None:
        found = _ask(key=payment_hash.hex())
        return Invoice(found["request"], InvoiceState(found["state"])) if found else None

    def settle(self, preimage: bytes) -> None:
        found = _ask(key=hash_of(preimage).hex(), to="SETTLED", preimage=preimage.hex())
        if found.get("state") != "SETTLED":
            raise InvoiceNotAccepted

    def cancel(self, payment_hash: bytes) -> None:
        if _ask(key=payment_hash.hex(), to="CANCELLED").get("state") == "SETTLED":
            raise InvoiceSettled

    def pay(self, order: PaymentOrder) -> Payment:
        _ask(key=order.payment_hash.hex(), to="ACCEPTED")
        return self.track(order.payment_hash)

    def track(self, payment_hash: bytes) -> Payment:
        found = _ask(key=payment_hash.hex())
        state = found.get("state", "")
        if state == "SETTLED":
            return Payment(state=PaymentState.SETTLED, preimage=bytes.fromhex(found["preimage"]))
        if state == "CANCELLED":
            return Payment(state=PaymentState.FAILED, failure=PaymentFailure.REFUSED)
        return Payment(state=PaymentState.PENDING if state == "ACCEPTED" else PaymentState.UNKNOWN)


def _ask(**asked: str) -> dict[str, str]:
    request = urllib.request.Request(os.environ["TEST_NETWORK"], json.dumps(asked).encode())
    with urllib.request.urlopen(request, timeout=patience.LONG) as reply:
        found: dict[str, str] = json.loads(reply.read())
        return found
