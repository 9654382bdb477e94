"""The hosts of the service and what runs on them, kept running as systemd would."""

import contextlib
import dataclasses
import functools
import json
import os
import pathlib
import secrets
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence

import redis

from bench import hosts
from bench.chaos import receiver
from bench.failover import machines, service
from config.launch import embedded_valkey, environment, processes, roles

NETWORK = hosts.Network("chaos", "10.199.79")
_NAMES = ("db1", "db2", "witness", "web1", "web2", "worker1", "worker2", "worker3", "beat", "broker")
_WEB_PORT, _BROKER_PORT, _POOLER_PORT = 8000, 6379, 6432
_POOLER = environment.PROJECT / "docs" / "samples" / "pgbouncer.ini"
_ROLE_CHANGED = "role-changed"
_RESTART_SECONDS = 1.0
_POOLED_ROLE = {
    "lock_timeout": "5s",
    "idle_in_transaction_session_timeout": "120s",
    "client_connection_check_interval": "1s",
    "max_parallel_workers_per_gather": "0",
    "jit": "off",
}
"""What docs/operator/database.md sets for the service's role behind a pooler."""


@dataclasses.dataclass
class Program:
    """One program on a host: its command and variables, and whether it is meant to run at the moment."""

    name: str
    host: hosts.Host
    command: Sequence[str]
    variables: Mapping[str, str]
    log: pathlib.Path
    options: Sequence[str] = ()
    """Of the user that it runs as."""
    may_end: bool = False
    """Whether somebody else than a fault ends it: the database ends its pooler when its role changes."""
    is_wanted: bool = False
    process: subprocess.Popen[bytes] | None = None
    ended: int = 0
    """How often it ended by itself."""
    _lock: threading.Lock = dataclasses.field(default_factory=threading.Lock, init=False)

    def start(self) -> None:
        """Start it, and have it kept running."""
        with self._lock:
            self._start()

    def _start(self) -> None:
        own = processes.prefix(death_signal=signal.SIGKILL, options=self.options)
        self.process = processes.start(
            [*self.host.prefix, *own, *self.command],
            environment=self.variables,
            log=self.log,
            death_signal=signal.SIGKILL,
            directory=environment.PROJECT,
        )
        self.is_wanted = True

    def kill(self) -> None:
        """End it and all that it has started at once, also what stands still."""
        with self._lock:
            self.is_wanted = False
            if self.process is not None:
                processes.end_group(self.process.pid)
                self.process.wait()
            self.process = None

    def signal(self, what: signal.Signals) -> None:
        """Send a signal to it and all that it has started."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, what)

    def keep(self) -> None:
        """Start it again where it has ended by itself."""
        with self._lock:
            if self.is_wanted and self.process is not None and self.process.poll() is not None:
                self.ended += not self.may_end
                self._start()


class Site:
    """All hosts with their programs, and the cluster of the database."""

    def __init__(self, places: Sequence[hosts.Host], root: pathlib.Path) -> None:
        self.root = root
        self.places = dict(zip(_NAMES, places, strict=True))
        pooler = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
        self.has_poolers = pooler is not None
        self.cluster = machines.Cluster(places[:3], root, on_role_change=_ROLE_CHANGED if pooler else "")
        self.certificate = receiver.certify(self.gateway, root)
        """Of the endpoint of the webhooks."""
        self.programs: dict[str, Program] = {}
        self.webs: list[service.Api] = []
        self._pooler = pooler or ""
        self._broker = ("", 0, "")
        self._ends = threading.Event()
        self._supervisor = threading.Thread(target=self._keep, daemon=True)

    @property
    def gateway(self) -> str:
        """The address of this process as the hosts see it."""
        return f"{NETWORK.addresses}.1" if self.cluster.has_networks else "127.0.0.1"

    def start(self) -> None:
        """Start everything: first the service once on one host, which makes tables, keys and a platform."""
        self.cluster.start()
        home = self.root / "service"
        variables = {
            "DATABASE_URL": self.cluster.url(environment.SERVICE),
            "DATABASE_OWNER_URL": self.cluster.url(environment.OWNER),
        }
        with service.running(home, variables) as first:
            authorization = first.authorization
        primary = self.cluster.primary()
        assert primary is not None
        if self.has_poolers:
            for name, value in _POOLED_ROLE.items():
                primary.execute(f"ALTER ROLE {environment.SERVICE} SET {name} = '{value}'")
        self._lay_out(home)
        for program in self.programs.values():
            program.start()
        self._supervisor.start()
        self.webs = [service.Api(self.places[name].address, _WEB_PORT, authorization) for name in ("web1", "web2")]
        for web in self.webs:
            if not processes.wait_until(functools.partial(_is_ready, web), seconds=120):
                raise RuntimeError(f"{web.host} does not answer; see {self.root}")

    def _lay_out(self, home: pathlib.Path) -> None:
        broker, password = self.places["broker"], secrets.token_hex(16)
        url = self.cluster.url(environment.SERVICE)
        if self.has_poolers:
            url = url.replace(":5432", f":{_POOLER_PORT}")
            for machine in self.cluster.servers:
                self._add_pooler(machine)
        folder = self.root / "broker"
        folder.mkdir()
        self._broker = (broker.address, _BROKER_PORT, password)
        listens = ["--bind", broker.address, "--port", str(_BROKER_PORT), "--requirepass", password]
        keeps = ["--dir", str(folder), "--appendonly", "yes", "--save", "", "--daemonize", "no"]
        self._add("broker", "broker", [str(embedded_valkey.bundled_program()), *listens, *keeps], {"LC_ALL": "C"})
        own = {name: os.environ[name] for name in ("PYTHONPYCACHEPREFIX",) if name in os.environ}
        variables = {
            "PATH": "/nowhere",
            "HOME": "/nonexistent",
            "VAR_DIR": str(home),
            **own,
            **json.loads((home / "secrets.json").read_text()),
            "DATABASE_URL": url,
            "DATABASE_PREPARE": "false" if self.has_poolers else "true",
            "REDIS_URL": f"redis://:{password}@{broker.address}:{_BROKER_PORT}/0",
            "ALLOWED_HOSTS": ",".join(place.address for place in self.places.values()),
            "WEBHOOK_ALLOWED_NETWORKS": "127.0.0.1/32" if not self.cluster.has_networks else f"{self.gateway}/32",
            "CA_FILE": str(self.certificate),
            **service.NO_LIMITS,
            "WEB_WORKERS": "1",
            "WORKER_PROCESSES": "1",
            "PORT": str(_WEB_PORT),
        }
        for name in ("web1", "web2", "worker1", "worker2", "worker3", "beat"):
            role = name.rstrip("123")
            given = roles.of_process(role, {**variables, "BIND": self.places[name].address})
            self._add(name, name, roles.command(role, given), given)

    def _add(self, name: str, place: str, command: Sequence[str], variables: Mapping[str, str]) -> None:
        given = {**variables, **processes.mark(self.root)}
        log = self.root / "log" / f"{name}.log"
        self.programs[name] = Program(name, self.places[place], command, given, log)

    def _add_pooler(self, machine: machines.Machine) -> None:
        """Lay out the pooler of a server by the sample, and the script that Patroni calls when its role changes."""
        folder = machine.folder / "pooler"
        folder.mkdir()
        text = _POOLER.read_text()
        for wanted, other in {
            "host=db.internal port=5432": f"host={machine.host.address} port=5432",
            "listen_addr = 10.0.0.5": f"listen_addr = {machine.host.address}",
            "listen_port = 6432": f"listen_port = {_POOLER_PORT}",
            "/etc/pgbouncer/userlist.txt": str(folder / "users.txt"),
            "/var/log/postgresql/pgbouncer.log": str(folder / "pgbouncer.log"),
            "/var/run/postgresql/pgbouncer.pid": str(folder / "pgbouncer.pid"),
        }.items():
            assert wanted in text, f"{_POOLER.name} no longer has {wanted!r}"
            text = text.replace(wanted, other)
        (folder / "pgbouncer.ini").write_text(text)
        password = self.cluster.passwords.of[environment.SERVICE]
        (folder / "users.txt").write_text(f'"{environment.SERVICE}" "{password}"\n')
        script = machine.folder / _ROLE_CHANGED
        script.write_text(f"#!/bin/sh\nkill $(cat {folder}/pgbouncer.pid)\n")
        script.chmod(0o755)
        if os.geteuid() == 0:
            for path in (folder, *folder.iterdir()):
                os.chown(path, machine.runs_as.owner, -1)
        self._add(_pooler_name(machine), machine.name, [self._pooler, str(folder / "pgbouncer.ini")], {"LC_ALL": "C"})
        self.pooler_of(machine).options = machine.runs_as.options
        self.pooler_of(machine).may_end = True

    def pooler_of(self, machine: machines.Machine) -> Program:
        """Return the pooler before a server."""
        return self.programs[_pooler_name(machine)]

    def flush_broker(self) -> None:
        """Let the broker forget everything."""
        host, port, password = self._broker
        with redis.Redis(host=host, port=port, password=password) as broker:
            broker.flushall()

    def _keep(self) -> None:
        while not self._ends.wait(_RESTART_SECONDS):
            for program in self.programs.values():
                program.keep()

    def ended(self) -> dict[str, int]:
        """Return the programs that ended by themselves, and how often."""
        return {name: program.ended for name, program in self.programs.items() if program.ended}

    def end(self) -> None:
        """End everything."""
        self._ends.set()
        if self._supervisor.is_alive():
            self._supervisor.join()
        for program in self.programs.values():
            program.kill()
        self.cluster.end()
        processes.end(processes.marked(str(self.root)), politely=signal.SIGKILL, patience=5)


def _pooler_name(machine: machines.Machine) -> str:
    return f"pooler of {machine.name}"


def _is_ready(web: service.Api) -> bool:
    return web.ask("GET", "/readyz")[0] == 200


@contextlib.contextmanager
def running(root: pathlib.Path) -> Iterator[Site]:
    """Start all hosts in a folder; end them."""
    with hosts.several(len(_NAMES), NETWORK) as places:
        site = Site(places, root)
        try:
            site.start()
            yield site
        finally:
            site.end()
