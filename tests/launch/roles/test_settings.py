"""A setting with few values refuses any other; above all nobody gets development who has asked for production."""

import json
import os
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.launch import environment, failures, roles
from config.variables import values
from tests.support import databases
from tests.support.servers.programs import BYTE_CODE

pytestmark = pytest.mark.service

SAFE = {
    "ENVIRONMENT": "production",
    "DATABASE_URL": "postgresql:///nowhere",
    "REDIS_URL": "redis://nowhere",
    "ALLOWED_HOSTS": "pay.example.com",
    "PUBLIC_BASE_URL": "https://pay.example.com",
    **environment.new_secrets(),
}


def run(*words: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    given = {"PATH": os.environ["PATH"], **BYTE_CODE, **variables}
    return subprocess.run(
        [sys.executable, *words],
        cwd=environment.PROJECT,
        env=given,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "value",
    ["Production", "PRODUCTION", "prod", "live", "staging", "Development", "", " ", " production", "production\r"],
)
def test_another_value_of_environment_is_refused(monkeypatch, value):
    monkeypatch.setenv("ENVIRONMENT", value)

    with pytest.raises(ImproperlyConfigured, match=r"^ENVIRONMENT must be development or production, not "):
        values.kind()
    with pytest.raises(failures.LaunchError, match="Set ENVIRONMENT=production where others reach the service"):
        environment.kind()


@pytest.mark.parametrize("name", ["ENVIROMENT", "ENVIRONNEMENT", "ENVIRONMENTS", "environment"])
def test_a_misspelt_name_is_not_taken_for_none(name):
    with pytest.raises(failures.LaunchError, match=rf"^{name} is no setting of this service\. Is ENVIRONMENT meant\?"):
        environment.kind({name: "production"})

    assert environment.kind({name: "x", "ENVIRONMENT": "production"}) == "production"


def test_without_the_variable_it_is_development():
    assert environment.kind({"PYTHON_ENVIRONMENT_NAME": "x", "VIRTUAL_ENV": "/v"}) == "development"


@pytest.mark.parametrize("role", [*roles.NAMES, "run", "manage"])
def test_no_role_starts_with_it(role, tmp_path):
    ended = run("-m", "config.launch", role, **{**SAFE, "ENVIRONMENT": "prod", "VAR_DIR": str(tmp_path)})

    assert ended.returncode == 2
    assert "ERROR: ENVIRONMENT must be development or production, not 'prod'." in ended.stderr
    assert "Traceback" not in ended.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", [*([role] for role in (*roles.NAMES, "run")), ["manage", "check"]])
def test_every_role_tells_all_that_is_wrong_before_it_starts(words, tmp_path):
    wrong = {"WEB_THREAD": "hunter2", "WORKER_PROCESSES": "many", "LND_URL": "http://hunter2"}

    ended = run("-m", "config.launch", *words, **SAFE, **wrong, VAR_DIR=str(tmp_path))

    assert ended.returncode == 2
    for sentence in (
        "WEB_THREAD is no setting of this service. Is WEB_THREADS meant?",
        "WORKER_PROCESSES must be a whole number, not 'many'.",
        "LND_URL must be an address such as https://host.example.com.",
    ):
        assert sentence in ended.stderr
    assert "Traceback" not in ended.stderr
    assert "hunter2" not in ended.stdout + ended.stderr
    assert not list(tmp_path.iterdir())


def test_a_role_does_not_start_with_the_keys_of_another_database(on_test_database, api, alice, tmp_path):
    api.external_account(alice)
    address = databases.address(databases.SERVICE)

    ended = run("-m", "config.launch", "beat", **SAFE | {"DATABASE_URL": address, "VAR_DIR": str(tmp_path)})

    assert ended.returncode == 2
    assert "- ENCRYPTION_KEYS decrypts nothing of what this database has." in ended.stderr
    assert SAFE["ENCRYPTION_KEYS"] not in ended.stderr


def test_the_doctor_tells_of_what_can_not_be_loaded(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['unfold'] = None")

    ended = run("manage.py", "doctor", "--json", PYTHONPATH=str(tmp_path))

    told = json.loads(ended.stdout)
    assert (ended.returncode, told["status"]) == (2, 2)
    assert told["findings"][0]["message"].startswith("The service can't be loaded with these settings (")
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({"ENVIRONMENT": "Production"}, "ENVIRONMENT must be development or production, not 'Production'."),
        (SAFE | {"DEBUG": "yes"}, "DEBUG must be false in production. It may be yes where ENVIRONMENT is development."),
        ({"LOG_LEVEL": "verbose"}, "LOG_LEVEL must be DEBUG, INFO, WARNING, ERROR or CRITICAL, not 'verbose'."),
        ({"LND_NETWORK": "mainnet"}, "LND_NETWORK must be bc, tb, tbs or bcrt, not 'mainnet'."),
        ({"REDIS_URL": "http://:secret@broker"}, "REDIS_URL must start with redis://, rediss:// or unix://."),
        ({"UMA_LOOPBACK": "bank.example"}, "UMA_LOOPBACK must be NAME=VALUE, several separated by commas."),
    ],
)  # fmt: skip
def test_the_doctor_says_which_setting_is_wrong(variables, message):
    ended = run("manage.py", "doctor", "--json", **variables)

    told = json.loads(ended.stdout)
    assert (ended.returncode, told["status"]) == (2, 2)
    assert [finding["message"] for finding in told["findings"]] == [message]
    assert "secret" not in ended.stdout + ended.stderr


@pytest.mark.parametrize("value", ["true", "1", "yes", "on", "TRUE"])
def test_debug_is_refused_in_production_and_nowhere_else(monkeypatch, value):
    monkeypatch.setenv("DEBUG", value)

    with pytest.raises(ImproperlyConfigured, match="DEBUG must be false in production"):
        values.flag("DEBUG", default=False, is_allowed=False)
    assert values.flag("DEBUG", default=False)


@pytest.mark.parametrize("value", ["flase", "ture", "2", "enabled"])
def test_a_misspelt_flag_is_refused(monkeypatch, value):
    monkeypatch.setenv("DEBUG", value)

    with pytest.raises(ImproperlyConfigured, match=f"DEBUG must be true or false, not '{value}'"):
        values.flag("DEBUG", default=False)


@pytest.mark.parametrize(
    "parameter", ["sslmode=verfy-full", "sslmode=", "channel_binding=required", "target_session_attrs=readwrite"]
)
def test_a_misspelt_parameter_of_the_database_is_refused(parameter):
    with pytest.raises(ImproperlyConfigured, match=f"DATABASE_URL: {parameter.partition('=')[0]} must be "):
        values.database(f"postgresql://u:secret@db/p?{parameter}")
