"""The roles of a deployment and the command of each: web, worker, beat, migrate."""

import os
import pathlib
import sys
from collections.abc import Mapping, Sequence

from config.launch import embedded_valkey, environment, failures
from config.variables import places

NAMES = ("web", "worker", "beat", "migrate")
_OF_OWNER = "createsuperuser"
"""The command of people that takes the owner's address: the service's role makes no superuser."""


def command(role: str, variables: Mapping[str, str]) -> list[str]:
    """Return the command of a role; the numbers come from the environment (docs/operator/settings.md)."""
    python = sys.executable
    if role == "web":
        return [python, "-m", "config.processes.web", *_web(variables)]
    if role == "worker":
        processes = variables.get("WORKER_PROCESSES") or "2"
        return [
            *(python, "-m", "celery", "-A", "config", "worker"),
            *("--queues=default,sweeps", f"--concurrency={processes}"),
            *("--without-gossip", "--without-mingle", "--without-heartbeat"),
        ]
    if role == "beat":
        folder = pathlib.Path(variables["VAR_DIR"]) / "beat"
        folder.mkdir(parents=True, exist_ok=True)
        return [python, "-m", "config.processes.beat", str(folder / "schedule")]
    return [python, "manage.py", "migrate", "--no-input"]


def of_process(role: str, variables: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of a role's process: `migrate` alone knows the owner's address.

    libpq gives the role's name to the database, which shows it beside each connection (`pg_stat_activity`).
    """
    own = variables if role == "migrate" else environment.without_owner(variables)
    return {**own, "PGAPPNAME": application_name(role)}


def application_name(role: str) -> str:
    """Return the name that connections of a role have in the database."""
    return f"payments-{role}"


def become(role: str) -> None:
    """Replace this process by a role in the foreground, for a deployment with a supervisor of its own.

    Raises WrongSettings where the settings are wrong, and LaunchError where what they name does not run.
    """
    places.require(os.environ)
    variables = of_process(role, _variables())
    os.chdir(environment.PROJECT)
    if environment.kind(variables) == "production":
        _require_safe_settings(variables)
    os.execve(sys.executable, command(role, variables), variables)  # noqa: S606


def manage(arguments: Sequence[str]) -> None:
    """Replace this process by a command of `manage.py`, on the servers that a deployment or `make run` has."""
    variables = _variables() if arguments[:1] == [_OF_OWNER] else environment.without_owner(_variables())
    os.chdir(environment.PROJECT)
    os.execve(sys.executable, [sys.executable, "manage.py", *arguments], variables)  # noqa: S606


def _require_safe_settings(variables: Mapping[str, str]) -> None:
    """Raise WrongSettings when the deployment checks fail, or a key is another database's.

    What they load is gone when this process becomes the role.
    """
    import django  # noqa: PLC0415 - the launcher does without, but for production
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415

    os.environ.update(variables)
    try:
        django.setup(set_prefix=False)
        from config import checks  # noqa: PLC0415 - it needs the settings

        errors = checks.deployment_errors()
        unfit = _unfit_keys()
    except ImproperlyConfigured as error:
        raise failures.WrongSettings([str(error)]) from None
    if errors:
        told = "\n".join(f"- {error.msg}{f' {error.hint}' if error.hint else ''} ({error.id})" for error in errors)
        raise failures.WrongSettings(
            [f"These settings are not safe in production:\n{told}"],
            "`manage.py check --deploy` says the same, and names what is only advised. See docs/operator/settings.md.",
        )
    if unfit:
        raise failures.WrongSettings(unfit)


def _unfit_keys() -> list[str]:
    """Return what is to be said of keys that belong to another database. One that is away is no reason not to start."""
    from django.db import DatabaseError, connection  # noqa: PLC0415 - needs the settings

    from config.doctor import contents  # noqa: PLC0415

    try:
        return list(contents.unfit_keys())
    except DatabaseError:
        # Also one without tables: `migrate` makes them.
        return []
    finally:
        connection.close()


def _web(variables: Mapping[str, str]) -> list[str]:
    workers = variables.get("WEB_WORKERS") or "2"
    return [
        *("--interface", "rsgi", "--loop", "asyncio", "--no-ws", "--host", variables.get("BIND") or "127.0.0.1"),
        *("--port", variables.get("PORT") or "8000", "--workers", workers),
        # Open connections per process; above it new ones wait in the backlog.
        *("--backpressure", variables.get("WEB_CONNECTIONS") or "2048", "--backlog", "1024"),
        # HTTP/2 would be detected by the first bytes of a connection, for which the web server waits without a limit.
        *("--http", "1", "--http1-header-read-timeout", str(1000 * int(variables.get("HEADER_SECONDS") or "30"))),
        *("--respawn-failed-workers", "--workers-kill-timeout", "3", "--no-access-log", "--log-level", "warning"),
        "config.server.application:application",
    ]


def _variables() -> dict[str, str]:
    """Take the caller's environment; on a developer's machine add the embedded servers that run now."""
    if environment.kind() == "production":
        root = os.environ.get("VAR_DIR") or str(environment.PROJECT / "var")
        return {**os.environ, "VAR_DIR": root, "DJANGO_SETTINGS_MODULE": "config.settings"}
    home = environment.open_home()
    servers: dict[str, str] = {}
    if environment.needs_database():
        sockets = environment.make_sockets(home) / "pg"
        if not (sockets / ".s.PGSQL.5432").exists():
            raise _no_server("DATABASE_URL", "database")
        servers |= environment.database_urls(sockets)
    if environment.needs_broker():
        environment.make_sockets(home)
        if not embedded_valkey.is_ready(home):
            raise _no_server("REDIS_URL", "broker")
        servers["REDIS_URL"] = environment.broker_url(embedded_valkey.address(home))
    return environment.for_children(home, servers)


def _no_server(name: str, what: str) -> failures.LaunchError:
    return failures.LaunchError(
        f"{name} is not set and no embedded {what} runs.", f"Set {name}, or run `make services` in another terminal."
    )
