"""Token bucket per API token, and per address of visitors, shared by all processes through the Redis-protocol server.

Buckets of busy tokens are drained in small advances, so that a platform with a high limit does not pay a
round trip per request. Without the server each process keeps its own bucket: limits loosen, requests pass.
"""

import functools
import ipaddress
import logging
import math
import time
import uuid

import redis
from django.conf import settings

from platforms.rest import errors
from platforms.rest.authentication import Caller

logger = logging.getLogger(__name__)
_advances: dict[uuid.UUID, tuple[float, int]] = {}
_local_buckets: dict[str, tuple[float, float]] = {}
_MOST_LOCAL_BUCKETS = 10_000
_ADVANCE_SECONDS = 0.05

# KEYS[1] bucket; ARGV rate per second, burst, tokens wanted. The server's clock is used, so that
# processes on machines with different clocks agree. Returns tokens granted, milliseconds until the next.
_TAKE = """
local rate, burst, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens, at = tonumber(bucket[1]), tonumber(bucket[2])
if not tokens then tokens, at = burst, now end
tokens = math.min(burst, tokens + math.max(0, now - at) * rate / 1000)
local granted = math.min(wanted, math.floor(tokens))
tokens = tokens - granted
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens), 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(burst / rate * 1000) + 1000)
local wait = 0
if granted == 0 then wait = math.ceil((1 - tokens) * 1000 / rate) end
return {granted, wait}
"""


def take(caller: Caller) -> None:
    """Take one request from the caller's bucket; raises RateLimited when it is empty."""
    now = time.monotonic()
    expires, left = _advances.get(caller.token_id, (0.0, 0))
    if left > 0 and expires > now:
        _advances[caller.token_id] = (expires, left - 1)
        return
    wanted = max(1, caller.rate_per_second // 500)
    granted, wait_ms = _take(str(caller.token_id), rate=caller.rate_per_second, burst=caller.burst, wanted=wanted)
    if granted == 0:
        raise errors.RateLimited(retryAfter=max(1, math.ceil(wait_ms / 1000)))
    if granted > 1:
        _advances[caller.token_id] = (now + _ADVANCE_SECONDS, granted - 1)


def take_for_address(address: str, *, scope: str, rate: int, burst: int) -> None:
    """Take one request of a visitor without a token; raises RateLimited when the network's bucket is empty.

    `rate` in requests a second. One IPv6 network of 64 bits is one visitor: whoever has one address has them all.
    """
    granted, wait_ms = _take(f"{scope}:{_network(address)}", rate=rate, burst=burst, wanted=1)
    if granted == 0:
        raise errors.RateLimited(retryAfter=max(1, math.ceil(wait_ms / 1000)))


def _network(address: str) -> str:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)


def _take(key: str, *, rate: int, burst: int, wanted: int) -> tuple[int, int]:
    client = _client()
    if client is not None:
        try:
            granted, wait = client(keys=[f"rate:{key}"], args=[rate, burst, wanted])
            return int(granted), int(wait)
        except redis.RedisError:
            logger.warning("rate limits are kept per process: the Redis-protocol server is unreachable")
    return _take_local(key, rate=rate, burst=burst)


def _take_local(key: str, *, rate: int, burst: int) -> tuple[int, int]:
    now = time.monotonic()
    at, tokens = _local_buckets.get(key, (now, float(burst)))
    tokens = min(float(burst), tokens + (now - at) * rate)
    granted = 1 if tokens >= 1 else 0
    if len(_local_buckets) >= _MOST_LOCAL_BUCKETS:
        # Nobody may fill the memory by coming from ever new addresses; forgetting loosens limits for a moment.
        _local_buckets.clear()
    _local_buckets[key] = (now, tokens - granted)
    return granted, 0 if granted else math.ceil((1 - tokens) * 1000 / rate)


@functools.cache
def _client() -> "redis.commands.core.Script | None":
    if not settings.REDIS_URL:
        return None
    connection = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)
    return connection.register_script(_TAKE)
