"""The simulator: one seed is played the same way twice, a few seeds are clean, and it finds what was planted."""

import os
import subprocess

import pytest

from config.launch import environment
from tests.simulation import planted

pytestmark = pytest.mark.beside
_SEEDS = 3


def _simulate(*, seeds: int, arguments: str) -> "subprocess.CompletedProcess[str]":
    servers = ("DATABASE_", "REDIS_", "VAR_", "PYTEST_", "DJANGO_")
    variables = {name: value for name, value in os.environ.items() if not name.startswith(servers)}
    program = ["make", "--no-print-directory", "simulate", f"SEEDS={seeds}", f"ARGS={arguments}"]
    return subprocess.run(program, cwd=environment.PROJECT, env=variables, capture_output=True, text=True, check=False)


def test_seeds_are_clean_and_each_is_played_the_same_way_twice(tmp_path):
    files = tmp_path / "first", tmp_path / "second"
    for file in files:
        played = _simulate(seeds=_SEEDS, arguments=f"--digests {file}")
        assert played.returncode == 0, played.stdout[-4000:] + played.stderr[-2000:]

    first, second = (file.read_text().splitlines() for file in files)
    assert len(first) == _SEEDS
    assert first == second


def test_a_planted_bug_is_found():
    assert "found by seed" in planted.hunt("key-claimed-late", ["--seeds", "10"])


@pytest.mark.parametrize("name", planted.names())
def test_each_planted_bug_still_fits_the_sources(name):
    assert planted.applies(name), f"the code has moved: write tests/simulation/bugs/{name}.patch anew"
