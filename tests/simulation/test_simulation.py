"""The simulator: one seed is played the same way twice, a few seeds are clean, and it finds what was planted."""

import os
import re
import shlex
import subprocess

import pytest

from config.launch import environment
from tests.simulation import planted
from tests.simulation.__main__ import options_of

pytestmark = pytest.mark.beside
_SEEDS = 3


def _run(program: list[str]) -> "subprocess.CompletedProcess[str]":
    # What the run of these tests has of its own: servers, and words of the make that started it.
    own = ("DATABASE_", "REDIS_", "VAR_", "PYTEST_", "DJANGO_", "MAKE", "MFLAGS", "ARGS")
    variables = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    return subprocess.run(program, cwd=environment.PROJECT, env=variables, capture_output=True, text=True, check=False)


def test_seeds_are_clean_and_each_is_played_the_same_way_twice(tmp_path):
    files = tmp_path / "first", tmp_path / "second"
    for file in files:
        played = _run(["make", "simulate", f"SEEDS={_SEEDS}", f"ARGS=--digests {file}"])
        assert played.returncode == 0, played.stdout[-4000:] + played.stderr[-2000:]

    first, second = (file.read_text().splitlines() for file in files)
    assert len(first) == _SEEDS
    assert first == second


def test_a_planted_bug_is_found():
    said = _run(["make", "simulate", "BUG=key-claimed-late", "SEEDS=10"]).stdout

    assert "key-claimed-late: found by seed" in said, said


def test_each_command_of_the_page_is_understood():
    page = (environment.PROJECT / "docs/contributor/simulation.md").read_text()
    commands = re.findall(r"^    (make simulate[^#\n]*)", page, re.MULTILINE)
    assert len(commands) >= 5
    for command in commands:
        said = _run([*command.split(), "--dry-run"])
        _, _, arguments = said.stdout.replace("\\\n", " ").partition("-m tests.simulation")
        options = options_of(shlex.split(arguments))
        assert options.seeds == (1 if "SEED=" in command else 100 if "SEEDS=" in command else 10)
        assert options.bug in {"", *planted.names()}


@pytest.mark.parametrize("name", planted.names())
def test_each_planted_bug_still_fits_the_sources(name):
    assert planted.applies(name), f"the code has moved: write tests/simulation/bugs/{name}.patch anew"
