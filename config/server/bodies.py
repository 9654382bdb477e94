"""Bodies as they arrive: counted, bounded in time and size, in memory as long as they are small."""

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
"""So much of a body is read before Django has looked at the request; a larger one has to be wanted by an endpoint."""
_IN_MEMORY = 1024 * 1024
_MOST_THROWN_AWAY = 110 * 1000 * 1000


class Slow(Exception):
    """The body takes too long to arrive."""


class TooLarge(Exception):
    """The body is longer than it may be."""


class Cut(Exception):
    """The body ended before its end."""


class Full(Exception):
    """No more of large bodies can be kept at the moment: so much is kept already, or the disk is full."""


class Room:
    """How many bytes of large bodies a process keeps at once, from their announcement until they are answered.

    Of one visitor two thirds. One body at a time is always taken. Only for the event loop.
    """

    def __init__(self) -> None:
        """Keep nothing yet."""
        self._kept = 0
        self._of: collections.Counter[Hashable] = collections.Counter()

    @contextlib.contextmanager
    def taken(self, visitor: Hashable, size: int) -> Iterator[None]:
        """Have room for a body of `size` bytes, at most, in the block; raises Full."""
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
        """What the client has announced; a body in chunks has no length before its end."""
        self.waits_for_word = "expect" in headers
        """The client sends its body when it is told to go on, which happens with the first read."""
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
        """Return the future of the next piece, for who waits for it in another way than `read`."""
        if self._source is None:
            assert self._protocol is not None
            self._source = self._protocol.__aiter__()
            self._deadline = time.monotonic() + settings.BODY_SECONDS
        return self._source.__anext__()

    def take(self, piece: bytes) -> bool:
        """Take such a piece of a body whose length is known; tell whether it is the last. Raises Slow and Cut."""
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
        """Read on, up to so many bytes in all; tell whether that was the whole.

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
        """Note that the request is answered. What is still coming is read on, lest the client loses the reply."""
        self.is_answered = True
        if self._is_whole():
            self.close()

    async def throw_away(self) -> None:
        """Read what is still coming, and keep nothing: most clients read no reply before they have sent all."""
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
        """Return the whole body, to be read from its beginning. Raises OSError when it is not here."""
        if not self._is_whole():
            raise OSError("the body has not been read")
        if self._file is None:
            return io.BytesIO(b"".join(self._chunks))
        self._file.seek(0)
        return self._file

    def close(self) -> None:
        """Let go what was read, and the connection, which ends no earlier than its request is forgotten."""
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
            # The read that was given up may still hold the stream: it must not be asked again.
            self._is_lost = True
            raise Slow from None
        self.count += len(chunk)
        if not chunk:
            await self._end()
        return chunk

    async def _end(self) -> None:
        """See how the body ended: a broken connection looks like an empty piece before the end."""
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
        """Move what is in memory to a file without a name."""
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
