"""Connections of the HTTP client: one event loop per process in its own thread, and its pools.

A module apart from `webhooks.delivery.client`, because aiohttp costs a process 0.25 s and 20 MB: only a process that
sends a request loads it.
"""

import asyncio
import atexit
import concurrent.futures
import functools
import os
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Self

import aiohttp
import yarl
from aiohttp import abc
from django.conf import settings

from platforms.base import network_addresses
from webhooks.delivery import client_protocol
from webhooks.delivery.client import Failure, Reply, Request

_KEEP_ALIVE_SECONDS = 4
"""Shorter than the five seconds after which many servers close, so that we rarely write into a closing connection."""
_RESOLVER_THREADS = 64
_USER_AGENT = "payments-platform-webhooks/1"


class AddressRefusedError(OSError):
    """The address is not public, or otherwise not allowed for this request."""


class Engine:
    """The event loop of one process, its thread, and its two pools of connections."""

    _instance: "Engine | None" = None
    _guard = threading.Lock()

    def __init__(self) -> None:
        self.pid = os.getpid()
        self._sessions: dict[Hashable, aiohttp.ClientSession] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.loop = asyncio.new_event_loop()
        # Looking up a name blocks a thread; with few of them one dead name server would hold up everybody.
        self.loop.set_default_executor(concurrent.futures.ThreadPoolExecutor(_RESOLVER_THREADS, "resolver"))
        self._thread = threading.Thread(target=self.loop.run_forever, name="http-client", daemon=True)
        self._thread.start()
        # Two threads with little work each pass the interpreter to and fro; the usual 5 ms would be spent waiting.
        sys.setswitchinterval(0.0005)
        atexit.register(self.close)

    @classmethod
    def of_this_process(cls) -> Self:
        """Return the engine of this process, made with its first request."""
        engine = cls._instance
        # A forked child inherits the object but not its thread.
        if engine is None or engine.pid != os.getpid():
            with cls._guard:
                engine = cls._instance
                if engine is None or engine.pid != os.getpid():
                    engine = cls._instance = cls()
        return engine  # type: ignore[return-value]

    def close(self) -> None:
        """Close the connections and end the thread."""
        if self.pid != os.getpid() or self.loop.is_closed():
            return
        asyncio.run_coroutine_threadsafe(self._close_sessions(), self.loop).result(timeout=5)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(timeout=5)
        self.loop.close()

    async def _close_sessions(self) -> None:
        for session in self._sessions.values():
            await session.close()
        # Lets the transports of closed connections finish.
        await asyncio.sleep(0)

    def start(self, requests: list[tuple[Any, Request]], done: Callable[[Any, Reply], None]) -> None:
        """Start requests; called on the loop's thread, as `done` is."""
        for tag, request in requests:
            task = self.loop.create_task(self._send_and_tell(tag, request, done))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _send_and_tell(self, tag: Any, request: Request, done: Callable[[Any, Reply], None]) -> None:
        done(tag, await self.send(request))

    async def send(self, request: Request) -> Reply:
        """Return the reply to a request; a failure of the other side is part of the reply, never an exception."""
        started = time.perf_counter()
        status, body, failure, retry_after, location = None, b"", None, "", ""
        try:
            session, url, options = await self._way(request)
            async with session.request(
                request.method, url, data=request.body, allow_redirects=False, **options
            ) as response:
                # The status is the answer, even if the body then breaks off.
                status, retry_after = response.status, response.headers.get("Retry-After", "")
                location = response.headers.get("Location", "")
                body = await _read(response, request)
        except Exception as error:  # noqa: BLE001 - whatever the other side does is a failed attempt, not a fault of ours
            if isinstance(error, client_protocol.Answered):
                status = error.status
            failure = _failure(error) if status is None else None
        milliseconds = round((time.perf_counter() - started) * 1000)
        return Reply(status, body, milliseconds, failure, retry_after[:64], location)

    async def _way(self, request: Request) -> tuple[aiohttp.ClientSession, yarl.URL, dict[str, Any]]:
        """Return by which connections a request goes, to which address, and with which options."""
        url, loopback = _check(request.url, allow_loopback=request.allow_loopback)
        networks, seconds = request.networks, request.timeout_seconds or settings.WEBHOOK_TIMEOUT_SECONDS
        allowed = network_addresses.is_loopback if loopback else functools.partial(_is_allowed, networks)
        if settings.EGRESS_PROXY and not loopback:
            began = time.monotonic()
            async with asyncio.timeout(seconds):
                found = await _CheckedResolver(allowed).resolve(url.raw_host or "", url.port or 0)
            # Networks inside are reached without the proxy.
            addresses = [each["host"] for each in found if not network_addresses.is_inside(each["host"], networks)]
            if addresses:
                left = aiohttp.ClientTimeout(total=max(began + seconds - time.monotonic(), 0.001))
                proxied, options = _by_proxy(url, addresses, request.headers)
                return self._session("proxy", _through_proxy), proxied, {**options, "timeout": left}
        session = self._session((loopback, networks), lambda: _direct(allowed))
        return session, url, {"headers": request.headers, "timeout": _limit(seconds)}

    def _session(self, key: Hashable, connector: Callable[[], aiohttp.BaseConnector]) -> aiohttp.ClientSession:
        if key not in self._sessions:
            self._sessions[key] = aiohttp.ClientSession(
                connector=connector(),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": _USER_AGENT, "Accept-Encoding": "identity"},
                auto_decompress=False,
                trust_env=False,
                # Our connections bound the head as a whole.
                max_line_size=client_protocol.HEAD_BYTES,
                max_field_size=client_protocol.HEAD_BYTES,
                max_headers=client_protocol.HEAD_BYTES,
            )
        return self._sessions[key]


def _is_allowed(networks: tuple[network_addresses.Network, ...], address: str) -> bool:
    return network_addresses.is_public(address) or network_addresses.is_inside(address, networks)


def _direct(allowed: Callable[[str], bool]) -> aiohttp.BaseConnector:
    return client_protocol.Connector(
        limit=0,
        keepalive_timeout=_KEEP_ALIVE_SECONDS,
        resolver=_CheckedResolver(allowed),
        socket_factory=_checked_socket(allowed),
        ssl=_trusted(),
    )


def _through_proxy() -> aiohttp.BaseConnector:
    """Return connections that all go to the proxy, which may be anywhere."""
    return client_protocol.ProxyConnector(limit=0, keepalive_timeout=_KEEP_ALIVE_SECONDS, ssl=_trusted())


def _trusted() -> ssl.SSLContext:
    context = ssl.create_default_context()
    if settings.CA_FILE:
        context.load_verify_locations(settings.CA_FILE)
    return context


def _by_proxy(url: yarl.URL, addresses: list[str], headers: Mapping[str, str]) -> tuple[yarl.URL, dict[str, Any]]:
    """Return the address and the options by which the proxy connects with a checked address.

    It is told no name, which it could find to lead elsewhere. The certificate has to be that of the name.
    """
    proxy = yarl.URL(settings.EGRESS_PROXY)
    options = {
        "headers": {**headers, "Host": url.host_port_subcomponent},
        "server_hostname": (url.raw_host or "").rstrip("."),
        "proxy": proxy.with_user(None),
        "proxy_headers": {"Proxy-Authorization": aiohttp.encode_basic_auth(proxy.user, proxy.password or "")}
        if proxy.user
        else None,
    }
    # An IPv4 address, where there is one: a proxy that has no IPv6 would reach nothing.
    return url.with_host(min(addresses, key=lambda address: ":" in address)), options


@functools.lru_cache(maxsize=1024)
def _check(text: str, *, allow_loopback: bool) -> tuple[yarl.URL, bool]:
    """Return a URL and whether it asks for loopback; raises AddressRefusedError if it is not allowed."""
    url = yarl.URL(text)
    host = url.host or ""
    if (
        allow_loopback
        and url.scheme in {"http", "https"}
        and (host == "localhost" or network_addresses.is_loopback(host))
    ):
        return url, True
    if url.scheme != "https" or not host or url.user is not None:
        message = "only https to a public host"
        raise AddressRefusedError(message)
    if not network_addresses.is_port_allowed(url.port or 0):
        message = "the port belongs to another protocol"
        raise AddressRefusedError(message)
    return url, False


@functools.cache
def _limit(seconds: float) -> aiohttp.ClientTimeout:
    return aiohttp.ClientTimeout(total=seconds)


async def _read(response: aiohttp.ClientResponse, request: Request) -> bytes:
    kept = bytearray()
    seen = 0
    while chunk := await response.content.readany():
        seen += len(chunk)
        if request.sink is not None:
            request.sink.write(chunk)
        else:
            kept += chunk[: max(0, request.keep_bytes - len(kept))]
        if seen > request.read_bytes:
            response.close()
            break
    return bytes(kept)


def _failure(error: Exception) -> Failure:
    cause = getattr(error, "os_error", error)
    if isinstance(cause, AddressRefusedError):
        return Failure.REFUSED_ADDRESS
    if isinstance(error, TimeoutError):
        return Failure.TIMEOUT
    if isinstance(error, aiohttp.ClientSSLError | ssl.SSLError):
        return Failure.TLS
    if isinstance(error, OSError | aiohttp.ClientHttpProxyError):
        return Failure.UNREACHABLE
    return Failure.PROTOCOL


class _CheckedResolver(abc.AbstractResolver):
    """A resolver that refuses a name when any of its addresses is not allowed."""

    def __init__(self, allowed: Callable[[str], bool]) -> None:
        self._allowed = allowed
        self._resolver: aiohttp.ThreadedResolver | None = None

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[abc.ResolveResult]:
        self._resolver = self._resolver or aiohttp.ThreadedResolver()
        found = await self._resolver.resolve(host, port, family)
        if not all(self._allowed(entry["host"]) for entry in found):
            message = "the name leads to an address out of bounds"
            raise AddressRefusedError(message)
        return found

    async def close(self) -> None:
        """Nothing to close."""


def _checked_socket(allowed: Callable[[str], bool]) -> Callable[[Any], socket.socket]:
    """Return a socket factory that checks the very address of a connection: also one written as a literal."""

    def make(info: Any) -> socket.socket:
        family, kind, protocol, _, address = info
        if not allowed(str(address[0])):
            message = "the address is out of bounds"
            raise AddressRefusedError(message)
        return socket.socket(family, kind, protocol)

    return make
