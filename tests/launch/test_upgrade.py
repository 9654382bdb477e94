"""A release is brought out, and taken away again, while clients pay: no request fails.

The release before is the last commit whose migrations are the first of the present ones: its code works with the
present tables, beside the present code. docs/operator/upgrade.md has the steps, and the command that takes them.
"""

import copy
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bench import programs
from config.launch import environment, processes
from platforms import release
from tests.support import patience
from tests.support.servers import paying
from tests.support.servers.paying import Clients
from tests.support.servers.programs import BYTE_CODE
from tests.support.servers.services import Service, running

pytestmark = pytest.mark.beside

PAUSE_SECONDS = 0.1
_PROBE = ("-m", "config.launch.probe", "/readyz")
READ = ("/config", "/transactions?limit=5", "/customers?limit=5", "/platform/internal-accounts", "/events?limit=5")


def _git(*words: str, **variables: str) -> str:
    done = subprocess.run(
        ["git", *words],
        cwd=environment.PROJECT,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def _release_before() -> str:
    """Return the last commit whose migrations are among the present ones, word for word, and not all of them."""
    present = _migrations_of("HEAD")
    for changed in _git("log", "--format=%H", "--", "*/migrations/0*.py").splitlines():
        commit = _git("rev-parse", "--verify", f"{changed}^")
        if _migrations_of(commit) < present:
            return commit
    message = "no earlier migrations"
    raise LookupError(message)


def _migrations_of(commit: str) -> set[str]:
    """Return the files of migrations of a commit, each with the hash of its content."""
    files = _git("ls-tree", "-r", commit).splitlines()
    return {file for file in files if re.search(r"/migrations/0\w*\.py$", file)}


@pytest.fixture(scope="module")
def former(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The tree of the release before."""
    try:
        commit = _release_before()
    except (OSError, subprocess.CalledProcessError, LookupError) as error:
        reason = f"the history of this tree does not reach back to the release before: {error}"
        if os.environ.get("REQUIRE_HISTORY"):
            pytest.fail(reason)
        pytest.skip(f"{reason}; REQUIRE_HISTORY=1 makes that a failure")
    folder = tmp_path_factory.mktemp("former")
    # An index of its own: that of the checkout stays as it is.
    index = str(folder / "index")
    _git("read-tree", commit, GIT_INDEX_FILE=index)
    _git("checkout-index", "--all", f"--prefix={folder}/tree/", GIT_INDEX_FILE=index)
    _let_indexes_be_built(next((folder / "tree" / "config").rglob("leader.py")))
    return folder / "tree"


def _let_indexes_be_built(scheduler: pathlib.Path) -> None:
    """Repair a fault of earlier commits, of which none was a release: beside a scheduler that led, no index was built.

    Once it had led for ten seconds, its SELECT was a prepared one, and the server keeps the snapshot of those.
    """
    scheduler.write_text(
        scheduler.read_text().replace("prepare_threshold=settings.PREPARE_THRESHOLD", "prepare_threshold=None")
    )


@pytest.fixture(scope="module")
def service(former: pathlib.Path) -> Iterator[Service]:
    """The release before, whole; the servers are its own."""
    with running(tree=former, RATE_LIMIT_PER_SECOND="10000") as started:
        yield started


def test_no_request_fails_while_a_release_is_brought_out_and_taken_away(service: Service):
    account, target = paying.payer(service)
    before, migrated = paying.balance(service, account), _migrations(service)
    made: list[str] = []

    with Clients(service, account, target, pause=PAUSE_SECONDS) as clients:
        done = _role(service, "migrate")
        ended = done.wait(patience.LONG)
        assert ended == 0, (service.root / "log" / "present-migrate.log").read_text()
        assert _migrations(service) > migrated, "the present release has a migration more"
        _read(service)
        with _running(service, "worker", WORKER_PROCESSES="1"), _web(service) as present:
            # Both releases serve: a load balancer changes over from one to the other.
            with Clients(present, account, target, pause=PAUSE_SECONDS) as others:
                _read(service)
                _read(present)
            assert (others.refused, others.lost) == ([], 0)
            made += others.made.values()
            # Workers of both read one queue.
            patience.until(lambda: _has_settled(service, made))
        # Back to the release before, which has served all the time.
        _read(service)
    assert (clients.refused, clients.lost) == ([], 0)
    made += clients.made.values()

    assert len(set(made)) == len(made)
    assert paying.balance(service, account) == before - len(made)
    checked = service.manage("ledger_check")
    assert checked.returncode == 0, checked.stdout


def _has_settled(service: Service, payments: list[str]) -> bool:
    with service.database() as connection:
        [number] = connection.execute(
            "SELECT count(*) FROM payments_transaction WHERE id = ANY(%s) AND status <> 'COMPLETED'",
            [[payment.partition(":")[2] for payment in payments]],
        ).fetchone() or (-1,)
    return bool(number == 0)


def _migrations(service: Service) -> int:
    with service.database() as connection:
        [number] = connection.execute("SELECT count(*) FROM django_migrations").fetchone() or (0,)
    return int(number)


def _read(service: Service) -> None:
    """Ask for what a platform looks at, of whichever release."""
    for path in READ:
        status, reply, _ = paying.ask(service, "GET", f"/2025-10-13{path}")
        assert status == 200, (path, reply)
    status, reply, _ = paying.ask(service, "GET", "/readyz")
    assert status == 200, reply


def _role(service: Service, role: str, **settings: str) -> "subprocess.Popen[bytes]":
    """Start a role of the present release on the servers of the service."""
    variables = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(service.root),
        "HOME": "/nonexistent",
        **BYTE_CODE,
        **settings,
    }
    log = service.root / "log" / f"present-{role}.log"
    return processes.start(
        [sys.executable, "-m", "config.launch", role], environment=variables, log=log, directory=environment.PROJECT
    )


@contextmanager
def _web(service: Service) -> Iterator[Service]:
    """Run the web server of the present release; yield the service as it is reached there."""
    present = copy.copy(service)
    present.port = programs.free_port()
    settings = {"PORT": str(present.port), "WEB_WORKERS": "1", "RATE_LIMIT_PER_SECOND": "10000"}
    with _running(service, "web", **settings) as process:

        def is_ready() -> bool:
            assert process.poll() is None, (service.root / "log" / "present-web.log").read_text()[-2000:]
            try:
                status, _, _ = paying.ask(present, "GET", "/readyz", seconds=5)
            except OSError:
                return False
            return status == 200

        patience.until(is_ready)
        yield present


@contextmanager
def _running(service: Service, role: str, **settings: str) -> Iterator["subprocess.Popen[bytes]"]:
    process = _role(service, role, **settings)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(patience.LONG)
        processes.end_group(process.pid)


class Machine:
    """A machine whose web server is upgraded by `deploy/upgrade.py`; hooks take the place of systemd."""

    def __init__(self, root: pathlib.Path, service: Service, former: pathlib.Path) -> None:
        self.home, self.hooks, self.pid = root / "opt", root / "hooks", root / "pid"
        self.reached = copy.copy(service)
        self.reached.port = programs.free_port()
        releases = self.home / "releases"
        shutil.copytree(former, releases / "former")
        for name in _git("ls-files", "--cached", "--others", "--exclude-standard").splitlines():
            if (environment.PROJECT / name).is_file():
                (releases / "present" / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(environment.PROJECT / name, releases / "present" / name)
        for tree in releases.iterdir():
            (tree / ".built").touch()
        (self.home / "current").symlink_to("releases/former")
        self._write_hooks(service)

    def _write_hooks(self, service: Service) -> None:
        variables = {
            "PATH": os.environ["PATH"],
            "VAR_DIR": str(service.root),
            "HOME": "/nonexistent",
            "PORT": str(self.reached.port),
            "WEB_WORKERS": "1",
            "RATE_LIMIT_PER_SECOND": "10000",
            **BYTE_CODE,
        }
        self.hooks.mkdir()
        scripts = {
            # The environment of the tests is that of all releases here.
            "run": "os.chdir(sys.argv[1])\n"
            f"os.execve({sys.executable!r}, [{sys.executable!r}, *sys.argv[3:]], {variables})\n",
            "restart": f"sys.path.insert(0, {str(environment.PROJECT)!r})\n"
            "from config.launch import processes\n"
            f"pid = pathlib.Path({str(self.pid)!r})\n"
            "if pid.exists():\n"
            f"    processes.end([int(pid.read_text())], politely=signal.SIGTERM, patience={patience.LONG})\n"
            f"log = open({str(service.root / 'log' / 'upgraded-web.log')!r}, 'ab')\n"
            f"web = subprocess.Popen([{sys.executable!r}, '-m', 'config.launch', 'web'], env={variables},\n"
            f"    cwd={str(self.home / 'current')!r}, stdout=log, stderr=log, start_new_session=True)\n"
            "pid.write_text(str(web.pid))\n",
        }
        for name, text in scripts.items():
            head = f"#!{sys.executable}\nimport os, pathlib, signal, subprocess, sys\n"
            (self.hooks / name).write_text(head + text)
            (self.hooks / name).chmod(0o755)

    def upgrade(self, *words: str) -> subprocess.CompletedProcess[str]:
        program = environment.PROJECT / "deploy/upgrade.py"
        command = [sys.executable, program, "--home", self.home, "--hooks", self.hooks, *words]
        return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)

    def release(self) -> str:
        """What the web server says of itself; empty of one that says nothing."""
        status, reply, _ = paying.ask(self.reached, "GET", "/readyz")
        assert status == 200, reply
        return str(reply.get("release", ""))


@pytest.fixture
def machine(tmp_path: pathlib.Path, service: Service, former: pathlib.Path) -> Iterator[Machine]:
    """One that runs the release before."""
    made = Machine(tmp_path, service, former)
    subprocess.run([made.hooks / "restart"], check=True)
    try:
        patience.until(lambda: subprocess.run([made.hooks / "run", former, "", *_PROBE], check=False).returncode == 0)
        yield made
    finally:
        pid = int(made.pid.read_text())
        processes.end([pid], politely=signal.SIGTERM, patience=patience.LONG)
        processes.end_group(pid)


def test_one_command_upgrades_and_one_goes_back_while_clients_pay(machine: Machine):
    account, target = paying.payer(machine.reached)
    before, present = paying.balance(machine.reached, account), machine.home / "releases/present"
    said_before = machine.release()

    with Clients(machine.reached, account, target, pause=PAUSE_SECONDS) as clients:
        forward = machine.upgrade("forward", str(present))
        assert forward.returncode == 0, forward.stdout + forward.stderr
        assert (machine.home / "current").resolve() == present
        assert machine.release() == release.VERSION, "the copy has no history, and so no commit"
        made_by_present = len(clients.made)
        patience.until(lambda: len(clients.made) > made_by_present)
        back = machine.upgrade("back")
        assert back.returncode == 0, back.stdout + back.stderr
        assert (machine.home / "last").resolve() == present
        assert machine.release() == said_before

    # While the one web server of a machine starts, connections are refused; nothing that it takes is.
    assert clients.refused == []
    assert len(set(clients.made.values())) == len(clients.made)
    assert paying.balance(machine.reached, account) == before - len(clients.made)
