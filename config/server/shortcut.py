"""A shortcut for requests with a small body or none, which are nearly all.

The web server passes each request to the event loop, and each piece of a body again: each time another thread has to
wait for Python's lock. The shortcut handles them in the web server's own thread, when it calls the loop's
`call_soon_threadsafe`, and passes them directly to a thread that answers. Larger requests, and calls in a form other
than today's, take the web server's usual and more expensive way.

A request of the API is passed to its thread at once and gets its body there: threads with a request announce it before
they ask the database, and share the query. A thread waits a few milliseconds for a body; if it is not complete by
then, the request is handled again when it is.
"""

import asyncio
import logging
import threading
import time
import types
from typing import Any, Protocol

from granian.rsgi import HTTPProtocol, Scope

from config.server import bodies
from platforms.http import bodies as large
from platforms.http import middleware

logger = logging.getLogger(__name__)
_MEETING_SECONDS = 0.004
"""How long a thread waits for a small body, which usually comes with the request."""


class Receiver(Protocol):
    """The functions called with requests. None of them raises."""

    def is_here(
        self, scope: Scope, protocol: HTTPProtocol, body: bodies.Body | None, announced: large.Announced | None
    ) -> None:
        """Take a request whose body has arrived, or is awaited by the thread that answers."""

    def is_refused(self, scope: Scope, protocol: HTTPProtocol, reason: Exception) -> None:
        """Take a request whose body did not arrive in time, or not completely."""


class _Meeting:
    """Synchronises a body with the thread that may wait for it. The second of the two continues the request."""

    __slots__ = ("_first", "_signal")

    def __init__(self) -> None:
        self._first = [True]
        self._signal = threading.Lock()
        self._signal.acquire()

    def is_second(self) -> bool:
        try:
            self._first.pop()
        except IndexError:
            return True
        return False

    def wait(self) -> bool:
        """Wait for the body, in the thread; tell whether it has arrived."""
        return self._signal.acquire(timeout=_MEETING_SECONDS) or self.is_second()

    def tell(self) -> None:
        """Tell the thread that the body has arrived."""
        self._signal.release()


class _Arrival:
    """A small body being received. Called with the future of each piece.

    It must not be part of a reference cycle: the connection stays open for as long as it holds the request.
    """

    __slots__ = ("announced", "body", "future", "meeting", "protocol", "scope", "shortcut", "since")

    def __init__(self, shortcut: "Shortcut", scope: Scope, protocol: HTTPProtocol, body: bodies.Body) -> None:
        self.shortcut, self.scope, self.protocol, self.body = shortcut, scope, protocol, body
        self.since = time.monotonic()
        self.announced: large.Announced | None = None
        self.meeting = _Meeting()
        self.future: Any = None

    def __call__(self, future: Any) -> None:
        if not future.cancelled():
            self.shortcut.came(self, future.result())

    def detach(self) -> Any:
        """Forget the future and return it: the two reference each other."""
        future, self.future = self.future, None
        return future


class Shortcut:
    """The shortcut of one process."""

    def __init__(self, loop: asyncio.AbstractEventLoop, receiver: Receiver) -> None:
        """Install it: from now on calls to the loop from other threads come here first."""
        self._receiver = receiver
        self._waiting: dict[_Arrival, None] = {}
        """Bodies being received; the one silent for longest comes first."""
        plainly = loop.call_soon_threadsafe

        def call_soon_threadsafe(callback: Any, *arguments: Any, context: Any = None) -> Any:
            if type(callback) is _Arrival:
                return callback(*arguments)
            if len(arguments) == 2 and self._takes(*arguments):
                return None
            return plainly(callback, *arguments, context=context)

        loop.call_soon_threadsafe = call_soon_threadsafe  # type: ignore[method-assign, assignment]

    def sweep(self) -> None:
        """Give up bodies that have stopped; to be called by the event loop every second or so."""
        latest = time.monotonic() - bodies.pause_seconds()
        for arrival in list(self._waiting):
            if arrival.since > latest:
                return
            if self._waiting.pop(arrival, self) is None:
                arrival.detach().cancel()
                self._refuse(arrival, bodies.Slow())

    def came(self, arrival: _Arrival, piece: bytes) -> None:
        """Take a piece of a body, in the web server's thread."""
        if self._waiting.pop(arrival, self) is self:
            return
        arrival.detach()
        try:
            is_whole = arrival.body.take(piece)
        except (bodies.Cut, bodies.Slow) as reason:
            self._refuse(arrival, reason)
            return
        if not is_whole:
            arrival.since = time.monotonic()
            self._await_next(arrival)
        elif arrival.body.is_answered:
            arrival.body.close()
        elif arrival.meeting.is_second():
            if arrival.announced is not None:
                arrival.announced.was_looked_at = True
            self._receiver.is_here(arrival.scope, arrival.protocol, arrival.body, arrival.announced)
        else:
            arrival.meeting.tell()

    def _refuse(self, arrival: _Arrival, reason: Exception) -> None:
        if not arrival.body.is_answered:
            self._receiver.is_refused(arrival.scope, arrival.protocol, reason)
        arrival.body.close()

    def _await_next(self, arrival: _Arrival) -> None:
        self._waiting[arrival] = None
        arrival.future = arrival.body.next_piece()
        # It can't have arrived yet: this thread would bring it.
        arrival.future.add_done_callback(arrival)

    def _takes(self, coroutine: Any, handed: Any) -> bool:
        """Take a call of the web server: a coroutine that would answer, and the request."""
        scope, protocol = getattr(handed, "scope", None), getattr(handed, "proto", None)
        if scope is None or protocol is None or type(coroutine) is not types.CoroutineType:
            return False
        # The web server does not handle exceptions.
        try:
            is_taken = self._take(scope, protocol)
        except Exception:
            logger.exception("a request was lost")
            is_taken = True
        if is_taken:
            coroutine.close()
        return is_taken

    def _take(self, scope: Scope, protocol: HTTPProtocol) -> bool:
        headers = scope.headers
        if "transfer-encoding" in headers:
            return False
        length = headers.get("content-length", "0")
        if length == "0":
            self._receiver.is_here(scope, protocol, None, None)
            return True
        if int(length) > bodies.AT_ONCE:
            return False
        arrival = _Arrival(self, scope, protocol, bodies.Body(scope, protocol))
        if middleware.is_api_path(scope.path):
            arrival.announced = large.Announced(arrival.meeting.wait)
            self._receiver.is_here(scope, protocol, arrival.body, arrival.announced)
        else:
            arrival.meeting.is_second()
        self._await_next(arrival)
        return True
