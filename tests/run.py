"""The run of all tests, or of those that are named or chosen: `python -m tests.run [arguments of pytest]`."""

import json
import os
import sys
from collections.abc import Sequence

from config.launch import environment, interrupts, progress, throwaway

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


def main() -> int:
    """Run the tests that the command line asks for; return the exit code."""
    return interrupts.guarded(_main)


def _main() -> int:
    environment.kind()
    interrupts.follow_make()
    return run(sys.argv[1:])


def run(arguments: Sequence[str]) -> int:
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
    code = throwaway.execute(_python("-m", "pytest", *in_parallel, *report, *arguments), throwaway.FORGETFUL)
    if not os.environ.get("FAILED_ONCE_MORE"):
        return code
    _note_unstable(name, [])
    if code != _TESTS_FAILED or not (failed := _failed()) or len(failed) > _MOST:
        return code
    progress.say(f"· {len(failed)} failed. Once more, with new servers and nothing beside them:")
    again = ("--last-failed", "--last-failed-no-failures=none")
    code = throwaway.execute(_python("-m", "pytest", *arguments, *again), throwaway.FORGETFUL)
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


def _python(*arguments: str) -> list[str]:
    return [sys.executable, *arguments]


if __name__ == "__main__":
    sys.exit(main())
