"""A network of LND nodes that answers as their REST interface is documented: TLS, macaroons, streams of JSON lines.

One server plays all nodes; a macaroon (in hexadecimal) says which one is spoken to. Money goes from any node to any.
"""

import base64
import dataclasses
import datetime as dt
import hashlib
import http.server
import json
import ssl
import threading
import time
from pathlib import Path
from typing import Any, Self

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from payments.account_types import bolt11

FEE_MSAT = 1_234


@dataclasses.dataclass
class Held:
    """An invoice of the network, and its payment."""

    owner: str
    payment_request: str
    state: str = "OPEN"
    payer: str = ""
    failure: str = ""
    preimage: bytes = b""


class Network:
    """The nodes, known by the macaroons given. `silence` ends streams early; `down` breaks every line."""

    def __init__(self, folder: Path, *macaroons: str) -> None:
        self.macaroons = macaroons
        self.invoices: dict[bytes, Held] = {}
        self.sent: list[dict[str, Any]] = []
        self.streams = 0
        """Number of clients watching a payment."""
        self.guard = threading.RLock()
        self.down = False
        self.certificate = folder / "tls.cert"
        self._server = _Server(("127.0.0.1", 0), self)
        self._server.socket = _tls(folder).wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def admit(self, macaroon: str) -> None:
        if macaroon not in self.macaroons:
            raise Refusal(2, "verification failed: signature mismatch after caveat verification")

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class Refusal(Exception):
    """What gRPC says: a code and words."""

    def __init__(self, code: int, text: str) -> None:
        self.code, self.text = code, text
        super().__init__(text)


class _Server(http.server.ThreadingHTTPServer):
    def __init__(self, address: tuple[str, int], network: Network) -> None:
        self.network = network
        super().__init__(address, _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Somebody hung up: nothing to say."""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self._answer({})

    def do_POST(self) -> None:
        self._answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def _answer(self, content: dict[str, Any]) -> None:
        network = self.server.network
        if network.down:
            self.close_connection = True
            return
        node = self.headers.get("Grpc-Metadata-macaroon", "")
        try:
            network.admit(node)
            if self.path == "/v2/router/send":
                self._stream(node, send(network, node, content))
            elif self.path.startswith("/v2/router/track/"):
                self._stream(node, base64.urlsafe_b64decode(self.path.rpartition("/")[2]))
            else:
                self._say(200, call(network, node, self.path, content))
        except Refusal as refusal:
            status = {5: 404, 6: 409}.get(refusal.code, 500)
            self._say(status, {"code": refusal.code, "message": refusal.text, "details": []})

    def _say(self, status: int, content: dict[str, Any]) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, node: str, payment_hash: bytes) -> None:
        network = self.server.network
        if payment(network, node, payment_hash) is None:
            raise Refusal(5, "payment isn't initiated")
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        before = None
        network.streams += 1
        for _ in range(400):
            now = payment(network, node, payment_hash)
            if now != before:
                line = json.dumps({"result": now}).encode() + b"\n"
                self.wfile.write(f"{len(line):x}\r\n".encode() + line + b"\r\n")
                before = now
            if now is None or now["status"] != "IN_FLIGHT":
                break
            time.sleep(0.02)
        network.streams -= 1
        self.wfile.write(b"0\r\n\r\n")


def call(network: Network, node: str, path: str, content: dict[str, Any]) -> dict[str, Any]:
    """Do what a request that has one answer asks for."""
    with network.guard:
        if path == "/v2/invoices/hodl":
            return {"payment_request": add(network, node, content), "add_index": "1", "payment_addr": ""}
        if path.startswith("/v1/invoice/"):
            held = own(network, node, bytes.fromhex(path.rpartition("/")[2]))
            return {"payment_request": held.payment_request, "state": held.state}
        if path == "/v2/invoices/settle":
            preimage = base64.b64decode(content["preimage"])
            held = own(network, node, hashlib.sha256(preimage).digest())
            require(held, "ACCEPTED")
            held.state, held.preimage = "SETTLED", preimage
            return {}
        if path == "/v2/invoices/cancel":
            held = own(network, node, base64.b64decode(content["payment_hash"]))
            require(held, "OPEN", "ACCEPTED")
            held.failure = "FAILURE_REASON_INCORRECT_PAYMENT_DETAILS" if held.payer else ""
            held.state = "CANCELED"
            return {}
    raise Refusal(12, "Not Found")


def add(network: Network, node: str, content: dict[str, Any]) -> str:
    payment_hash = base64.b64decode(content["hash"])
    if payment_hash in network.invoices:
        raise Refusal(2, "invoice with payment hash already exists")
    invoice = bolt11.Invoice(
        network="bcrt",
        amount_msat=int(content["value_msat"]),
        created_at=dt.datetime.now(dt.UTC).replace(microsecond=0),
        payment_hash=payment_hash,
        payment_secret=b"s" * 32,
        description_hash=base64.b64decode(content["description_hash"]),
        expiry=dt.timedelta(seconds=int(content["expiry"])),
        features=frozenset({bolt11.VAR_ONION, bolt11.PAYMENT_SECRET, bolt11.MULTI_PART}),
    )
    text = bolt11.encode(invoice, private_key=hashlib.sha256(node.encode()).digest())
    network.invoices[payment_hash] = Held(node, text)
    return text


def own(network: Network, node: str, payment_hash: bytes) -> Held:
    held = network.invoices.get(payment_hash)
    if held is None or held.owner != node:
        raise Refusal(5, "unable to locate invoice")
    return held


def require(held: Held, *states: str) -> None:
    if held.state not in states:
        words = {
            "OPEN": "invoice still open",
            "SETTLED": "invoice already settled",
            "CANCELED": "invoice already canceled",
        }
        raise Refusal(2, words.get(held.state, "invoice already accepted"))


def send(network: Network, node: str, content: dict[str, Any]) -> bytes:
    """Lock the money for an invoice; return its payment hash."""
    said = bolt11.decode(content["payment_request"])
    with network.guard:
        network.sent.append(content)
        held = network.invoices.get(said.payment_hash)
        if said.expires_at <= dt.datetime.now(dt.UTC):
            raise Refusal(2, f"invoice expired. Valid until {said.expires_at}")
        if held is None:
            held = network.invoices[said.payment_hash] = Held("", "", payer=node, state="CANCELED")
            held.failure = "FAILURE_REASON_NO_ROUTE"
        elif held.payer:
            raise Refusal(6, "payment is in transition")
        else:
            held.payer = node
            held.state = "ACCEPTED" if held.state == "OPEN" else held.state
            held.failure = "FAILURE_REASON_INCORRECT_PAYMENT_DETAILS" if held.state == "CANCELED" else ""
    return said.payment_hash


def payment(network: Network, node: str, payment_hash: bytes) -> dict[str, Any] | None:
    """Return how a node's payment stands, as the router's streams say it."""
    with network.guard:
        held = network.invoices.get(payment_hash)
        if held is None or held.payer != node:
            return None
        said = {"payment_hash": payment_hash.hex(), "failure_reason": "FAILURE_REASON_NONE", "fee_msat": "0"}
        if held.state == "SETTLED":
            return {**said, "status": "SUCCEEDED", "payment_preimage": held.preimage.hex(), "fee_msat": str(FEE_MSAT)}
        if held.failure:
            return {**said, "status": "FAILED", "failure_reason": held.failure}
        return {**said, "status": "IN_FLIGHT"}


def _tls(folder: Path) -> ssl.SSLContext:
    """Return a context with a certificate that the node has signed itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a node")])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=30))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "tls.cert").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "tls.key").write_bytes(secret)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "tls.cert", folder / "tls.key")
    return context
