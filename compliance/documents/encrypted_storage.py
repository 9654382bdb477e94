"""Where files lie: encrypted, in the storage that the settings name `documents`.

A file is sealed for its place: moved to another file's place, it does not open.
"""

import datetime as dt
import os
from collections.abc import Iterator

from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, Storage, storages

from platforms.base import identifiers
from platforms.encryption import encryption

_ROOT = "documents"


def put(content: bytes, *, today: dt.date) -> str:
    """Store a file under a new key, which is returned. When this returns, the file is on the disk."""
    key = f"{_ROOT}/{today.isoformat()}/{identifiers.new_key()}"
    saved = _storage().save(key, ContentFile(encryption.encrypt(content, context=key)))
    assert saved == key, "keys are unique, and a storage keeps the name that it is given"
    return key


def get(key: str) -> bytes:
    """Return the content of a stored file; raises Unreadable, also when it is missing."""
    return encryption.decrypt(_read(key), context=key)


def erase(key: str) -> None:
    """Erase a file; one that is gone already is no error."""
    _storage().delete(key)


def renew(key: str) -> bool:
    """Encrypt a file under the current key, unless it is; tell whether it was not. Raises Unreadable.

    The file keeps its place, so the new content is complete before the old one goes: stopped at any moment, one of the
    two is there.
    """
    stored = _read(key)
    if encryption.is_current(stored):
        return False
    renewed = ContentFile(encryption.encrypt(encryption.decrypt(stored, context=key), context=key))
    storage = _storage()
    if isinstance(storage, DocumentDirectory):
        storage.replace(key, renewed)
    else:
        # An object store replaces an object in one step.
        storage.save(key, renewed)
    return True


def days() -> list[dt.date]:
    """Return the days on which files were stored that are still there."""
    try:
        folders, _ = _storage().listdir(_ROOT)
    except FileNotFoundError:
        return []
    return sorted(dt.date.fromisoformat(folder) for folder in folders)


def keys_of(day: dt.date) -> Iterator[str]:
    """Yield the keys of the files that were stored on a day."""
    _, names = _storage().listdir(f"{_ROOT}/{day.isoformat()}")
    return (f"{_ROOT}/{day.isoformat()}/{name}" for name in names)


class DocumentDirectory(FileSystemStorage):
    """A local directory that nobody else may read, and whose files are on the disk once they are saved."""

    def _save(self, name: str, content: object) -> str:
        saved = str(super()._save(name, content))  # type: ignore[misc]
        _sync(self.path(saved))
        _sync(os.path.dirname(self.path(saved)))  # noqa: PTH120 - beside Django's own paths, which are strings
        return saved

    def replace(self, name: str, content: "ContentFile[bytes]") -> None:
        """Put new content into the place of a file in one step."""
        made = self.save(f"{name}.new", content)
        os.replace(self.path(made), self.path(name))  # noqa: PTH105
        _sync(os.path.dirname(self.path(name)))  # noqa: PTH120


def _sync(path: str) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _storage() -> Storage:
    return storages["documents"]


def _read(key: str) -> bytes:
    try:
        with _storage().open(key) as file:
            return bytes(file.read())
    except FileNotFoundError:
        raise encryption.Unreadable(f"{key} is missing") from None
