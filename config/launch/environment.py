"""Where the service keeps its files, the secrets of a first run, and the variables its processes get."""

import base64
import contextlib
import dataclasses
import difflib
import fcntl
import hashlib
import json
import os
import pathlib
import secrets
import shutil
import socket
import stat
import tempfile
from collections.abc import Iterator, Mapping
from urllib.parse import quote

from config.launch import failures, processes

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
_MEGABYTE = 1_000_000
ENOUGH_DISK = 300 * _MEGABYTE
OWNER, SERVICE, DATABASE = "payments", "payments_service", "payments"
"""On the embedded server: the owner of the tables, the service's role, and the database."""
ENVIRONMENTS = ("development", "production")
_ALIKE = 0.85
"""From this likeness on a variable is taken for a misspelt one."""


@dataclasses.dataclass(frozen=True)
class Home:
    """The folder for everything that a running instance writes."""

    root: pathlib.Path

    @property
    def postgres(self) -> pathlib.Path:
        """The database directory."""
        return self.root / "postgres"

    @property
    def valkey(self) -> pathlib.Path:
        """The broker's append-only files."""
        return self.root / "valkey"

    @property
    def sockets(self) -> pathlib.Path:
        """A short folder for unix sockets, found again from the path of the home."""
        digest = hashlib.sha256(str(self.root).encode()).hexdigest()[:12]
        return pathlib.Path("/tmp") / f"payments-{os.geteuid()}-{digest}"  # noqa: S108

    def log(self, name: str) -> pathlib.Path:
        """The log file of one process."""
        return self.root / "log" / f"{name}.log"


def kind(variables: Mapping[str, str] = os.environ) -> str:
    """Return the value of ENVIRONMENT: one of ENVIRONMENTS, `development` where there is no such variable.

    Raises WrongSettings for any other value, also an empty one, and where a variable seems to be it by another name:
    what was meant for production would be open to everybody.
    """
    remedy = "Set ENVIRONMENT=production where others reach the service. See docs/operator/settings.md."
    value = variables.get("ENVIRONMENT")
    if value is None:
        alike = [name for name in variables if _is_alike(name)]
        if alike:
            raise failures.WrongSettings([f"{alike[0]} is no setting of this service. Is ENVIRONMENT meant?"], remedy)
        return ENVIRONMENTS[0]
    if value not in ENVIRONMENTS:
        raise failures.WrongSettings([f"ENVIRONMENT must be {' or '.join(ENVIRONMENTS)}, not {value!r}."], remedy)
    return value


def _is_alike(name: str) -> bool:
    return difflib.SequenceMatcher(None, name.upper(), "ENVIRONMENT").ratio() >= _ALIKE


def open_home() -> Home:
    """Make the folder named by VAR_DIR (default: var/ of the project) and check that it can be used."""
    root = pathlib.Path(os.environ.get("VAR_DIR") or PROJECT / "var").absolute()
    try:
        root.mkdir(parents=True, exist_ok=True)
        for folder in (root / "log", root / "run"):
            folder.mkdir(mode=0o700, exist_ok=True)
        with tempfile.TemporaryFile(dir=root / "run"):
            pass
    except PermissionError:
        raise failures.LaunchError(
            f"{root} cannot be written by this user (it was probably made by another one).",
            "Start as the user who owns it, or choose another folder: VAR_DIR=/some/folder make run",
        ) from None
    except OSError as error:
        raise failures.LaunchError(
            f"{root} cannot be used: {error.strerror}.", "Free some space, or choose another folder with VAR_DIR."
        ) from None
    home = Home(root=root.resolve())
    require_disk(home.root)
    return home


def require_disk(folder: pathlib.Path) -> None:
    """Refuse to start a database on a disk that is about to be full."""
    free = shutil.disk_usage(folder).free
    if free < ENOUGH_DISK:
        raise failures.LaunchError(
            f"Only {free // _MEGABYTE} MB are free on the disk of {folder}; {ENOUGH_DISK // _MEGABYTE} MB are needed.",
            "Free some space, or choose a folder on another disk: VAR_DIR=/some/folder make run",
        )


@contextlib.contextmanager
def only_one(home: Home) -> Iterator[None]:
    """Hold the instance's lock; a second start in the same folder is refused."""
    path = home.root / "run" / "lock"
    with path.open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise failures.LaunchError(
                f"The service already runs from {home.root} (process {holder(home) or 'unknown'}).",
                "Use that one, or end it first with `make stop`.",
            ) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        try:
            yield
        finally:
            lock.truncate(0)


def holder(home: Home) -> int | None:
    """Return the process that wrote its number into the lock file, if any."""
    with contextlib.suppress(OSError, ValueError):
        return int((home.root / "run" / "lock").read_text())
    return None


def make_sockets(home: Home) -> pathlib.Path:
    """Make the short folder for sockets; nobody else may have made it before us."""
    folder = home.sockets
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o711)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        raise failures.LaunchError(
            f"{folder} belongs to somebody else.", "Remove it, or choose another folder with VAR_DIR."
        )
    folder.chmod(0o711)
    return folder


def generated_secrets(home: Home) -> dict[str, str]:
    """Return this instance's secrets; the first run generates them, readable by the owner only."""
    path = home.root / "secrets.json"
    known: dict[str, str] = {}
    if path.exists():
        known = json.loads(path.read_text())
    complete = {**new_secrets(), **known}
    if complete != known:
        write_private(path, json.dumps(complete, indent=2) + "\n")
    return complete


def new_secrets() -> dict[str, str]:
    """Generate one value for each secret that the settings need."""
    return {
        "SECRET_KEY": secrets.token_urlsafe(64),
        "TOKEN_HASH_KEY": f"bound:{secrets.token_urlsafe(48)}",
        "BLIND_INDEX_KEY": secrets.token_urlsafe(48),
        "AUDIT_SEAL_KEYS": secrets.token_urlsafe(48),
        "ENCRYPTION_KEYS": base64.urlsafe_b64encode(secrets.token_bytes(32)).decode(),
    }


def write_private(path: pathlib.Path, text: str) -> None:
    """Replace a file in one step, mode 0600 from its first byte on."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    pathlib.Path(name).replace(path)


def for_children(home: Home, servers: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of every child: the caller's variables win over generated ones."""
    defaults = {
        "ENVIRONMENT": "development",
        "ALLOW_LOOPBACK_WEBHOOKS": "true",
        "BIND": "127.0.0.1",
        "PORT": "8000",
        "ALLOWED_HOSTS": ",".join(["127.0.0.1", "localhost", "[::1]", *_own_names()]),
        **generated_secrets(home),
        **servers,
    }
    given = {name: value for name, value in os.environ.items() if value or name not in defaults}
    if "DATABASE_URL" in servers:
        # PGPORT, PGHOST and similar variables are meant for another server.
        other = {name for name in given if name.startswith("PG")} | {"DATABASE_OWNER_URL"}
        given = {name: value for name, value in given.items() if name not in other}
    return {
        **defaults,
        **given,
        "VAR_DIR": str(home.root),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONUNBUFFERED": "1",
        **processes.mark(home.root),
    }


def _own_names() -> list[str]:
    """Return the names by which others reach this machine, when BIND opens the service to them."""
    bind = os.environ.get("BIND") or "127.0.0.1"
    if bind in {"127.0.0.1", "::1", "localhost"}:
        return []
    return [socket.gethostname()] if bind in {"0.0.0.0", "::"} else [bind]  # noqa: S104


def database_urls(sockets: pathlib.Path) -> dict[str, str]:
    """Return the variables that name the database on the embedded server, for each of its two roles."""
    return {
        "DATABASE_URL": database_url(sockets, user=SERVICE, name=DATABASE),
        "DATABASE_OWNER_URL": database_url(sockets, user=OWNER, name=DATABASE),
    }


def without_owner(variables: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of a serving process: it does not know how to become the owner of the database."""
    return {name: value for name, value in variables.items() if name != "DATABASE_OWNER_URL"}


def database_url(sockets: pathlib.Path, *, user: str, name: str) -> str:
    """Write the address of a database on the embedded server."""
    return f"postgresql://{user}@/{name}?host={quote(str(sockets))}"


def broker_url(path: pathlib.Path) -> str:
    """Write the address of the embedded broker."""
    return f"unix://{path}?db=0"


def needs_database() -> bool:
    """Tell whether the caller named no database of their own."""
    return not os.environ.get("DATABASE_URL", "").strip()


def needs_broker() -> bool:
    """Tell whether the caller named no broker of their own."""
    return not any(os.environ.get(name, "").strip() for name in ("REDIS_URL", "CELERY_BROKER_URL"))
