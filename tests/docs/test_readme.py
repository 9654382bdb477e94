"""The README's first payment works as it stands: every block is pasted into one shell."""

import itertools
import pathlib
import re
import subprocess

import pytest

from bench import programs
from config.launch import environment, processes
from tests.support import patience

pytestmark = pytest.mark.beside

README = pathlib.Path(environment.PROJECT) / "README.md"


def blocks():
    tested = README.read_text().split("<!-- tested:")[1].split("## How it is built")[0]
    return re.findall(r"```sh\n(.*?)```", tested, re.DOTALL)


def test_the_first_payment_is_made_by_copy_and_paste_and_once_more(service):
    for _ in range(2):
        told = paste(service)
        assert "COMPLETED" in told.splitlines()
        assert "10000" in told.splitlines()
        heard = [line.split()[:2] for line in told.splitlines() if line.startswith(("signed", "FORGED"))]
        assert ["signed", "TEST"] in heard
        assert heard.count(["signed", "INTERNAL_ACCOUNT.BALANCE_UPDATED"]) == 2
        assert ["signed", "OUTGOING_PAYMENT.PENDING"] in heard
        assert ["signed", "OUTGOING_PAYMENT.COMPLETED"] in heard
        assert "FORGED" not in told


def paste(service) -> str:
    """Run the blocks in a shell of their own, as in a new terminal; return what is printed.

    Where the reader waits for a second or two, too short on a busy machine, the shell waits until it is so.
    """
    port = str(programs.free_port())
    script = "\n".join(blocks()).replace("9000", port)
    waits = {
        "sleep 1": f"until (exec 3<>/dev/tcp/127.0.0.1/{port}) 2>/dev/null; do sleep 0.1; done",
        "sleep 2": """until pay "$API/transactions/$PAYMENT" | grep '"COMPLETED"' >/dev/null; do sleep 0.1; done""",
    }
    for wait, until in waits.items():
        assert script.count(f"{wait}\n") == 1
        script = script.replace(f"{wait}\n", f"{until}\n")

    shell = subprocess.Popen(
        ["bash", "-euo", "pipefail", "-c", f"trap 'kill $!' EXIT\n{script}\nread -r"],
        cwd=environment.PROJECT,
        env={"PATH": "/usr/bin:/bin", "VAR_DIR": str(service.root), processes.MARK: str(service.root)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert shell.stdout is not None
    told = "".join(itertools.takewhile(lambda line: line != "COMPLETED\n", shell.stdout))
    try:
        patience.until(lambda: is_all_delivered(service))
        rest, complaints = shell.communicate("\n", timeout=patience.LONG)
    finally:
        processes.end_group(shell.pid)
    assert shell.returncode == 0, complaints
    return f"{told}COMPLETED\n{rest}"


def is_all_delivered(service) -> bool:
    with service.database() as connection:
        left = "SELECT count(*) FROM webhooks_event WHERE state IN ('PENDING', 'WAITING')"
        return bool(connection.execute(left).fetchone() == (0,))


def test_the_readme_has_the_blocks_that_the_test_runs():
    assert len(blocks()) == 3
