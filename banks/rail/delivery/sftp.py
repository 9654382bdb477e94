"""Delivery by SFTP, with the key of BANK_SFTP_KEY_FILE; the server's host key is that of the connection."""

import asyncio
import contextlib
import stat
from collections.abc import AsyncIterator, Coroutine
from typing import Any, BinaryIO

import asyncssh
from django.conf import settings

from banks.models import BankConnection
from banks.rail.delivery.limits import Copy, FileGrows

SECONDS = 60.0
"""Limit of one of the two steps."""
FETCH_SECONDS = 1800.0
"""Limit of the transfer of one file from a bank."""
_PIECE = 2**20


class Sftp:
    """A folder of a bank's server."""

    def __init__(self, connection: BankConnection, folder: str = "") -> None:
        """Keep where it is; by default the folder for files to the bank."""
        self._connection, self._folder = connection, folder or connection.folder
        self._fetched: dict[str, tuple[int | None, int | None]] = {}

    def place(self, part_name: str, content: bytes) -> None:
        """Write the file."""
        self._run(self._place(part_name, content))

    def reveal(self, part_name: str, name: str) -> None:
        """Rename the file in one step. Without the placed file it was renamed before."""
        self._run(self._reveal(part_name, name))

    def names(self) -> list[str]:
        """Return the names of regular files."""
        return asyncio.run(asyncio.wait_for(self._names(), SECONDS))

    def fetch(self, name: str, into: BinaryIO) -> None:
        """Copy a file."""
        asyncio.run(asyncio.wait_for(self._fetch(name, into), FETCH_SECONDS))

    def remove(self, name: str) -> None:
        """Remove a file as it was fetched."""
        self._run(self._remove(name))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run(asyncio.wait_for(work, SECONDS))

    async def _names(self) -> list[str]:
        async with self._client() as client:
            found = [one async for one in client.scandir(self._folder)]
        names = (str(one.filename) for one in found if stat.S_ISREG(one.attrs.permissions or stat.S_IFREG))
        return sorted(name for name in names if name and name[0] != "." and "/" not in name)

    async def _fetch(self, name: str, into: BinaryIO) -> None:
        async with self._client() as client:
            try:
                found = await client.lstat(self._path(name))
                copy = Copy(into, found.size)
                async with client.open(self._path(name), "rb") as file:
                    while piece := await file.read(_PIECE):
                        # A file that was opened as binary has no text; asyncssh types both.
                        copy.write(piece)  # type: ignore[arg-type]
            except asyncssh.SFTPNoSuchFile as error:
                raise FileNotFoundError(name) from error
            except asyncssh.SFTPError as error:
                raise OSError(name) from error
            copy.end()
            self._fetched[name] = (found.size, found.mtime)

    async def _remove(self, name: str) -> None:
        async with self._client() as client:
            with contextlib.suppress(asyncssh.SFTPNoSuchFile):
                found = await client.lstat(self._path(name))
                if (found.size, found.mtime) != self._fetched.get(name):
                    raise FileGrows
                await client.remove(self._path(name))

    async def _place(self, part_name: str, content: bytes) -> None:
        async with self._client() as client:
            async with client.open(self._path(part_name), "wb") as file:
                await file.write(content)
            size = (await client.stat(self._path(part_name))).size
            if size != len(content):
                raise OSError("the server has another size of the file")

    async def _reveal(self, part_name: str, name: str) -> None:
        async with self._client() as client:
            # Without the folder nothing is known of the file.
            await client.stat(self._folder)
            with contextlib.suppress(asyncssh.SFTPNoSuchFile):
                await client.rename(self._path(part_name), self._path(name))

    def _path(self, name: str) -> str:
        return f"{self._folder.rstrip('/')}/{name}"

    @contextlib.asynccontextmanager
    async def _client(self) -> AsyncIterator[asyncssh.SFTPClient]:
        known = asyncssh.import_public_key(self._connection.sftp_host_key)
        options = {
            "port": self._connection.sftp_port,
            "username": self._connection.sftp_user,
            "client_keys": [settings.BANK_SFTP_KEY_FILE],
            "known_hosts": ([known], [], []),
            "config": None,
            "agent_path": None,
            "preferred_auth": "publickey",
        }
        async with (
            asyncssh.connect(self._connection.sftp_host, **options) as session,
            session.start_sftp_client() as client,
        ):
            yield client
