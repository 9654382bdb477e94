"""Judges the lists of tests: how many of the changes drawn from the whole service does each of them notice?"""

import difflib
import itertools
import pathlib
import random
import subprocess
import sys
from collections.abc import Iterator

import pytest
from libcst import FunctionDef
from mutmut.mutation.file_mutation import create_mutations

from tests.selection import reach, units
from tests.selection.changed import ROOT, changed_lines
from tests.support import patience

_LEFT_OUT = ("practice/bank/", "practice/demo/", "practice/bank_demo/")
"""What `make test` does not test."""
_MOST_SECONDS = 4 * patience.LONG
"""A run that takes longer does not end, and whoever waits for it notices that."""
_NOTHING_FAILED = {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED, pytest.ExitCode.USAGE_ERROR}
_LOGGED = ("logger.", "message = ", "assert ")
"""Lines that only people read: `do_not_mutate_patterns` of pyproject.toml."""


def judge(copy: pathlib.Path, *, sample: int, seed: int, after: int = 0) -> int:
    """Play so many changes, drawn by a seed, in a copy of the last commit; print which list notices each.

    Those up to the number `after` were played before.
    """
    _git("clone", "--quiet", "--shared", str(ROOT), str(copy), directory=ROOT)
    measured = reach.read()
    noticed = {"--changed": 0, "--quick": 0}
    sound: dict[str, bool] = {}
    drawn = enumerate(_draw(sample, seed), start=1)
    for number, (path, changed) in itertools.islice(drawn, after, None):
        kept = (copy / path).read_text()
        lists = {
            "--changed": ["--changed=HEAD"],
            "--quick": ["--quick", *_quick_tests(measured, path, kept, changed)],
        }
        answers = {name: _noticed(copy, path, changed, arguments, sound) for name, arguments in lists.items()}
        for name, failed in answers.items():
            noticed[name] += bool(failed)
        said = ", ".join(f"{name}: {failed or 'NOT NOTICED'}" for name, failed in answers.items())
        print(f"{number} {path}: {said}\n{_difference(kept, changed)}", flush=True)
    print(", ".join(f"{name} noticed {count} of {sample - after}" for name, count in noticed.items()))
    return 0


def _draw(sample: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield paths and changed sources: modules by their size, then one of their changes."""
    draw = random.Random(seed)
    paths = [path for app in reach.SERVICE for path in sorted((ROOT / app).rglob("*.py")) if _is_judged(path)]
    sizes = [path.stat().st_size for path in paths]
    left = sample
    while left:
        path = draw.choices(paths, sizes)[0]
        source = path.read_text()
        module, mutations, *_ = create_mutations(str(path), source)
        mutations = [each for each in mutations if isinstance(each.contained_by_top_level_function, FunctionDef)]
        if not mutations:
            continue
        mutation = draw.choice(mutations)
        changed = module.deep_replace(mutation.original_node, mutation.mutated_node).code
        if any(line.strip().startswith(_LOGGED) for line in changed_lines(source, changed)):
            continue
        yield path.relative_to(ROOT).as_posix(), changed
        left -= 1


def _is_judged(path: pathlib.Path) -> bool:
    name = path.relative_to(ROOT).as_posix()
    return "/migrations/" not in name and not name.startswith(_LEFT_OUT)


def _quick_tests(measured: reach.Map, path: str, kept: str, changed: str) -> list[str]:
    """Return the tests of `--quick` that reach the changed unit: the others can not notice it."""
    names = units.changed(units.of_module(path, kept), units.of_module(path, changed))
    reaching = measured.reaching(measured.bits(names))
    return [name for name in reaching if measured.rows[name].is_quick] or ["tests/architecture"]


def _noticed(copy: pathlib.Path, path: str, changed: str, arguments: list[str], sound: dict[str, bool]) -> str:
    """Play a change and run tests until one fails for it; return what failed.

    It fails for the change if it fails again with it, and never without it. `sound` keeps which tests of this copy pass
    without a change, whatever the machine lacks.
    """
    file = copy / path
    kept = file.read_text()
    left_out: list[str] = []
    while True:
        file.write_text(changed)
        failed = _fails(copy, [*arguments, *left_out])
        test = _test_in(failed)
        is_for_the_change = not test or bool(_fails(copy, [test]))
        file.write_text(kept)
        if test and is_for_the_change:
            if test not in sound:
                sound[test] = not _fails(copy, [test])
            is_for_the_change = sound[test]
        if is_for_the_change or test in left_out:
            return failed
        left_out += ["--deselect", test]


def _test_in(failed: str) -> str:
    """Return the name of the test in a line of pytest's summary, whatever its reason says."""
    return failed.partition(" ")[2].partition(" - ")[0] if failed.startswith(("FAILED", "ERROR")) else ""


def _fails(copy: pathlib.Path, arguments: list[str]) -> str:
    """Run tests until one fails; return the line that names it. Tests that pytest does not find notice nothing."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "--reuse-db", *arguments]
    try:
        done = subprocess.run(command, cwd=copy, check=False, capture_output=True, text=True, timeout=_MOST_SECONDS)
    except subprocess.TimeoutExpired:
        return "pytest does not end"
    failed = next((line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))), "")
    if done.returncode == pytest.ExitCode.USAGE_ERROR:
        print(f"pytest ran nothing: {done.stderr.strip()[-500:]}", flush=True)
    return failed or ("" if done.returncode in _NOTHING_FAILED else f"pytest ended with {done.returncode}")


def _difference(before: str, after: str) -> str:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return "\n".join(f"    {line}" for line in lines if not line.startswith(("---", "+++")))


def _git(*arguments: str, directory: pathlib.Path) -> None:
    subprocess.run(["git", *arguments], cwd=directory, check=True)
