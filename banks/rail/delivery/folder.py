"""Delivery into a folder of this machine: an operator's own program or mount takes the files to the bank.

That program is another user. What it may do is what BANK_FILES_FOLDER gives its group, whatever umask this process has:
folders below get the same rights, and files can be read by the group if that folder can.
"""

import contextlib
import os
import pathlib
import shutil
import stat
from typing import BinaryIO

from django.conf import settings

from banks.rail.delivery.limits import Copy, FileGrows


class Folder:
    """A folder below BANK_FILES_FOLDER."""

    def __init__(self, folder: str) -> None:
        """Take the path below BANK_FILES_FOLDER."""
        self._root, self._below = pathlib.Path(settings.BANK_FILES_FOLDER), pathlib.Path(folder)
        self._path = self._root / self._below
        self._fetched: dict[str, tuple[int, int]] = {}

    def place(self, part_name: str, content: bytes) -> None:
        """Write the file and flush it to the disk; only the service's user, and the folder's group, may read it."""
        rights = self._make_folders()
        part = self._path / part_name
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as file:
                os.fchmod(file.fileno(), 0o600 | (rights & stat.S_IRGRP))
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        except OSError:
            # On a full disk, the part for which there was room: the next attempt has another name.
            part.unlink(missing_ok=True)
            raise
        self._sync()

    def reveal(self, part_name: str, name: str) -> None:
        """Rename the file in one step. Without the placed file it was renamed before."""
        part = self._path / part_name
        if not self._path.is_dir():
            raise FileNotFoundError(self._path)
        if part.exists():
            part.replace(self._path / name)
            self._sync()

    def names(self) -> list[str]:
        """Return the names of regular files; none without the folder."""
        if not self._path.is_dir():
            return []
        with os.scandir(self._path) as found:
            return sorted(one.name for one in found if one.name[0] != "." and one.is_file(follow_symlinks=False))

    def fetch(self, name: str, into: BinaryIO) -> None:
        """Copy a regular file."""
        descriptor = os.open(self._path / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise OSError("it is no regular file")
            copy = Copy(into, found.st_size)
            shutil.copyfileobj(file, copy)
            copy.end()
        self._fetched[name] = _version(found)

    def remove(self, name: str) -> None:
        """Remove a file as it was fetched."""
        path = self._path / name
        if path.exists() and _version(path.stat()) != self._fetched.get(name):
            raise FileGrows
        path.unlink(missing_ok=True)

    def _make_folders(self) -> int:
        """Make the folder and those above it; return the rights of BANK_FILES_FOLDER."""
        self._root.mkdir(mode=0o700, parents=True, exist_ok=True)
        rights, path = stat.S_IMODE(self._root.stat().st_mode), self._root
        for part in self._below.parts:
            path /= part
            with contextlib.suppress(FileExistsError):
                path.mkdir(mode=0o700)
                path.chmod(rights)
        return rights

    def _sync(self) -> None:
        descriptor = os.open(self._path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _version(found: os.stat_result) -> tuple[int, int]:
    """Return what changes when somebody writes to a file."""
    return found.st_size, found.st_mtime_ns
