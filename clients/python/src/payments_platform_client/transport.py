"""Requests that are sent again: with the same idempotency key, after a pause, and not for ever."""

import asyncio
import dataclasses
import random
import re
import ssl
import time
import uuid

import httpx

from .errors import ApiError, NoReply

KEY = "Idempotency-Key"
_AGAIN = {408, 429, 502, 503, 504}
"""The request was not carried out, or it is not known: the same key makes it safe to ask again."""
_ATTEMPTS_AFTER_A_FAULT = 3
"""A 500 is a fault of the service, which may not pass by itself."""
_CREATING_GET = re.compile(r"/(customers/kyc-link|receiver/[^/]+/[^/]+)$")
"""The reads that create something: a link, a lookup."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Retries:
    """How often a request is sent, and how long the pauses are. `Retries(attempts=1)` never sends one again.

    A pause is random, so that clients do not come back all at once, and twice as long each time; it is never shorter
    than `Retry-After`. A reply that asks for a longer pause than `longest_pause` is raised at once.
    """

    attempts: int = 5
    """In all, the first one included."""
    first_pause: float = 0.5
    """Seconds."""
    longest_pause: float = 60.0
    """Seconds."""

    def __post_init__(self) -> None:
        if self.attempts < 1 or self.first_pause < 0 or self.longest_pause < 0:
            raise ValueError("attempts is 1 or more, and pauses are not negative")

    def pause(self, attempt: int, retry_after: float | None) -> float | None:
        """Return how long to wait after the attempt of this number, in seconds; None where that was the last."""
        if attempt >= self.attempts or (retry_after or 0) > self.longest_pause:
            return None
        growing = min(self.first_pause * 2.0 ** min(attempt - 1, 30), self.longest_pause)
        return (retry_after or 0) + random.uniform(growing / 2, growing)  # noqa: S311 - nothing secret


class RetryingTransport(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """A transport of httpx that sends requests again, and raises what the service refuses.

    A request that changes something, and has no idempotency key, gets one.
    """

    def __init__(
        self, retries: Retries, *, verify: ssl.SSLContext | bool = True, proxy: httpx.Proxy | str | None = None
    ) -> None:
        self._retries = retries
        self._sync = httpx.HTTPTransport(verify=verify, proxy=proxy)
        self._async = httpx.AsyncHTTPTransport(verify=verify, proxy=proxy)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request, and again where that helps."""
        request.read()
        course = _Course(request, self._retries)
        while True:
            try:
                response = self._sync.handle_request(request)
                # A connection may break in the middle of a reply.
                response.read()
            except httpx.TransportError as error:
                pause = course.pause_after_failure(error)
            else:
                if response.is_success:
                    return response
                pause = course.pause_after_error(response)
            time.sleep(pause)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request, and again where that helps."""
        await request.aread()
        course = _Course(request, self._retries)
        while True:
            try:
                response = await self._async.handle_async_request(request)
                await response.aread()
            except httpx.TransportError as error:
                pause = course.pause_after_failure(error)
            else:
                if response.is_success:
                    return response
                pause = course.pause_after_error(response)
            await asyncio.sleep(pause)

    def close(self) -> None:
        """Close the connections."""
        self._sync.close()

    async def aclose(self) -> None:
        """Close the connections."""
        await self._async.aclose()


class _Course:
    """What has become of one request so far."""

    def __init__(self, request: httpx.Request, retries: Retries) -> None:
        changes = request.method not in {"GET", "HEAD", "OPTIONS"} or _CREATING_GET.search(request.url.path)
        if changes and KEY not in request.headers:
            request.headers[KEY] = str(uuid.uuid4())
        self._key = request.headers.get(KEY, "")
        self._retries = retries
        self._attempt = 0

    def pause_after_failure(self, error: httpx.TransportError) -> float:
        """Return the seconds to wait before the next attempt."""
        self._attempt += 1
        # What is wrong on this side is wrong the next time too.
        if isinstance(error, httpx.UnsupportedProtocol | httpx.LocalProtocolError):
            raise error
        pause = self._retries.pause(self._attempt, None)
        if pause is None:
            raise NoReply(idempotency_key=self._key, cause=error) from error
        return pause

    def pause_after_error(self, response: httpx.Response) -> float:
        """Return the seconds to wait before the next attempt."""
        self._attempt += 1
        error = ApiError.of(response, idempotency_key=self._key)
        passes = (
            error.status in _AGAIN
            or (error.status == 500 and self._attempt < _ATTEMPTS_AFTER_A_FAULT)
            or error.code == "IDEMPOTENCY_KEY_IN_USE"
            # The other institution may be back soon; some codes of this status stay.
            or (error.status == 424 and error.is_retryable)
        )
        pause = self._retries.pause(self._attempt, error.retry_after) if passes else None
        if pause is None:
            raise error
        return pause
