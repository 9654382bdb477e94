"""Each wrong setting is told in a sentence with its name, before anything starts; the value of a secret never is."""

import ast
import importlib.util
import json
import pathlib
import re
import stat

import asyncssh
import pytest

from config.doctor import findings
from config.launch import environment, failures
from config.variables import faults, places, values
from config.variables.table import VARIABLES

SECRET = "hunter2"
SAFE = {
    "ENVIRONMENT": "production",
    "DATABASE_URL": "postgresql:///nowhere",
    "REDIS_URL": "redis://nowhere",
    "ALLOWED_HOSTS": "pay.example.com",
    "PUBLIC_BASE_URL": "https://pay.example.com",
    **environment.new_secrets(),
}
_LISTS = json.loads(pathlib.Path(__file__).with_name("wrong_settings.json").read_text())
WRONG, WRONG_IN_PRODUCTION = _LISTS["anywhere"], _LISTS["production"]
"""Each with the name, the value, and what the sentence says after the name."""

MISSPELT = [
    ("LOGLEVEL", "LOG_LEVEL"),
    ("Debug", "DEBUG"),
    ("WEB_THREAD", "WEB_THREADS"),
    ("SECRETKEY", "SECRET_KEY"),
    ("ENCRYPTION_KEY", "ENCRYPTION_KEYS"),
    ("REDIS_URI", "REDIS_URL"),
    ("DATABSE_URL", "DATABASE_URL"),
    ("ALLOWED_HOST", "ALLOWED_HOSTS"),
    ("TRUSTED_PROXY", "TRUSTED_PROXIES"),
    ("PUBLIC_BASEURL", "PUBLIC_BASE_URL"),
    ("STAFF_EMAIL", "STAFF_EMAILS"),
    ("WORKER_PROCESES", "WORKER_PROCESSES"),
]

_FOREIGN = """
    PGHOST=db PGPORT=5432 PGAPPNAME=x DJANGO_SETTINGS_MODULE=config.settings CELERY_SKIP_CHECKS=true
    CELERY_BROKER_READ_URL=amqp://x CELERY_RESULT_BACKEND=rpc:// REDIS_PORT=tcp://10.0.0.1:6379
    REDIS_PORT_6379_TCP=tcp://10.0.0.1:6379 WEB_SERVICE_PORT=80 EMAIL_SERVICE_HOST=10.0.0.1
    WEB_PORT=tcp://10.0.0.1:80 CLAMAV_SERVICE_PORT_CLAMD=3310 AWS_SECRET_KEY=x AWS_SECRET_ACCESS_KEY=x TMPDIR=/tmp
    PORTS=1 TRACE=1 HOST=x DATABASE_NAME=p HTTP_PROXY=http://x PROMETHEUS_MULTIPROC_DIR=/x PYTHONUNBUFFERED=1
    WEB_CONCURRENCY=2 MAIL=/var/mail/x MAILTO=x PATH=/bin LOGNAME=x BINDIR=/bin
"""
FOREIGN = dict(word.split("=", 1) for word in _FOREIGN.split())


def _refusal(monkeypatch, variables):
    """Load the settings' variables as a process does; return the findings of the doctor."""
    for name in (*VARIABLES, *(each for each in variables)):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(values.WrongSettings) as refused:
        values.refuse_faults()
    return findings.of_unreadable_settings(refused.value)


def _assert_told(found, sentence):
    assert [finding.message for finding in found] == [sentence]
    assert findings.status(found) == 2
    assert SECRET not in "".join(map(str, found))


def test_the_list_is_long_enough():
    assert len(WRONG) + len(WRONG_IN_PRODUCTION) + len(MISSPELT) >= 65
    assert len({(name, value) for name, value, _ in WRONG}) == len(WRONG)


@pytest.mark.parametrize(("name", "value", "told"), WRONG, ids=lambda given: repr(given)[:30])
def test_a_value_that_a_setting_can_not_have_is_told_in_a_sentence(monkeypatch, name, value, told):
    found = _refusal(monkeypatch, {"ENVIRONMENT": "development", name: value})

    _assert_told(found, f"{name}{'' if told.startswith(':') else ' '}{told}")


@pytest.mark.parametrize(("name", "value", "told"), WRONG_IN_PRODUCTION, ids=lambda given: repr(given)[:30])
def test_production_refuses_what_development_may_have(monkeypatch, name, value, told):
    assert faults.of({"ENVIRONMENT": "development", name: value}) == []

    _assert_told(_refusal(monkeypatch, {**SAFE, name: value}), f"{name} {told}")


def test_every_variable_that_production_needs_is_in_the_list():
    needed = {name for name, variable in VARIABLES.items() if variable.is_needed}

    assert {name for name, value, _ in WRONG_IN_PRODUCTION if not value} == {*needed, "REDIS_URL"}


@pytest.mark.parametrize("name", ["PRODUCTION_SETTLEMENT", "SANDBOX_SETTLEMENT"])
def test_a_node_that_is_chosen_needs_its_address_and_keys(name):
    sentences = faults.of({name: "payments.providers.lightning.lnd.LndSettlement"})

    assert sentences == [
        f"{each} is not set, and {name} needs it. See docs/operator/lightning.md."
        for each in ("LND_URL", "LND_MACAROON", "LND_CERTIFICATE")
    ]


@pytest.mark.parametrize(("name", "meant"), MISSPELT)
def test_a_misspelt_name_is_told_with_the_one_that_is_meant(monkeypatch, name, meant):
    _assert_told(_refusal(monkeypatch, {name: SECRET}), f"{name} is no setting of this service. Is {meant} meant?")

    assert faults.of({name: SECRET, meant: "x"}) == faults.of({meant: "x"}), "the other one is somebody else's"


def test_variables_of_others_are_left_alone():
    assert faults.of(FOREIGN) == []
    assert faults.of({**FOREIGN, **SAFE}) == []


def test_all_that_is_wrong_is_told_at_once(monkeypatch):
    found = _refusal(monkeypatch, {**SAFE, "SECRET_KEY": "", "WEB_THREAD": "8", "PORT": "http", "LOG_LEVEL": "all"})

    assert [finding.message.partition(" ")[0] for finding in found] == ["WEB_THREAD", "SECRET_KEY", "PORT", "LOG_LEVEL"]


def test_every_variable_is_known_here_to_operators_and_to_the_settings():
    """`.env.example` explains what the table knows, and the settings read nothing else."""
    explained = re.findall(r"^#([A-Z_]+)=", (environment.PROJECT / ".env.example").read_text(), re.MULTILINE)
    read = set(re.findall(r"values\.[a-z_]+\(\s*\"([A-Z_]+)\"", _settings()))

    assert sorted(explained) == sorted(VARIABLES)
    assert read <= VARIABLES.keys()


@pytest.mark.parametrize(
    ("reader", "wrong", "told"),
    [("integer", "many", "must be a whole number"), ("flag", "ture", "must be true or false")],
)
def test_numbers_and_flags_of_the_settings_are_such_in_the_table(reader, wrong, told):
    calls = [node for node in ast.walk(ast.parse(_settings())) if isinstance(node, ast.Call)]
    names = [
        str(call.args[0].value)
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr == reader and isinstance(call.args[0], ast.Constant)
    ]

    assert len(names) > 10
    for name in names:
        assert faults.of({name: wrong}) == [f"{name} {told}, not {wrong!r}."]


def _settings():
    return (environment.PROJECT / "config" / "settings.py").read_text()


# --- files and folders that are named ---


def _told(variables):
    with pytest.raises(failures.WrongSettings) as refused:
        places.require(variables)
    assert refused.value.status == 2
    return refused.value.problem


@pytest.fixture
def key_file(tmp_path):
    path = tmp_path / "bank_key"
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(path)
    path.chmod(0o600)
    return path


def _is_gone(path: pathlib.Path) -> str:
    path.unlink()
    return "which is not there."


def _is_a_folder(path: pathlib.Path) -> str:
    path.unlink()
    path.mkdir()
    return "which is a folder: name a file."


def _everybody_reads(path: pathlib.Path) -> str:
    path.chmod(path.stat().st_mode | stat.S_IROTH)
    return f"which everybody can read. Let only the service's user read it: chmod 600 {path}"


def _is_no_key(path: pathlib.Path) -> str:
    path.write_text(SECRET)
    return "which is no private key. See docs/operator/bank-files.md."


def _has_a_passphrase(path: pathlib.Path) -> str:
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(path, "pkcs8-pem", passphrase=SECRET)
    path.chmod(0o600)
    return "a key with a passphrase: name one without. See docs/operator/bank-files.md."


@pytest.mark.parametrize("spoil", [_is_gone, _is_a_folder, _everybody_reads, _is_no_key, _has_a_passphrase])
def test_a_key_file_that_can_not_be_used_is_refused(key_file, tmp_path, spoil):
    variables = {"BANK_SFTP_KEY_FILE": str(key_file), "VAR_DIR": str(tmp_path)}
    places.require(variables)

    told = spoil(key_file)

    assert _told(variables) == f"BANK_SFTP_KEY_FILE names {key_file}, {told}"


@pytest.mark.parametrize("spoil", [_is_gone, _is_a_folder])
def test_a_certificate_that_can_not_be_read_is_refused(key_file, tmp_path, spoil):
    told = spoil(key_file)

    assert _told({"LND_CERTIFICATE": str(key_file), "VAR_DIR": str(tmp_path)}) == (
        f"LND_CERTIFICATE names {key_file}, {told}"
    )


def _has_no_certificate(path: pathlib.Path) -> str:
    return "which has no certificate: name a file of certificates in PEM. See docs/operator/webhooks.md."


@pytest.mark.parametrize("spoil", [_is_gone, _is_a_folder, _has_no_certificate])
def test_authorities_that_can_not_be_read_are_refused(key_file, tmp_path, spoil):
    told = spoil(key_file)

    assert _told({"CA_FILE": str(key_file), "VAR_DIR": str(tmp_path)}) == f"CA_FILE names {key_file}, {told}"


@pytest.mark.parametrize("name", ["VAR_DIR", "DOCUMENT_STORAGE", "BANK_FILES_FOLDER"])
def test_a_folder_that_can_not_be_written_is_refused(tmp_path, name):
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    form = "file://{}" if name == "DOCUMENT_STORAGE" else "{}"

    for place, told in (
        (in_the_way, f"but {in_the_way} is no folder. Name one that the service's user can write."),
        (in_the_way / "below", f"but {in_the_way} is no folder. Name one that the service's user can write."),
        # Root may write everywhere, but not make files here.
        (pathlib.Path("/proc"), "which can't be written by this user. Give it to the service's user, or name another."),
    ):
        variables = {"VAR_DIR": str(tmp_path), name: form.format(place)}
        assert _told(variables) == f"{name} names {place}, {told}"

    places.require({"VAR_DIR": str(tmp_path), name: form.format(tmp_path / "made" / "later")})


@pytest.mark.parametrize(
    ("variables", "package", "group"),
    [
        ({"DOCUMENT_STORAGE": "s3://bucket/folder"}, "storages", "s3"),
        ({"SENTRY_DSN": "https://key@reports.example.com/1"}, "sentry_sdk", "errors"),
        ({"TRACES": "true"}, "opentelemetry.exporter.otlp.proto.http", "traces"),
    ],
)
def test_packages_that_a_setting_needs_are_named(monkeypatch, tmp_path, variables, package, group):
    variables = {"VAR_DIR": str(tmp_path), **variables}
    installed = {"storages", "boto3", "sentry_sdk", "opentelemetry.exporter.otlp.proto.http"}
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name if name in installed else None)
    places.require(variables)

    installed.remove(package)
    assert f'needs the packages of the group "{group}"' in _told(variables)
