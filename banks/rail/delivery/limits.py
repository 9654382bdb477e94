"""Copies of files from a bank: with a limit, and never of one that is still being written."""

from typing import BinaryIO

MOST_BYTES = 4 * 2**30
"""Bytes of a file from a bank."""


class FileGrows(OSError):
    """The file is still being written."""


class Copy:
    """A copy of a file from a bank while it is fetched."""

    def __init__(self, into: BinaryIO, size: int | None) -> None:
        """Take the size that the file has. Raises OSError for one with more than MOST_BYTES."""
        if size is None or size > MOST_BYTES:
            message = f"a file from a bank has more than {MOST_BYTES} bytes"
            raise OSError(message)
        self._into, self._left = into, size

    def write(self, piece: bytes) -> None:
        """Take the next bytes. Raises FileGrows for more than there were."""
        self._left -= len(piece)
        if self._left < 0:
            raise FileGrows
        self._into.write(piece)

    def end(self) -> None:
        """Say that the file has ended. Raises FileGrows for less than there was."""
        if self._left:
            raise FileGrows
