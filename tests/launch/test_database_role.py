"""Production serves with the service's role, or not at all."""

import os
import subprocess
import sys

import pytest

from bench import programs
from config import checks
from config.database import database_role
from config.launch import environment, roles
from config.processes import health
from tests.support import databases

pytestmark = pytest.mark.service

_SERVE = [sys.executable, "-c", "import config.wsgi; print('serves')"]


def started(command, user):
    return subprocess.run(
        command, cwd=environment.PROJECT, env=variables(user), capture_output=True, text=True, check=False
    )


def variables(user):
    """What a process of production has. There is no broker: who asks for one has gone too far."""
    return {
        **os.environ,
        **environment.new_secrets(),
        "ENVIRONMENT": "production",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": databases.address(user),
        "REDIS_URL": "redis://127.0.0.1:9",
        "ALLOWED_HOSTS": "pay.example.com",
        "PUBLIC_BASE_URL": "https://pay.example.com",
        "PORT": str(programs.free_port()),
    }


@pytest.mark.parametrize("role", ["web", "worker", "beat"])
def test_a_process_of_production_does_not_start_as_the_owner(role, django_db_setup):
    refused = started(roles.command(role, variables("postgres")), "postgres")

    assert refused.returncode != 0
    assert database_role.REFUSAL in refused.stderr


def test_as_the_service_s_role_it_starts(django_db_setup):
    assert started(_SERVE, databases.SERVICE).stdout == "serves\n"
    assert started(_SERVE, "nobody").stdout == "serves\n", "what can't be asked now is asked later"


def test_the_deployment_checks_refuse_the_owner(settings, django_db_setup):
    settings.DATABASE_URL = databases.address("postgres")
    assert [message.id for message in checks._database_role()] == ["payments.E015"]

    settings.DATABASE_URL = databases.address(databases.SERVICE)
    assert checks._database_role() == []

    settings.DATABASE_URL = "postgresql://nobody@127.0.0.1:9/none"
    assert [message.id for message in checks._database_role()] == ["payments.I003"]


@pytest.mark.parametrize("owner", [None, databases.SERVICE, "postgres"])
def test_an_owner_who_is_the_service_s_role_keeps_its_rights(settings, owner):
    """`migrate` takes from the service's role what the table of grants does not name: an owner would lose its own."""
    settings.DATABASE_URL = databases.address(databases.SERVICE)
    settings.DATABASE_OWNER = {"USER": owner} if owner else None

    assert database_role.service() == (databases.SERVICE if owner == "postgres" else None)


@pytest.mark.django_db
def test_whoever_could_not_ask_at_the_start_is_not_ready_as_the_owner(settings, monkeypatch):
    monkeypatch.setattr(health, "_serves", False)
    settings.IS_PRODUCTION = True
    settings.DATABASE_URL = databases.address("postgres")
    assert health.database() == "owner"

    settings.DATABASE_URL = databases.address(databases.SERVICE)
    assert health.database() == "ok"


@pytest.mark.parametrize("role", ["web", "worker", "beat"])
def test_who_serves_is_not_told_how_to_become_the_owner(role, monkeypatch, tmp_path):
    found = {}
    monkeypatch.setattr(os, "execve", lambda _path, _command, variables: found.update(variables))
    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", "postgresql:///x")
    monkeypatch.setenv("DATABASE_OWNER_URL", "postgresql:///x")

    roles.become(role)
    assert "DATABASE_OWNER_URL" not in found
    found.clear()
    roles.manage(["bank", "house-bank"])
    assert found
    assert "DATABASE_OWNER_URL" not in found

    roles.become("migrate")
    assert found["DATABASE_OWNER_URL"]
