"""Forwarding of an event, with its exact headers and bytes, to an address named by the developer."""

import dataclasses
import http.client
import time
import urllib.parse
from collections.abc import Mapping

SECONDS = 10
"""How long a receiver may take: as long as an endpoint may."""
_READ_BYTES = 64 * 1024


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """The receiver's status, or why there is none."""

    status: int | None
    milliseconds: int
    failure: str = ""
    is_timeout: bool = False
    body: bytes = b""

    def __str__(self) -> str:
        answer = str(self.status) if self.status is not None else self.failure
        return f"{answer} ({self.milliseconds} ms)"


def is_possible(url: str) -> bool:
    """Tell whether events can be sent to an address."""
    try:
        parts = urllib.parse.urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def forward(url: str, *, headers: Mapping[str, str], body: bytes, seconds: int = SECONDS) -> Outcome:
    """Send an event and wait for the answer. Never raises for what the receiver does; follows no redirect."""
    began = time.perf_counter()
    status, failure, said, is_timeout = None, "", b"", False
    try:
        status, said = _post(url, headers=headers, body=body, seconds=seconds)
    except TimeoutError:
        failure, is_timeout = f"no answer within {seconds} s", True
    except (OSError, http.client.HTTPException) as error:
        failure = f"no answer: {getattr(error, 'strerror', None) or error or type(error).__name__}"
    return Outcome(status, round((time.perf_counter() - began) * 1000), failure, is_timeout, said)


def _post(url: str, *, headers: Mapping[str, str], body: bytes, seconds: int) -> tuple[int, bytes]:
    parts = urllib.parse.urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=seconds)
    try:
        target = urllib.parse.urlunsplit(("", "", parts.path or "/", parts.query, ""))
        connection.request("POST", target, body=body, headers=dict(headers))
        response = http.client.HTTPResponse(connection.sock, method="POST")
        try:
            response.begin()
        except http.client.HTTPException:
            # Too many headers, for example. The service counts the status as well.
            if not isinstance(response.status, int):
                raise
            return response.status, b""
        return response.status, response.read(_READ_BYTES)
    finally:
        connection.close()
