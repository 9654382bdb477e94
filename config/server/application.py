"""The application that the web server calls: it reads the body, then has a thread run Django.

Bodies that are too slow, too large or cut off, and requests beyond the number of threads, are refused here, in the
error format of their path.
"""

import asyncio
import logging
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from granian.rsgi import HTTPProtocol, Scope

from config import wsgi
from config.metrics import endpoint
from config.processes import watchdog
from config.server import bodies, environ, replies, shortcut, threads
from payments.uma.api import protocol as uma
from platforms.base import errors, metrics
from platforms.database import prepared
from platforms.http import addresses, middleware
from platforms.http import bodies as large
from platforms.http import errors as rest_errors

logger = logging.getLogger(__name__)
_SWEEP_SECONDS = 1.0
_STUCK_SECONDS = 300
"""A process all of whose threads have made the same call for so long is stuck: nobody waits for a reply any more."""
_GO_ON = 100
"""The status with which Django asks for the body."""
_BUSY = "The service is busy. Nothing was done: send the same request again."
_FULL = "Too much is being uploaded at the moment. Nothing was done: send the same request again."
_FULL_SECONDS = 5


class Application:
    """The RSGI application, called for each request in the event loop of a web process."""

    _loop: asyncio.AbstractEventLoop
    _threads: threads.Threads
    _own_threads: dict[str, threads.Threads]
    _capacity: bodies.Capacity
    _shortcut: shortcut.Shortcut

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start the threads of this process."""
        self._loop = loop
        self._threads = _start(settings.WEB_THREADS)
        # Probes and scrapes get an answer while all others wait.
        self._own_threads = {path: _start(1) for path in ("/healthz", "/readyz", endpoint.PATH)}
        self._capacity = bodies.Capacity()
        self._shortcut = shortcut.Shortcut(loop, self)
        # By then the web server listens.
        loop.call_later(_SWEEP_SECONDS, replies.end_unread, settings.BODY_SECONDS)
        loop.call_later(_SWEEP_SECONDS, self._sweep)

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let the threads end."""
        for each in self._all_threads():
            each.stop()

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        """Answer a request whose body is not small."""
        headers = scope.headers
        has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
        await self._receive(scope, protocol, bodies.Body(scope, protocol) if has_body else None)

    def is_here(
        self, scope: Scope, protocol: HTTPProtocol, body: bodies.Body | None, announced: large.Announced | None
    ) -> None:
        """Pass on a request whose body has arrived, or is awaited by the thread that answers."""

        def refuse(busy: threads.Busy) -> None:
            self.is_refused(scope, protocol, busy)
            if body is not None:
                body.finish()

        self._threads_for(scope).submit(lambda: self._answer(scope, protocol, body, announced), refuse)

    def is_refused(self, scope: Scope, protocol: HTTPProtocol, reason: Exception) -> None:
        """Refuse a request without Django's views."""
        error = _refusal_of(reason)
        request = WSGIRequest(environ.build(scope))
        response = middleware.RequestMiddleware(lambda given: _refusal(given, error))(request)
        assert isinstance(response, HttpResponse)
        self._send(protocol, response.status_code, list(response.items()), [response.content])

    async def _receive(self, scope: Scope, protocol: HTTPProtocol, body: bodies.Body | None) -> None:
        try:
            await self._read_and_answer(scope, protocol, body)
        except (threads.Busy, bodies.Slow, bodies.TooLarge, bodies.Cut, bodies.Full) as reason:
            if body is not None:
                await body.throw_away()
            self.is_refused(scope, protocol, reason)
        finally:
            if body is not None:
                body.close()

    async def _read_and_answer(self, scope: Scope, protocol: HTTPProtocol, body: bodies.Body | None) -> None:
        announced = None
        if body is not None and not await body.read(bodies.AT_ONCE):
            announced = large.Announced()
            status, headers, content = await self._threads_for(scope).run(lambda: _call(scope, body, announced))
            if status != _GO_ON:
                await body.throw_away()
                self._send(protocol, status, headers, content)
                return
            visitor = addresses.visitor_of(WSGIRequest(environ.build(scope)))
            with self._capacity.taken(visitor, announced.most_bytes if body.length is None else body.length):
                if not await body.read(announced.most_bytes):
                    raise bodies.TooLarge
                announced.was_looked_at = True
                await self._threads_for(scope).run(lambda: self._answer(scope, protocol, body, announced))
            return
        await self._threads_for(scope).run(lambda: self._answer(scope, protocol, body, announced))

    def _answer(
        self, scope: Scope, protocol: HTTPProtocol, body: bodies.Body | None, announced: large.Announced | None
    ) -> None:
        """Have Django answer, in a thread."""
        try:
            status, headers, content = _call(scope, body, announced)
            if status == _GO_ON:
                return
            self._send(protocol, status, headers, content)
            if body is not None:
                body.finish()
        except Exception:
            logger.exception("unhandled exception")
            protocol.response_empty(500, [])

    def _send(self, protocol: HTTPProtocol, status: int, headers: replies.Headers, body: Any) -> None:
        replies.send(protocol, status, headers, body, self._loop)

    def _sweep(self) -> None:
        self._loop.call_later(_SWEEP_SECONDS, self._sweep)
        self._shortcut.sweep()
        for each in self._all_threads():
            each.sweep()
        if not self._threads.is_stuck(_STUCK_SECONDS):
            watchdog.give_sign()
        if metrics.is_on():
            metrics.count()
            metrics.threads.set(settings.WEB_THREADS)
            metrics.busy_threads.set(self._threads.busy)
            metrics.waiting_requests.set(self._threads.waiting)
            metrics.idle_connections.set(prepared.idle())

    def _threads_for(self, scope: Scope) -> threads.Threads:
        return self._own_threads.get(scope.path, self._threads)

    def _all_threads(self) -> tuple[threads.Threads, ...]:
        return (self._threads, *self._own_threads.values())


def _start(count: int) -> threads.Threads:
    return threads.Threads(count, wait_seconds=settings.QUEUE_SECONDS)


def _call(
    scope: Scope, body: bodies.Body | None, announced: large.Announced | None
) -> tuple[int, replies.Headers, Any]:
    """Have Django answer; return status, headers and body."""
    variables = environ.build(scope, body)
    if announced is not None:
        variables[large.KEY] = announced
    started: list[Any] = []
    reply = wsgi.application(variables, lambda status, headers: started.extend((int(status[:3]), headers)))
    if isinstance(reply, HttpResponse):
        content = [reply.content]
        reply.close()
        return started[0], started[1], content
    return started[0], started[1], reply


def _refusal_of(reason: Exception) -> errors.DomainError:
    if isinstance(reason, threads.Busy):
        return rest_errors.Unavailable(reason.seconds, message=_BUSY)
    if isinstance(reason, bodies.Full):
        return rest_errors.Unavailable(_FULL_SECONDS, message=_FULL)
    if isinstance(reason, bodies.Slow):
        return rest_errors.RequestTimeout()
    if isinstance(reason, bodies.TooLarge):
        return rest_errors.PayloadTooLarge()
    return errors.InvalidInput.field("", "the request body ended early")


def _refusal(request: HttpRequest, error: errors.DomainError) -> HttpResponse:
    """Return a refusal in the format of its path: of the API, of UMA, or as a page for people."""
    reply = rest_errors.response(error, request)
    kept = {"Retry-After": reply["Retry-After"]} if "Retry-After" in reply else {}
    if request.path.startswith(uma.PATHS):
        return uma.plain(error.text, status=reply.status_code, **kept)
    if not middleware.is_api_path(request.path):
        return HttpResponse(error.text, status=reply.status_code, content_type="text/plain", headers=kept)
    return reply


application = Application()
