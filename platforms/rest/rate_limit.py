"""Token bucket per API token, shared by all processes through the Redis-protocol server.

Buckets of busy tokens are drained in small advances, so that a platform with a high limit does not pay a
round trip per request. Without the server each process keeps its own bucket: limits loosen, requests pass.
"""

import functools
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
_local_buckets: dict[uuid.UUID, tuple[float, float]] = {}
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
    granted, wait_ms = _take(caller, wanted=max(1, caller.rate_per_second // 500))
    if granted == 0:
        raise errors.RateLimited(retryAfter=max(1, math.ceil(wait_ms / 1000)))
    if granted > 1:
        _advances[caller.token_id] = (now + _ADVANCE_SECONDS, granted - 1)


def _take(caller: Caller, *, wanted: int) -> tuple[int, int]:
    client = _client()
    if client is not None:
        try:
            granted, wait = client(
                keys=[f"rate:{caller.token_id}"], args=[caller.rate_per_second, caller.burst, wanted]
            )
            return int(granted), int(wait)
        except redis.RedisError:
            logger.warning("rate limits are kept per process: the Redis-protocol server is unreachable")
    return _take_local(caller)


def _take_local(caller: Caller) -> tuple[int, int]:
    now = time.monotonic()
    at, tokens = _local_buckets.get(caller.token_id, (now, float(caller.burst)))
    tokens = min(float(caller.burst), tokens + (now - at) * caller.rate_per_second)
    granted = 1 if tokens >= 1 else 0
    _local_buckets[caller.token_id] = (now, tokens - granted)
    return granted, 0 if granted else math.ceil((1 - tokens) * 1000 / caller.rate_per_second)


@functools.cache
def _client() -> "redis.commands.core.Script | None":
    if not settings.REDIS_URL:
        return None
    connection = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)
    return connection.register_script(_TAKE)
