"""Bodies while they are received: counted, limited in time and size, in memory as long as they are small."""

import asyncio
import collections
import contextlib
import io
import logging
import tempfile
import time
from collections.abc import Hashable, Iterator
from typing import IO, Any

from django.conf import settings
from granian.rsgi import HTTPProtocol, Scope

logger = logging.getLogger(__name__)
AT_ONCE = 64 * 1024
"""Bytes of a body read before Django has checked the request; an endpoint must ask for a larger one."""
_IN_MEMORY = 1024 * 1024
_MOST_THROWN_AWAY = 110 * 1000 * 1000


class Slow(Exception):
    """The body takes too long to arrive."""


class TooLarge(Exception):
    """The body is larger than allowed."""


class Cut(Exception):
    """The body ended early."""


class Full(Exception):
    """No more large bodies can be kept at the moment: the limit is reached, or the disk is full."""


class Capacity:
    """Limit on the bytes of large bodies in a process, from their announcement until they are answered.

    One visitor gets two thirds. A single body is always accepted. Only for the event loop.
    """

    def __init__(self) -> None:
        """Start with nothing reserved."""
        self._kept = 0
        self._of: collections.Counter[Hashable] = collections.Counter()

    @contextlib.contextmanager
    def taken(self, visitor: Hashable, size: int) -> Iterator[None]:
        """Reserve at most `size` bytes for a body during the block; raises Full."""
        most = settings.LARGE_BODIES_BYTES
        if self._kept and (self._kept + size > most or self._of[visitor] + size > most * 2 // 3):
            raise Full
        self._kept += size
        self._of[visitor] += size
        try:
            yield
        finally:
            self._kept -= size
            self._of -= collections.Counter({visitor: size})


def pause_seconds() -> float:
    """Return how long a client may send nothing."""
    return float(settings.BODY_PAUSE_SECONDS)


class Body:
    """The body of one request."""

    def __init__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        """Take the request; nothing is read yet."""
        headers = scope.headers
        length = None if "transfer-encoding" in headers else headers.get("content-length")
        self.length: int | None = None if length is None else int(length)
        """Length announced by the client; a chunked body has none."""
        self.waits_for_word = "expect" in headers
        """The client waits to be told to continue, which happens with the first read."""
        self.count = 0
        self.is_answered = False
        self._protocol: HTTPProtocol | None = protocol
        self._chunks: list[bytes] = []
        self._in_memory = 0
        self._file: IO[bytes] | None = None
        self._source: Any = None
        self._deadline = 0.0
        self._has_ended = False
        self._is_lost = False

    def next_piece(self) -> Any:
        """Return the future of the next piece, for callers that wait for it in another way than `read`."""
        if self._source is None:
            assert self._protocol is not None
            self._source = self._protocol.__aiter__()
            self._deadline = time.monotonic() + settings.BODY_SECONDS
        return self._source.__anext__()

    def take(self, piece: bytes) -> bool:
        """Take the next piece of a body with known length; tell whether it is the last. Raises Slow and Cut."""
        if not piece:
            raise Cut
        self._chunks.append(piece)
        self.count += len(piece)
        if self._is_whole():
            return True
        if time.monotonic() > self._deadline:
            raise Slow
        return False

    async def read(self, most_bytes: int) -> bool:
        """Read on, up to so many bytes in all; tell whether the body is complete.

        Raises Slow, Cut and Full; after Slow nothing more can be read.
        """
        if self.length is not None and self.length > most_bytes:
            return False
        while not self._is_whole():
            if self.count > most_bytes:
                return False
            chunk = await self._next()
            if chunk:
                self._chunks.append(chunk)
                self._in_memory += len(chunk)
                if self._in_memory > _IN_MEMORY:
                    await self._put_down()
        if self._file is not None:
            await self._put_down()
        return self.count <= most_bytes

    def finish(self) -> None:
        """Note that the request is answered. The rest of the body is read on, lest the client loses the reply."""
        self.is_answered = True
        if self._is_whole():
            self.close()

    async def throw_away(self) -> None:
        """Read the rest of the body and discard it: most clients read no reply before they have sent everything."""
        self._forget()
        if self.waits_for_word and not self.count:
            return
        if self.length is not None and self.length > _MOST_THROWN_AWAY:
            return
        try:
            while not self._is_whole() and self.count <= _MOST_THROWN_AWAY:
                await self._next()
        except (Slow, Cut):
            pass

    def open(self) -> IO[bytes]:
        """Return the whole body, positioned at its beginning. Raises OSError when it is not complete."""
        if not self._is_whole():
            raise OSError("the body has not been read")
        if self._file is None:
            return io.BytesIO(b"".join(self._chunks))
        self._file.seek(0)
        return self._file

    def close(self) -> None:
        """Release the body and the connection, which stays open as long as its request is referenced."""
        self._protocol = self._source = None
        self._forget()

    def _forget(self) -> None:
        self._chunks.clear()
        if self._file is not None:
            self._file.close()

    def _is_whole(self) -> bool:
        return self._has_ended or (self.length is not None and self.count >= self.length)

    async def _next(self) -> bytes:
        """Return the next bytes; none at the end."""
        if self._is_lost:
            raise Slow
        piece = self.next_piece()
        try:
            async with asyncio.timeout(min(pause_seconds(), self._deadline - time.monotonic())):
                chunk: bytes = await piece
        except TimeoutError:
            # The cancelled read may still hold the stream: it must not be asked again.
            self._is_lost = True
            raise Slow from None
        self.count += len(chunk)
        if not chunk:
            await self._end()
        return chunk

    async def _end(self) -> None:
        """Check how the body ended: a broken connection looks like an empty piece before the end."""
        self._has_ended = True
        if self.length is not None and self.count < self.length:
            raise Cut
        try:
            # With a default, which `anext` would take, the web server's process ends.
            await anext(self._source)
        except StopAsyncIteration:
            return
        raise Cut

    async def _put_down(self) -> None:
        """Move the body from memory to a file without a name."""
        chunks, self._chunks, self._in_memory = self._chunks, [], 0
        try:
            self._file = await asyncio.to_thread(_append, self._file, b"".join(chunks))
        except OSError as error:
            logger.warning("a body can't be written down", extra={"reason": str(error)})
            raise Full from error


def _append(file: IO[bytes] | None, content: bytes) -> IO[bytes]:
    file = file or tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - closed with the request
    left = memoryview(content)
    while left:
        left = left[file.write(left) :]
    return file
