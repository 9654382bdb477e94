"""The format of a file: decided by its content, by `inspection`, in a process of its own."""

import contextlib
import json
import logging
import pathlib
import shutil
import signal
import subprocess
import sys
from typing import IO

from compliance.documents import inspection
from platforms.kit import errors

logger = logging.getLogger(__name__)
_PROGRAM = pathlib.Path(inspection.__file__)
_WALL_SECONDS = 60
"""A limit for a machine that is too busy, not for a file: that has its CPU time."""


class CheckUnavailable(errors.DomainError):
    """A file could not be checked, which is not the sender's fault. Nothing was stored."""

    code = "INTERNAL_ERROR"
    message = "The document could not be checked. Nothing was stored; send it again."


def content_type(file: IO[bytes], *, file_name: str) -> str:
    """Return what a file is: `application/pdf`, `image/jpeg` or `image/png`.

    Raises InvalidInput for `file` with UNSUITABLE_DOCUMENT (no such format, or misleading, or abusive) or LOW_QUALITY
    (such a format, but broken, encrypted, empty or too small), and CheckUnavailable.
    """
    try:
        status, output = _inspect(file, file_name)
    except (OSError, subprocess.TimeoutExpired):
        logger.exception("document not inspected")
        raise CheckUnavailable from None
    return _verdict(status, output)


def _inspect(file: IO[bytes], file_name: str) -> tuple[int, bytes]:
    """Run the program and return its exit status and its output."""
    file.seek(0)
    # An empty environment: no key of ours is in the memory that a crafted file might get hold of.
    with subprocess.Popen(  # noqa: S603 - a fixed program without a shell
        [sys.executable, "-I", *_byte_code(), str(_PROGRAM)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # it may quote the file
        env={},
    ) as program:
        assert program.stdin is not None
        try:
            # A program that has ended does not read on.
            with contextlib.suppress(BrokenPipeError):
                program.stdin.write(json.dumps(file_name).encode() + b"\n")
                shutil.copyfileobj(file, program.stdin)
            output, _ = program.communicate(timeout=_WALL_SECONDS)
        except BaseException:
            program.kill()
            raise
    return program.returncode, output


def _byte_code() -> list[str]:
    """Return the option that says where byte code is kept, of which an isolated program knows nothing."""
    return ["-X", f"pycache_prefix={sys.pycache_prefix}"] if sys.pycache_prefix else []


def _verdict(status: int, output: bytes) -> str:
    if -status in _KILLED:
        raise _refusal(inspection.UNSUITABLE, "takes too much work to be read")
    try:
        verdict = json.loads(output)
    except ValueError:
        logger.exception("document inspection failed", extra={"status": status})
        raise CheckUnavailable from None
    if "code" in verdict:
        raise _refusal(verdict["code"], verdict["reason"])
    return str(verdict["contentType"])


def _refusal(code: str, reason: str) -> errors.InvalidInput:
    return errors.InvalidInput([("file", reason)], code=code, message=MESSAGES[code])


_KILLED = {signal.SIGXCPU, signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS}
"""How a program ends that used up its time or its memory, or that a file has led astray."""
MESSAGES = {
    inspection.UNSUITABLE: "This file is not suitable as a document.",
    inspection.LOW_QUALITY: "This file can't be read as a document.",
}
"""What a refusal says as a whole; the field `file` says why."""
