import os
import shutil
import socket
import stat
import types

import pytest

from config.launch import environment, failures, ports

pytestmark = pytest.mark.service


def test_secrets_are_made_once_and_only_their_owner_reads_them(home):
    first = environment.generated_secrets(home)
    second = environment.generated_secrets(home)

    assert first == second
    assert sorted(first) == ["AUDIT_SEAL_KEYS", "BLIND_INDEX_KEY", "ENCRYPTION_KEYS", "SECRET_KEY", "TOKEN_HASH_KEY"]
    assert stat.S_IMODE((home.root / "secrets.json").stat().st_mode) == 0o600


def test_what_the_caller_sets_wins_over_what_is_made_up(home, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "mine")
    monkeypatch.setenv("TOKEN_HASH_KEY", "")

    variables = environment.for_children(home, {})

    assert variables["SECRET_KEY"] == "mine"
    assert variables["TOKEN_HASH_KEY"] == environment.generated_secrets(home)["TOKEN_HASH_KEY"]


def test_libpq_variables_for_another_server_do_not_reach_the_embedded_one(home, monkeypatch):
    monkeypatch.setenv("PGPORT", "1")

    assert "PGPORT" not in environment.for_children(home, {"DATABASE_URL": "postgresql:///x"})
    assert "PGPORT" in environment.for_children(home, {})


def test_a_disk_about_to_be_full_is_refused(home, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: types.SimpleNamespace(free=10**6))

    with pytest.raises(failures.LaunchError, match=r"Only 1 MB are free.*\nFree some space"):
        environment.open_home()


def test_a_second_start_in_the_same_folder_is_refused_by_name(home):
    with (
        environment.only_one(home),
        pytest.raises(failures.LaunchError, match=rf"already runs from {home.root} \(process {os.getpid()}\)"),
        environment.only_one(home),
    ):
        pass


def test_a_folder_for_sockets_that_another_made_is_refused(home):
    home.sockets.symlink_to(home.root)

    with pytest.raises(failures.LaunchError, match="belongs to somebody else"):
        environment.make_sockets(home)

    home.sockets.unlink()


def test_a_service_open_to_others_answers_to_its_own_address(home, monkeypatch):
    monkeypatch.setenv("BIND", "192.0.2.7")

    assert environment.for_children(home, {})["ALLOWED_HOSTS"] == "127.0.0.1,localhost,[::1],192.0.2.7"


def test_a_taken_port_is_named_with_a_free_one():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen(1)
        port = other.getsockname()[1]

        with pytest.raises(failures.LaunchError, match=rf"Port {port} on 127.0.0.1 is taken.*\n.*PORT=\d+"):
            ports.require_free(address="127.0.0.1", port=port)


def test_an_address_that_is_not_this_machines_is_refused():
    with pytest.raises(failures.LaunchError, match=r"EADDRNOTAVAIL.*\nSet BIND"):
        ports.require_free(address="192.0.2.1", port=0)
