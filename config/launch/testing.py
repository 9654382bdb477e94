"""`make test`: pytest on servers of its own; with `FAILED_ONCE_MORE` set, what failed runs once more, alone."""

import json
import os
from collections.abc import Sequence

from config.launch import environment, progress, throwaway

# Twice as many workers as cores, and two more: two fifths of a worker's time are waiting. An idle worker takes work
# from the others.
_IN_PARALLEL = ("-n", str((os.cpu_count() or 1) + min(os.cpu_count() or 1, 2)), "--dist", "worksteal")
_TESTS_FAILED = 1
"""pytest's exit code."""
_MOST = 10
"""Above that many failures it is no chance."""
_CACHE = environment.PROJECT / ".venv" / "pytest"


def run(arguments: Sequence[str]) -> int:
    """Run the tests; return pytest's exit code, of the second run if there was one."""
    program = throwaway.python("-m", "pytest", *arguments)
    if not os.environ.get("FAILED_ONCE_MORE"):
        return throwaway.execute([*program, *_IN_PARALLEL], throwaway.FORGETFUL)
    # pytest's own note of what failed, which pyproject.toml switches off.
    program += ["-p", "cacheprovider", "-o", f"cache_dir={_CACHE}"]
    (_CACHE / _FAILED).unlink(missing_ok=True)
    code = throwaway.execute([*program, *_IN_PARALLEL], throwaway.FORGETFUL)
    if code != _TESTS_FAILED or not (failed := _failed()) or len(failed) > _MOST:
        return code
    progress.say(f"· {len(failed)} failed. Once more, with new servers and nothing beside them:")
    code = throwaway.execute([*program, "--last-failed", "--last-failed-no-failures=none"], throwaway.FORGETFUL)
    if code == 0:
        _tell_unstable(failed)
    return code


_FAILED = "v/cache/lastfailed"


def _failed() -> list[str]:
    """Return the names of the tests that failed in the last run."""
    try:
        return sorted(json.loads((_CACHE / _FAILED).read_text()))
    except FileNotFoundError:
        return []


def _tell_unstable(names: Sequence[str]) -> None:
    lines = [
        f"UNSTABLE: {len(names)} failed beside other tests and passed alone. Each is a fault of a test or the code:",
        *(f"  {name}" for name in names),
        "What each said stands under FAILURES above.",
    ]
    progress.say("\n".join(lines))
