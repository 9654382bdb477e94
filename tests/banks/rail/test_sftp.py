"""Delivery by SFTP, to a real server in this process."""

import asyncio
import io
import pathlib
import socket
import threading

import asyncssh
import pytest

from banks import tasks as bank_tasks
from banks.models import BankBatch, BankConnection, BankIncomingFile
from banks.rail.delivery import limits, sftp
from banks.rail.delivery.sftp import Sftp
from banks.statements.incoming import arrivals
from tests.banks.rail import world
from tests.support import patience


class Bank:
    """A server with a folder; it lets one key in."""

    def __init__(self, root: pathlib.Path, client: asyncssh.SSHKey) -> None:
        self.root, self._client = root, client
        self.key = asyncssh.generate_private_key("ssh-ed25519")
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(patience.LONG)
        self.port = self._server.get_port()

    async def _listen(self) -> asyncssh.SSHAcceptor:
        keys = asyncssh.import_authorized_keys(self._client.export_public_key().decode())
        return await asyncssh.listen(
            "127.0.0.1",
            0,
            server_host_keys=[self.key],
            authorized_client_keys=keys,
            sftp_factory=lambda channel: asyncssh.SFTPServer(channel, chroot=str(self.root).encode()),
        )

    def end(self) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(patience.LONG)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(patience.LONG)
        self._loop.close()

    async def _close(self) -> None:
        self._server.close()
        await self._server.wait_closed()

    def connection(self, **changes) -> BankConnection:
        said = {
            "delivery": "SFTP",
            "folder": "/in",
            "sftp_host": "127.0.0.1",
            "sftp_port": self.port,
            "sftp_user": "acme",
            "sftp_host_key": self.key.export_public_key().decode().strip(),
        }
        return BankConnection(**(said | changes))


@pytest.fixture
def bank(tmp_path, settings):
    client = asyncssh.generate_private_key("ssh-ed25519")
    client.write_private_key(str(tmp_path / "key"))
    settings.BANK_SFTP_KEY_FILE = str(tmp_path / "key")
    root = tmp_path / "server"
    (root / "in").mkdir(parents=True)
    bank = Bank(root, client)
    yield bank
    bank.end()


def test_a_file_is_placed_whole_and_then_gets_its_name(bank):
    way = Sftp(bank.connection())

    way.place(".a.part", b"x" * 300_000)
    assert [path.name for path in (bank.root / "in").iterdir()] == [".a.part"]
    way.reveal(".a.part", "a.xml")

    assert (bank.root / "in" / "a.xml").read_bytes() == b"x" * 300_000
    assert [path.name for path in (bank.root / "in").iterdir()] == ["a.xml"]


def test_a_file_that_was_revealed_and_taken_is_not_put_there_again(bank):
    way = Sftp(bank.connection())
    way.place(".a.part", b"x")
    way.reveal(".a.part", "a.xml")
    (bank.root / "in" / "a.xml").unlink()

    way.reveal(".a.part", "a.xml")

    assert list((bank.root / "in").iterdir()) == []


def test_a_server_with_another_key_gets_nothing(bank):
    outsider = asyncssh.generate_private_key("ssh-ed25519").export_public_key().decode().strip()

    with pytest.raises(asyncssh.HostKeyNotVerifiable):
        Sftp(bank.connection(sftp_host_key=outsider)).place(".a.part", b"x")

    assert list((bank.root / "in").iterdir()) == []


def test_a_server_that_says_nothing_is_given_up(bank, monkeypatch):
    monkeypatch.setattr(sftp, "SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(TimeoutError):
        Sftp(bank.connection(sftp_port=silent.getsockname()[1])).names()


def test_a_file_is_not_said_to_be_revealed_where_its_folder_is_gone(bank):
    way = Sftp(bank.connection())
    way.place(".a.part", b"x")
    (bank.root / "in").rename(bank.root / "elsewhere")

    with pytest.raises(asyncssh.SFTPNoSuchFile):
        way.reveal(".a.part", "a.xml")


def test_a_file_that_was_written_to_after_it_was_fetched_is_not_removed(bank):
    way = Sftp(bank.connection(), "/in")
    path = bank.root / "in" / "answer.txt"
    path.write_bytes(b"x")
    way.fetch("answer.txt", io.BytesIO())
    path.write_bytes(b"xy")

    with pytest.raises(limits.FileGrows):
        way.remove("answer.txt")
    assert path.exists()
    with pytest.raises(FileNotFoundError):
        way.fetch("gone.txt", io.BytesIO())


@pytest.mark.django_db(transaction=True)
def test_a_released_batch_reaches_the_server(api, acme, worker, alice, bank):
    connection = bank.connection()
    fields = ("delivery", "folder", "sftp_host", "sftp_port", "sftp_user", "sftp_host_key")
    world.connect(acme.platform, **{name: getattr(connection, name) for name in fields})
    world.pay(api, alice)
    worker.run()
    batch = BankBatch.objects.get()
    world.close(batch)
    world.release(batch)

    world.sweep()

    batch.refresh_from_db()
    assert batch.state == "DELIVERED"
    assert [path.name for path in (bank.root / "in").iterdir()] == [batch.file.name]


@pytest.mark.django_db(transaction=True)
def test_files_from_the_bank_are_fetched_and_removed_there(acme, bank):
    connection = bank.connection(answers_folder="/out")
    fields = ("delivery", "folder", "answers_folder", "sftp_host", "sftp_port", "sftp_user", "sftp_host_key")
    world.connect(acme.platform, **{name: getattr(connection, name) for name in fields})
    folder = bank.root / "out"
    (folder / "older").mkdir(parents=True)
    (folder / "answer.txt").write_bytes(b"x" * 300_000)
    (folder / ".later.part").write_bytes(b"y")

    bank_tasks.read_bank_files()

    file = BankIncomingFile.objects.get()
    assert (file.name, file.size, file.state) == ("answer.txt", 300_000, "SET_ASIDE")
    assert b"".join(arrivals.content_of(file)) == b"x" * 300_000
    assert sorted(path.name for path in folder.iterdir()) == [".later.part", "older"]
