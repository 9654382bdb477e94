"""Retention of documents' files: what is erased when, and rotation of their keys.

Files are not part of a database transaction. So every step here is one file and then one statement, in an order that
makes a stop between the two harmless, and runs outside of any database transaction.
"""

import dataclasses
import datetime as dt
import functools
from collections.abc import Iterator

from compliance.documents import encrypted_storage
from compliance.models import Document, RetiredFile
from platforms.base import clock
from platforms.encryption import encryption
from platforms.operations import attempts

_TASK = "compliance.sweep_document_files"
_CHUNK = 500
_ORPHAN_AGE = dt.timedelta(days=2)
"""A younger file may belong to a request that has not ended, even if two machines' clocks differ."""
_LOOKED_AT = dt.timedelta(days=10)


@dataclasses.dataclass(frozen=True, slots=True)
class Renewal:
    """Result of a rotation: files re-encrypted, files already under the current key, files unreadable."""

    renewed: int
    current: int
    unreadable: tuple[str, ...]


def sweep(*, now: clock.RealTime, everything: bool = False) -> int:
    """Erase retired files that are due and files without a document; return how many there were.

    The latter are looked for among files of the last days, or, with `everything`, among all.
    """
    return _erase_due(now) + _erase_orphans(now, everything=everything)


def renew_keys() -> Renewal:
    """Re-encrypt every file that is not under the current key. May be stopped, and run again, at any time."""
    renewed = current = 0
    unreadable = []
    for key in _named():
        try:
            if encrypted_storage.renew(key):
                renewed += 1
            else:
                current += 1
        except encryption.Unreadable:
            # Unless it was replaced or erased just now.
            if _is_named(key):
                unreadable.append(key)
    return Renewal(renewed, current, tuple(unreadable))


def _erase_due(now: clock.RealTime) -> int:
    erased, last = 0, 0
    due = RetiredFile.objects.filter(erased_at=None, due_at__lte=now).order_by("id")
    while rows := list(due.filter(id__gt=last).values_list("id", "storage_key")[:_CHUNK]):
        for key, storage_key in rows:
            # A file that the disk fails to delete must not keep the others.
            part = functools.partial(_erase, key, storage_key, now)
            erased += attempts.attempt(part, work=_TASK, subject=f"RetiredFile:{key}", now=now) or 0
        last = rows[-1][0]
    return erased


def _erase(key: int, storage_key: str, now: clock.RealTime) -> int:
    encrypted_storage.erase(storage_key)
    return int(RetiredFile.objects.filter(id=key).update(erased_at=now))


def _erase_orphans(now: clock.RealTime, *, everything: bool) -> int:
    newest = (now - _ORPHAN_AGE).date()
    oldest = dt.date.min if everything else (now - _LOOKED_AT).date()
    erased = 0
    for day in encrypted_storage.days():
        if oldest <= day <= newest:
            for keys in _chunks(encrypted_storage.keys_of(day)):
                orphans = set(keys) - _named_among(keys)
                for key in orphans:
                    encrypted_storage.erase(key)
                erased += len(orphans)
    return erased


def _named_among(keys: list[str]) -> set[str]:
    shown = Document.objects.filter(deleted_at=None, storage_key__in=keys).values_list("storage_key", flat=True)
    kept = RetiredFile.objects.filter(erased_at=None, storage_key__in=keys).values_list("storage_key", flat=True)
    return {*shown, *kept}


def _is_named(key: str) -> bool:
    return key in _named_among([key])


def _named() -> Iterator[str]:
    shown = Document.objects.filter(deleted_at=None).order_by("id").values_list("storage_key", flat=True)
    kept = RetiredFile.objects.filter(erased_at=None).order_by("id").values_list("storage_key", flat=True)
    yield from shown.iterator(chunk_size=_CHUNK)
    yield from kept.iterator(chunk_size=_CHUNK)


def _chunks(keys: Iterator[str]) -> Iterator[list[str]]:
    chunk: list[str] = []
    for key in keys:
        chunk.append(key)
        if len(chunk) == _CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk
