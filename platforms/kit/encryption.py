"""Encryption at rest: authenticated (Fernet), under keys from the environment, the first of which is current."""

import functools

from cryptography.fernet import Fernet as _Fernet
from cryptography.fernet import MultiFernet
from django.conf import settings


def seal(plain: bytes) -> bytes:
    """Encrypt `plain` under the current key."""
    return _keyring().encrypt(plain)


def unseal(sealed: bytes) -> bytes:
    """Decrypt what any of the configured keys has sealed."""
    return _keyring().decrypt(sealed)


@functools.cache
def _keyring() -> MultiFernet:
    return MultiFernet([_Fernet(key.strip()) for key in settings.ENCRYPTION_KEYS])
