"""Token buckets, shared by all processes through the Redis-protocol server.

One per API token, one for all tokens of a platform together, and one per network address of visitors.

Buckets of busy tokens are drained in small advances, so that a platform with a high limit does not pay a round trip
per request. Without the server each process keeps its own bucket: limits loosen, requests pass.
"""

import dataclasses
import functools
import logging
import math
import time
import uuid
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import redis
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from platforms.http import addresses, errors

if TYPE_CHECKING:
    from platforms.http.authentication import Caller

logger = logging.getLogger(__name__)
_local_buckets: dict[str, tuple[float, float]] = {}
_empty_until: dict[str, float] = {}
_MOST_LOCAL_BUCKETS = 10_000
_ADVANCE_SECONDS = 0.05
_OF_PLATFORM = "Too many requests for all API tokens of this platform together."
_OF_ADDRESS = "Too many requests from your network address."
_OF_SCOPE = "Too many requests of this kind from this platform."
_AWAY_SECONDS = 1.0
"""How long a server that has not answered is left alone: requests would wait for it one after the other."""
_away: dict[str, float] = {"until": 0.0}

# KEYS buckets; ARGV tokens wanted, then rate per second and burst of each bucket, at the end 1 where a bucket may owe
# what it lacks. If one bucket can't give a token, none is taken from any. The server's clock is used, so that processes
# with different clocks agree. Returns tokens granted, milliseconds until the next, the number of the bucket that makes
# the caller wait, and what each bucket has left.
_TAKE = """
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local wanted, may_owe = tonumber(ARGV[1]), tonumber(ARGV[#ARGV]) == 1
local granted, wait, empty, left, told = wanted, 0, 0, {}, {}
for number, key in ipairs(KEYS) do
  local rate, burst = tonumber(ARGV[2 * number]), tonumber(ARGV[2 * number + 1])
  local bucket = redis.call('HMGET', key, 'tokens', 'at')
  local tokens, at = tonumber(bucket[1]), tonumber(bucket[2])
  if not tokens then tokens, at = burst, now end
  tokens = math.min(burst, tokens + math.max(0, now - at) * rate / 1000)
  granted = math.min(granted, (may_owe and tokens >= 1) and wanted or math.max(0, math.floor(tokens)))
  if tokens < 1 and math.ceil((1 - tokens) * 1000 / rate) > wait then
    wait, empty = math.ceil((1 - tokens) * 1000 / rate), number
  end
  left[number] = tokens
end
for number, key in ipairs(KEYS) do
  local rate, burst = tonumber(ARGV[2 * number]), tonumber(ARGV[2 * number + 1])
  told[number] = math.floor(left[number] - granted)
  redis.call('HSET', key, 'tokens', tostring(left[number] - granted), 'at', now)
  redis.call('PEXPIRE', key, math.ceil((burst - left[number] + granted) / rate * 1000) + 1000)
end
return {granted, wait, empty, told}
"""


@dataclasses.dataclass(frozen=True, slots=True)
class _Bucket:
    key: str
    rate: float
    """Requests a second."""
    burst: int


class Left(NamedTuple):
    """What a caller may still do: requests at once, how many of them are left, and seconds until all are again."""

    limit: int
    remaining: int
    reset: int


class _Taken(NamedTuple):
    """What came of taking from buckets: `granted` and `wait_ms` as `_TAKE` returns them, and the rest of each."""

    granted: int
    wait_ms: int
    empty: int
    levels: Sequence[int]


Allowance = Callable[[], tuple[float, int]]
"""Returns how many requests a second, and how many at once, an address may make."""


class _Advance(NamedTuple):
    """Requests that a process has taken ahead, until when by the monotonic clock, and what the bucket had left then."""

    expires: float
    ahead: int
    left: Left


_advances: dict[uuid.UUID, _Advance] = {}
Refuse = Callable[[errors.RateLimited, HttpRequest], HttpResponseBase]
View = Callable[..., HttpResponseBase]


def take(caller: "Caller") -> Left:
    """Take one request from the buckets of the caller's token and platform; raises RateLimited when one is empty.

    Return what is left in the one that is emptied first, with what this process has taken in advance.
    """
    now = time.monotonic()
    advance = _advances.get(caller.token_id)
    if advance is not None and advance.ahead > 0 and advance.expires > now:
        advance = advance._replace(ahead=advance.ahead - 1)
        _advances[caller.token_id] = advance
    else:
        granted, left = _take_of(caller, wanted=max(1, caller.rate_per_second // 500))
        advance = _Advance(now + _ADVANCE_SECONDS, granted - 1, left)
        if granted > 1:
            _advances[caller.token_id] = advance
    return advance.left._replace(remaining=advance.left.remaining + advance.ahead)


def take_more(caller: "Caller", count: int) -> None:
    """Take so many requests more for one that counts as several; raises RateLimited when a bucket is empty.

    One with too few owes the rest, and gives none before that has come back: so a request that counts as more than a
    bucket ever holds is possible too.
    """
    if count > 0:
        _take_of(caller, wanted=count, may_owe=True)


def _take_of(caller: "Caller", *, wanted: int, may_owe: bool = False) -> tuple[int, Left]:
    rate, burst = caller.rate_per_second, caller.burst
    buckets = _buckets(caller.token_id, caller.platform_id, rate, burst, settings.RATE_LIMIT_PLATFORM_FACTOR)
    taken = _take(buckets, wanted=wanted, may_owe=may_owe)
    bucket, level = min(zip(buckets, taken.levels, strict=True), key=lambda each: each[1])
    left = Left(bucket.burst, max(0, level), math.ceil((bucket.burst - level) / bucket.rate))
    if taken.granted == 0:
        refusal = _refusal(taken.wait_ms, None if taken.empty == 1 else _OF_PLATFORM)
        refusal.left = left
        raise refusal
    return taken.granted, left


@functools.lru_cache(maxsize=10_000)
def _buckets(token_id: uuid.UUID, platform_id: uuid.UUID, rate: int, burst: int, factor: int) -> tuple[_Bucket, ...]:
    # The braces keep both in one slot of a clustered server.
    of_token = _Bucket(f"{{{platform_id}}}:{token_id}", rate, burst)
    return of_token, _Bucket(f"{{{platform_id}}}", rate * factor, burst * factor)


def take_for_address(address: str, *, scope: str, rate: float, burst: int) -> None:
    """Take one request of a visitor without a token; raises RateLimited when the network's bucket is empty.

    `rate` in requests a second. `addresses.visitor` says which addresses are one visitor.
    """
    refuse_exhausted(address, scope=scope)
    bucket = _Bucket(_key(address, scope), rate, burst)
    taken = _take([bucket], wanted=1)
    if taken.granted == 0:
        _make_room(_empty_until)
        _empty_until[bucket.key] = time.monotonic() + taken.wait_ms / 1000
        raise _refusal(taken.wait_ms, _OF_ADDRESS)


def take_for_platform(platform_id: uuid.UUID, *, scope: str, rate: float, burst: int) -> None:
    """Take one request of a platform from a bucket of its own; raises RateLimited when it is empty.

    `rate` in requests a second. `scope` names what is counted.
    """
    taken = _take([_Bucket(f"{{{platform_id}}}:{scope}", rate, burst)], wanted=1)
    if taken.granted == 0:
        raise _refusal(taken.wait_ms, _OF_SCOPE)


def refuse_exhausted(address: str, *, scope: str) -> None:
    """Raise RateLimited when this process knows that the bucket is empty; takes no token and asks no server."""
    left = _empty_until.get(_key(address, scope), 0.0) - time.monotonic()
    if left > 0:
        raise _refusal(left * 1000, _OF_ADDRESS)


def public() -> tuple[float, int]:
    """Return the limits of an address for each kind of page open to everybody: requests a second, and at once."""
    return settings.ADDRESS_RATE_PER_SECOND, settings.ADDRESS_RATE_BURST


def per_address(
    scope: str,
    *,
    allowance: Allowance = public,
    methods: Sequence[str] = (),
    refuse: Refuse = errors.response,
) -> Callable[[View], View]:
    """Limit how often a network address may call a view, by all methods or those named; views share a `scope`."""

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
            if not methods or request.method in methods:
                rate, burst = allowance()
                try:
                    take_for_address(addresses.client_ip(request), scope=scope, rate=rate, burst=burst)
                except errors.RateLimited as refusal:
                    reply = refuse(refusal, request)
                    reply["Retry-After"] = str(refusal.details["retryAfter"])
                    return reply
            return view(request, *args, **kwargs)

        answer.limited_per_address = scope  # type: ignore[attr-defined]
        return answer

    return decorate


def forget() -> None:
    """Forget the shared buckets' server, that it was away, and this process's own buckets."""
    _client.cache_clear()
    _away["until"] = 0.0
    _local_buckets.clear()
    _empty_until.clear()


def _refusal(wait_ms: float, message: str | None) -> errors.RateLimited:
    return errors.RateLimited(message, retryAfter=max(1, math.ceil(wait_ms / 1000)))


def _key(address: str, scope: str) -> str:
    return f"{scope}:{addresses.visitor(address)}"


def _take(buckets: Sequence[_Bucket], *, wanted: int, may_owe: bool = False) -> _Taken:
    client = _client()
    if client is not None and time.monotonic() >= _away["until"]:
        limits = [number for bucket in buckets for number in (bucket.rate, bucket.burst)]
        try:
            keys, arguments = [f"rate:{bucket.key}" for bucket in buckets], [wanted, *limits, int(may_owe)]
            granted, wait, empty, levels = client(keys=keys, args=arguments)
            return _Taken(int(granted), int(wait), int(empty), [int(level) for level in levels])
        except redis.RedisError:
            _away["until"] = time.monotonic() + _AWAY_SECONDS
            logger.warning("rate limits are kept per process: the Redis-protocol server is unreachable")
    return _take_local(buckets, wanted=wanted if may_owe else 1)


def _take_local(buckets: Sequence[_Bucket], *, wanted: int) -> _Taken:
    now = time.monotonic()
    levels = []
    for bucket in buckets:
        at, tokens = _local_buckets.get(bucket.key, (now, float(bucket.burst)))
        levels.append(min(float(bucket.burst), tokens + (now - at) * bucket.rate))
    granted = wanted if min(levels) >= 1 else 0
    _make_room(_local_buckets)
    for bucket, tokens in zip(buckets, levels, strict=True):
        _local_buckets[bucket.key] = (now, tokens - granted)
    waits = [math.ceil((1 - tokens) * 1000 / bucket.rate) for bucket, tokens in zip(buckets, levels, strict=True)]
    rests = [math.floor(tokens - granted) for tokens in levels]
    return _Taken(granted, 0 if granted else max(waits), waits.index(max(waits)) + 1, rests)


def _make_room(known: dict[str, tuple[float, float]] | dict[str, float]) -> None:
    # Clients must not fill the memory by using ever new addresses; forgetting loosens limits for a moment.
    if len(known) >= _MOST_LOCAL_BUCKETS:
        known.clear()


@functools.cache
def _client() -> "redis.commands.core.Script | None":
    if not settings.REDIS_URL:
        return None
    connection = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)
    return connection.register_script(_TAKE)
