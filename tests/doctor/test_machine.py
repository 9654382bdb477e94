"""The settings, the folders and the disks of the machine."""

import shutil
import types

import pytest

from config.doctor import machine
from config.doctor.findings import Level
from tests.doctor import findings


def test_unsafe_settings_of_production_are_named(as_service):
    as_service.IS_PRODUCTION, as_service.ALLOWED_HOSTS = True, ["*"]

    found = list(machine.safe_settings())

    assert any("(payments.E003)" in one.message and one.level is Level.ERROR for one in found)


def test_a_folder_that_is_not_there_is_named(settings, tmp_path):
    settings.VAR_DIR = tmp_path / "gone"

    [missing] = [one for one in machine.folders() if "VAR_DIR" in one.message]
    assert missing.message.endswith("(VAR_DIR) is not there.")


def test_a_folder_that_can_not_be_written_is_named(settings):
    settings.VAR_DIR = "/proc"

    assert any("/proc (VAR_DIR) can't be written" in one.message for one in machine.folders())


@pytest.mark.parametrize(("free", "level"), [(100_000_000, Level.ERROR), (1_000_000_000, Level.WARNING)])
def test_a_disk_about_to_be_full_is_named(settings, monkeypatch, free, level):
    settings.LARGE_BODIES_BYTES = 1
    monkeypatch.setattr(shutil, "disk_usage", lambda _: types.SimpleNamespace(free=free))

    found = list(machine.folders())

    assert {one.level for one in found} == {level}
    assert f"has {free // 1_000_000} MB left" in found[0].message


def test_a_limit_of_open_files_below_the_connections_is_named(monkeypatch):
    monkeypatch.setenv("WEB_CONNECTIONS", "100000000")

    assert findings.levels(machine.open_files()) == ["WARNING files"]
