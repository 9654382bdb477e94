"""The endpoint of the webhooks: it keeps what it was told of each payment, in the order in which that came first."""

import contextlib
import datetime as dt
import http.server
import ipaddress
import json
import pathlib
import ssl
import threading
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec


class Receiver:
    """What has come, and whether the endpoint answers."""

    def __init__(self) -> None:
        self.url = ""
        self.is_away = False
        """Whether it refuses everything at the moment."""
        self._lock = threading.Lock()
        self._ids: set[str] = set()
        self._told: dict[str, list[tuple[int, str]]] = defaultdict(list)

    def take(self, envelope: dict[str, Any]) -> bool:
        """Note an event, once; tell whether it was taken."""
        if self.is_away:
            return False
        data = envelope.get("data") or {}
        with self._lock:
            if envelope["id"] not in self._ids:
                self._ids.add(envelope["id"])
                self._told[data.get("id", "")].append((envelope.get("sequence") or 0, data.get("status", "")))
        return True

    def told_of(self, payment: str) -> list[tuple[int, str]]:
        """Return number and status of each event of a payment, as they came."""
        with self._lock:
            return list(self._told.get(payment, ()))

    @property
    def count(self) -> int:
        """How many events have come, each counted once."""
        with self._lock:
            return len(self._ids)


def certify(address: str, folder: pathlib.Path) -> pathlib.Path:
    """Make a key and a certificate for an address, in one file, which is also the authority that signed it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, address)])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(hours=1))
        .not_valid_after(now + dt.timedelta(days=7))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "endpoint.pem"
    as_text = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    path.write_bytes(key.private_bytes(*as_text) + certificate.public_bytes(serialization.Encoding.PEM))
    return path


@contextlib.contextmanager
def listening(address: str, certificate: pathlib.Path) -> Iterator[Receiver]:
    """Run the endpoint at an address for as long as the block lasts."""
    receiver = Receiver()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            """Take one event."""
            envelope = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200 if receiver.take(envelope) else 503)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with http.server.ThreadingHTTPServer((address, 0), Handler) as server:
        server.daemon_threads = True
        # The handshake belongs to the thread of its connection: here it would hold up all others.
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        receiver.url = f"https://{address}:{server.server_address[1]}/"
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
