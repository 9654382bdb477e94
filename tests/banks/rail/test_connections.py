"""Connections and their folders: none takes the files of another one."""

import pytest

from platforms.base import errors
from tests.banks.rail import world

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("folder", "answers", "field"),
    [
        ("house-bank/in", "other/in", "folder"),
        ("other/out", "house-bank/in", "answers_folder"),
        ("other/out", "house-bank/out", "answers_folder"),
        ("same", "same", "answers_folder"),
    ],
)
def test_no_connection_takes_the_files_of_another_one(acme, folder, answers, field):
    world.connect(acme.platform)

    with pytest.raises(errors.InvalidInput) as refused:
        world.connect(acme.platform, name="other", folder=folder, answers_folder=answers)

    assert [one["field"] for one in refused.value.problems] == [field]


def test_a_folder_of_a_server_is_one_however_it_is_written(acme):
    server = {
        "delivery": "SFTP",
        "sftp_host": "sftp.bank.example",
        "sftp_user": "acme",
        "sftp_host_key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ",
    }
    world.connect(acme.platform, **server, folder="/out", answers_folder="/in")

    with pytest.raises(errors.InvalidInput):
        world.connect(acme.platform, **server, name="other", folder="/other", answers_folder="/x/../in/.")
    elsewhere = server | {"sftp_host": "other.example", "folder": "/out", "answers_folder": "/in"}
    assert world.connect(acme.platform, **elsewhere, name="other").name == "other"
