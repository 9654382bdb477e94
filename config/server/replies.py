"""Sending replies: small ones from memory, others from a file, so that no thread waits for a slow client."""

import asyncio
import contextlib
import io
import os
import pathlib
import socket
import tempfile
from collections.abc import Iterable

from granian.rsgi import HTTPProtocol

_IN_MEMORY = 256 * 1024
_OPENED_WITHIN_SECONDS = 10
"""The web server opens the file itself at once; ours is closed long afterwards."""
Headers = list[tuple[str, str]]


def send(
    protocol: HTTPProtocol, status: int, headers: Headers, body: Iterable[bytes], loop: asyncio.AbstractEventLoop
) -> None:
    """Send a reply from any thread."""
    if isinstance(body, list) and sum(map(len, body)) <= _IN_MEMORY:
        protocol.response_bytes(status, headers, b"".join(body))
        return
    file = getattr(body, "file_to_stream", None)
    if isinstance(file, io.BufferedReader) and isinstance(file.name, str):
        # A file of the service's pages, which the web server can read by itself.
        protocol.response_file(status, headers, file.name)
        body.close()  # type: ignore[attr-defined]
        return
    content = tempfile.TemporaryFile()  # noqa: SIM115 - closed when it has been opened
    try:
        content.writelines(body)
        content.flush()
        length = content.tell()
        headers = [*(pair for pair in headers if pair[0].lower() != "content-length"), ("Content-Length", str(length))]
        content.seek(0)
        if length <= _IN_MEMORY:
            protocol.response_bytes(status, headers, content.read())
            content.close()
        else:
            protocol.response_file(status, headers, f"/dev/fd/{content.fileno()}")
            loop.call_soon_threadsafe(loop.call_later, _OPENED_WITHIN_SECONDS, content.close)
    except BaseException:
        content.close()
        raise
    finally:
        close = getattr(body, "close", None)
        if close is not None:
            close()


def end_unread(seconds: float) -> None:
    """Have the kernel end connections of clients that read nothing of a reply for so long.

    The web server has no such limit, so it is set on the listening socket; connections inherit it.
    """
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if option is None:
        return
    for each in pathlib.Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError, ValueError), socket.socket(fileno=os.dup(int(each.name))) as found:
            if found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                found.setsockopt(socket.IPPROTO_TCP, option, int(seconds * 1000))
