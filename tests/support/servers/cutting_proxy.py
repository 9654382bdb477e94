"""A proxy that loses what passes it: at a given byte of the request or of the reply, or holds the request back."""

import contextlib
import dataclasses
import socket
import threading
from collections.abc import Callable
from typing import Self

from tests.support import patience


@dataclasses.dataclass(frozen=True)
class Cut:
    """Where a connection ends. Of what is None, all passes."""

    request: int | None = None
    """Bytes of the request that reach the service."""
    reply: int | None = None
    """Bytes of the reply that reach the client. The service has done its work before the first of them."""
    is_late: bool = False
    """The client is cut off, and the request goes on to the service when the proxy is told to send it."""


class CuttingProxy:
    """Leads each connection to a port of this machine, and ends it as `cut_of` says for the head of the request."""

    def __init__(self, port: int, cut_of: Callable[[bytes], Cut]) -> None:
        self._target, self._cut_of = ("127.0.0.1", port), cut_of
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self._listener.getsockname()[1]
        self._held: dict[bytes, bytes] = {}
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Self:
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(patience.LONG)

    def send_late(self, name: bytes) -> bytes:
        """Send the request held back that has `name` in it; return the service's reply."""
        [head] = [head for head in self._held if name in head]
        with socket.create_connection(self._target) as service:
            service.sendall(self._held[head])
            return _all_of(service)

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                thread = threading.Thread(target=self._pass, args=(client,), daemon=True)
                self._threads.append(thread)
                thread.start()

    def _pass(self, client: socket.socket) -> None:
        # The client says that it has sent all by closing its side.
        with contextlib.suppress(OSError), client:
            request = _all_of(client)
            head = request.partition(b"\r\n\r\n")[0]
            cut = self._cut_of(head)
            if cut.is_late:
                self._held[head] = request
                return
            with socket.create_connection(self._target) as service:
                service.sendall(request[: cut.request])
                if cut.request is not None:
                    return
                reply = _all_of(service)
            client.sendall(reply[: cut.reply])


def _all_of(sender: socket.socket) -> bytes:
    parts = []
    while part := sender.recv(65536):
        parts.append(part)
    return b"".join(parts)
