"""The benchmark itself, at a size whose figures say nothing: every part, then some again in another order."""

import json
import os
import subprocess
import sys

import pytest

from config.launch import environment

_AGAIN = ["settlement", "quotes", "limits"]
"""The parts that make tables of the same names, in the opposite order."""
_SCRIPT = """
import os, subprocess, sys
import psycopg
first, second, *again = sys.argv[1:]
bench = [sys.executable, "-m", "bench", "--tiny"]
subprocess.run([*bench, "--output", first], check=True)
subprocess.run([*bench, "--output", second, *again], check=True)
with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
    print("left:", connection.execute("SELECT datname FROM pg_database WHERE datname LIKE 'bench%'").fetchall())
"""


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_every_part_runs_in_any_order_and_twice_on_one_database(tmp_path):
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    again = [f"--only={name}" for name in _AGAIN]
    servers = {"DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "VAR_DIR"}

    done = subprocess.run(
        [sys.executable, "-m", "config.launch", "with-servers", sys.executable, "-c", _SCRIPT, first, second, *again],
        cwd=environment.PROJECT,
        env={name: value for name, value in os.environ.items() if name not in servers},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert done.stdout.count("NOT JUDGED") == 2
    assert "left: []" in done.stdout
    whole, part = (json.loads(path.read_text())["sections"] for path in (first, second))
    assert [name.split(":")[0] for name in whole] == [
        *(
            "The generator",
            "Ledger",
            "HTTP",
            "Quotes",
            "Quotes",
            "Settlement",
            "Bank statements",
            "Lists",
            "Back office",
            "Webhooks",
            "Neighbours",
            "Machines",
        ),
        *("Start", "Start", "Rest", "Rest"),
    ]
    assert {"Ledger", "HTTP", "Quotes", "Settlement"} <= {name.split(":")[0] for name in part}
    assert _lines(part).items() <= _lines(whole).items()
    assert all(any(character.isdigit() for character in line["figure"]) for lines in whole.values() for line in lines)


def _lines(sections):
    return {name: [line["what"] for line in lines] for name, lines in sections.items()}
