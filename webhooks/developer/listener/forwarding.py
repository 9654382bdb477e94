"""Forwarding: the very headers and bytes of an event to an address that the developer named."""

import dataclasses
import http.client
import time
import urllib.parse
from collections.abc import Mapping

_SECONDS = 10
"""How long a receiver may take: as long as an endpoint may."""
_READ_BYTES = 64 * 1024


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """The status that the receiver gave, or why there is none."""

    status: int | None
    milliseconds: int
    failure: str = ""

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


def forward(url: str, *, headers: Mapping[str, str], body: bytes) -> Outcome:
    """Send an event and wait for the answer. Never raises for what the receiver does; follows no redirect."""
    began = time.perf_counter()
    status, failure = None, ""
    try:
        status = _post(url, headers=headers, body=body)
    except TimeoutError:
        failure = f"no answer within {_SECONDS} s"
    except (OSError, http.client.HTTPException) as error:
        failure = f"no answer: {getattr(error, 'strerror', None) or error or type(error).__name__}"
    return Outcome(status, round((time.perf_counter() - began) * 1000), failure)


def _post(url: str, *, headers: Mapping[str, str], body: bytes) -> int:
    parts = urllib.parse.urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=_SECONDS)
    try:
        target = urllib.parse.urlunsplit(("", "", parts.path or "/", parts.query, ""))
        connection.request("POST", target, body=body, headers=dict(headers))
        response = connection.getresponse()
        response.read(_READ_BYTES)
        return response.status
    finally:
        connection.close()
