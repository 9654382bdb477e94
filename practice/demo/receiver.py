"""The fintech's webhook endpoint: counts what it is told, answers as it is told to, and fails in the end."""

import contextlib
import http.server
import json
import threading
from typing import Any, Self

_QUESTION = "INCOMING_PAYMENT.PENDING"
_HANGING_SECONDS = 60
"""After that even a caller that never hangs up is left alone."""

SILENT = 0
"""As the answer to a question: none."""


class Receiver:
    """An HTTP server on loopback. `status` is the answer to events, `approval` the one to questions."""

    def __init__(self) -> None:
        """Take a free port."""
        self.status = 200
        self.approval = 200
        self.failed = 0
        self.taken = 0
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.receiver = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self) -> Self:
        """Begin to answer."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End: from now on nobody answers at this address."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """Where events go."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/webhooks"

    def answer(self, event: dict[str, Any]) -> int:
        """Return the HTTP status for an event."""
        status = self.approval if event.get("type") == _QUESTION else self.status
        self.failed += status >= 500
        self.taken += status == 200
        return status


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    receiver: Receiver


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_POST(self) -> None:
        """Take an event."""
        content = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        status = self.server.receiver.answer(json.loads(content))
        if status == SILENT:
            self._wait_until_the_caller_has_gone()
            return
        reply = b"{}" if status < 400 else b'{"reason": "The account of the receiver is closed."}'
        self.send_response(status)
        self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def _wait_until_the_caller_has_gone(self) -> None:
        self.close_connection = True
        self.connection.settimeout(_HANGING_SECONDS)
        with contextlib.suppress(OSError):
            self.connection.recv(1)

    def log_message(self, *_: object) -> None:
        """Say nothing: the screen shows the progress of the demo."""
