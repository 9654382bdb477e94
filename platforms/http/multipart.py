"""Bodies of the type multipart/form-data: files are streamed into temporary files, so memory stays flat.

The form of such a body is made from its parts, not its bytes: clients choose a new boundary each time they send
the same files, and a repetition has to be recognised.
"""

import collections
import contextlib
import dataclasses
import functools
import hashlib
import tempfile
from collections.abc import Callable, Mapping
from typing import IO, Any, cast

import orjson
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest
from django.http.multipartparser import MultiPartParser, MultiPartParserError
from django.http.request import UnreadablePostError
from django.utils.datastructures import MultiValueDict

from platforms.base import errors
from platforms.http import bodies
from platforms.http import errors as rest_errors

_OVERHEAD_BYTES = 64 * 1024
"""Bytes allowed for boundaries, headers and text parts beside the files."""
_IN_MEMORY_BYTES = 256 * 1024
_CHUNK_BYTES = 64 * 1024


@dataclasses.dataclass(frozen=True, slots=True)
class Parts:
    """The files of an endpoint: the name of their part, and the maximum size of one."""

    file: str
    max_bytes: int


@dataclasses.dataclass(slots=True)
class Upload:
    """A file sent with a request. It is deleted at the end of the request."""

    content: IO[bytes]
    name: str
    """The last part of the sender's path, without characters that can't be printed."""
    content_type: str
    """The type that the sender states."""
    size: int
    sha256: bytes

    def close(self) -> None:
        """Close and delete the file."""
        self.content.close()


@dataclasses.dataclass(frozen=True, slots=True)
class Received:
    """A received body, and how to read it (raises its faults)."""

    form: bytes
    """What is the same in each repetition of the request, however the client writes it."""
    parse: Callable[[], dict[str, Any]]
    close: Callable[[], object] = lambda: None
    sent: bytes | None = None
    """The body byte for byte, where that differs from its form."""


def receive(request: HttpRequest, parts: Parts, *, length: int) -> Received:
    """Read a body of `length` bytes. Raises PayloadTooLarge, UnsupportedMediaType, and InvalidInput if it ended early.

    Other faults belong to the request's idempotency key, so `parse` raises them.
    """
    if length > parts.max_bytes + _OVERHEAD_BYTES:
        raise _too_large(parts)
    bodies.want(request, parts.max_bytes + _OVERHEAD_BYTES)
    if length == 0:
        return Received(b"", dict)
    if request.content_type != "multipart/form-data":
        raise rest_errors.UnsupportedMediaType("multipart/form-data")
    stream = _Stream(request)
    with contextlib.ExitStack() as opened:
        files = _Files(parts, opened)
        found: Mapping[str, Any] | errors.InvalidInput
        try:
            texts, uploads = _parse(request, stream, files)
        except errors.InvalidInput as problem:
            found, form = problem, None
        else:
            found, form = _found(texts, uploads, parts), _identify(texts, uploads)
        stream.drain()
        if stream.count != length:
            raise errors.InvalidInput.field("", "the request body ended early")
        if form is not None and not stream.ends_with(_boundary(request)):
            found, form = _broken(), None
        close = opened.pop_all().close
    return Received(form or stream.digest.digest(), functools.partial(give, found), close)


def give(found: Mapping[str, Any] | errors.DomainError) -> dict[str, Any]:
    """Return the values of a body; raises its fault instead, if it has one."""
    if isinstance(found, errors.DomainError):
        raise found
    return dict(found)


def _found(
    texts: MultiValueDict[str, Any], uploads: MultiValueDict[str, Any], parts: Parts
) -> dict[str, Any] | errors.InvalidInput:
    """Return the parts by name, text as `str` and the file as `Upload`; or what is wrong with them."""
    problems = _problems(texts, uploads, parts)
    if problems:
        return errors.InvalidInput(problems)
    return {name: values[0] for name, values in [*texts.lists(), *uploads.lists()]}


def _parse(
    request: HttpRequest, stream: "_Stream", files: "_Files"
) -> tuple[MultiValueDict[str, Any], MultiValueDict[str, Any]]:
    """Return the parts with text, and those with a file."""
    try:
        parser = MultiPartParser(request.META, cast("Any", stream), [files], "utf-8")
        return parser.parse()
    except RequestDataTooBig:
        raise rest_errors.PayloadTooLarge("The text parts of this body are too large.") from None
    except UnreadablePostError:
        raise errors.InvalidInput.field("", "the request body ended early") from None
    # The last three result from headers in unknown or broken encodings.
    except (MultiPartParserError, SuspiciousOperation, LookupError, UnicodeError, ValueError):
        raise _broken() from None


def _problems(
    texts: MultiValueDict[str, Any], uploads: MultiValueDict[str, Any], parts: Parts
) -> list[tuple[str, str]]:
    given = collections.Counter(
        {name: len(texts.getlist(name)) + len(uploads.getlist(name)) for name in [*texts, *uploads]}
    )
    problems = [(name, "is given more than once") for name, count in given.items() if count > 1]
    problems += [
        (name, f"must be sent as text: the part {parts.file} alone takes a file")
        for name in uploads
        if name != parts.file
    ]
    garbled = [name for name, values in texts.lists() if any("\ufffd" in value for value in values)]
    return problems + [(name, "must be text in UTF-8") for name in garbled]


def _identify(texts: MultiValueDict[str, Any], uploads: MultiValueDict[str, Any]) -> bytes | None:
    """Return a hash of the parts; None where text could not be read, since other text would look the same."""
    if any("\ufffd" in text for _, values in texts.lists() for text in values):
        return None
    given = [(name, value) for name, values in [*texts.lists(), *uploads.lists()] for value in values]
    described = [
        [name, value if isinstance(value, str) else [value.name, value.content_type, value.sha256.hex()]]
        for name, value in sorted(given, key=lambda part: str(part[0]))
    ]
    return hashlib.sha256(orjson.dumps(described)).digest()


def _broken() -> errors.InvalidInput:
    return errors.InvalidInput.field("", "the request body is not valid multipart/form-data")


def _too_large(parts: Parts) -> rest_errors.PayloadTooLarge:
    return rest_errors.PayloadTooLarge(f"A file may hold at most {parts.max_bytes} bytes.", maxBytes=parts.max_bytes)


def _boundary(request: HttpRequest) -> bytes:
    return str((request.content_params or {}).get("boundary", "")).encode()


class _Stream:
    """The body while it is received: counted, hashed, its end remembered."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request
        self._end = b""
        self.count = 0
        self.digest = hashlib.sha256()

    def read(self, size: int = _CHUNK_BYTES) -> bytes:
        part = self._request.read(size)
        self.count += len(part)
        self.digest.update(part)
        self._end = (self._end + part)[-1024:]
        return part

    def drain(self) -> None:
        with contextlib.suppress(UnreadablePostError):
            while self.read():
                pass

    def ends_with(self, boundary: bytes) -> bool:
        """Tell whether the closing delimiter has arrived: a truncated body may look whole without it."""
        return b"--" + boundary + b"--" in self._end


class _Files(FileUploadHandler):
    """Streams each file into a temporary file without a name; ends at the limit."""

    chunk_size = _CHUNK_BYTES

    def __init__(self, parts: Parts, opened: contextlib.ExitStack) -> None:
        super().__init__()
        self.parts = parts
        self._opened = opened
        self._file: IO[bytes]
        self._digest = hashlib.sha256()

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self._digest = hashlib.sha256()
        file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY_BYTES)  # noqa: SIM115 - closed with the request
        self._file = cast("IO[bytes]", self._opened.enter_context(file))

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        if start + len(raw_data) > self.parts.max_bytes:
            raise _too_large(self.parts)
        self._digest.update(raw_data)
        self._file.write(raw_data)

    def file_complete(self, file_size: int) -> Any:
        name = (self.file_name or "")[-255:]
        return Upload(self._file, name, self.content_type or "", file_size, self._digest.digest())
