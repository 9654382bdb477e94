"""Encrypted files in the storage that the settings name `documents`.

A file is bound to its key: moved to the key of another file, it can't be decrypted.
"""

import datetime as dt
import os
import pathlib
from collections.abc import Iterator

from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, Storage, storages

from platforms.base import identifiers
from platforms.encryption import encryption


def put(content: bytes, *, root: str, today: dt.date) -> str:
    """Store a file under a new key below `root`, which is returned. The file is on the disk by then."""
    key = f"{root}/{today.isoformat()}/{identifiers.new_key()}"
    saved = _storage().save(key, ContentFile(encryption.encrypt(content, context=key)))
    assert saved == key, "keys are unique, and a storage keeps the name that it is given"
    return key


def get(key: str) -> bytes:
    """Return the content of a stored file; raises Unreadable, also when it is missing."""
    return encryption.decrypt(_read(key), context=key)


def erase(key: str) -> None:
    """Erase a file; a missing one is no error."""
    _storage().delete(key)


def renew(key: str) -> bool:
    """Re-encrypt a file under the current key; return False if it was already. Raises Unreadable.

    The file keeps its key, so the new content is complete before the old one is removed: stopped at any moment, one of
    the two exists.
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


def days(root: str) -> list[dt.date]:
    """Return the days on which existing files below `root` were stored."""
    try:
        folders, _ = _storage().listdir(root)
    except FileNotFoundError:
        return []
    return sorted(dt.date.fromisoformat(folder) for folder in folders)


def keys_of(root: str, day: dt.date) -> Iterator[str]:
    """Yield the keys of the files stored on a day."""
    _, names = _storage().listdir(f"{root}/{day.isoformat()}")
    return (f"{root}/{day.isoformat()}/{name}" for name in names)


class DocumentDirectory(FileSystemStorage):
    """A local directory readable by us alone, with files on the disk once they are saved."""

    def _save(self, name: str, content: object) -> str:
        try:
            saved = str(super()._save(name, content))  # type: ignore[misc]
            _sync(self.path(saved))
            _sync(os.path.dirname(self.path(saved)))  # noqa: PTH120 - beside Django's own paths, which are strings
        except OSError:
            # On a full disk, the part for which there was room.
            pathlib.Path(self.path(name)).unlink(missing_ok=True)
            raise
        return saved

    def replace(self, name: str, content: "ContentFile[bytes]") -> None:
        """Replace the content of a file in one step."""
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
