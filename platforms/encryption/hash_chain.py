"""A chain of keyed hashes over the rows of a log: without the key no sealed row can be changed unnoticed."""

import datetime as dt
import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.conf import settings

_DIGEST_BYTES = 16
"""Bytes of a row's hash: nobody finds a second row with the same half of a SHA-256."""
_ENTRY_BYTES = 8 + _DIGEST_BYTES
START = bytes(32)
"""Stands for the seal before the first."""


def entry(key: int, values: Sequence[Any]) -> bytes:
    """Return a row's entry in the index of a seal: its key and a hash of its values."""
    parts = [_bytes_of(value) for value in values]
    text = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return _key_bytes(key) + hashlib.sha256(text).digest()[:_DIGEST_BYTES]


def entries(index: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the key and the entry of each row in an index."""
    for start in range(0, len(index), _ENTRY_BYTES):
        piece = index[start : start + _ENTRY_BYTES]
        yield int.from_bytes(piece[:8], "big", signed=True), piece


def seal(previous: bytes, numbers: Iterable[int], moment: dt.datetime, index: bytes) -> bytes:
    """Return the digest, under the current key, of an index, the seal's other values, and the digest before."""
    return _digest(settings.AUDIT_SEAL_KEYS[0], _text(previous, numbers, moment, index))


def is_seal(digest: bytes, previous: bytes, numbers: Iterable[int], moment: dt.datetime, index: bytes) -> bool:
    """Tell whether a digest was returned by `seal` under any of the keys."""
    text = _text(previous, numbers, moment, index)
    return any(hmac.compare_digest(digest, _digest(key, text)) for key in settings.AUDIT_SEAL_KEYS)


def _text(previous: bytes, numbers: Iterable[int], moment: dt.datetime, index: bytes) -> bytes:
    return previous + b"".join(map(_key_bytes, numbers)) + _bytes_of(moment) + hashlib.sha256(index).digest()


def _digest(key: str, text: bytes) -> bytes:
    return hmac.digest(key.encode(), text, "sha256")


def _key_bytes(value: int) -> bytes:
    return value.to_bytes(8, "big", signed=True)


def _bytes_of(value: object) -> bytes:
    if value is None:
        return b""
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat(timespec="microseconds").encode()
    return str(value).encode()
