"""The benchmark itself, at a size whose figures say nothing: every part, in another order than its own, and one twice.

The two parts that start whole instances need no servers beside them, and run in a test of their own.
"""

import json
import os
import subprocess
import sys

import pytest

from bench.__main__ import PARTS
from config.launch import environment

pytestmark = [pytest.mark.beside, pytest.mark.inputs("bench", "config/launch"), pytest.mark.timeout(3600)]
_INSTANCES = ["start", "rest"]
_OTHERS = [name for name in reversed(list(PARTS)) if name not in _INSTANCES]
_TWICE = "limits"
"""It makes tables of the same names as two others."""
_SCRIPT = """
import os, subprocess, sys
import psycopg
subprocess.run([sys.executable, "-m", "bench", "--tiny", *sys.argv[1:]], check=True)
with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
    print("left:", connection.execute("SELECT datname FROM pg_database WHERE datname LIKE 'bench%'").fetchall())
"""


def test_parts_run_in_any_order_and_twice_on_one_database_server(tmp_path):
    command = [sys.executable, "-m", "config.launch", "with-servers", sys.executable, "-c", _SCRIPT]

    told, sections = _run(command, [_TWICE, *_OTHERS], tmp_path)

    assert "left: []" in told
    assert [name.split(":")[0] for name in sections] == [
        *("The generator", "Ledger", "HTTP"),
        *("Machines", "Neighbours", "Webhooks", "Back office", "Lists", "Bank statements", "Settlement"),
        *("Quotes", "Quotes"),
    ]
    for name in ("The generator", "Ledger", "HTTP"):
        lines = [line["what"] for line in sections[name]]
        assert lines[: len(lines) // 2] == lines[len(lines) // 2 :]


def test_instances_are_started_and_looked_at(tmp_path):
    _, sections = _run([sys.executable, "-m", "bench", "--tiny"], _INSTANCES, tmp_path)

    assert [name.split(":")[0] for name in sections] == ["Start", "Start", "Rest", "Rest"]


def _run(command, parts, folder):
    """Run parts, in this order; return what was said, and the lines of each section."""
    written, servers = folder / "bench.json", {"DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "VAR_DIR"}
    done = subprocess.run(
        [*command, "--output", written, *(f"--only={name}" for name in parts)],
        cwd=environment.PROJECT,
        env={name: value for name, value in os.environ.items() if name not in servers},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert done.stdout.count("NOT JUDGED") == 1
    sections = json.loads(written.read_text())["sections"]
    figures = [line["figure"] for lines in sections.values() for line in lines]
    assert all(any(character.isdigit() for character in figure) for figure in figures)
    return done.stdout, sections
