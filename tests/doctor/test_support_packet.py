"""The packet for support says what is needed, and nothing that must stay inside."""

import io
import json
import stat
import zipfile

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from config.support import packet
from config.variables.table import VARIABLES
from platforms.base import clock
from tests.compliance.personal_data import people

pytestmark = pytest.mark.django_db
SECRET = "a-secret-of-fifty-letters-that-nobody-else-may-read"


def parts() -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(packet.make(now=clock.real_now()))) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_it_says_what_runs_and_how_it_is(api, acme, worker):
    found = parts()

    assert set(found) == {"README.txt", *packet._PARTS}
    assert all(f"{name}: " in found["README.txt"] for name in packet._PARTS)
    assert "migrations" in json.loads(found["doctor.json"])["checks"]
    assert json.loads(found["readiness.json"])["database"] == "ok"
    assert "Django" in json.loads(found["machine.json"])["packages"]
    assert 'payments_figure_available{figure="connections"} 1.0' in found["metrics.txt"]
    database = json.loads(found["database.json"])
    assert {"name": "fsync", "setting": "off", "unit": None} in database["settings"]
    assert "payments_transaction" in {row["table"] for row in database["sizes"]}
    assert json.loads(found["work.json"])["checksOfTheBooks"] == []


def test_no_setting_shows_a_secret_or_an_address(monkeypatch):
    shown = {"WEB_WORKERS": "3", "BEHIND_PROXY": "true", "ENVIRONMENT": "development"}
    for name in VARIABLES:
        monkeypatch.setenv(name, shown.get(name, SECRET))

    settings = json.loads(_part_of_settings())

    assert settings == {name: shown.get(name, "set") for name in VARIABLES}


def test_numbers_that_are_secrets_are_not_shown(monkeypatch):
    for name in VARIABLES:
        monkeypatch.setenv(name, "1" * 60)
    hidden = [name for name, variable in VARIABLES.items() if variable.shortest]

    settings = json.loads(_part_of_settings())

    assert {settings[name] for name in hidden} == {"set"}
    assert "METRICS_TOKEN" in hidden


def test_nothing_of_people_and_no_key_is_in_it(api, acme, worker, settings):
    people.zelda(api, acme, worker)
    secrets = [settings.SECRET_KEY, settings.TOKEN_HASH_KEY, str(settings.DATABASES["default"]["PASSWORD"])]

    whole = "\n".join(parts().values()).lower()

    assert [text for text in (*people.TEXTS, *secrets, acme.client_secret) if text and text.lower() in whole] == []


def test_a_part_that_fails_leaves_the_others(monkeypatch):
    def broken(*_):
        raise RuntimeError(SECRET)

    monkeypatch.setattr(connection, "cursor", broken)

    found = parts()

    assert json.loads(found["database.json"]) == {"failed": "RuntimeError"}
    assert json.loads(found["machine.json"])["python"]
    assert SECRET not in "\n".join(found.values())


def test_the_command_writes_a_new_file_for_its_owner(tmp_path):
    file = tmp_path / "support.zip"
    call_command("support_packet", str(file))

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert zipfile.is_zipfile(file)
    with pytest.raises(CommandError, match="Name a new file"):
        call_command("support_packet", str(file))


def _part_of_settings() -> str:
    return packet._part(packet._settings).decode()
