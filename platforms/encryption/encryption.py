"""Encryption at rest: AES-256-GCM under keys from the environment, the first of which is current; and blind indexes.

An encrypted value begins with the identifier of its key, so that SQL too can find values under an old one.
A `context` names the table, column and row, or the file, of a value: moved elsewhere, it can't be decrypted.
"""

import base64
import dataclasses
import functools
import hashlib
import hmac
import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_FORMAT = b"s1."
_BOUND = b"s2."
"""Prefix of what `encrypt_bound` returns: SQL tells it by this from earlier values without context."""
_NONCE_BYTES = 12
_PREFIX_LENGTH = len("s1.01234567.")


class Unreadable(Exception):
    """The value is damaged, misplaced, not encrypted at all, or under a key that the service no longer has."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Key:
    prefix: bytes
    bound_prefix: bytes
    cipher: AESGCM


def encrypt(plain: bytes, *, context: str = "") -> bytes:
    """Encrypt `plain` under the current key; the result is ASCII text."""
    key = _keyring()[0]
    return key.prefix + _encrypt(key, plain, context)


def decrypt(sealed: bytes, *, context: str = "") -> bytes:
    """Decrypt a value encrypted under any of the configured keys in this context; raises Unreadable."""
    prefix = sealed[:_PREFIX_LENGTH]
    for key in _keyring():
        if key.prefix == prefix:
            return _decrypt(key, sealed, context)
    raise Unreadable("not sealed by a key of this service")


def encrypt_bound(plain: bytes, *, context: str) -> bytes:
    """Encrypt `plain` as `encrypt` does, for a column whose values had no context in earlier releases."""
    assert context, "a bound value belongs to a row"
    key = _keyring()[0]
    return key.bound_prefix + _encrypt(key, plain, context)


def decrypt_bound(sealed: bytes, *, context: str) -> bytes:
    """Decrypt a value of `encrypt_bound` in this context, or of an earlier release without any; raises Unreadable."""
    if not sealed.startswith(_BOUND):
        return decrypt(sealed)
    for key in _keyring():
        if sealed.startswith(key.bound_prefix):
            return _decrypt(key, sealed, context)
    raise Unreadable("not sealed by a key of this service")


def is_current(sealed: bytes) -> bool:
    """Tell whether an encrypted value is under the current key."""
    return sealed.startswith(_keyring()[0].prefix)


def current_prefix() -> str:
    """Return the prefix of every value that `encrypt` makes now."""
    return _keyring()[0].prefix.decode()


def current_bound_prefix() -> str:
    """Return the prefix of every value that `encrypt_bound` makes now."""
    return _keyring()[0].bound_prefix.decode()


def digest(text: str, *, purpose: str) -> bytes:
    """Return the blind index of a value: equal for equal values of one purpose, and telling nothing else."""
    return hmac.digest(_index_key(settings.BLIND_INDEX_KEY, purpose), text.encode(), hashlib.sha256)


def _encrypt(key: _Key, plain: bytes, context: str) -> bytes:
    nonce = os.urandom(_NONCE_BYTES)
    return base64.urlsafe_b64encode(nonce + key.cipher.encrypt(nonce, plain, context.encode()))


def _decrypt(key: _Key, sealed: bytes, context: str) -> bytes:
    try:
        raw = base64.urlsafe_b64decode(sealed[_PREFIX_LENGTH:])
        return key.cipher.decrypt(raw[:_NONCE_BYTES], raw[_NONCE_BYTES:], context.encode())
    except (InvalidTag, ValueError):
        raise Unreadable("damaged, or sealed for another place") from None


def _keyring() -> tuple[_Key, ...]:
    return _keys(tuple(settings.ENCRYPTION_KEYS))


@functools.lru_cache(maxsize=8)
def _keys(texts: tuple[str, ...]) -> tuple[_Key, ...]:
    return tuple(_key(text.strip()) for text in texts)


def _key(text: str) -> _Key:
    secret = base64.urlsafe_b64decode(text)
    identifier = _derive(secret, "sealed values: identifier")[:4].hex()
    cipher = AESGCM(_derive(secret, "sealed values: AES-256-GCM"))
    prefix, bound = (b"%b%b." % (form, identifier.encode()) for form in (_FORMAT, _BOUND))
    return _Key(prefix, bound, cipher)


@functools.lru_cache(maxsize=64)
def _index_key(secret: str, purpose: str) -> bytes:
    return _derive(secret.encode(), f"blind index: {purpose}")


def _derive(secret: bytes, purpose: str) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=purpose.encode()).derive(secret)
