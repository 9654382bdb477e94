"""HTTP Basic authentication: API token → caller."""

import base64
import binascii
import dataclasses
import datetime as dt
import hashlib
import hmac
import ipaddress
import time
import uuid
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from platforms import audit
from platforms.base import clock, identifiers
from platforms.http import addresses, errors, rate_limit
from platforms.models import ApiToken, Environment


@dataclasses.dataclass(frozen=True, slots=True)
class Caller:
    """An authenticated API principal: a token and the facts of its platform that every request needs."""

    token_id: uuid.UUID
    platform_id: uuid.UUID
    environment: str
    permissions: frozenset[str]
    allowed_ips: tuple[addresses.Network, ...]
    expires_at: dt.datetime | None
    clock_offset: dt.timedelta
    rate_per_second: int
    burst: int

    @property
    def is_sandbox(self) -> bool:
        """Tell whether the caller's platform is a sandbox platform."""
        return self.environment == Environment.SANDBOX

    def actor(self, request_id: str) -> audit.Actor:
        """Return the actor for the audit log."""
        return audit.Actor(kind="TOKEN", id=str(self.token_id), request_id=request_id)


BOUND = "bound:"
"""Prefix of hashes that are valid in one row alone: those of earlier releases are valid in every row."""
_QUESTION, _FINGERPRINT_BYTES = b"Which key is this?", 8
"""No secret of a token has blanks, so no hash of one is a fingerprint."""


def hash_secret(secret: str, *, row: str) -> bytes:
    """Return the keyed hash under which a secret is stored; `row` names the row in which it is valid.

    HMAC is enough, and a slow password hash would be wrong: the secret is 256 random bits, which nobody can guess.
    """
    return hashes_of(secret, row=row)[0]


def hashes_of(secret: str, *, row: str) -> list[bytes]:
    """Return the hashes that a secret may be stored under: by the current key, then by former ones."""
    return [_hash(key, secret, row) for key in (settings.TOKEN_HASH_KEY, *settings.TOKEN_HASH_KEY_FALLBACKS)]


def fingerprints() -> list[bytes]:
    """Return what tells each key of `hashes_of` from others: eight bytes, by which nobody learns the key."""
    keys = (settings.TOKEN_HASH_KEY, *settings.TOKEN_HASH_KEY_FALLBACKS)
    return [hmac.digest(key.encode(), _QUESTION, hashlib.sha256)[:_FINGERPRINT_BYTES] for key in keys]


def row_of(*, token_id: uuid.UUID, platform_id: uuid.UUID) -> str:
    """Return the name of a token's row, with the columns that must not be changed in it."""
    return f"token {token_id} of {platform_id}"


def _hash(key: str, secret: str, row: str) -> bytes:
    text = f"{row}\0{secret}" if key.startswith(BOUND) else secret
    return hmac.digest(key.encode(), text.encode("utf-8", "surrogateescape"), hashlib.sha256)


# A read may use a token's row for TOKEN_CACHE_SECONDS after loading it; a write reads the row again inside its own
# database transaction (idempotency.open_command), so a revoked token changes nothing from the moment of its revocation.
_cache: dict[bytes, tuple[float, Caller]] = {}
_CACHE_LIMIT = 10_000
# Headers that were right before: wrong guesses of others from the same address do not keep a valid token out.
_proven: set[bytes] = set()
_WRONG = "credentials"


def authenticate(request: HttpRequest) -> Caller:
    """Return the caller of a request.

    Raises Unauthorized, Forbidden for an address not on the token's list, and RateLimited for a further guess from an
    address that has made too many: such a guess is not looked up.
    """
    header = request.META.get("HTTP_AUTHORIZATION", "")
    digest = hashlib.sha256(header.encode("utf-8", "surrogateescape")).digest()
    cached = _cache.get(digest)
    if cached is not None and cached[0] > time.monotonic():
        caller = cached[1]
    else:
        caller = _load_or_count(request, header, digest)
        if len(_cache) >= _CACHE_LIMIT:
            _cache.clear()
        _cache[digest] = (time.monotonic() + settings.TOKEN_CACHE_SECONDS, caller)
    if caller.expires_at is not None and caller.expires_at <= clock.now(caller):
        raise errors.Unauthorized
    if caller.allowed_ips and not _is_allowed(addresses.client_ip(request), caller):
        raise errors.Forbidden("This token may not be used from this network address.")
    return caller


def forget_cached() -> None:
    """Drop every cached token of this process: after a token, a platform's limits or its clock changed."""
    _cache.clear()


def _load_or_count(request: HttpRequest, header: str, digest: bytes) -> Caller:
    address = addresses.client_ip(request)
    if digest not in _proven:
        rate_limit.refuse_exhausted(address, scope=_WRONG)
    try:
        caller = _load(header)
    except errors.Unauthorized:
        _proven.discard(digest)
        rate, burst = rate_limit.public()
        rate_limit.take_for_address(address, scope=_WRONG, rate=rate, burst=burst)
        raise
    if len(_proven) >= _CACHE_LIMIT:
        _proven.clear()
    _proven.add(digest)
    return caller


def _load(header: str) -> Caller:
    username, secret = _credentials(header)
    token_id = identifiers.parse("Token", username)
    wanted = {"id": token_id} if token_id else {"client_id": username}
    token = ApiToken.objects.select_related("platform").filter(**wanted, revoked_at=None).first()
    # The comparison also runs for an unknown token, so that the time taken does not tell which ids exist.
    stored = bytes(token.secret_hash) if token else bytes(32)
    hashes = hashes_of(secret, row=row_of(token_id=token.id, platform_id=token.platform_id) if token else "")
    matches = [hmac.compare_digest(known, stored) for known in hashes]
    if not any(matches) or token is None:
        raise errors.Unauthorized
    _note_use(token, secret_hash=hashes[0], key_fingerprint=fingerprints()[0])
    return Caller(
        token_id=token.id,
        platform_id=token.platform_id,
        environment=token.platform.environment,
        permissions=frozenset(token.permissions) | {"VIEW"},
        allowed_ips=tuple(ipaddress.ip_network(entry, strict=False) for entry in token.allowed_ips),
        expires_at=token.expires_at,
        clock_offset=token.platform.clock_offset,
        rate_per_second=token.platform.rate_limit_per_second or settings.RATE_LIMIT_PER_SECOND,
        burst=token.platform.rate_limit_burst or settings.RATE_LIMIT_BURST,
    )


def _credentials(header: str) -> tuple[str, str]:
    scheme, _, value = header.partition(" ")
    if scheme.lower() != "basic":
        raise errors.Unauthorized
    try:
        decoded = base64.b64decode(value.strip(), validate=True).decode()
    except (binascii.Error, ValueError):
        raise errors.Unauthorized from None
    username, separator, secret = decoded.partition(":")
    # `Token:<uuid>` holds a colon itself.
    if username == "Token":
        key, separator, secret = secret.partition(":")
        username = f"Token:{key}"
    if not separator or "\0" in decoded:
        raise errors.Unauthorized
    return username, secret


def _note_use(token: ApiToken, *, secret_hash: bytes, key_fingerprint: bytes) -> None:
    """Record the use of a token, at most once a minute; a hash under a former key is replaced by the current one's."""
    changes: dict[str, Any] = {}
    now = token.platform.now()
    if token.last_used_at is None or now - token.last_used_at > dt.timedelta(minutes=1):
        changes["last_used_at"] = now
    if (bytes(token.secret_hash), bytes(token.key_fingerprint or b"")) != (secret_hash, key_fingerprint):
        changes |= {"secret_hash": secret_hash, "key_fingerprint": key_fingerprint, "last_used_at": now}
    if changes:
        ApiToken.objects.filter(id=token.id).update(**changes)


def _is_allowed(text: str, caller: Caller) -> bool:
    address = addresses.parse(text)
    return address is not None and any(address in network for network in caller.allowed_ips)
