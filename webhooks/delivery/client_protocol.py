"""How the HTTP client reads the head of an answer: its status counts, whatever the rest looks like.

Servers and what stands before them add headers by the dozen, and policies by the kilobyte. The library bounds each line
and their number, and takes an answer beyond that for none: an endpoint that has said 200 would get the same event again
and again.
"""

import functools
import re
from typing import Any

import aiohttp
from aiohttp.client_proto import ResponseHandler

HEAD_BYTES = 64 * 1024
"""Bytes of a head that are read. A longer one ends the connection, and its first line alone counts."""
_STATUS_LINE = re.compile(rb"HTTP/1\.[01] ([2-5][0-9]{2})(?= |\r|\n)")
_END = re.compile(rb"\r?\n\r?\n")


class Answered(Exception):
    """The other side has answered, with more or other bytes after its status than can be read."""

    def __init__(self, status: int) -> None:
        """Take the status."""
        super().__init__()
        self.status = status


class Protocol(ResponseHandler):
    """A connection that bounds the head of each answer, and remembers its status while it is read."""

    _head: bytes | None = None
    """What has come of a head that is not complete; None outside of heads."""
    _status: int | None = None

    def set_response_params(self, **params: Any) -> None:
        """Begin with the head of the next answer."""
        self._head, self._status = b"", None
        super().set_response_params(**params)

    def data_received(self, data: bytes) -> None:
        """Take bytes from the other side."""
        if self._head is not None and not self._take(self._head + data):
            return
        super().data_received(data)

    def set_exception(self, exc: Any, *cause: Any) -> None:
        """Note a fault: that of an answer whose status has come is told with the status."""
        super().set_exception(exc if self._status is None else Answered(self._status), *cause)

    def _take(self, head: bytes) -> bool:
        """Take what has come of a head; end the connection, and return False, when that is too much."""
        while head.startswith(b"HTTP/1.1 1") and (end := _END.search(head)):
            # Interim answers come before the one that counts.
            head = head[end.end() :]
        is_complete = _END.search(head, 0, HEAD_BYTES) is not None
        is_too_long = not is_complete and len(head) > HEAD_BYTES
        self._head = head if not is_complete and not is_too_long else None
        if (is_complete or is_too_long) and (found := _STATUS_LINE.match(head)):
            self._status = int(found[1])
        if is_too_long:
            if self.transport is not None:
                self.transport.close()
            self.set_exception(OverflowError("the head of an answer is too long"))
        return not is_too_long


class Connector(aiohttp.TCPConnector):
    """A pool of such connections."""

    def __init__(self, **options: Any) -> None:
        """Take the options of the library's pool."""
        super().__init__(**options)
        self._factory = functools.partial(Protocol, loop=self._loop)  # type: ignore[assignment]


class ProxyConnector(Connector):
    """A pool of connections through a proxy that connects with an address."""

    async def _create_proxy_connection(self, *arguments: Any) -> Any:
        try:
            return await super()._create_proxy_connection(*arguments)
        except Answered:
            # The proxy has answered, and not the one whom it was to connect with.
            message = "the answer of the proxy can't be read"
            raise ConnectionError(message) from None

    def _update_proxy_auth_header_and_build_proxy_req(self, req: Any) -> Any:
        asked = super()._update_proxy_auth_header_and_build_proxy_req(req)
        # Not the name: a proxy that goes by it would look the name up.
        asked.headers["Host"] = req.url.host_port_subcomponent
        return asked
