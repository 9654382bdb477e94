"""A wire between a client and a server on this machine, which can be cut and tapped."""

import contextlib
import socket
import threading
from collections.abc import Callable
from typing import Self


class Wire:
    """Passes bytes on to a port. `tamper` changes what the server says on its way back."""

    def __init__(self, port: int) -> None:
        self._to = port
        self.tamper: Callable[[bytes], bytes] = lambda content: content
        self._is_cut = False
        self.said = bytearray()
        """All that the server has said, as it came."""
        self._open: list[socket.socket] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()
        self._server.close()

    def cut(self) -> None:
        """End what is open, and everything that is tried from now on."""
        self._is_cut = True
        for end in self._open:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._open.clear()

    def repair(self) -> None:
        self._is_cut = False

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._server.accept()
                if self._is_cut:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._to))
                self._open += [near, far]
                threading.Thread(target=self._pass, args=(near, far, lambda content: content), daemon=True).start()
                threading.Thread(target=self._pass, args=(far, near, self._heard), daemon=True).start()

    def _heard(self, content: bytes) -> bytes:
        self.said += content
        return self.tamper(content)

    @staticmethod
    def _pass(source: socket.socket, sink: socket.socket, change: Callable[[bytes], bytes]) -> None:
        with contextlib.suppress(OSError), source, sink:
            while content := source.recv(65536):
                sink.sendall(change(content))
            sink.shutdown(socket.SHUT_WR)
