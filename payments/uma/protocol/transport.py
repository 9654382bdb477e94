"""Transport of messages: by the safe client, or, to an identity of this service, within the process.

If threads of the web server asked their own service over the network, each would wait for another thread, and possibly
all of them for ever. So such a message goes through the same middleware, routes and views by a function call.
"""

import contextlib
import dataclasses
import functools
import io
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest
from django.db import connection
from django.http import HttpResponse

from payments.uma import messages
from payments.uma.protocol import hosts
from webhooks.delivery import client

_OWN_PATHS = ("/.well-known/", "/uma/")
"""Paths of our own that a counterparty may make us request."""


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """The reply: at most `messages.MAX_BODY_BYTES` and one byte more of the body, so that an excess is noticed."""

    status: int
    body: bytes

    @property
    def is_ok(self) -> bool:
        """Tell whether the status is a success."""
        return 200 <= self.status < 300


class Unreachable(Exception):
    """There was no answer. The text gives the reason, for logs and staff."""


Slot = contextlib.AbstractContextManager[object]


def get(url: str, *, environment: str, timeout_seconds: float | None = None, slot: Slot | None = None) -> Answer:
    """Ask for a document, for a platform of an environment.

    A thread of the web server passes a `slot`, which is held while waiting for the network; raises its errors too.
    Raises Unreachable. Never in a database transaction: it may take seconds.
    """
    return _send("GET", url, b"", environment, timeout_seconds, slot)


def post(url: str, body: bytes, *, environment: str, slot: Slot | None = None) -> Answer:
    """Send a message (JSON), as `get` asks."""
    return _send("POST", url, body, environment, None, slot)


def get_outside(url: str, *, timeout_seconds: float) -> Answer:
    """Ask for a document over the network, even of this service: the answer shows who serves the name.

    Raises Unreachable. Never in a database transaction: it may take seconds.
    """
    _require_no_transaction()
    return _over_network("GET", url, urlsplit(url), b"", timeout_seconds, None)


def _send(  # noqa: PLR0917 - passed on as they are
    method: str, url: str, body: bytes, environment: str, timeout_seconds: float | None, slot: Slot | None
) -> Answer:
    _require_no_transaction()
    try:
        parts = urlsplit(url)
        is_own = _is_own(parts, environment)
    except ValueError:
        raise Unreachable("not an address") from None
    if is_own:
        return _call(method, parts, body, environment)
    return _over_network(method, url, parts, body, timeout_seconds, slot)


def _over_network(  # noqa: PLR0917 - passed on as they are
    method: str, url: str, parts: SplitResult, body: bytes, timeout_seconds: float | None, slot: Slot | None
) -> Answer:
    request = client.Request(
        url=url,
        method=method,
        body=body,
        headers={"Content-Type": "application/json"} if body else {},
        keep_bytes=messages.MAX_BODY_BYTES + 1,
        read_bytes=messages.MAX_BODY_BYTES + 1,
        timeout_seconds=timeout_seconds or settings.UMA_TIMEOUT_SECONDS,
    )
    with slot or contextlib.nullcontext():
        reply = client.send(_to_loopback(request, parts))
    if reply.status is None:
        raise Unreachable(reply.failure.value if reply.failure else "no reply")
    return Answer(reply.status, reply.body)


def _require_no_transaction() -> None:
    # A test's own transaction around everything does not count.
    own = [block for block in connection.atomic_blocks if not getattr(block, "_from_testcase", False)]
    assert not own, "no network call inside a database transaction"


def _is_own(parts: SplitResult, environment: str) -> bool:
    if parts.netloc.lower() == urlsplit(settings.PUBLIC_BASE_URL).netloc.lower():
        return True
    return hosts.of_name(parts.hostname or "", environment=environment) is not None


def _to_loopback(request: client.Request, parts: SplitResult) -> client.Request:
    """Redirect a request for a domain in the setting to this machine: to another service of a test."""
    places = settings.UMA_LOOPBACK
    place = places.get((parts.hostname or "").lower())
    if place is not None:
        moved = parts._replace(scheme="http", netloc=place).geturl()
        headers = {**request.headers, "Host": parts.netloc}
        return dataclasses.replace(request, url=moved, headers=headers, allow_loopback=True)
    if parts.netloc in places.values():
        return dataclasses.replace(request, allow_loopback=True)
    return request


def _call(method: str, parts: SplitResult, body: bytes, environment: str) -> Answer:
    if not parts.path.startswith(_OWN_PATHS):
        raise Unreachable("not a path of the protocol")
    request = WSGIRequest(
        {
            "REQUEST_METHOD": method,
            "PATH_INFO": parts.path,
            "QUERY_STRING": parts.query,
            "HTTP_HOST": parts.netloc,
            "SERVER_NAME": parts.hostname,
            "SERVER_PORT": "443",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.url_scheme": "https",
            "wsgi.input": io.BytesIO(body),
            hosts.IN_PROCESS: environment,
        }
    )
    response = _handler().get_response(request)
    assert isinstance(response, HttpResponse), "the views of the protocol answer in one piece"
    return Answer(response.status_code, response.content[: messages.MAX_BODY_BYTES + 1])


@functools.cache
def _handler() -> BaseHandler:
    handler = BaseHandler()
    handler.load_middleware()
    return handler
