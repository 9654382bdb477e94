"""The port for files to and from banks, and its adapters.

A file is delivered in two steps, and each can be repeated: `place` writes the whole file under a name ignored by the
bank, and `reveal` renames it. Between them the batch's row notes that it was placed. If neither name exists any more,
the file was renamed, and the bank has taken it: so it is never delivered twice.

A file from a bank is fetched, and removed there after it was stored here.
"""

from typing import BinaryIO, Protocol

from banks.models import BankConnection, DeliveryWay
from banks.rail.delivery.folder import Folder


class Delivery(Protocol):
    """A way to a bank. After any error it is tried again later."""

    def place(self, part_name: str, content: bytes) -> None:
        """Write the whole content, safely stored, under a name of this attempt alone."""

    def reveal(self, part_name: str, name: str) -> None:
        """Rename the placed file, if that was not done before."""

    def names(self) -> list[str]:
        """Return the sorted names of files, without unfinished ones, whose names begin with a point."""

    def fetch(self, name: str, into: BinaryIO) -> None:
        """Copy a file.

        Raises FileNotFoundError for a missing one, and OSError for one above MOST_BYTES or still being written.
        """

    def remove(self, name: str) -> None:
        """Remove a fetched file, if it is there. Raises OSError if it was changed since."""


def of(connection: BankConnection) -> Delivery:
    """Return the way for files to the bank of a connection."""
    return _way(connection, connection.folder)


def answers_of(connection: BankConnection) -> Delivery:
    """Return the way for files from the bank of a connection."""
    return _way(connection, connection.answers_folder)


def _way(connection: BankConnection, folder: str) -> Delivery:
    if connection.delivery == DeliveryWay.SFTP:
        # asyncssh is an optional dependency.
        from banks.rail.delivery.sftp import Sftp  # noqa: PLC0415

        return Sftp(connection, folder)
    return Folder(folder)
