"""docs/operator/deploy.md names what is there: files, checks, settings, and the arithmetic of connections."""

import re
import subprocess
import sys

import pytest
import yaml

from config.database import connections
from config.doctor import examination
from config.launch import environment, roles
from tests.deploy import page
from tests.deploy.containerfile import DEPLOY

pytestmark = pytest.mark.beside


def test_every_file_that_it_names_is_there():
    named = {name.rstrip(".,") for name in re.findall(r"(?<![\w/.])deploy/[\w./*-]+", page.TEXT)}

    assert len(named) > 5
    assert {name for name in named if not list(DEPLOY.parent.glob(name))} == set()


def test_its_table_of_the_doctor_has_every_check():
    table = page.section("Is anything wrong?")
    rows = "".join(re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE))

    assert set(re.findall(r"`([^`]+)`", rows)) == {check.name for check in examination.CHECKS}


def test_its_arithmetic_of_connections_is_that_of_the_code():
    rows = dict(re.findall(r"^\| (\w+) \|.*\| (\d+) \|$", page.section("Connections"), re.MULTILINE))

    assert {name: int(number) for name, number in rows.items()} == {
        "web": connections.of_web({}),
        "worker": connections.of_worker({}),
        "beat": connections.BEAT,
        "commands": connections.OF_COMMANDS,
    }
    assert connections.of_all({}) == sum(map(int, rows.values()))


def test_it_names_the_connections_as_processes_do():
    assert {f"payments-{role}" for role in ("web", "worker", "beat")} <= set(
        re.findall(r"`([\w-]+)`", page.section("Connections"))
    )
    assert roles.of_process("beat", {"DATABASE_OWNER_URL": "x"}) == {"PGAPPNAME": "payments-beat"}


def test_its_upstream_is_that_of_the_sample_with_two_machines():
    sample = (DEPLOY.parent / "docs/samples/nginx-service.conf").read_text()
    upstream = re.compile(r"^upstream .*?^}", re.MULTILINE | re.DOTALL)
    [shown], [tested] = upstream.findall(page.TEXT), upstream.findall(sample)

    address = re.compile(r"server [\d.]+:8000 ")
    assert len(address.findall(shown)) == 2
    lines = [address.sub("server ", line) for line in tested.splitlines() if "#" not in line]
    assert sorted({address.sub("server ", line) for line in shown.splitlines()}) == sorted(lines)


def test_its_command_for_secrets_prints_a_line_for_each():
    command = [sys.executable, *["-m", "config.launch", "secrets"]]
    assert " ".join(command[1:]) in page.section("Settings")

    done = subprocess.run(command, cwd=DEPLOY.parent, capture_output=True, text=True, check=True)

    told = dict(line.split("=", 1) for line in done.stdout.splitlines())
    assert told.keys() == environment.new_secrets().keys()
    assert all(len(value) > 40 for value in told.values())


def test_it_has_every_file_that_compose_reads():
    services = yaml.safe_load((DEPLOY / "compose/compose.yaml").read_text())["services"]
    read = {name for service in services.values() for name in service.get("env_file", [])}

    files = set(re.findall(r"^\| `([^`]+)` \|", page.section("With compose"), re.MULTILINE))

    assert files == {*read, "tls/", ".env"}
