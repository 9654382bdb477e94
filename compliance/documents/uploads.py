"""Uploads: a file is inspected, then stored encrypted. Before any database transaction, because it takes time.

A stored file that no document uses in the end is found and erased by a sweep.
"""

import dataclasses
import datetime as dt
import logging
import uuid
from collections.abc import Callable
from typing import IO

from compliance.documents import checking, encrypted_storage, inspection, scanning
from platforms.base import errors
from platforms.base.slots import Slots

logger = logging.getLogger(__name__)
_slots = Slots(lambda: 2, patience_seconds=5.0)
"""Limits concurrent inspections of a process: each may need a CPU and a gigabyte, and holds a thread. One platform
inspects one file at a time; another of its files may wait."""


@dataclasses.dataclass(frozen=True, slots=True)
class StoredFile:
    """A file that was accepted and stored."""

    key: str
    name: str
    content_type: str
    size: int
    sha256: bytes


class Infected(errors.InvalidInput):
    """The scanner found something harmful in the file."""

    def __init__(self, *, signature: str, sha256: bytes) -> None:
        """Take the scanner's name for it, which the sender is not told, and the hash of the file."""
        reason = "contains harmful code"
        super().__init__(
            [("file", reason)], code=inspection.UNSUITABLE, message=checking.MESSAGES[inspection.UNSUITABLE]
        )
        self.signature = signature
        self.sha256 = sha256


def take(
    file: IO[bytes],
    *,
    platform_id: uuid.UUID,
    name: str,
    size: int,
    sha256: bytes,
    today: dt.date,
    count: Callable[[], object],
) -> StoredFile:
    """Scan, inspect and store a file sent by a platform or its customer; `today` by the real clock.

    Raises Infected, the errors of `checking.content_type`, and CheckUnavailable when a configured scanner gives no
    answer: a file that can't be scanned is refused. Raises Busy when inspections of others take too long; otherwise
    `count` is called before the file is inspected, and its errors are raised.
    """
    with _slots.held(platform_id):
        count()
        content_type = _look_at(file, name=name, sha256=sha256)
    file.seek(0)
    return StoredFile(encrypted_storage.put(file.read(), today=today), name, content_type, size, sha256)


def _look_at(file: IO[bytes], *, name: str, sha256: bytes) -> str:
    """Return the content type of a harmless file."""
    try:
        signature = scanning.scan(file)
    except scanning.ScannerUnavailable as error:
        logger.error("virus scanner unavailable", extra={"reason": str(error)})  # noqa: TRY400 - no traceback needed
        raise checking.CheckUnavailable from None
    if signature is not None:
        raise Infected(signature=signature, sha256=sha256)
    return checking.content_type(file, file_name=name)
