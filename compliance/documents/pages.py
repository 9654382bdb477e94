"""Pages of documents as pictures that are safe to show: drawn by `rendering`, in a process of its own."""

import dataclasses
import io
import json
import logging
import threading

from compliance.documents import isolation, vault
from compliance.models import Document
from platforms.kit import encryption, errors

logger = logging.getLogger(__name__)
_PATIENCE_SECONDS = 10
_SLOTS = threading.BoundedSemaphore(2)
"""Drawings at the same moment in one process: each may need a CPU and more than a gigabyte."""


class PageUnavailable(errors.NotFound):
    """There is no such page, or it can't be drawn."""

    message = "This page can't be shown."


class TooManyAtOnce(errors.DomainError):
    """Others are having pages drawn. Threads that serve the API too do not wait for long."""

    code = "RATE_LIMITED"
    message = "Too many pages are being drawn at this moment."


@dataclasses.dataclass(frozen=True, slots=True)
class Page:
    """One page, drawn."""

    picture: bytes = dataclasses.field(repr=False)
    content_type: str
    count: int
    """Pages of the whole document."""


def draw(document: Document, *, page: int) -> Page:
    """Return a page of a document, the first being 1.

    Raises PageUnavailable, also when the file is gone, and TooManyAtOnce.
    """
    try:
        content = vault.get(document.storage_key)
    except encryption.Unreadable:
        raise PageUnavailable from None
    if not _SLOTS.acquire(timeout=_PATIENCE_SECONDS):
        raise TooManyAtOnce
    try:
        wanted = {"contentType": document.content_type, "page": page}
        _, output = isolation.run(isolation.RENDERING, wanted, io.BytesIO(content))
    except OSError:
        logger.exception("document not drawn")
        raise PageUnavailable from None
    finally:
        _SLOTS.release()
    head, _, picture = output.partition(b"\n")
    # A process that was ended for taking too much has said nothing.
    verdict = json.loads(head) if head else {}
    if "pages" not in verdict:
        logger.warning("document not drawn", extra={"document": document.public_id, **verdict})
        raise PageUnavailable
    return Page(picture, verdict["contentType"], verdict["pages"])
