"""The service over two servers and a witness, by the files of deploy/failover: two of the drills, and what they say."""

import json
import os
import re
import shutil
import subprocess
import sys
from typing import Any

import pytest

from bench.failover import faults, results
from bench.failover.drills import Drill
from config.launch import environment

pytestmark = [
    pytest.mark.beside,
    pytest.mark.inputs(
        "bench/failover", "bench/hosts.py", "config/launch", "deploy/failover", "docs/operator/failover.md"
    ),
]

_FILES = environment.PROJECT / "deploy" / "failover"
_PAGE = (environment.PROJECT / "docs" / "operator" / "failover.md").read_text()


@pytest.mark.timeout(1800)
def test_a_crash_and_a_lost_host_cost_no_acknowledged_payment(tmp_path):
    output = tmp_path / "drills.json"
    words = f"--kinds crash host --output {output}"
    done = subprocess.run(
        ["make", "failover-drill", f"ARGS={words}"],
        cwd=environment.PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(output.read_text())
    assert "books: clean" in told["conditions"]
    assert [drill["kind"] for drill in told["drills"]] == ["crash", "host"]
    for drill in told["drills"]:
        assert (drill["lost"], drill["doubled"], drill["started_anew"]) == (0, 0, [])
        assert drill["acknowledged"] > 0
    host = told["drills"][1]
    assert host["primaries"][0] != host["primaries"][1]


def _drill(**changes: Any) -> Drill:
    told: dict[str, Any] = {
        "kind": "crash",
        "began": "2026-11-27T12:00:00Z",
        "acknowledged": 100,
        "lost": 0,
        "doubled": 0,
        "outage": 4.0,
        "primaries": ("db1", "db1"),
        "standby_again": 6.0,
        "settled_after": 1.0,
        "started_anew": [],
        "refused": {"503": 3},
    }
    return Drill(**{**told, **changes})


def test_a_drill_that_loses_doubles_or_does_not_go_on_is_no_good_one():
    assert _drill().is_good
    for changes in ({"lost": 1}, {"doubled": 1}, {"outage": None}, {"standby_again": None}, {"started_anew": ["web"]}):
        assert not _drill(**changes).is_good


def test_the_table_has_the_middle_and_the_worst_of_each_kind():
    table = results.table([_drill(outage=4.0), _drill(outage=9.0, lost=1), _drill(outage=5.0)])

    assert "| the primary's server is killed | 3 | 300 | 1 | 0 | 5.0 s | 9.0 s | 10 s | 6 s | 6 s |" in table
    assert len(table.splitlines()) == 3


def test_the_page_shows_every_kind_of_fault():
    shown = re.search(r"<!-- drills -->\n(.*?)<!-- /drills -->", _PAGE, re.DOTALL)

    assert shown is not None
    assert {fault.says for fault in faults.FAULTS.values()} <= set(re.findall(r"^\| (.*?) \|", shown[1], re.MULTILINE))


def test_what_differs_between_machines_is_all_that_the_drills_set():
    named = set(re.findall(r"^(PATRONI_\w+)=", (_FILES / "database.env").read_text(), re.MULTILINE))
    text = (environment.PROJECT / "bench" / "failover" / "machines.py").read_text()

    for name in named:
        user = re.fullmatch(r"PATRONI_(SUPERUSER|REPLICATION|REWIND)_PASSWORD", name)
        assert (f'"{user[1]}"' if user else f'"{name}"') in text


def test_the_units_have_no_fault_that_systemd_knows(tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze on this machine")
    for path in _FILES.glob("*.service"):
        text = re.sub(r"/opt/patroni/bin/\w+", sys.executable, path.read_text())
        (tmp_path / path.name).write_text(text.replace("User=postgres", "User=root"))
    said = subprocess.run(
        ["systemd-analyze", "--no-pager", "--man=no", "verify", *map(str, tmp_path.glob("*.service"))],
        env={**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert [line for line in (said.stdout + said.stderr).splitlines() if "payments" in line] == []
