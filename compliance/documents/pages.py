"""Pages of documents as pictures that are safe to show: drawn by `rendering`, in a process of its own."""

import dataclasses
import json
import logging
import pathlib
import subprocess
import sys
import threading

from compliance.documents import rendering, vault
from compliance.models import Document
from platforms.kit import encryption, errors

logger = logging.getLogger(__name__)
_PROGRAM = pathlib.Path(rendering.__file__)
_WALL_SECONDS = 60
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
        output = _run({"contentType": document.content_type, "page": page}, content)
    except (OSError, subprocess.TimeoutExpired):
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


def _run(wanted: dict[str, object], content: bytes) -> bytes:
    # An empty environment: no key of ours is in the memory that a crafted file might get hold of.
    with subprocess.Popen(  # noqa: S603 - a fixed program without a shell
        [sys.executable, "-I", "-B", str(_PROGRAM)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # it may quote the file
        env={},
    ) as program:
        try:
            output, _ = program.communicate(json.dumps(wanted).encode() + b"\n" + content, timeout=_WALL_SECONDS)
        except BaseException:
            program.kill()
            raise
    return output
