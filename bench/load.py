"""The load generator: keep-alive connections, prepared requests, one thread on epoll.

It does as little as a client can: the requests exist as bytes before the clock starts, and of a reply it reads only
the status and the length.
"""

import collections
import dataclasses
import gc
import itertools
import math
import select
import socket
import time
from collections.abc import Iterable, Iterator, Sequence

_END = b"\r\n\r\n"
_LENGTH = b"content-length: "
_LAST_CHUNK = b"\r\n0\r\n\r\n"
_READ = 262_144


@dataclasses.dataclass(frozen=True)
class Outcome:
    """The result of a run of the generator. Latencies are in seconds, sorted."""

    seconds: float
    latencies: list[float]
    statuses: dict[int, int]
    example: bytes
    """A reply of the least common status: shows what went wrong if something did."""

    @property
    def document(self) -> bytes:
        """The JSON object in the example."""
        body = self.example.partition(_END)[2]
        return body[body.find(b"{") : body.rfind(b"}") + 1]

    @property
    def per_second(self) -> float:
        """Replies per second."""
        return len(self.latencies) / self.seconds

    def percentile(self, share: float) -> float:
        """Return the latency in milliseconds that `share` of the replies stayed within."""
        return self.latencies[max(0, math.ceil(share * len(self.latencies)) - 1)] * 1000

    def only(self, status: int) -> bool:
        """Tell whether every reply had one status."""
        return set(self.statuses) == {status}


def drive(
    *,
    port: int = 0,
    requests: Iterable[bytes],
    seconds: float,
    connections: int = 16,
    addresses: Sequence[tuple[str, int]] = (),
) -> Outcome:
    """Send requests over persistent connections, one at a time on each, for some seconds or until all are answered.

    Connections are spread over `addresses`, instead of one port of this machine, where they are given.
    """
    places = addresses or [("127.0.0.1", port)]
    lines = [_Connection(places[number % len(places)]) for number in range(connections)]
    was_collecting = gc.isenabled()
    gc.disable()
    try:
        return _drive(lines, itertools.chain(requests), seconds)
    finally:
        if was_collecting:
            gc.enable()
        for line in lines:
            line.socket.close()


def request(
    method: str, path: str, *, host: str = "127.0.0.1", body: bytes = b"", headers: dict[str, str] | None = None
) -> bytes:
    """Write a request as bytes to be sent."""
    words = [f"{method} {path} HTTP/1.1", f"Host: {host}"]
    words += [f"{name}: {value}" for name, value in (headers or {}).items()]
    if body:
        words += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join(words).encode() + _END + body


class _Connection:
    def __init__(self, address: tuple[str, int]) -> None:
        self.socket = socket.create_connection(address, timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.began = 0.0
        self.rest = b""


def _drive(lines: list[_Connection], requests: Iterator[bytes], seconds: float) -> Outcome:
    poll = select.epoll()
    by_number = {line.socket.fileno(): line for line in lines}
    for number in by_number:
        poll.register(number, select.EPOLLIN)
    latencies: list[float] = []
    statuses: collections.Counter[bytes] = collections.Counter()
    examples: dict[bytes, bytes] = {}
    clock = time.perf_counter
    began = now = clock()
    deadline = began + seconds
    waiting = 0
    for line, text in zip(lines, requests, strict=False):
        line.began = clock()
        line.socket.sendall(text)
        waiting += 1
    while waiting:
        for number, _ in poll.poll(30):
            line = by_number[number]
            data = line.rest + line.socket.recv(_READ)
            if not _is_complete(data):
                if data == line.rest:
                    raise ConnectionError("the server closed a connection")
                line.rest = data
                continue
            now = clock()
            line.rest = b""
            waiting -= 1
            # A machine that is too slow for one reply in time has one late figure rather than none.
            if now < deadline or not latencies:
                latencies.append(now - line.began)
                status = data[9:12]
                statuses[status] += 1
                if status not in examples:
                    examples[status] = data
                following = next(requests, None) if now < deadline else None
                if following is not None:
                    line.began = now
                    line.socket.sendall(following)
                    waiting += 1
    poll.close()
    latencies.sort()
    rarest = min(statuses, key=statuses.__getitem__)
    counted = {int(status): number for status, number in statuses.items()}
    return Outcome(max(min(now, deadline) - began, latencies[-1]), latencies, counted, examples[rarest])


def _is_complete(data: bytes) -> bool:
    end = data.find(_END)
    if end < 0:
        return False
    start = data.find(_LENGTH, 0, end)
    if start < 0:
        # The only other way to mark the end of a reply.
        return data.endswith(_LAST_CHUNK)
    start += len(_LENGTH)
    return len(data) >= end + len(_END) + int(data[start : data.index(b"\r\n", start)])
