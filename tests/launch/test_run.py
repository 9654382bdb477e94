"""The whole service, started as `make run` starts it: other processes, another folder, another port."""

import contextlib
import http.client
import json
import os
import pathlib
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time

import psycopg
import pytest

from bench import programs
from config.documents import pages
from config.launch import embedded_postgres, environment, processes
from tests.support import patience
from tests.support.servers.programs import BYTE_CODE

pytestmark = pytest.mark.service


@pytest.fixture
def port():
    return programs.free_port()


@pytest.fixture
def start(home, port):
    """Start the service; the PATH hides every server the machine may have, and the `make` that makes its documents."""
    pages.make()
    started = []

    def run(**changes):
        variables = {
            "PATH": "/nowhere",
            "VAR_DIR": str(home.root),
            "PORT": str(port),
            "HOME": "/nonexistent",
            # A worker that is killed leaves a folder there.
            "TMPDIR": str(home.root),
            **BYTE_CODE,
            **changes,
        }
        process = subprocess.Popen(
            [sys.executable, "-m", "config.launch", "run"],
            cwd=environment.PROJECT,
            env=variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


def _read_until_ready(process):
    told = []
    for line in process.stdout:
        told.append(line)
        if "curl -s" in line:
            return "".join(told)
    pytest.fail(f"it ended: {''.join(told)}{process.stderr.read()}")


def _made(home):
    return json.loads((home.root / "sandbox.json").read_text())


def _status(home, port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=patience.LONG)
    with contextlib.closing(connection):
        connection.request("GET", path)
        try:
            return connection.getresponse().status
        except TimeoutError:
            pytest.fail(f"no reply from {path}: {_stacks(home)}")


def _stacks(home):
    """Where the web processes stand."""
    for pid in processes.marked(str(home.root)):
        if b"config.processes.web" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes():
            os.kill(pid, signal.SIGUSR1)
    time.sleep(1)
    return home.log("web").read_text()


def test_one_command_brings_up_the_service_and_ctrl_c_ends_all_of_it(home, port, start):
    process = start()

    told = _read_until_ready(process)

    made = _made(home)
    assert stat.S_IMODE((home.root / "sandbox.json").stat().st_mode) == 0o600
    assert sorted(made) == [
        "adminPassword",
        "adminUrl",
        "adminUser",
        "apiTokenId",
        "baseUrl",
        "clientId",
        "clientSecret",
        "docsUrl",
        "webhookPublicKeyUrl",
    ]
    assert made["baseUrl"] == f"http://127.0.0.1:{port}/2025-10-13"
    with psycopg.connect(host=str(home.sockets / "pg"), user="postgres", dbname="postgres") as server:
        users = server.execute("SELECT DISTINCT usename FROM pg_stat_activity WHERE datname = 'payments'").fetchall()
    assert users == [("payments_service",)], "nothing that serves is connected as the owner"
    assert all(made[key] in told for key in made if key != "apiTokenId")
    pasted = told.partition("curl -s")[2].strip()
    answer = subprocess.run(f"curl -s {pasted}", shell=True, capture_output=True, text=True, check=True)
    assert [currency["currencyCode"] for currency in json.loads(answer.stdout)["supportedCurrencies"]] == [
        *("USD", "EUR", "GBP", "MXN", "BRL", "INR", "PHP", "NGN", "CAD", "BTC", "USDC"),
    ]
    for key in ("docsUrl", "adminUrl", "webhookPublicKeyUrl"):
        assert _status(home, port, made[key].partition(str(port))[2]) in {200, 302}, key

    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    process.communicate()

    assert time.monotonic() - began < patience.LONG
    assert process.returncode == 0
    assert processes.marked(str(home.root)) == []


def test_after_a_killed_supervisor_the_next_run_has_the_same_data_and_token(home, port, start):
    first = start()
    _read_until_ready(first)
    before = _made(home)
    first.kill()
    first.communicate()

    second = start()
    told = _read_until_ready(second)

    assert _made(home) == before
    assert "Migrating" not in told, "nothing has changed since"
    assert _status(home, port, "/readyz") == 200


def test_a_second_start_says_that_the_first_runs(home, start):
    first = start()
    patience.until(lambda: bool((home.root / "run" / "lock").exists()))
    first.stdout.readline()

    second = start()
    told = second.communicate()

    assert second.returncode == 1
    assert f"already runs from {home.root} (process {first.pid})" in told[1]


def test_a_taken_port_is_named_before_anything_starts(home, start):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen(1)
        port = other.getsockname()[1]

        process = start(PORT=str(port))
        told = process.communicate()

    assert process.returncode == 1
    assert f"Port {port} on 127.0.0.1 is taken" in told[1]
    assert not home.postgres.exists()


def test_a_wrong_database_address_ends_the_start_with_the_reason(start):
    process = start(DATABASE_URL="postgresql://u:p@127.0.0.1:9/x", REDIS_URL="redis://127.0.0.1:9/0")

    told = process.communicate()

    assert process.returncode == 1
    assert "The database could not be prepared" in told[1]
    assert "port 9 failed: Connection refused" in told[1]
    assert "Starting PostgreSQL" not in told[0]


_WORKER_FAILS = """
import os, sys
if "celery" in sys.orig_argv:
    os.write(2, b"no worker today")
    os._exit(3)
"""


def test_a_role_that_ends_before_the_service_is_ready_ends_the_start_with_its_last_words(home, start, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(_WORKER_FAILS)
    process = start(PYTHONPATH=str(tmp_path))

    told = process.communicate()

    assert process.returncode == 1
    assert "The worker process ended (exit code 3). Its log ends with:" in told[1]
    assert "no worker today" in told[1]
    assert processes.marked(str(home.root)) == []


def test_a_database_from_before_the_first_release_ends_the_start_with_what_to_do(home, start):
    server = embedded_postgres.cluster(home)
    process = embedded_postgres.start(server)
    embedded_postgres.create_database(server, owner="payments", service="payments_service", name="payments")
    with psycopg.connect(host=str(server.sockets), user="payments", dbname="payments") as former:
        former.execute("CREATE TABLE django_migrations (id bigserial, app text, name text, applied timestamptz)")
        former.execute("INSERT INTO django_migrations (app, name) VALUES ('platforms', '0002_functions')")
    process.send_signal(signal.SIGINT)
    process.wait(patience.LONG)

    process = start()
    told = process.communicate()[1]

    assert process.returncode == 1
    assert "This database was made before the first release, by migrations that are gone. Nothing was changed." in told
    assert f"move {home.postgres} away. See docs/operator/running.md." in told


def test_a_port_that_is_no_number_is_refused(start):
    process = start(PORT="http")

    told = process.communicate()

    assert process.returncode == 2
    assert "PORT must be a whole number, not 'http'." in told[1]


def test_a_role_trusts_no_servers_in_a_folder_that_another_made(home):
    home.sockets.symlink_to(home.root)

    told = _told({"VAR_DIR": str(home.root), **BYTE_CODE}, "-m", "config.launch", "worker")
    home.sockets.unlink()

    assert told.returncode == 1
    assert f"{home.sockets} belongs to somebody else." in told.stderr


def test_a_command_on_servers_of_ones_own_leaves_no_folder_for_sockets(home):
    """Before, each left one in /tmp, which nobody removed."""
    given = {"DATABASE_URL": "postgresql:///nowhere", "REDIS_URL": "redis://127.0.0.1:1/0"}

    told = _told({**given, "VAR_DIR": str(home.root), **BYTE_CODE}, "-m", "config.launch", "manage", "help")

    assert told.returncode == 0, told.stderr
    assert not home.sockets.exists()


def test_a_role_without_servers_says_which_setting_is_missing(home):
    told = subprocess.run(
        [sys.executable, "-m", "config.launch", "web"],
        cwd=environment.PROJECT,
        env={"VAR_DIR": str(home.root)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert told.returncode == 1
    assert "DATABASE_URL is not set and no embedded database runs" in told.stderr


def _production(**settings: str) -> dict[str, str]:
    return {
        "ENVIRONMENT": "production",
        "ALLOWED_HOSTS": "payments.example.com",
        "PUBLIC_BASE_URL": "https://payments.example.com",
        "DATABASE_URL": "postgresql:///x?host=/nowhere",
        "REDIS_URL": "redis://x",
        **environment.new_secrets(),
        **settings,
    }


def _told(variables: dict[str, str], *command: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *command],
        cwd=environment.PROJECT,
        env=variables | BYTE_CODE,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "missing",
    ["SECRET_KEY", "TOKEN_HASH_KEY", "BLIND_INDEX_KEY", "AUDIT_SEAL_KEYS", "ENCRYPTION_KEYS", "ALLOWED_HOSTS"],
)
def test_production_refuses_to_start_without_its_settings(missing):
    variables = _production()
    del variables[missing]

    told = _told(variables, "manage.py", "check", "--deploy")

    assert told.returncode != 0
    assert missing in told.stderr


@pytest.mark.parametrize(
    ("role", "setting", "said"),
    [
        ("web", {"STAFF_SECOND_FACTOR": "false"}, "Staff sign in with a password alone."),
        ("beat", {"ENCRYPTION_KEYS": ""}, "ENCRYPTION_KEYS is not set."),
    ],
)
def test_a_role_of_production_refuses_settings_that_are_not_safe(role, setting, said):
    told = _told(_production(**setting), "-m", "config.launch", role)

    assert told.returncode == 2
    assert said in told.stderr
    assert "Traceback" not in told.stderr


def test_a_role_of_production_with_safe_settings_goes_on_to_its_work():
    told = _told(_production(), "-m", "config.launch", "migrate")

    # There is no such database: it got as far as asking for it.
    assert "not safe" not in told.stderr
    assert "OperationalError" in told.stderr


def test_a_command_on_throw_away_servers_leaves_nothing_behind():
    story = (
        "import os, subprocess; print(os.environ['VAR_DIR'], os.environ['DATABASE_URL'], flush=True);"
        "subprocess.Popen(['sleep', '999'], start_new_session=True)"
    )
    variables = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}

    told = subprocess.run(
        [sys.executable, "-m", "config.launch", "with-servers", sys.executable, "-c", story],
        cwd=environment.PROJECT,
        env=variables,
        capture_output=True,
        text=True,
        check=True,
    )

    folder, url = next(line for line in told.stdout.splitlines() if "postgresql://" in line).split()
    assert url.startswith("postgresql://postgres@/payments?host=")
    assert not pathlib.Path(folder).exists()
    assert processes.marked(folder) == []


@pytest.mark.skipif(not shutil.which("make") or sys.platform != "linux", reason="needs make, and Linux to look at it")
@pytest.mark.parametrize("moment", [1, 2, 4])
def test_a_signal_sent_to_make_alone_ends_the_service_too(home, tmp_path, moment):
    (tmp_path / "Makefile").write_text(
        f"all:\n\t@cd {environment.PROJECT} && exec {sys.executable} -m config.launch services\n"
    )
    variables = {**os.environ, "VAR_DIR": str(home.root)}
    make = subprocess.Popen(["make"], cwd=tmp_path, env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    # The more processes, the further the start has come. A moment that was missed is as good as the last one.
    broker = home.sockets / "vk" / "valkey.sock"
    assert processes.wait_until(
        lambda: len(processes.marked(str(home.root))) >= moment or broker.exists(), seconds=patience.LONG
    )

    make.send_signal(signal.SIGINT)
    told, _ = make.communicate(timeout=patience.LONG)

    assert b"PostgreSQL" in told
    # What was killed is gone when it has got the processor once more.
    patience.until(lambda: processes.marked(str(home.root)) == [])
