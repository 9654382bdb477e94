"""Two machines of the database and a witness: Patroni by the file of deploy/failover, each on a host of its own.

With root's rights each host is a network namespace, and the data lie on disks of their own, which can be filled.
Otherwise hosts are addresses of the loopback.
"""

import base64
import contextlib
import dataclasses
import http.client
import json
import os
import pathlib
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from typing import Any

import psycopg

from bench import hosts
from config.launch import environment, identity, processes

PATRONI = environment.PROJECT / ".venv" / "failover"
SAMPLE = environment.PROJECT / "deploy" / "failover" / "patroni.yaml"
NETWORK = hosts.Network("drill", "10.199.78")
_DISK_MEGABYTES = 3000
_SOCKETS = "/var/run/postgresql"
"""Of the sample; each server here has a folder of its own for them."""
_WITNESS = "from patroni.raft_controller import main; main()"
_SYNCHRONOUS = "synchronous_mode: true"
_USERS = ("SUPERUSER", "REPLICATION", "REWIND")


class NoPrimary(Exception):
    """No server takes writes."""


@dataclasses.dataclass(frozen=True)
class Passwords:
    """Of the users of Patroni, and of both roles of the service, made for one run."""

    of: dict[str, str] = dataclasses.field(
        default_factory=lambda: {
            name: secrets.token_hex(16) for name in (*_USERS, "RAFT", "RESTAPI", environment.OWNER, environment.SERVICE)
        }
    )


class Machine:
    """A host with Patroni and the server that it starts, or with the witness."""

    def __init__(self, host: hosts.Host, name: str, folder: pathlib.Path, passwords: Passwords) -> None:
        self.host, self.name, self.folder = host, name, folder
        self._passwords = passwords
        self.runs_as = identity.choose()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def data(self) -> pathlib.Path:
        """The directory of the database."""
        return self.folder / "disk" / "data"

    @property
    def log(self) -> pathlib.Path:
        """What Patroni says."""
        return self.folder / "patroni.log"

    def start(self, everybody: Sequence["Machine"]) -> None:
        """Start Patroni, or the witness, as the user that may run the server."""
        program = [sys.executable, "-m", "patroni", str(self.folder / "patroni.yaml")]
        if self.name == "witness":
            program = [sys.executable, "-c", _WITNESS, str(self.folder / "patroni.yaml")]
        own = processes.prefix(death_signal=signal.SIGKILL, options=self.runs_as.options)
        self.process = processes.start(
            [*self.host.prefix, *own, *program] if self.host.prefix else [*own, *program],
            environment=self._variables(everybody),
            log=self.log,
            death_signal=signal.SIGKILL,
            directory=pathlib.Path("/"),
        )

    def _variables(self, everybody: Sequence["Machine"]) -> dict[str, str]:
        address, of = self.host.address, self._passwords.of
        users = {f"PATRONI_{user}_PASSWORD": of[user] for user in _USERS} | {
            "PATRONI_SUPERUSER_USERNAME": "postgres",
            "PATRONI_REPLICATION_USERNAME": "replicator",
            "PATRONI_REWIND_USERNAME": "rewinder",
        }
        return users | {
            "PATH": f"{self.runs_as.programs}:{os.environ.get('PATH', '/usr/bin:/bin')}",
            "PYTHONPATH": str(PATRONI),
            "PYTHONDONTWRITEBYTECODE": "1",
            "LC_ALL": "C",
            "HOME": str(self.folder / "disk"),
            "PATRONI_NAME": self.name,
            "PATRONI_RESTAPI_LISTEN": f"{address}:8008",
            "PATRONI_RESTAPI_CONNECT_ADDRESS": f"{address}:8008",
            "PATRONI_RESTAPI_USERNAME": "patroni",
            "PATRONI_RESTAPI_PASSWORD": of["RESTAPI"],
            "PATRONI_POSTGRESQL_LISTEN": f"{address}:5432",
            "PATRONI_POSTGRESQL_CONNECT_ADDRESS": f"{address}:5432",
            "PATRONI_POSTGRESQL_DATA_DIR": str(self.data),
            "PATRONI_POSTGRESQL_BIN_DIR": str(self.runs_as.programs),
            "PATRONI_POSTGRESQL_PGPASS": str(self.folder / "disk" / "pgpass"),
            "PATRONI_RAFT_SELF_ADDR": f"{address}:2222",
            "PATRONI_RAFT_BIND_ADDR": f"{address}:2222",
            "PATRONI_RAFT_PARTNER_ADDRS": ",".join(
                f"{other.host.address}:2222" for other in everybody if other is not self
            ),
            "PATRONI_RAFT_PASSWORD": of["RAFT"],
            "PATRONI_RAFT_DATA_DIR": str(self.folder / "raft"),
            **processes.mark(self.folder),
        }

    def postmaster(self) -> int | None:
        """Return the first process of the server, if it runs."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            pid = int((self.data / "postmaster.pid").read_text().splitlines()[0])
            if "postgres" in "".join(processes.command_line(pid)[:1]) and processes.is_alive(pid):
                return pid
        return None

    def of_server(self) -> list[int]:
        """Return all processes of the server."""
        first = self.postmaster()
        return _family(first) if first else []

    def of_patroni(self) -> list[int]:
        """Return the processes of Patroni, with what it runs at the moment."""
        return _family(self.process.pid) if self.process is not None and self.process.poll() is None else []

    def lose(self) -> None:
        """End everything on this host at once, as a machine that is switched off."""
        everybody = [*self.of_patroni(), *self.of_server()]
        for _ in range(3):
            signal_all(everybody, signal.SIGKILL)
            everybody = [*self.of_patroni(), *self.of_server()]
        if self.process is not None:
            self.process.wait()
        self.process = None

    def ask(self, path: str, body: Any = None) -> dict[str, Any]:
        """Ask Patroni's own interface; empty when nobody answers."""
        connection = http.client.HTTPConnection(self.host.address, 8008, timeout=2 if body is None else 60)
        try:
            basic = f"patroni:{self._passwords.of['RESTAPI']}".encode()
            headers = {"Authorization": "Basic " + base64.b64encode(basic).decode()}
            connection.request("POST" if body else "GET", path, json.dumps(body) if body else None, headers)
            content = connection.getresponse().read()
            return dict(json.loads(content)) if content[:1] == b"{" else {"said": content.decode()}
        except (OSError, ValueError, http.client.HTTPException):
            return {}
        finally:
            connection.close()

    def execute(self, statement: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Execute a statement as the superuser, over a connection of its own. Raises psycopg.Error."""
        with psycopg.connect(
            host=self.host.address,
            user="postgres",
            password=self._passwords.of["SUPERUSER"],
            dbname=database,
            autocommit=True,
            connect_timeout=2,
            options="-c statement_timeout=5s",
        ) as link:
            cursor = link.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []


class Cluster:
    """Both machines of the database, and the witness."""

    def __init__(
        self, places: Sequence[hosts.Host], root: pathlib.Path, *, is_strict: bool = False, on_role_change: str = ""
    ) -> None:
        """`on_role_change` is the name of a script in each machine's folder, which Patroni calls."""
        self._is_strict, self._on_role_change = is_strict, on_role_change
        self.passwords = Passwords()
        self.root = root
        names = ("db1", "db2", "witness")
        self.everybody = [
            Machine(place, name, root / name, self.passwords) for name, place in zip(names, places, strict=True)
        ]
        self.servers, self.witness = self.everybody[:2], self.everybody[2]
        self.has_networks = bool(places[0].prefix)

    def start(self) -> None:
        """Start all three, and wait for a primary that has a synchronous standby."""
        for machine in self.everybody:
            self._make_folders(machine)
            machine.start(self.everybody)
        if not processes.wait_until(lambda: self.standby() is not None, seconds=300):
            raise RuntimeError(f"no standby after five minutes; see {self.root}")
        primary = self.primary()
        assert primary is not None
        for role in (environment.OWNER, environment.SERVICE):
            primary.execute(f"CREATE ROLE {role} LOGIN PASSWORD '{self.passwords.of[role]}'")
        primary.execute(f"CREATE DATABASE {environment.DATABASE} OWNER {environment.OWNER}")

    def _make_folders(self, machine: Machine) -> None:
        machine.folder.mkdir()
        for name in ("disk", "raft", "sockets"):
            (machine.folder / name).mkdir()
        if self.has_networks and machine is not self.witness:
            self._mount(machine.folder)
        for name in ("", "disk", "raft", "sockets"):
            folder = machine.folder / name
            folder.chmod(0o711)
            if os.geteuid() == 0:
                os.chown(folder, machine.runs_as.owner, -1)
        text = SAMPLE.read_text().replace(_SOCKETS, str(machine.folder / "sockets"))
        if self._is_strict:
            text = text.replace(_SYNCHRONOUS, f"{_SYNCHRONOUS}\n    synchronous_mode_strict: true")
        if self._on_role_change:
            called = f"  callbacks:\n    on_role_change: {machine.folder / self._on_role_change}\n"
            text = text.replace("\npostgresql:\n", f"\npostgresql:\n{called}")
        (machine.folder / "patroni.yaml").write_text(text)

    def _mount(self, folder: pathlib.Path) -> None:
        image = folder / "disk.img"
        with image.open("wb") as file:
            file.truncate(_DISK_MEGABYTES * 1_000_000)
        subprocess.run(["mkfs.ext4", "-q", "-m", "0", str(image)], check=True)
        subprocess.run(["mount", "-o", "loop", str(image), str(folder / "disk")], check=True)

    def primary(self) -> Machine | None:
        """Return the machine whose server takes writes, as Patroni has it."""
        for machine in self.servers:
            if machine.ask("/patroni").get("role") == "primary" and machine.ask("/primary").get("state") == "running":
                return machine
        return None

    def standby(self) -> Machine | None:
        """Return the machine that may take over: it has every commit that was acknowledged, and Patroni knows it."""
        for member in self._members():
            if member.get("role") == "sync_standby" and member.get("state") == "streaming":
                return next(machine for machine in self.servers if machine.name == member["name"])
        return None

    def _members(self) -> list[dict[str, Any]]:
        primary = self.primary()
        return list(primary.ask("/cluster").get("members", ())) if primary is not None else []

    def ask(self, statement: str) -> list[tuple[Any, ...]]:
        """Ask the primary about the service's database. Raises NoPrimary, and psycopg.Error."""
        primary = self.primary()
        if primary is None:
            raise NoPrimary
        return primary.execute(statement, environment.DATABASE)

    def other(self, machine: Machine) -> Machine:
        """Return the other machine of the database."""
        return next(other for other in self.servers if other is not machine)

    def url(self, role: str) -> str:
        """Return the address of the database for a role of the service: both hosts."""
        places = ",".join(f"{machine.host.address}:5432" for machine in self.servers)
        return (
            f"postgresql://{role}:{self.passwords.of[role]}@{places}/{environment.DATABASE}"
            "?target_session_attrs=read-write"
        )

    def end(self) -> None:
        """End everything."""
        for machine in self.everybody:
            signal_all([*machine.of_patroni(), *machine.of_server()], signal.SIGCONT)
            machine.lose()
            processes.end(processes.marked(str(machine.folder)), politely=signal.SIGKILL, patience=5)
            if os.path.ismount(machine.folder / "disk"):
                subprocess.run(["umount", "--lazy", str(machine.folder / "disk")], check=False)


@contextlib.contextmanager
def running(root: pathlib.Path, *, is_strict: bool = False) -> Iterator[Cluster]:
    """Start the machines in a folder; end them, and remove it."""
    with hosts.several(3, NETWORK) as places:
        cluster = Cluster(places, root, is_strict=is_strict)
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.end()


@contextlib.contextmanager
def folder(name: str, *, is_kept: bool) -> Iterator[pathlib.Path]:
    """Make the folder of a run, also for the logs of its programs, and remove it at the end unless it is kept."""
    # Who ends this process with SIGTERM ends all that it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    root = pathlib.Path(tempfile.mkdtemp(prefix=f"payments-{name}-", dir="/tmp")).resolve()
    root.chmod(0o711)
    (root / "log").mkdir()
    os.environ["VAR_DIR"] = str(root)
    try:
        yield root
    finally:
        if is_kept:
            print(f"The logs are in {root}.")
        else:
            shutil.rmtree(root, ignore_errors=True)


def signal_all(pids: Sequence[int], what: signal.Signals) -> None:
    """Send a signal to processes, where they still run."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, what)


def _family(pid: int) -> list[int]:
    """Return a process and all that it has started, the first one first."""
    found = [pid]
    for each in found:
        with contextlib.suppress(OSError):
            for task in pathlib.Path(f"/proc/{each}/task").iterdir():
                found += [int(child) for child in (task / "children").read_text().split()]
    return found
