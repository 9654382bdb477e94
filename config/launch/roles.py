"""The roles of a deployment and the command of each: web, worker, beat, migrate."""

import os
import pathlib
import sys
from collections.abc import Mapping

from config.launch import embedded_valkey, environment, failures

NAMES = ("web", "worker", "beat", "migrate")


def command(role: str, variables: Mapping[str, str]) -> list[str]:
    """Return the command of a role; the numbers come from the environment (docs/operator/settings.md)."""
    python = sys.executable
    if role == "web":
        return [python, "-m", "config.web", *_web(variables)]
    if role == "worker":
        processes = variables.get("WORKER_PROCESSES") or "2"
        return [
            *(python, "-m", "celery", "-A", "config", "worker"),
            *("--queues=default,sweeps", f"--concurrency={processes}", "--loglevel=WARNING"),
            *("--without-gossip", "--without-mingle", "--without-heartbeat"),
        ]
    if role == "beat":
        folder = pathlib.Path(variables["VAR_DIR"]) / "beat"
        folder.mkdir(parents=True, exist_ok=True)
        return [python, "-m", "config.beat", str(folder / "schedule")]
    return [python, "manage.py", "migrate", "--no-input"]


def become(role: str) -> None:
    """Replace this process by a role in the foreground, for a deployment that supervises on its own."""
    variables = _variables()
    if role != "migrate":
        variables = environment.without_owner(variables)
    os.chdir(environment.PROJECT)
    if variables.get("ENVIRONMENT") == "production":
        _require_safe_settings(variables)
    os.execve(sys.executable, command(role, variables), variables)  # noqa: S606


def _require_safe_settings(variables: Mapping[str, str]) -> None:
    """Raise LaunchError when the deployment checks object. What they load goes when this process becomes the role."""
    import django
    from django.core.exceptions import ImproperlyConfigured

    os.environ.update(variables)
    try:
        django.setup(set_prefix=False)
        from config import checks

        errors = checks.deployment_errors()
    except ImproperlyConfigured as error:
        raise failures.LaunchError(str(error), "Production has no default for it.") from None
    if errors:
        told = "\n".join(f"- {error.msg}{f' {error.hint}' if error.hint else ''} ({error.id})" for error in errors)
        raise failures.LaunchError(
            f"These settings are not safe in production:\n{told}",
            "`manage.py check --deploy` says the same, and names what is only advised. See docs/operator/settings.md.",
        )


def _web(variables: Mapping[str, str]) -> list[str]:
    workers = variables.get("WEB_WORKERS") or "2"
    return [
        *("--interface", "rsgi", "--loop", "asyncio", "--no-ws", "--host", variables.get("BIND") or "127.0.0.1"),
        *("--port", variables.get("PORT") or "8000", "--workers", workers),
        # Open connections per process; above it new ones wait in the backlog.
        *("--backpressure", variables.get("WEB_CONNECTIONS") or "2048", "--backlog", "1024"),
        # HTTP/2 would be told by the first bytes of a connection, for which the web server waits without end.
        *("--http", "1", "--http1-header-read-timeout", str(1000 * int(variables.get("HEADER_SECONDS") or "30"))),
        *("--respawn-failed-workers", "--workers-kill-timeout", "3", "--no-access-log", "--log-level", "warning"),
        "config.server.application:application",
    ]


def _variables() -> dict[str, str]:
    """Take the caller's environment; on a developer's machine fill in the embedded servers that run now."""
    if os.environ.get("ENVIRONMENT") == "production":
        root = os.environ.get("VAR_DIR") or str(environment.PROJECT / "var")
        return {**os.environ, "VAR_DIR": root, "DJANGO_SETTINGS_MODULE": "config.settings"}
    home = environment.open_home()
    folder = environment.make_sockets(home)
    servers: dict[str, str] = {}
    if environment.needs_database():
        sockets = folder / "pg"
        if not (sockets / ".s.PGSQL.5432").exists():
            raise _no_server("DATABASE_URL", "database")
        servers |= environment.database_urls(sockets)
    if environment.needs_broker():
        if not embedded_valkey.is_ready(home):
            raise _no_server("REDIS_URL", "broker")
        servers["REDIS_URL"] = environment.broker_url(embedded_valkey.address(home))
    return environment.for_children(home, servers)


def _no_server(name: str, what: str) -> failures.LaunchError:
    return failures.LaunchError(
        f"{name} is not set and no embedded {what} runs.", f"Set {name}, or run `make services` in another terminal."
    )
