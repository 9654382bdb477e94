"""What it prints, and with which status it ends."""

import json
import os
import subprocess
import sys

import pytest
from django.core.management import call_command
from django.db import connection

from config.doctor import examination
from config.doctor.findings import Finding, Level
from config.launch import environment
from platforms import release
from tests.support.servers.programs import BYTE_CODE

pytestmark = pytest.mark.service


def _doctor(*options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    given = {"PATH": "/nowhere", "DATABASE_URL": os.environ["DATABASE_URL"], "REDIS_URL": os.environ["REDIS_URL"]}
    return subprocess.run(
        [sys.executable, "manage.py", "doctor", *options],
        cwd=environment.PROJECT,
        env={**given, **BYTE_CODE, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def test_settings_that_nothing_starts_with_are_told_in_a_line():
    done = _doctor(ENVIRONMENT="production")

    assert done.returncode == 2
    assert done.stderr.startswith("error   settings: SECRET_KEY is not set. See docs/operator/settings.md.")
    assert "Traceback" not in done.stderr


def test_settings_that_nothing_starts_with_are_told_to_programs():
    done = _doctor("--json", "--before-start", WEB_THREADS="many")

    told = json.loads(done.stdout)
    assert (done.returncode, told["status"]) == (2, 2)
    assert told["findings"][0]["message"] == "WEB_THREADS must be a whole number, not 'many'."


def test_one_line_for_each_finding_and_a_status(as_service, capsys):
    with pytest.raises(SystemExit) as ended:
        call_command("doctor")

    *told, verdict = capsys.readouterr().out.splitlines()
    assert ended.value.code == 2
    assert [line.split(":")[0] for line in told if line.startswith("error")] == ["error   worker", "error   beat"]
    assert verdict.startswith("Something is wrong. Looked at: settings, disk, files, database, commit, role, ")
    assert verdict.endswith(f". Release: {release.name()}.")


def test_before_the_start_nothing_has_to_run(as_service, capsys):
    as_service.LARGE_BODIES_BYTES = 1

    call_command("doctor", "--before-start", "--json")

    told = json.loads(capsys.readouterr().out)
    assert told["status"] == 0
    assert told["release"] == release.name()
    assert {"worker", "beat", "address"} & set(told["checks"]) == set()
    assert {finding["level"] for finding in told["findings"]} == {"NOTE"}


def test_warnings_alone_have_a_status_of_their_own(as_service, capsys):
    as_service.LARGE_BODIES_BYTES = 10**15

    with pytest.raises(SystemExit) as ended:
        call_command("doctor", "--before-start")

    assert ended.value.code == 1
    assert "The service works; see the warnings." in capsys.readouterr().out


def test_a_check_whose_table_is_locked_is_told_as_late_and_as_no_fault_of_ours(as_service, monkeypatch):
    """Before, somebody was told at night to report it."""

    def waiting():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = 50")
            cursor.execute("SELECT pg_sleep(60)")

    monkeypatch.setattr(examination, "CHECKS", (examination.Check("keys", waiting),))

    [found], _ = examination.examine()

    assert found.message == "This could not be looked at in time: a table is locked, or the database is slow."
    assert "report" not in found.remedy


def test_a_check_that_fails_itself_is_a_finding_and_stops_no_other(as_service, monkeypatch):
    def broken():
        raise RuntimeError

    monkeypatch.setattr(
        examination,
        "CHECKS",
        (examination.Check("disk", broken), *(check for check in examination.CHECKS if check.name == "database")),
    )

    found, asked = examination.examine()

    assert found == [
        Finding(
            "disk",
            Level.ERROR,
            "This could not be looked at (RuntimeError).",
            "If the database answers, report it as a fault.",
        )
    ]
    assert asked == ["disk", "database"]
