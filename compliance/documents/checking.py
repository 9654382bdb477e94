"""The format of a file, determined from its content by `inspection` in a process of its own."""

import json
import logging
import signal
from typing import IO

from compliance.documents import inspection, isolation
from platforms.base import errors

logger = logging.getLogger(__name__)


class CheckUnavailable(errors.DomainError):
    """A file could not be checked, through no fault of the sender. Nothing was stored."""

    code = "INTERNAL_ERROR"
    message = "The document could not be checked. Nothing was stored; send it again."


def content_type(file: IO[bytes], *, file_name: str) -> str:
    """Return the format of a file: `application/pdf`, `image/jpeg` or `image/png`.

    Raises InvalidInput for `file` with UNSUITABLE_DOCUMENT (no such format, or misleading, or abusive) or LOW_QUALITY
    (such a format, but broken, encrypted, empty or too small), and CheckUnavailable.
    """
    try:
        file.seek(0)
        status, output = isolation.run(isolation.INSPECTION, file_name, file)
    except OSError:
        logger.exception("document not inspected")
        raise CheckUnavailable from None
    return _verdict(status, output)


def _verdict(status: int, output: bytes) -> str:
    if -status in _KILLED:
        raise _refusal(inspection.UNSUITABLE, "takes too much work to be read")
    try:
        verdict = json.loads(output)
    except ValueError:
        logger.exception("document inspection failed", extra={"exit_status": status})
        raise CheckUnavailable from None
    if "code" in verdict:
        raise _refusal(verdict["code"], verdict["reason"])
    return str(verdict["contentType"])


def _refusal(code: str, reason: str) -> errors.InvalidInput:
    return errors.InvalidInput([("file", reason)], code=code, message=MESSAGES[code])


_KILLED = {signal.SIGXCPU, signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS}
"""How a program ends that exceeded its time or memory, or crashed because of a file."""
MESSAGES = {
    inspection.UNSUITABLE: "This file is not suitable as a document.",
    inspection.LOW_QUALITY: "This file can't be read as a document.",
}
"""The message of a refusal; the field `file` gives the reason."""
