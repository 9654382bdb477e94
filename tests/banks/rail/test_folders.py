"""The folder by which files go to a bank and come from it: full, gone, written to meanwhile, or with strange things."""

import contextlib
import io
import os
import pathlib
import resource
import stat
from collections.abc import Iterator
from typing import Any

import pytest

from banks.models import BankIncomingFile
from banks.rail.delivery import limits
from banks.rail.delivery.folder import Folder
from banks.statements.incoming import arrivals
from platforms.base import clock
from platforms.models import WorkFailure
from tests.banks.rail import world
from tests.support.threads import at_once


@pytest.fixture
def folder(settings) -> pathlib.Path:
    path = pathlib.Path(settings.BANK_FILES_FOLDER, "house-bank/in")
    path.mkdir(parents=True)
    return path


@contextlib.contextmanager
def _room(size: int) -> Iterator[None]:
    """Let no file of this process become larger, as on a disk that is full."""
    former = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, former[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, former)


def test_a_file_for_which_there_is_no_room_leaves_no_part(folder):
    way = Folder("house-bank/in")

    with _room(1000), pytest.raises(OSError, match="large"):
        way.place(".a.part", b"x" * 300_000)
    assert list(folder.iterdir()) == []

    way.place(".a.other.part", b"x" * 300_000)
    way.reveal(".a.other.part", "a.xml")
    assert (folder / "a.xml").stat().st_size == 300_000


@pytest.mark.parametrize(("rights", "of_file"), [(0o2770, 0o640), (0o750, 0o640), (0o700, 0o600)])
def test_the_group_of_the_folder_may_do_below_it_what_it_may_do_there(settings, tmp_path, rights, of_file):
    root = tmp_path / "bank-files"
    root.mkdir()
    root.chmod(rights)
    group = os.getgid()
    if os.geteuid() == 0:
        group = 65_534
        os.chown(root, 0, group)
        root.chmod(rights)
    settings.BANK_FILES_FOLDER = str(root)
    umask = os.umask(0o077)
    try:
        way = Folder("house-bank/out")
        way.place(".a.part", b"x")
        way.reveal(".a.part", "a.xml")
    finally:
        os.umask(umask)

    folders = [root / "house-bank", root / "house-bank/out"]
    assert [oct(stat.S_IMODE(path.stat().st_mode)) for path in folders] == [oct(rights)] * 2
    file = (root / "house-bank/out/a.xml").stat()
    assert oct(stat.S_IMODE(file.st_mode)) == oct(of_file)
    if rights & stat.S_ISGID:
        assert {file.st_gid, *(path.stat().st_gid for path in folders)} == {group}


def test_folders_that_are_there_keep_their_rights(settings, folder):
    folder.chmod(0o710)

    Folder("house-bank/in").place(".a.part", b"x")

    assert stat.S_IMODE(folder.stat().st_mode) == 0o710


def test_a_file_is_not_said_to_be_delivered_where_its_folder_is_gone(folder):
    way = Folder("house-bank/in")
    way.place(".a.part", b"x")
    folder.rename(folder.with_name("elsewhere"))

    with pytest.raises(FileNotFoundError):
        way.reveal(".a.part", "a.xml")


def test_only_regular_files_are_fetched_also_when_they_are_exchanged_meanwhile(folder, tmp_path):
    secret = tmp_path / "secret"
    secret.write_bytes(b"secret")
    (folder / "link").symlink_to(secret)
    os.mkfifo(folder / "pipe")
    (folder / "answer.txt").write_bytes(b"x")
    way = Folder("house-bank/in")
    assert way.names() == ["answer.txt"]

    (folder / "answer.txt").unlink()
    (folder / "answer.txt").symlink_to(secret)
    for name in ("answer.txt", "link", "pipe"):
        into = io.BytesIO()
        with pytest.raises(OSError):  # noqa: PT011 - each has another number
            way.fetch(name, into)
        assert into.getvalue() == b""


def test_a_file_that_grows_while_it_is_fetched_is_left(folder):
    path = folder / "answer.txt"
    path.write_bytes(b"x")
    way = Folder("house-bank/in")

    class Slow(io.BytesIO):
        def write(self, piece: Any, /) -> int:
            with path.open("ab") as file:
                file.write(b"y")
            return super().write(piece)

    with pytest.raises(limits.FileGrows):
        way.fetch("answer.txt", Slow())
        way.remove("answer.txt")

    assert path.exists()


def test_a_file_that_was_written_to_after_it_was_fetched_is_not_removed(folder):
    path = folder / "answer.txt"
    path.write_bytes(b"x")
    way = Folder("house-bank/in")
    way.fetch("answer.txt", io.BytesIO())
    path.write_bytes(b"xy")

    with pytest.raises(limits.FileGrows):
        way.remove("answer.txt")

    assert path.exists()


@pytest.mark.django_db(transaction=True)
def test_a_file_that_can_not_be_fetched_keeps_no_other_one_waiting(acme, folder, monkeypatch):
    world.connect(acme.platform)
    monkeypatch.setattr(limits, "MOST_BYTES", 10)
    (folder / "a-large").write_bytes(b"x" * 11)
    (folder / "b-small").write_bytes(b"x" * 10)

    arrivals.fetch_all(now=clock.real_now())

    assert list(BankIncomingFile.objects.values_list("name", flat=True)) == ["b-small"]
    assert [path.name for path in folder.iterdir()] == ["a-large"]
    assert WorkFailure.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_an_empty_file_is_left_for_the_bank_to_write(acme, folder):
    world.connect(acme.platform)
    (folder / "begun").touch()

    arrivals.fetch_all(now=clock.real_now())
    assert (folder / "begun").exists()
    (folder / "begun").write_bytes(b"hello")
    arrivals.fetch_all(now=clock.real_now())

    assert BankIncomingFile.objects.get().size == 5
    assert not WorkFailure.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_file_that_another_worker_has_taken_is_no_failure(acme, folder, monkeypatch):
    world.connect(acme.platform)
    (folder / "b").write_bytes(b"x")
    names = Folder.names
    monkeypatch.setattr(Folder, "names", lambda way: ["a-taken", *names(way)])

    arrivals.fetch_all(now=clock.real_now())

    assert BankIncomingFile.objects.get().name == "b"
    assert not WorkFailure.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_workers_who_fetch_at_once_store_each_file_once(acme, folder):
    world.connect(acme.platform)
    for number in range(5):
        (folder / f"{number}").write_bytes(b"x" * (number + 1))

    at_once([lambda: arrivals.fetch_all(now=clock.real_now())] * 2)

    assert sorted(BankIncomingFile.objects.values_list("size", flat=True)) == [1, 2, 3, 4, 5]
    assert list(folder.iterdir()) == []
    assert not WorkFailure.objects.exists()
