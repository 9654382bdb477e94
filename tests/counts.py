"""How many statements things cost: `tests/counts.txt` has a row for each count that a test takes with `costs`.

A test whose count is another one fails. `make test ARGS=--counts` writes the table anew, and a change shows as its
diff. A part of the tests may be named beside it: then only the rows of tests that ran are written.
"""

import pathlib
from collections.abc import Collection, Mapping
from typing import Any

import pytest

Counted = Mapping[str, int]
TABLE = pathlib.Path(__file__).with_name("counts.txt")
_PARTS = ("keyword", "markexpr", "deselect", "lf", "quick", "changed")
"""Options that let only some tests of a file run."""


def read(text: str) -> dict[str, int]:
    """Return the counts of a table by their keys."""
    rows = (line.rpartition(" = ") for line in text.splitlines())
    return {key: int(count) for key, _, count in rows}


def written(counts: Counted) -> str:
    return "".join(f"{key} = {count}\n" for key, count in sorted(counts.items()))


def function(test: str) -> str:
    return test.partition("[")[0]


def merged(
    table: Mapping[str, int],
    taken: Mapping[str, int],
    *,
    passed: Collection[str],
    begun: Collection[str],
    is_whole: bool,
) -> dict[str, int]:
    """Return the rows of a table after a run: those of the functions that passed are what these have taken.

    `begun` are all functions that ran, or were skipped. If the run was `is_whole` in their files, rows of these files
    that were not taken are of what is no more.
    """
    files = {name.partition("::")[0] for name in begun} if is_whole else set()
    kept = {
        key: count
        for key, count in table.items()
        if (name := key.partition(" | ")[0]).partition("::")[0] not in files or (name in begun and name not in passed)
    }
    return kept | {key: count for key, count in taken.items() if key.partition(" | ")[0] in passed}


class Counts:
    """A plugin of each process of a run: workers count, and the process that leads them writes the table."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._are_written = config.getoption("counts")
        self._table = read(TABLE.read_text())
        self._taken: dict[str, int] = {}
        self._begun: set[str] = set()
        self._passed: set[str] = set()

    def compare(self, test: str, count: int, label: str) -> None:
        """Compare a count with its row; with `--counts` keep it for the table. All cases of a function have one row."""
        key = f"{function(test)} | {label}" if label else function(test)
        before = self._taken.setdefault(key, count)
        assert count == before, f"{key} = {count}, and was {before} before: give counts that differ labels"
        if not self._are_written:
            known = self._table.get(key, "nothing")
            message = f"{key} = {count}, and tests/counts.txt says {known}. If the change is meant, write it there:"
            assert count == known, f'{message} make test ARGS="--counts {function(test)}"'

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._begun.add(report.nodeid)
        if report.when == "call" and report.passed:
            self._passed.add(report.nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over what a worker has counted; one that crashed tells nothing, and its rows stay."""
        self._taken |= getattr(node, "workeroutput", {}).get("counts", {})

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if hasattr(self._config, "workeroutput"):
            self._config.workeroutput["counts"] = self._taken
        elif self._are_written and exitstatus in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
            TABLE.write_text(written(self._after()))

    def _after(self) -> dict[str, int]:
        config = self._config
        is_part = any(config.getoption(name, None) for name in _PARTS) or any("::" in each for each in config.args)
        begun = set(map(function, self._begun))
        passed = begun - set(map(function, self._begun - self._passed))
        counts = merged(self._table, self._taken, passed=passed, begun=begun, is_whole=not is_part)
        return {key: count for key, count in counts.items() if (config.rootpath / key.partition("::")[0]).exists()}
