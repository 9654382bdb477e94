"""Webhooks: whether a request comes from the service, and what it tells."""

import base64
import binascii
import dataclasses
import datetime as dt
import hashlib
import hmac
import json
import math
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import httpx
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from .errors import PaymentsError

TOLERANCE = 300.0
"""Seconds. What was sent longer ago may be replayed by somebody who listened."""
_READ_AGAIN_AFTER = 86_400.0
_AT_MOST_EVERY = 60.0
"""Seconds. A signature that fits no key asks for the keys again: not more often, or forgeries would set the pace."""


class NotGenuine(PaymentsError):
    """The request does not prove that the service has sent it a moment ago. Answer 401."""


class KeysUnavailable(PaymentsError):
    """The public keys can't be read at the moment. Answer 503: the event comes again."""


class Headers(Protocol):
    """Headers as a dictionary has them, or the messages of the standard library, or a framework."""

    def items(self) -> Iterable[tuple[str, str]]:
        """Return names and values."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Event:
    """What a webhook tells. Kinds and fields that this version does not know may come: leave them be."""

    id: str
    """The same when the event comes again: keep it, and handle an event once."""
    type: str
    timestamp: dt.datetime
    data: dict[str, Any] | None
    """The resource as its GET showed it at that moment; None in `TEST`."""
    sequence: int | None
    """The number of the event among those of the same resource, without gaps; None in `TEST`."""
    is_truncated: bool
    """The event was too long: `data` has only short, plain values. Read the resource."""


class PublicKeys:
    """The platform's public keys. They are read when first needed, once a day, and when a signature fits none of them.

    `url` is `webhookPublicKeyUrl` of `var/sandbox.json`, or `{service}/webhook-keys/{platform}`.
    """

    def __init__(
        self, url: str, *, http: httpx.Client | None = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._url = url.removesuffix(".pem")
        self._http = http
        self._now = now
        self._lock = threading.Lock()
        self._keys: tuple[Ed25519PublicKey, ...] = ()
        self._read_at = -math.inf

    def fits(self, signed: bytes, signatures: Iterable[bytes]) -> bool:
        """Tell whether one of the keys has made one of the signatures."""
        found = list(signatures)
        if not found:
            return False
        if _fits_one(self._current(_READ_AGAIN_AFTER), signed, found):
            return True
        before = self._keys
        # A new key is published two days before it signs, but this process may have slept for longer.
        after = self._current(_AT_MOST_EVERY)
        return after != before and _fits_one(after, signed, found)

    def _current(self, longest: float) -> tuple[Ed25519PublicKey, ...]:
        with self._lock:
            if self._now() - self._read_at >= longest:
                self._keys, self._read_at = self._read(), self._now()
            return self._keys

    def _read(self) -> tuple[Ed25519PublicKey, ...]:
        try:
            # Once a day: no connection is kept for it.
            reply = self._http.get(self._url) if self._http else httpx.get(self._url, timeout=10)
            reply.raise_for_status()
            texts = [key["standardWebhooksKey"] for key in reply.json()["keys"] if key["algorithm"] == "ED25519"]
            return tuple(Ed25519PublicKey.from_public_bytes(_unpacked(text, "whpk_")) for text in texts)
        except (httpx.HTTPError, ValueError, KeyError, TypeError) as error:
            raise KeysUnavailable("The public keys of the platform can't be read.") from error


class Webhooks:
    """Checks webhooks: by the platform's public keys, by secrets that you share with the service, or by either.

    While a secret is being replaced, name both: the service signs with both.
    """

    def __init__(
        self,
        *,
        keys: PublicKeys | None = None,
        secrets: Iterable[str] = (),
        tolerance: float = TOLERANCE,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._keys = keys
        self._secrets = [_unpacked(secret, "whsec_") for secret in secrets]
        self._tolerance = tolerance
        self._now = now
        if keys is None and not self._secrets:
            raise ValueError("Name the public keys, or a secret.")

    def verify(self, headers: Headers, body: bytes) -> Event:
        """Return the event that a request tells of; raise NotGenuine.

        `body` is the raw body, as it came: what was parsed and printed again has other bytes. Names of headers may have
        capitals or none.
        """
        if not isinstance(body, bytes | bytearray | memoryview):
            raise TypeError("The body is the raw bytes of the request.")
        body = bytes(body)
        by_name = {name.lower(): value for name, value in headers.items()}
        event_id, sent_at, signatures = (
            by_name.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature")
        )
        if not (event_id and sent_at and signatures):
            raise NotGenuine("Headers are missing: Webhook-Id, Webhook-Timestamp, Webhook-Signature.")
        if not (sent_at.isascii() and sent_at.isdigit() and len(sent_at) < 15):
            raise NotGenuine("Webhook-Timestamp is no time.")
        if abs(self._now() - int(sent_at)) > self._tolerance:
            raise NotGenuine("The request was sent too long ago, or in the future.")
        if not self._is_signed(f"{event_id}.{sent_at}.".encode() + body, signatures):
            raise NotGenuine("No signature fits.")
        return _event(body)

    def _is_signed(self, signed: bytes, header: str) -> bool:
        entries = [entry.partition(",") for entry in header.split(" ")]
        shared = [hmac.new(secret, signed, hashlib.sha256).digest() for secret in self._secrets]
        for given in _decoded(entries, "v1"):
            if any(hmac.compare_digest(given, expected) for expected in shared):
                return True
        return self._keys is not None and self._keys.fits(signed, _decoded(entries, "v1a"))


def _decoded(entries: list[tuple[str, str, str]], wanted: str) -> list[bytes]:
    """Return the signatures of a version. Those of others are for others; what is no base64 fits nothing."""
    found = []
    for version, _, text in entries:
        if version == wanted:
            try:
                found.append(base64.b64decode(text, validate=True))
            except (binascii.Error, ValueError):
                continue
    return found


def _fits_one(keys: Iterable[Ed25519PublicKey], signed: bytes, signatures: list[bytes]) -> bool:
    for key in keys:
        for signature in signatures:
            try:
                key.verify(signature, signed)
            except InvalidSignature:
                continue
            return True
    return False


def _unpacked(text: str, prefix: str) -> bytes:
    unpacked = base64.b64decode(text.removeprefix(prefix), validate=True)
    if not unpacked:
        raise ValueError("The key is empty.")
    return unpacked


def _event(body: bytes) -> Event:
    told = json.loads(body)
    return Event(
        id=told["id"],
        type=told["type"],
        timestamp=dt.datetime.fromisoformat(told["timestamp"]),
        data=told.get("data"),
        sequence=told.get("sequence"),
        is_truncated=told.get("isTruncated", False),
    )
