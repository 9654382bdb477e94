"""`make run`: servers, migrations, demo platform, roles, and the addresses to use."""

import contextlib
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from typing import Any

from config.launch import (
    embedded_postgres,
    embedded_valkey,
    environment,
    failures,
    ports,
    prepared,
    probe,
    processes,
    progress,
    roles,
    supervisor,
)
from config.processes import watchdog
from config.variables import places

_CHECKS_SECONDS = 60
_FOR_INFORMATION = {"books", "audit", "replica"}
"""Checks of `/readyz` that are shown and not waited for."""


def run() -> None:
    """Start everything, print how to use it, and keep it running until a signal."""
    places.require(os.environ, is_complete=False)
    home = environment.open_home()
    with instance(home) as service:
        address, port = ports.of_web(os.environ)
        ports.require_free(address=address, port=port, is_shared=ports.is_shared(os.environ))
        variables = environment.for_children(home, start_servers(service, home))
        if not prepared.is_current(home, variables):
            _prepare(home, variables)
        _start_roles(service, home, variables)
        progress.say(_summary(home))
        service.watch()


def services() -> None:
    """Run only the embedded servers and print how to reach them."""
    home = environment.open_home()
    with instance(home) as service:
        for name, value in start_servers(service, home).items():
            progress.say(f"export {name}='{value}'")
        service.watch()


def stop() -> None:
    """End the instance that runs from this folder, and the remains of a killed one."""
    home = environment.open_home()
    holder = environment.holder(home)
    if holder and processes.is_alive(holder) and "config.launch" in processes.command_line(holder):
        processes.end([holder], politely=signal.SIGTERM, patience=12)
    with instance(home):
        progress.say("Nothing runs from this folder now.")


@contextlib.contextmanager
def instance(home: environment.Home) -> Iterator[supervisor.Supervisor]:
    """Give a block a home in which nothing runs; end what it has started when it ends or a signal comes."""
    with environment.only_one(home):
        _end_leftovers(home)
        service = supervisor.Supervisor()
        try:
            yield service
        except KeyboardInterrupt:
            progress.say("\nStopping ...")
        finally:
            service.stop()
            shutil.rmtree(home.sockets, ignore_errors=True)


def new_secrets() -> None:
    """Print a new value for each secret that production needs, as lines of a file of settings."""
    for name, value in environment.new_secrets().items():
        progress.say(f"{name}={value}")


def start_servers(
    service: supervisor.Supervisor, home: environment.Home, settings: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Start the embedded servers that the caller did not replace, and return the variables that name them."""
    found: dict[str, str] = {}
    if environment.needs_database():
        server = embedded_postgres.cluster(home, settings)
        first = "" if server.data.exists() else " (first run: making the database)"
        with progress.step(f"Starting PostgreSQL{first}"):
            service.start(
                supervisor.Child(
                    "PostgreSQL",
                    lambda: embedded_postgres.start(server),
                    server.log,
                    rank=0,
                    politely=embedded_postgres.FAST_SHUTDOWN,
                )
            )
            embedded_postgres.create_database(
                server, owner=environment.OWNER, service=environment.SERVICE, name=environment.DATABASE
            )
        found |= environment.database_urls(server.sockets)
    if environment.needs_broker():
        with progress.step("Starting Valkey"):
            log = home.log("valkey")
            service.start(supervisor.Child("Valkey", lambda: embedded_valkey.start(home), log, rank=0))
        found["REDIS_URL"] = environment.broker_url(embedded_valkey.address(home))
    return found


def _end_leftovers(home: environment.Home) -> None:
    """End the remains of a killed supervisor. The database ends by itself or is ended before it starts again."""
    commands = {pid: processes.command_line(pid) for pid in processes.marked(str(home.root))}
    # A process without a command has ended meanwhile.
    left = [pid for pid, command in commands.items() if command and "postgres" not in command[0]]
    if left:
        with progress.step("Ending what the last run left behind"):
            processes.end(left, politely=signal.SIGTERM, patience=3)


def _prepare(home: environment.Home, variables: Mapping[str, str]) -> None:
    """Migrate and make the demo platform; the output goes to a log and is shown on failure."""
    with progress.step("Migrating the database, making the demo platform"):
        code, told = processes.run(
            [sys.executable, "-m", "config.launch.prepare"], environment=variables, directory=environment.PROJECT
        )
    log = home.log("prepare")
    log.write_text(told)
    if code != 0:
        raise failures.LaunchError(
            f"The database could not be prepared:\n{embedded_postgres.tail(log)}",
            f"See {log}. Are DATABASE_URL and the other settings right?",
        )
    prepared.remember(home, variables)


def _start_roles(service: supervisor.Supervisor, home: environment.Home, variables: Mapping[str, str]) -> None:
    with progress.step("Starting web server, worker and beat"):
        for role in ("web", "worker", "beat"):
            service.start(_role(role, home, variables))
        service.wait_ready(_Readiness(variables).is_complete)


class _Readiness:
    """The state of a starting service according to `/readyz`.

    A web server that does not answer yet may take as long as it likes. Once it answers, failing checks must pass within
    a minute, or the settings are wrong. Faults of the ledger are shown, and do not keep the service from starting.
    """

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables
        self._failing: list[str] = []
        self._answered_at: float | None = None

    def is_complete(self) -> bool:
        """Ask once more; print what is waited for when that changes."""
        answer = _answer(self._variables)
        if not answer:
            return False
        now = time.monotonic()
        self._answered_at = self._answered_at or now
        checks = answer["checks"]
        if answer["status"] == "ok":
            if checks.get("books") == "broken":
                progress.say("\n! The books are broken: `manage.py ledger_check` names the faults.")
            return True
        failing = sorted(name for name, word in checks.items() if word != "ok" and name not in _FOR_INFORMATION)
        if now - self._answered_at > _CHECKS_SECONDS:
            raise failures.LaunchError(
                f"The service runs, but is not ready after {_CHECKS_SECONDS} s; failing: {', '.join(failing)}.",
                "Are DATABASE_URL and REDIS_URL right? The logs of web and worker say more.",
            )
        if failing != self._failing:
            progress.say(f" waiting for: {', '.join(failing)} ...", end="")
        self._failing = failing
        return False


def _role(role: str, home: environment.Home, variables: Mapping[str, str]) -> supervisor.Child:
    log = home.log(role)
    command = roles.command(role, variables)
    address = environment.make_sockets(home) / f"watchdog-{role}"
    own = {**roles.of_process(role, variables), "NOTIFY_SOCKET": str(address)}

    def launch() -> subprocess.Popen[bytes]:
        return processes.start(command, environment=own, log=log, directory=environment.PROJECT)

    return supervisor.Child(f"The {role} process", launch, log, listener=watchdog.Listener(address))


def _answer(variables: Mapping[str, str]) -> dict[str, Any]:
    """Return what `/readyz` says; empty when nobody answers."""
    try:
        said = json.loads(probe.ask("/readyz", variables)[1])
        return {"status": said["status"], "checks": dict(said["checks"])}
    except (OSError, ValueError, KeyError, http.client.HTTPException):
        return {}


def _summary(home: environment.Home) -> str:
    """Print what a newcomer needs; the first request works when pasted."""
    made = json.loads((home.root / "sandbox.json").read_text())
    return f"""
The payments platform is ready. Ctrl-C ends it.

  Base URL        {made["baseUrl"]}
  Client id       {made["clientId"]}
  Client secret   {made["clientSecret"]}
  API docs        {made["docsUrl"]}
  Back office     {made["adminUrl"]}
                  user {made["adminUser"]}, password {made["adminPassword"]}
  Webhook keys    {made["webhookPublicKeyUrl"]}

  The same is in {home.root / "sandbox.json"}; logs are in {home.root / "log"}.
  A first request:

    curl -s -u '{made["clientId"]}:{made["clientSecret"]}' {made["baseUrl"]}/config
"""
