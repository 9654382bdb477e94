"""Virus scanning: a port, and an adapter for ClamAV. Without a scanner nothing is scanned.

CLAMAV_ADDRESS says where one listens: `tcp://host:3310` or `unix:///run/clamav/clamd.ctl`.
"""

import socket
from typing import IO, Protocol
from urllib.parse import urlsplit

from django.conf import settings

_CHUNK_BYTES = 64 * 1024
_LONGEST_ANSWER = 4096
_CONNECT_SECONDS = 5
_SCAN_SECONDS = 60


class ScannerUnavailable(Exception):
    """The scanner did not answer, or not in a way that tells whether the file is clean."""


class Scanner(Protocol):
    """A virus scanner."""

    def scan(self, file: IO[bytes]) -> str | None:
        """Return the name of the virus found in a file, None when it is clean; raises ScannerUnavailable."""


def scan(file: IO[bytes]) -> str | None:
    """Ask the configured scanner; None when there is none, or when the file is clean."""
    scanner = configured()
    if scanner is None:
        return None
    file.seek(0)
    return scanner.scan(file)


def configured() -> Scanner | None:
    """Return the scanner of the settings, if any; raises ValueError for an invalid address."""
    return ClamAv(settings.CLAMAV_ADDRESS) if settings.CLAMAV_ADDRESS else None


class ClamAv:
    """The daemon of ClamAV, by its INSTREAM command: the file goes over the socket in chunks, nothing is shared."""

    def __init__(self, address: str) -> None:
        """Take `tcp://host:port` or `unix:///path`; raises ValueError."""
        parts = urlsplit(address)
        if parts.scheme == "tcp" and parts.hostname:
            self._tcp: tuple[str, int] | None = (parts.hostname, parts.port or 3310)
        elif parts.scheme == "unix" and parts.path:
            self._tcp = None
        else:
            raise ValueError(f"CLAMAV_ADDRESS must be tcp://host:port or unix:///path, not {address!r}")
        self._path = parts.path

    def scan(self, file: IO[bytes]) -> str | None:
        """Send a file and read the verdict."""
        try:
            with self._connect() as connection:
                connection.settimeout(_SCAN_SECONDS)
                _send(connection, file)
                answer = _receive(connection)
        except OSError as error:
            raise ScannerUnavailable(f"the virus scanner can't be reached: {error}") from error
        return _verdict(answer)

    def _connect(self) -> socket.socket:
        if self._tcp is not None:
            return socket.create_connection(self._tcp, timeout=_CONNECT_SECONDS)
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.settimeout(_CONNECT_SECONDS)
            connection.connect(self._path)
        except OSError:
            connection.close()
            raise
        return connection


def _send(connection: socket.socket, file: IO[bytes]) -> None:
    # The daemon stops reading a file above its own limit, and says so: its answer counts, not the failed sending.
    try:
        connection.sendall(b"zINSTREAM\0")
        while chunk := file.read(_CHUNK_BYTES):
            connection.sendall(len(chunk).to_bytes(4, "big") + chunk)
        connection.sendall(bytes(4))
    except (BrokenPipeError, ConnectionResetError):
        pass


def _receive(connection: socket.socket) -> str:
    answer = b""
    while not answer.endswith(b"\0") and len(answer) < _LONGEST_ANSWER:
        part = connection.recv(_LONGEST_ANSWER)
        if not part:
            break
        answer += part
    return answer.rstrip(b"\0\n").decode(errors="replace")


def _verdict(answer: str) -> str | None:
    if answer == "stream: OK":
        return None
    if answer.startswith("stream: ") and answer.endswith(" FOUND"):
        return answer.removeprefix("stream: ").removesuffix(" FOUND")
    raise ScannerUnavailable(f"the virus scanner answered {answer[:200]!r}")
