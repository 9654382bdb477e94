"""The files of documents in the encrypted storage, apart from those of others."""

import datetime as dt
from collections.abc import Iterator

from platforms.encryption import encrypted_storage
from platforms.encryption.encrypted_storage import DocumentDirectory, erase, get, renew

__all__ = ["DocumentDirectory", "days", "erase", "get", "keys_of", "put", "renew"]
_ROOT = "documents"


def put(content: bytes, *, today: dt.date) -> str:
    """Store a file under a new key, which is returned. The file is on the disk by then."""
    return encrypted_storage.put(content, root=_ROOT, today=today)


def days() -> list[dt.date]:
    """Return the days on which existing files were stored."""
    return encrypted_storage.days(_ROOT)


def keys_of(day: dt.date) -> Iterator[str]:
    """Yield the keys of the files stored on a day."""
    return encrypted_storage.keys_of(_ROOT, day)
