"""A proxy that connects with what it is told to, as one that guards the way out of a network does."""

import base64
import contextlib
import socket
import threading
from typing import Self


class ConnectProxy:
    """Answers CONNECT; leads every connection to one address of this machine, and remembers what it was asked for."""

    def __init__(self, leads_to: tuple[str, int], answer: bytes = b"HTTP/1.1 200 Connected\r\n\r\n") -> None:
        self.heads: list[str] = []
        self._leads_to, self._answer = leads_to, answer
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self._open: list[socket.socket] = []

    def __enter__(self) -> Self:
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        for each in (self._socket, *self._open):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    @property
    def asked(self) -> list[str]:
        """The first line of each request."""
        return [head.partition("\r\n")[0] for head in self.heads]

    def header(self, name: str) -> str:
        """A header of the last request; empty without."""
        lines = dict(line.split(": ", 1) for line in self.heads[-1].split("\r\n")[1:] if line)
        return {key.lower(): value for key, value in lines.items()}.get(name.lower(), "")

    @property
    def credentials(self) -> str:
        return base64.b64decode(self.header("Proxy-Authorization").removeprefix("Basic ")).decode()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._socket.accept()
                self._open.append(client)
                threading.Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client: socket.socket) -> None:
        head = b""
        while b"\r\n\r\n" not in head:
            more = client.recv(4096)
            if not more:
                return
            head += more
        self.heads.append(head.decode())
        client.sendall(self._answer)
        if b" 200 " not in self._answer:
            client.close()
            return
        target = socket.create_connection(self._leads_to)
        self._open.append(target)
        for one, other in ((client, target), (target, client)):
            threading.Thread(target=_pump, args=(one, other), daemon=True).start()


def _pump(one: socket.socket, other: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
        other.shutdown(socket.SHUT_WR)
