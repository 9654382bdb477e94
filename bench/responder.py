"""A server that only answers: the counterpart of the load generator and of the webhook senders.

`python -m bench.responder <port>` reads requests with a Content-Length and answers each with an empty 200.
"""

import asyncio
import sys

_REPLY = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-type: application/json\r\n\r\n{}"
_END = b"\r\n\r\n"


class _Answer(asyncio.Protocol):
    """One connection. Requests may come in pieces, and several in one."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._rest = b""

    def data_received(self, data: bytes) -> None:
        data = self._rest + data
        while (end := data.find(_END)) >= 0:
            total = end + len(_END) + _length(data[:end])
            if len(data) < total:
                break
            data = data[total:]
            self._transport.write(_REPLY)  # type: ignore[attr-defined]
        self._rest = data


def _length(head: bytes) -> int:
    start = head.lower().find(b"\r\ncontent-length:")
    return int(head[start + 17 :].split(b"\r\n", 1)[0]) if start >= 0 else 0


async def _serve(port: int) -> None:
    server = await asyncio.get_running_loop().create_server(_Answer, "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1])))
