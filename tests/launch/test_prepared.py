"""What a start recognises as unchanged: everything that preparing the database reads or makes counts."""

import json
import shutil
from urllib.parse import quote

import pytest
from django.core.management import call_command
from django.db import connection

from config.launch import environment, prepared
from platforms.base import clock
from platforms.models import ApiToken

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def variables(home, settings, tmp_path, monkeypatch):
    """A database that was just prepared, by a copy of the sources."""
    project = tmp_path / "project"
    for app in prepared._APPS:
        shutil.copytree(environment.PROJECT / app, project / app, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(environment.PROJECT / "requirements.lock", project)
    monkeypatch.setattr(environment, "PROJECT", project)
    settings.VAR_DIR = home.root
    call_command("bootstrap_demo", verbosity=0)
    database = connection.settings_dict
    address = f"postgresql://{database['USER']}@/{database['NAME']}?host={quote(database['HOST'])}"
    made = {"DATABASE_URL": address, "PORT": "8000", "TERM": "xterm"}
    prepared.remember(home, made)
    return made


def test_a_start_after_a_start_finds_nothing_to_do(home, variables):
    assert prepared.is_current(home, variables)
    assert prepared.is_current(home, {**variables, "TERM": "dumb"}), "no setting"


def test_nothing_is_assumed_of_a_first_start(home, variables):
    (home.root / "run" / "prepared").unlink()

    assert not prepared.is_current(home, variables)


def test_another_port_is_a_change(home, variables):
    assert not prepared.is_current(home, {**variables, "PORT": "8001"})


def test_another_database_is_a_change(home, variables):
    other = variables["DATABASE_URL"].replace(f"/{connection.settings_dict['NAME']}?", "/postgres?")

    assert not prepared.is_current(home, {**variables, "DATABASE_URL": other})


def test_a_database_that_does_not_answer_is_no_reason_to_fail(home, variables):
    assert not prepared.is_current(home, {**variables, "DATABASE_URL": "postgresql://x@127.0.0.1:9/x"})


def test_a_new_migration_is_a_change(home, variables):
    (environment.PROJECT / "payments" / "migrations" / "9999_more.py").write_text("")

    assert not prepared.is_current(home, variables)


def test_a_migration_that_was_taken_back_is_a_change(home, variables):
    with connection.cursor() as cursor:
        cursor.execute("UPDATE django_migrations SET name = 'x' || name WHERE app = 'invitations'")
    try:
        assert not prepared.is_current(home, variables)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("UPDATE django_migrations SET name = substr(name, 2) WHERE app = 'invitations'")


def test_changed_code_is_a_change(home, variables):
    path = environment.PROJECT / "payments" / "handlers.py"
    path.write_text(path.read_text() + "\n# changed\n")

    assert not prepared.is_current(home, variables)


def test_other_packages_are_a_change(home, variables):
    (environment.PROJECT / "requirements.lock").write_text("django==9\n")

    assert not prepared.is_current(home, variables)


def test_a_demo_token_that_works_no_more_is_a_change(home, variables):
    made = json.loads((home.root / "sandbox.json").read_text())
    ApiToken.objects.filter(client_id=made["clientId"]).update(revoked_at=clock.real_now())

    assert not prepared.is_current(home, variables)


def test_a_changed_file_of_addresses_is_a_change(home, variables):
    path = home.root / "sandbox.json"
    path.write_text(path.read_text().replace("127.0.0.1", "localhost"))

    assert not prepared.is_current(home, variables)
