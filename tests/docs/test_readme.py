"""The README's first payment works as it stands: every block is pasted into one shell."""

import pathlib
import re
import socket
import subprocess

from config.launch import environment, processes
from tests import patience
from tests.faults.test_kill import service  # noqa: F401 - the whole service, as `make run` starts it

README = pathlib.Path(environment.PROJECT) / "README.md"


def blocks():
    tested = README.read_text().split("<!-- tested:")[1].split("## How it is built")[0]
    return re.findall(r"```sh\n(.*?)```", tested, re.DOTALL)


def test_the_first_payment_is_made_by_copy_and_paste_and_once_more(service):  # noqa: F811
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


def paste(service) -> str:  # noqa: F811
    """Run the blocks in a shell of their own, as in a new terminal; return what is printed."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    script = "\n".join(blocks()).replace("9000", port)

    shell = subprocess.Popen(
        ["bash", "-euo", "pipefail", "-c", f"{script}\nsleep 2"],
        cwd=environment.PROJECT,
        env={"PATH": "/usr/bin:/bin", "VAR_DIR": str(service.root), processes.MARK: str(service.root)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        # The sample receiver keeps the pipes open after the shell has ended.
        shell.wait(timeout=patience.LONG)
    finally:
        processes.end_group(shell.pid)
    told, complaints = shell.communicate()
    assert shell.returncode == 0, complaints
    return told


def test_the_readme_has_the_blocks_that_the_test_runs():
    assert len(blocks()) == 3
