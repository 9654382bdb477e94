"""An empty database is made by one script. It is the same that every migration, one after the other, makes."""

import os
import re
import subprocess

import pytest
from django.apps import apps
from django.core import serializers
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.database import structure
from config.launch import identity
from tests.support import databases

pytestmark = pytest.mark.service

LANDED = [
    ("platforms", "0003_work_failure"),
    ("webhooks", "0001_initial"),
    ("compliance", "0002_rejected_customers"),
    ("payments", "0006_deposits_before"),
    ("banks", None),
    ("invitations", "0001_initial"),
]
"""Where the first release left databases."""
_HEADING = """\
-- Generated: STRUCTURE_WRITE=1 make test ARGS=tests/launch/test_structure.py
SET LOCAL check_function_bodies = false;
"""
_NAME_OF_EACH = re.compile(r"\n*^--\n-- Name: [^\n]*\n--\n+", re.MULTILINE)
_AMONG = re.compile(r"\((\w+)\)::text = ANY \(\(ARRAY\[([^\]]*)\]\)::text\[\]\)")
"""How PostgreSQL shows `IN`. Read again, it would be shown in yet another way."""
_SETTING = re.compile(r"^SET default_table[^\n]*\n+", re.MULTILINE)


def dumped():
    """What pg_dump says of the tables, without the key that it draws for each dump."""
    program = str(identity.bundled_programs() / "pg_dump")
    command = [program, "--schema-only", "--no-owner", databases.address("postgres")]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return re.sub(r"^\\(un)?restrict .*\n", "", told, flags=re.MULTILINE)


def script():
    """The tables as `structure.sql` makes them, and the names of the migrations."""
    told = _AMONG.sub(lambda found: f"{found[1]} IN ({found[2].replace('::character varying', '')})", dumped())
    _, *statements = _NAME_OF_EACH.split(
        _SETTING.sub("", told.partition("\n--\n-- PostgreSQL database dump complete")[0])
    )
    names = ",\n".join(f"    ('{app}', '{name}', now())" for app, name in sorted(applied()))
    recorded = f"INSERT INTO public.django_migrations (app, name, applied) VALUES\n{names};"
    return "\n".join([_HEADING, *(each.strip("\n") for each in statements), recorded, ""])


def applied():
    return set(MigrationRecorder(connection).applied_migrations())


def is_told(model, field):
    return not field.endswith("_at") and (model, field) != ("auth.permission", "name")


def rows():
    """What the database holds, without times and without keys that count.

    Permissions are known by their codes: Django names them after models as a migration knew them, or as they are now.
    """
    return sorted(
        f"{row['model']} { {name: value for name, value in row['fields'].items() if is_told(row['model'], name)} }"
        for model in apps.get_models()
        for row in serializers.serialize(
            "python", model._default_manager.all(), use_natural_foreign_keys=True, use_natural_primary_keys=True
        )
    )


@pytest.fixture(scope="module")
def step_by_step(django_db_setup, django_db_blocker):
    """A database of the first release, and what becomes of it: as script then, as script now, as dump, rows."""
    with django_db_blocker.unblock(), databases.an_empty_one("steps"):
        executor = MigrationExecutor(connection)
        others = [leaf for leaf in executor.loader.graph.leaf_nodes() if leaf[0] not in dict(LANDED)]
        executor.migrate(others + LANDED)
        then = script()
        call_command("migrate", verbosity=0)
        return then, script(), dumped(), rows(), applied()


@pytest.fixture
def empty(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), databases.an_empty_one("script"):
        yield


def test_the_script_is_what_the_migrations_make(step_by_step):
    _, now, *_ = step_by_step
    if os.environ.get("STRUCTURE_WRITE"):
        structure.FILE.write_text(now)

    assert now == structure.FILE.read_text(), f"write {structure.FILE.name} anew: its first line says how"


def test_an_empty_database_becomes_the_same_without_running_a_migration(step_by_step, empty, monkeypatch):
    monkeypatch.delattr(MigrationExecutor, "migrate")

    call_command("migrate", verbosity=0)

    assert dumped().splitlines() == step_by_step[2].splitlines()
    assert (rows(), applied()) == step_by_step[3:]
    assert applied() == structure.on_disk() == set(MigrationLoader(None).disk_migrations)


def test_migrations_that_the_script_does_not_know_run_after_it(step_by_step, empty, monkeypatch, tmp_path):
    monkeypatch.setattr(structure, "FILE", tmp_path / "structure.sql")
    structure.FILE.write_text(step_by_step[0])

    call_command("migrate", verbosity=0)

    assert dumped().splitlines() == step_by_step[2].splitlines()
    assert (rows(), applied()) == step_by_step[3:]


def test_whoever_asks_for_something_else_gets_it(empty):
    call_command("migrate", "platforms", "0001", verbosity=0)

    assert {name for name in applied() if name[0] == "platforms"} == {("platforms", "0001_initial")}


def test_in_a_schema_of_another_name_every_migration_runs(empty):
    with connection.cursor() as cursor:
        cursor.execute("CREATE SCHEMA other")
        cursor.execute("SET search_path = other")

    assert not structure.make()
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM pg_tables WHERE schemaname IN ('public', 'other')")
        assert cursor.rowcount == 0
