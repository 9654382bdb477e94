"""Pages of documents as pictures that are safe to show: drawn by `rendering`, in a process of its own."""

import dataclasses
import io
import json
import logging

from compliance.documents import encrypted_storage, isolation
from compliance.models import Document
from platforms.base import errors
from platforms.base.slots import Slots
from platforms.encryption import encryption

logger = logging.getLogger(__name__)
_slots = Slots(lambda: 2, patience_seconds=10.0)
"""Limits concurrent drawings of a process: each may need a CPU and more than a gigabyte."""


class PageUnavailable(errors.NotFound):
    """The page does not exist, or can't be drawn."""

    message = "This page can't be shown."


@dataclasses.dataclass(frozen=True, slots=True)
class Page:
    """One page, drawn."""

    picture: bytes = dataclasses.field(repr=False)
    content_type: str
    count: int
    """Pages of the whole document."""


def draw(document: Document, *, page: int) -> Page:
    """Return a page of a document, the first being 1.

    Raises PageUnavailable, also when the file is gone, and Busy when the drawings of others take too long.
    """
    try:
        content = encrypted_storage.get(document.storage_key)
    except encryption.Unreadable:
        raise PageUnavailable from None
    wanted = {"contentType": document.content_type, "page": page}
    try:
        with _slots.held():
            _, output = isolation.run(isolation.RENDERING, wanted, io.BytesIO(content))
    except OSError:
        logger.exception("document not drawn")
        raise PageUnavailable from None
    head, _, picture = output.partition(b"\n")
    # A process killed for exceeding its limits has printed nothing.
    verdict = json.loads(head) if head else {}
    if "pages" not in verdict:
        logger.warning(
            "document not drawn", extra={"document": document.public_id, "reason": verdict.get("problem", "ended")}
        )
        raise PageUnavailable
    return Page(picture, verdict["contentType"], verdict["pages"])
