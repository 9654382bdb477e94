"""Servers that live as long as one command, for tests and benchmarks; and the run of all tests."""

import json
import os
import pathlib
import shutil
import signal
import sys
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
_CORES = os.cpu_count() or 1
_TESTS_FAILED, _NO_TESTS = 1, 5
"""pytest's exit codes."""
_MOST = 10
"""Above that many failures it is no chance."""
_FAILED = environment.PROJECT / ".venv" / "pytest" / "v" / "cache" / "lastfailed"
"""pytest's own note of what failed: `cache_dir` in pyproject.toml."""
_CHOOSING = ("--changed", "--kind", "--map", "--quick")
"""The options that choose tests themselves."""
_JOBS = (("common", "service"), ("beside",))
"""The kinds of tests of `make test` and of `make tools`. Each kind is a job with servers and a report of its own."""
_REPORTS = environment.PROJECT / "var" / "reports"
_UNSTABLE = environment.PROJECT / "var" / "unstable.txt"
"""The names of tests that failed in a job and passed in its second run, until the next run of the same job."""


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


def test(arguments: Sequence[str]) -> int:
    """Run the tests: those that are named, or chosen by an option, or the kinds of `make test`, one after the other.

    Returns pytest's exit code: of the first kind that failed, of its second run if there was one.
    """
    kinds, others = _kinds(arguments)
    if not kinds:
        return _job("chosen", others)
    codes = [_job(kind, [f"--kind={kind}", *others]) for kind in kinds]
    # `-k` may leave nothing of one kind.
    codes = [code for code in codes if code != _NO_TESTS] or codes
    return next((code for code in codes if code), 0)


def _kinds(arguments: Sequence[str]) -> tuple[Sequence[str], list[str]]:
    """Return the kinds that are run as jobs of their own, and the arguments of each."""
    others = [argument for argument in arguments if argument != "--tools"]
    is_chosen = any(argument.partition("=")[0] in _CHOOSING for argument in others) or any(
        (environment.PROJECT / argument.partition("::")[0]).exists() for argument in others
    )
    return () if is_chosen else _JOBS["--tools" in arguments], others


def _job(name: str, arguments: Sequence[str]) -> int:
    """Run tests; where `FAILED_ONCE_MORE` is set, what failed runs once more."""
    report = (f"--junitxml={_REPORTS / name}.xml", "-o", f"junit_suite_name={name}")
    in_parallel = ("-n", str(_workers(arguments)), "--dist", "worksteal")
    _FAILED.unlink(missing_ok=True)
    code = execute(python("-m", "pytest", *in_parallel, *report, *arguments), FORGETFUL)
    if not os.environ.get("FAILED_ONCE_MORE"):
        return code
    _note_unstable(name, [])
    if code != _TESTS_FAILED or not (failed := _failed()) or len(failed) > _MOST:
        return code
    progress.say(f"· {len(failed)} failed. Once more, with new servers and nothing beside them:")
    again = ("--last-failed", "--last-failed-no-failures=none")
    code = execute(python("-m", "pytest", *arguments, *again), FORGETFUL)
    if code == 0:
        _note_unstable(name, failed)
        _tell_unstable(failed)
    return code


def _workers(arguments: Sequence[str]) -> int:
    """Tell how many processes run tests beside each other. An idle one takes tests from the others."""
    # Each process collects all tests, which takes ten seconds: a minute's tests, which hardly wait, do not earn them.
    # Others wait for two fifths of their time.
    is_short = any(argument.startswith(("--quick", "--changed")) for argument in arguments)
    return _CORES if is_short else _CORES + min(_CORES, 2)


def _failed() -> list[str]:
    """Return the names of the tests that failed in the last run."""
    try:
        return sorted(json.loads(_FAILED.read_text()))
    except FileNotFoundError:
        return []


def _note_unstable(job: str, names: Sequence[str]) -> None:
    """Replace the lines of a job: the job, then the test's name, which stays the same from run to run."""
    kept = _UNSTABLE.read_text().splitlines() if _UNSTABLE.exists() else []
    lines = [line for line in kept if line.partition(" ")[0] != job] + [f"{job} {name}" for name in names]
    _UNSTABLE.parent.mkdir(exist_ok=True)
    _UNSTABLE.write_text("".join(f"{line}\n" for line in lines))


def _tell_unstable(names: Sequence[str]) -> None:
    lines = [
        f"UNSTABLE: {len(names)} failed beside other tests and passed alone. Each is a fault of a test or the code:",
        *(f"  {name}" for name in names),
        "What each said stands under FAILURES above.",
    ]
    progress.say("\n".join(lines))


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


def python(*arguments: str) -> list[str]:
    """Return a command for the Python of this environment."""
    return [sys.executable, *arguments]
