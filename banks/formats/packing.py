"""Packed files from banks: each file of a ZIP, and what a gzip has, is taken as a file of its own.

What can't be unpacked, or is too much, is left as it came: it is stored, and waits for people as any damaged file.
"""

import functools
import gzip
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import IO, BinaryIO, NamedTuple, cast

MAX_FILES = 1000
MAX_UNPACKED = 2**30
"""Bytes of all files of one packed file."""
MARKS = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b")
"""Beginnings of a ZIP, of an empty one, and of a gzip."""
_AT_ONCE = 2**20
_WAYS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_ENCRYPTED = 1
_UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError, NotImplementedError)


class _Member(NamedTuple):
    """A file within a packed one: its name, and how it is opened."""

    name: str
    open: Callable[[], IO[bytes]]


def unpacked(name: str, file: BinaryIO) -> Iterator[tuple[str, BinaryIO]]:
    """Yield the names and contents of the files in a packed file; the file itself, if it is none or can't be unpacked.

    A content is closed when the next one is asked for. All are read once before the first is yielded, so that a
    damaged file is never taken in part.
    """
    members = _members(name, file)
    if not members or not _is_readable(members):
        file.seek(0)
        yield name, file
        return
    for member in members:
        with tempfile.TemporaryFile() as content, member.open() as stream:
            shutil.copyfileobj(stream, content, _AT_ONCE)
            content.seek(0)
            yield member.name, content


def _members(name: str, file: BinaryIO) -> list[_Member]:
    beginning = file.read(4)
    file.seek(0)
    if beginning.startswith(MARKS[2]):
        return [_Member(name.removesuffix(".gz"), functools.partial(_gzip, file))]
    if not beginning.startswith(MARKS[:2]):
        return []
    try:
        packed = zipfile.ZipFile(file)
        entries = [entry for entry in packed.infolist() if not _is_left_out(entry)]
    except _UNREADABLE:
        return []
    if len(entries) > MAX_FILES or any(
        entry.flag_bits & _ENCRYPTED or entry.compress_type not in _WAYS for entry in entries
    ):
        return []
    return [_Member(f"{name}/{entry.filename}", functools.partial(packed.open, entry)) for entry in entries]


def _gzip(file: BinaryIO) -> IO[bytes]:
    file.seek(0)
    return cast("IO[bytes]", gzip.GzipFile(fileobj=file))


def _is_left_out(one: zipfile.ZipInfo) -> bool:
    """Tell whether an entry is a folder, is empty, or was added by the system that packed the file."""
    path = PurePosixPath(one.filename)
    return one.is_dir() or not one.file_size or path.name.startswith(".") or path.parts[0] == "__MACOSX"


def _is_readable(members: list[_Member]) -> bool:
    """Read every file to its end; tell whether all are undamaged, and together no more than the limit."""
    size = 0
    try:
        for member in members:
            with member.open() as stream:
                while part := stream.read(_AT_ONCE):
                    size += len(part)
                    if size > MAX_UNPACKED:
                        return False
    except _UNREADABLE:
        return False
    return True
