"""A shorter way for requests whose body is small or missing, which are nearly all.

The web server hands each request to the event loop, and each piece of a body again: changes of threads, of which each
waits for Python's lock. Here they are seen in the web server's own thread instead, when it calls the loop's
`call_soon_threadsafe`, and go from there to a thread that answers. What is not small, or is handed over in another form
than that of today, goes the web server's way, and costs more.

A request of the API goes to its thread at once and meets its body there: threads that have a request each say so before
they ask the database, and share the question. A thread waits a few milliseconds for a body, and no longer: then the
request comes again when the body is here.
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
    """What is told of requests. None of it raises."""

    def is_here(
        self, scope: Scope, protocol: HTTPProtocol, body: bodies.Body | None, announced: large.Announced | None
    ) -> None:
        """Take a request whose body is here, or is awaited by the thread that answers."""

    def is_refused(self, scope: Scope, protocol: HTTPProtocol, reason: Exception) -> None:
        """Take a request of whose body nothing came in time, or not all."""


class _Meeting:
    """Of a body and the thread that may wait for it. Who comes second sees to the request."""

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
        """Wait for the body, in the thread; tell whether it is here."""
        return self._signal.acquire(timeout=_MEETING_SECONDS) or self.is_second()

    def tell(self) -> None:
        """Tell the thread that the body is here."""
        self._signal.release()


class _Arrival:
    """A small body on its way. Called with the future of each piece.

    Nothing may hold it in a circle: the connection stays open for as long as it holds the request.
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

    def let_go(self) -> Any:
        """Forget the future and return it: the two hold each other."""
        future, self.future = self.future, None
        return future


class Shortcut:
    """The shorter way of one process."""

    def __init__(self, loop: asyncio.AbstractEventLoop, receiver: Receiver) -> None:
        """Set it up: from now on the loop's callers from other threads come here first."""
        self._receiver = receiver
        self._waiting: dict[_Arrival, None] = {}
        """Who has sent nothing for longest comes first."""
        plainly = loop.call_soon_threadsafe

        def call_soon_threadsafe(callback: Any, *arguments: Any, context: Any = None) -> Any:
            if type(callback) is _Arrival:
                return callback(*arguments)
            if len(arguments) == 2 and self._takes(*arguments):
                return None
            return plainly(callback, *arguments, context=context)

        loop.call_soon_threadsafe = call_soon_threadsafe  # type: ignore[method-assign, assignment]

    def sweep(self) -> None:
        """Give up bodies that do not go on; to be called by the event loop every second or so."""
        latest = time.monotonic() - bodies.pause_seconds()
        for arrival in list(self._waiting):
            if arrival.since > latest:
                return
            if self._waiting.pop(arrival, self) is None:
                arrival.let_go().cancel()
                self._refuse(arrival, bodies.Slow())

    def came(self, arrival: _Arrival, piece: bytes) -> None:
        """Take a piece of a body, in the web server's thread."""
        if self._waiting.pop(arrival, self) is self:
            return
        arrival.let_go()
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
        # It can't have come yet: this thread would bring it.
        arrival.future.add_done_callback(arrival)

    def _takes(self, coroutine: Any, handed: Any) -> bool:
        """Take what the web server hands over: a coroutine that would answer, and the request."""
        scope, protocol = getattr(handed, "scope", None), getattr(handed, "proto", None)
        if scope is None or protocol is None or type(coroutine) is not types.CoroutineType:
            return False
        # The web server does not look for exceptions.
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
