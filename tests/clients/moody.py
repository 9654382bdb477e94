"""A service that plays what goes wrong between a client and the real one: a real HTTP server on loopback."""

import dataclasses
import http.server
import json
import socket
import threading
from collections.abc import Mapping
from typing import Any, Self


@dataclasses.dataclass(frozen=True)
class Answer:
    """What is answered to one request."""

    status: int = 200
    body: bytes = b"{}"
    headers: Mapping[str, str] = dataclasses.field(default_factory=dict)
    is_cut: bool = False
    """The connection ends in the middle of the body."""
    is_dropped: bool = False
    """The connection ends without a reply."""


@dataclasses.dataclass(frozen=True)
class Seen:
    """A request as it came."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def key(self) -> str | None:
        return self.headers.get("idempotency-key")


def refusal(
    status: int, code: str, *, details: dict[str, Any] | None = None, retryable: bool | None = None, **headers: str
) -> Answer:
    body = {"status": status, "code": code, "message": "No.", **({"details": details} if details else {})}
    body |= {} if retryable is None else {"retryable": retryable}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, json.dumps(body).encode(), {"X-Request-Id": "request-1", **named})


def reply(body: Any, status: int = 200) -> Answer:
    return Answer(status, json.dumps(body).encode())


class Moody:
    """Gives `answers` one after the other, the last of them for ever; what came is in `seen`."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.seen: list[Seen] = []
        self._server = _Server(("127.0.0.1", 0), self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/2025-10-13"

    def take(self, seen: Seen) -> Answer:
        self.seen.append(seen)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, address: tuple[str, int], moody: Moody) -> None:
        self.moody = moody
        super().__init__(address, _Handler)


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        answer = self.server.moody.take(Seen(self.command, self.path, headers, body))
        if answer.is_dropped:
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
            return
        self.send_response(answer.status)
        for name, value in {"Content-Type": "application/json", **answer.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body) + 10 * answer.is_cut))
        self.end_headers()
        self.wfile.write(answer.body)
        if answer.is_cut:
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Stay quiet."""
