"""HTTP client for addresses chosen by others: the only way out of the service to them.

https to public addresses only, and to networks that the caller allows: the name is resolved, every address is checked,
and the connection goes to a checked address, so a name that resolves differently a second time gains nothing. No
redirects, no cookies, no proxy but the operator's, which is told a checked address; time and bytes read are bounded.
Plain http only where the caller allows loopback and names it.

Requests run on one event loop per process, in its own thread: connections stay open between calls, and
callers remain plain blocking code that may use the database.
"""

import asyncio
import dataclasses
import enum
from collections.abc import Callable, Iterable, Mapping
from typing import IO, TYPE_CHECKING, TypeVar

from platforms.base import network_addresses

if TYPE_CHECKING:
    from webhooks.delivery.client_engine import Engine

KEPT_BYTES = 2048
"""How much of a reply is kept."""
READ_BYTES = 64 * 1024
"""How much of a reply is read before the connection is cut, unless the request says otherwise."""

_LONGEST_LOCATION = 2048

Tag = TypeVar("Tag")


class Failure(enum.StrEnum):
    """Why there was no reply."""

    REFUSED_ADDRESS = "REFUSED_ADDRESS"
    UNREACHABLE = "UNREACHABLE"
    TLS = "TLS"
    TIMEOUT = "TIMEOUT"
    PROTOCOL = "PROTOCOL"


@dataclasses.dataclass(frozen=True, slots=True)
class Request:
    """A request to send. `allow_loopback` opens `localhost` and loopback addresses, over http too.

    `networks` are open beside the public internet, over https.
    """

    url: str
    body: bytes = b""
    headers: Mapping[str, str] = dataclasses.field(default_factory=dict)
    method: str = "POST"
    allow_loopback: bool = False
    networks: tuple[network_addresses.Network, ...] = ()
    keep_bytes: int = KEPT_BYTES
    read_bytes: int = READ_BYTES
    """Bytes of the reply that are read at most."""
    timeout_seconds: float | None = None
    """None means the value of the setting."""
    sink: IO[bytes] | None = None
    """Where the body goes as it comes, for one that is too large for memory; then the reply has none."""


@dataclasses.dataclass(frozen=True, slots=True)
class Reply:
    """A reply: the status with the first bytes of the body, or the failure."""

    status: int | None
    body: bytes
    milliseconds: int
    failure: Failure | None = None
    retry_after: str = ""
    location: str = ""
    """Where a redirect leads, which is not followed."""

    @property
    def is_success(self) -> bool:
        """Tell whether the status is 2xx."""
        return self.status is not None and 200 <= self.status < 300

    @property
    def text(self) -> str:
        """The kept body as text that a database column can hold."""
        return self.body.decode("utf-8", "replace").replace("\0", "\ufffd")

    @property
    def told_location(self) -> str:
        """Where a redirect leads, as a database column can hold it; empty where the status is no redirect."""
        is_redirect = self.status is not None and 300 <= self.status < 400
        return self.location[:_LONGEST_LOCATION].replace("\0", "\ufffd") if is_redirect else ""


def send(request: Request) -> Reply:
    """Send one request and wait for its reply. Never raises for anything the other side does."""
    engine = _engine()
    return asyncio.run_coroutine_threadsafe(engine.send(request), engine.loop).result()


def send_all(requests: Iterable[tuple[Tag, Request]], done: Callable[[Tag, Reply], None]) -> None:
    """Start all requests and return at once; `done` is called on the client's thread as each one ends."""
    engine = _engine()
    engine.loop.call_soon_threadsafe(engine.start, list(requests), done)


def _engine() -> "Engine":
    from webhooks.delivery.client_engine import Engine  # noqa: PLC0415 - its cost: see there

    return Engine.of_this_process()
