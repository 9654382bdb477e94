"""Servers that live as long as one command, for tests and benchmarks."""

import os
import pathlib
import shutil
import signal
import tempfile
from collections.abc import Mapping, Sequence

from config.launch import environment, processes, progress, run

_PLACE = pathlib.Path("/tmp")  # noqa: S108  (socket paths must stay short)
_PREFIX = "payments-throwaway-"
# A database that is not kept after a crash need not wait for the disk.
FORGETFUL = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_wal_size": "4GB",
    "shared_buffers": "256MB",
    # Plans depend on the statistics that a test makes, not on whether autovacuum ran; nothing else takes locks.
    "autovacuum": "off",
}


def execute(program: Sequence[str], settings: Mapping[str, str] | None = None) -> int:
    """Run a program with servers of its own in a temporary folder; return its exit code. All is deleted afterwards.

    `settings` are the database server's.
    """
    _sweep()
    root = pathlib.Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=_PLACE))
    # The database server may run as another user, who must be able to enter the folder.
    root.chmod(0o711)
    os.environ["VAR_DIR"] = str(root)
    try:
        home = environment.open_home()
        code = 130  # left by a command that was interrupted
        with run.instance(home) as service:
            servers = _as_superuser(run.start_servers(service, home, settings), home)
            code = _run(program, {**os.environ, **servers, "VAR_DIR": str(home.root), **processes.mark(home.root)})
    finally:
        _remove(root)
    return code


def _run(program: Sequence[str], variables: Mapping[str, str]) -> int:
    """Run the program in the foreground."""
    process = processes.start(program, environment=variables, log=None, directory=environment.PROJECT)
    try:
        return process.wait()
    except KeyboardInterrupt:
        # The terminal's Ctrl-C reached the program too; a signal sent to us alone did not.
        if not processes.wait_until(lambda: process.poll() is not None, seconds=2):
            process.send_signal(signal.SIGINT)
            processes.wait_until(lambda: process.poll() is not None, seconds=4)
        raise


def _as_superuser(found: dict[str, str], home: environment.Home) -> dict[str, str]:
    """Return the server's own superuser: tests make databases and break rules on purpose."""
    if found.pop("DATABASE_OWNER_URL", None):
        found["DATABASE_URL"] = environment.database_url(
            home.sockets / "pg", user="postgres", name=environment.DATABASE
        )
    return found


def _sweep() -> None:
    """Remove the folders of earlier commands that were killed."""
    for folder in _PLACE.glob(f"{_PREFIX}*"):
        owner = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if folder.stat().st_uid == os.geteuid() and owner.isdecimal() and not processes.is_alive(int(owner)):
            _remove(folder)
            progress.say(f"· Removed {folder}, which an earlier run left behind")


def _remove(folder: pathlib.Path) -> None:
    """Remove the folder of a command, once none of its processes runs any more."""
    home = environment.Home(root=folder.resolve())
    processes.end(processes.marked(str(home.root)), politely=signal.SIGTERM, patience=3)
    shutil.rmtree(home.root, ignore_errors=True)
    shutil.rmtree(home.sockets, ignore_errors=True)
