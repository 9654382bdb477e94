"""A daemon that speaks the INSTREAM protocol of ClamAV over a real socket, and knows one virus."""

import contextlib
import socket
import threading
from collections.abc import Iterator

from tests.support import patience
from tests.support.compliance import sample_documents


class Clamd:
    """`answer` replaces the honest answer; `largest` is how much it reads before it refuses."""

    def __init__(self, listener: socket.socket) -> None:
        self.answer: bytes | None = None
        self.largest = 25_000_000
        self.seen: list[bytes] = []
        self._listener = listener

    def serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                with connection:
                    self._serve(connection)

    def _serve(self, connection: socket.socket) -> None:
        stream = connection.makefile("rb")
        with stream:
            assert stream.read(10) == b"zINSTREAM\0"
            content = b""
            while length := int.from_bytes(stream.read(4), "big"):
                content += stream.read(length)
                if len(content) > self.largest:
                    connection.sendall(b"INSTREAM size limit exceeded. ERROR\0")
                    return
            self.seen.append(content)
            found = sample_documents.EICAR in content
            honest = b"stream: Win.Test.EICAR_HDB-1 FOUND\0" if found else b"stream: OK\0"
            connection.sendall(honest if self.answer is None else self.answer)


@contextlib.contextmanager
def running(listener: socket.socket) -> Iterator[Clamd]:
    """Serve until the block ends."""
    daemon = Clamd(listener)
    thread = threading.Thread(target=daemon.serve, daemon=True)
    with listener:
        listener.listen()
        thread.start()
        yield daemon
        with contextlib.suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
    thread.join(patience.LONG)
