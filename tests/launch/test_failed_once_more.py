"""`make test` as CI calls it: what failed runs once more, alone."""

import os
import pathlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator

import pytest

from config.launch import environment
from tests.support import patience

pytestmark = [pytest.mark.beside, pytest.mark.inputs("config/launch/throwaway.py", "tests/run.py", "tests/selection")]

_TESTS = """
import pathlib

def test_passes():
    with pathlib.Path(__file__).with_name("passed").open("a") as runs:
        runs.write("once\\n")

def test_of_chance():
    seen = pathlib.Path(__file__).with_name("seen")
    try:
        assert seen.exists(), "the first time"
    finally:
        seen.touch()
"""


_VAR = environment.PROJECT / "var"


@pytest.fixture
def folder() -> Iterator[pathlib.Path]:
    """A folder of the project, so that its configuration of pytest holds, apart from the tests."""
    with tempfile.TemporaryDirectory(dir=environment.PROJECT / ".venv") as made:
        yield pathlib.Path(made)


def _run(folder: pathlib.Path, tests: str) -> subprocess.CompletedProcess[str]:
    file = folder / "test_of_this_run.py"
    file.write_text(tests)
    return subprocess.run(
        [sys.executable, "-m", "tests.run", f"--rootdir={environment.PROJECT}", str(file)],
        cwd=environment.PROJECT,
        env={**os.environ, "FAILED_ONCE_MORE": "1"},
        capture_output=True,
        text=True,
        timeout=patience.LONG,
        check=False,
    )


def test_what_failed_by_chance_passes_alone_and_is_named(folder):
    done = _run(folder, _TESTS)

    assert done.returncode == 0, done.stdout + done.stderr
    assert (folder / "passed").read_text() == "once\n", "what passed does not run again"
    assert "UNSTABLE: 1 failed beside other tests and passed alone." in done.stdout
    assert "test_of_this_run.py::test_of_chance\n" in done.stdout
    assert "the first time" in done.stdout
    noted = [line for line in (_VAR / "unstable.txt").read_text().splitlines() if line.startswith("chosen ")]
    assert noted == [f"chosen {(folder / 'test_of_this_run.py').relative_to(environment.PROJECT)}::test_of_chance"]
    assert "test_of_chance" in (_VAR / "reports" / "chosen.xml").read_text(), "the first run's report stays"


def test_what_fails_again_fails(folder):
    done = _run(folder, "def test_fails():\n    assert False, 'always'\n")

    assert done.returncode == 1
    assert "UNSTABLE" not in done.stdout
    assert "chosen " not in (_VAR / "unstable.txt").read_text(), "what was noted in the run before is gone"
