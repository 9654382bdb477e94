"""Long tests that depend on a few files only: they run when one of these files is another than when they passed.

A test file names them: `pytestmark = [pytest.mark.beside, pytest.mark.inputs("clients", "docs/openapi.yaml")]`. Itself
and what lies in its folder are inputs too. `tests/inputs.txt` has the digest with which each file passed last;
`make tools` writes it, for a commit with the change. `--all`, which the nightly workflow says, runs all of them.
"""

import functools
import hashlib
import pathlib
import subprocess
from collections.abc import Generator
from typing import Any

import pytest

ROOT = pathlib.Path(__file__).parents[2]
PASSED = ROOT / "tests" / "inputs.txt"
_WHY = "its inputs are those with which it passed last (tests/inputs.txt)"


class Inputs:
    """A plugin of each process: leaves out what has passed with the same inputs, and notes what passes now."""

    def __init__(self, config: pytest.Config) -> None:
        self._runs_all = config.getoption("all")
        self._passed = _read()
        self._seen: dict[str, str] = {}
        self._failed: set[str] = set()
        self._left_out: set[str] = set()
        self._is_worker = hasattr(config, "workerinput")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if not self._runs_all and (digest := _digest_for(item)) and self._passed.get(_file(item.nodeid)) == digest:
            pytest.skip(_WHY)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if digest := _digest_for(item):
            # The process that leads the workers has no items.
            report.user_properties.append(("inputs", digest))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = _file(report.nodeid)
        digest = dict(report.user_properties).get("inputs")
        if self._is_worker or digest is None:
            return
        if report.failed:
            self._failed.add(name)
        elif report.skipped and _WHY in str(report.longrepr):
            self._left_out.add(name)
        elif report.when == "call":
            self._seen[name] = str(digest)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self._left_out:
            names = ", ".join(sorted(self._left_out))
            terminalreporter.write_line(
                f"Not run, because they passed with the same inputs (tests/inputs.txt): {names}"
            )

    def pytest_sessionfinish(self) -> None:
        passed = {name: digest for name, digest in self._seen.items() if name not in self._failed | self._left_out}
        if passed and not self._is_worker:
            rows = {**self._passed, **passed}
            PASSED.write_text("".join(f"{name} {rows[name]}\n" for name in sorted(rows) if (ROOT / name).exists()))


def _digest_for(item: pytest.Item) -> str | None:
    mark = item.get_closest_marker("inputs")
    return mark and _digest((*mark.args, item.path.parent.relative_to(ROOT).as_posix()))


@functools.cache
def _digest(paths: tuple[str, ...]) -> str:
    """Return a digest of the files that git knows or would add, as they lie there."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *paths]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    digest = hashlib.sha256()
    for name in sorted(filter(None, set(names))):
        if (ROOT / name).is_file():
            digest.update(f"{name}\0".encode() + hashlib.sha256((ROOT / name).read_bytes()).digest())
    return digest.hexdigest()[:16]


def _read() -> dict[str, str]:
    lines = PASSED.read_text().splitlines() if PASSED.exists() else []
    return dict(line.split() for line in lines)


def _file(nodeid: str) -> str:
    return nodeid.partition("::")[0]
