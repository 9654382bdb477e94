"""Whether database and demo platform are unchanged since the last start, which then need not prepare them."""

import contextlib
import hashlib
import json
import pathlib
import re
from collections.abc import Iterator, Mapping

import psycopg

from config.launch import environment

_APPS = ("config", "invitations", "banks", "payments", "compliance", "webhooks", "platforms")
_STATE = """
    SELECT (SELECT system_identifier FROM pg_control_system()), oid,
           (SELECT string_agg(app || '.' || name, ' ' ORDER BY app, name) FROM django_migrations),
           EXISTS (SELECT FROM platforms_apitoken WHERE client_id = %s AND revoked_at IS NULL)
    FROM pg_database WHERE datname = current_database()
"""
"""Identity of the database, its migrations, and whether it has the demo platform's token."""


def is_current(home: environment.Home, variables: Mapping[str, str]) -> bool:
    """Tell whether preparing with these variables would change nothing. False also when that can't be told."""
    with contextlib.suppress(OSError):
        digest = _digest(home, variables)
        return digest is not None and _path(home).read_text() == digest
    return False


def remember(home: environment.Home, variables: Mapping[str, str]) -> None:
    """Record the present state after preparing."""
    digest = _digest(home, variables)
    if digest is not None:
        environment.write_private(_path(home), digest)


def _path(home: environment.Home) -> pathlib.Path:
    return home.root / "run" / "prepared"


def _digest(home: environment.Home, variables: Mapping[str, str]) -> str | None:
    """Hash all that preparing reads and makes; None when the database does not answer."""
    made = home.root / "sandbox.json"
    if not made.exists():
        return None
    state = _state(variables["DATABASE_URL"], client_id=json.loads(made.read_text())["clientId"])
    if state is None:
        return None
    total = hashlib.sha256(repr(state).encode())
    for path in (made, environment.PROJECT / "requirements.lock", *_sources()):
        total.update(f"{path}\n".encode() + path.read_bytes())
    total.update(json.dumps(_settings(variables), sort_keys=True).encode())
    return total.hexdigest()


def _state(address: str, *, client_id: str) -> tuple[object, ...] | None:
    try:
        with psycopg.connect(address, connect_timeout=10) as connection:
            found = connection.execute(_STATE, [client_id]).fetchone()
    except psycopg.Error:
        return None
    return found if found and found[-1] else None


def _sources() -> Iterator[pathlib.Path]:
    for app in _APPS:
        found = (environment.PROJECT / app).rglob("*")
        yield from sorted(path for path in found if path.is_file() and "__pycache__" not in path.parts)


def _settings(variables: Mapping[str, str]) -> dict[str, str]:
    """Return the variables named by the settings."""
    text = (environment.PROJECT / "config" / "settings.py").read_text()
    return {name: variables[name] for name in re.findall(r"[\"']([A-Z][A-Z0-9_]+)[\"']", text) if name in variables}
