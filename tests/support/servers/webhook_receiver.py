"""A platform's webhook endpoint for tests: a real HTTP server on loopback that records what it gets.

It checks signatures with code of its own, as a platform would: nothing of the service's signing is used.
"""

import base64
import dataclasses
import functools
import http.server
import json
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable
from typing import Any, Self

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from tests.support import patience

_PEM = re.compile(r"-----BEGIN PUBLIC KEY-----.+?-----END PUBLIC KEY-----\n?", re.DOTALL)


@dataclasses.dataclass(frozen=True)
class Received:
    """One request as it came in."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    at: float

    @functools.cached_property
    def json(self) -> Any:
        """What the body says; parsed once, since tests that wait look at all that was received again and again."""
        return json.loads(self.body)


Listener = Callable[[Received], object]


@dataclasses.dataclass(frozen=True)
class Answer:
    """What the receiver answers to one request. `delay` in seconds comes before the status."""

    status: int = 200
    body: bytes = b"ok"
    headers: dict[str, str] = dataclasses.field(default_factory=dict)
    delay: float = 0


class Receiver:
    """Records requests in `received`; gives `answers` one after the other and `default` from then on."""

    def __init__(self, tls: ssl.SSLContext | None = None, *, address: str = "127.0.0.1") -> None:
        self.received: list[Received] = []
        self.answers: list[Answer] = []
        self.default = Answer()
        self.on_request: Listener = lambda _: None
        self._changed = threading.Condition()
        self._server = _Server((address, 0), self)
        if tls is not None:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self._scheme = "https" if tls else "http"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        return f"{self._scheme}://127.0.0.1:{self.port}/webhooks"

    @property
    def ids(self) -> list[str]:
        return [request.json["id"] for request in self.received]

    @property
    def types(self) -> list[str]:
        return [request.json["type"] for request in self.received]

    def wait_for(self, count: int, seconds: float = patience.LONG) -> list[Received]:
        """Return what was received as soon as it is `count` requests; fails when that takes too long."""
        with self._changed:
            arrived = self._changed.wait_for(lambda: len(self.received) >= count, seconds)
        assert arrived, f"{len(self.received)} of {count} requests came within {seconds} s"
        return self.received

    def take(self, request: Received) -> Answer:
        with self._changed:
            self.received.append(request)
            answer = self.answers.pop(0) if self.answers else self.default
            self._changed.notify_all()
        self.on_request(request)
        time.sleep(answer.delay)
        return answer


def is_signed_by(request: Received, pem: str) -> bool:
    """Tell whether `X-Service-Signature` fits one of the P-256 keys in `pem`."""
    signature = base64.b64decode(request.headers["X-Service-Signature"], validate=True)
    return any(_fits_p256(block, signature, request.body) for block in _PEM.findall(pem))


def is_standard_webhook(request: Received, key: str, tolerance: float = 300) -> bool:
    """Tell whether the Standard Webhooks headers fit `key`, a `whpk_` text."""
    public = ed25519.Ed25519PublicKey.from_public_bytes(base64.b64decode(key.removeprefix("whpk_")))
    event_id, timestamp = request.headers["Webhook-Id"], request.headers["Webhook-Timestamp"]
    if abs(time.time() - int(timestamp)) > tolerance:
        return False
    signed = f"{event_id}.{timestamp}.".encode() + request.body
    for entry in request.headers["Webhook-Signature"].split(" "):
        version, _, signature = entry.partition(",")
        assert version == "v1a"
        try:
            public.verify(base64.b64decode(signature, validate=True), signed)
        except Exception:  # noqa: BLE001
            continue
        return True
    return False


def _fits_p256(pem: str, signature: bytes, body: bytes) -> bool:
    key = serialization.load_pem_public_key(pem.encode())
    assert isinstance(key, ec.EllipticCurvePublicKey)
    assert isinstance(key.curve, ec.SECP256R1)
    try:
        key.verify(signature, body, ec.ECDSA(hashes.SHA256()))
    except Exception:  # noqa: BLE001
        return False
    return True


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    # The default of 5 makes a burst of connections wait a second for their second attempt.
    request_queue_size = 512
    # A test that ends must not wait for connections that a client keeps open.
    block_on_close = False

    def __init__(self, address: tuple[str, int], receiver: Receiver) -> None:
        self.receiver = receiver
        super().__init__(address, _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is part of some tests."""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def setup(self) -> None:
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        request = Received(self.command, self.path, dict(self.headers.items()), body, time.monotonic())
        answer = self.server.receiver.take(request)
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)

    do_GET = do_POST = do_PUT = answer

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Stay quiet."""
