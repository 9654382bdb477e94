"""The sample configuration of logrotate rotates the log of a process that goes on writing: a real logrotate does it."""

import getpass
import grp
import os
import pathlib
import shutil
import subprocess
import sys
import time

import pytest

from config.launch import environment
from tests.support import patience

pytestmark = pytest.mark.beside

SAMPLE = pathlib.Path(environment.PROJECT) / "docs" / "samples" / "logrotate.conf"
WRITER = """
import itertools, logging, sys, time
sys.path.insert(0, sys.argv[1])
from platforms.base import logs
handler = logging.StreamHandler()
handler.setFormatter(logs.JsonFormatter())
log = logging.getLogger("writer")
log.addHandler(handler)
for number in itertools.count():
    log.warning("written", extra={"count": number})
    time.sleep(0.001)
"""


def executable() -> str:
    """Where logrotate is; without one the test is skipped, which CI counts as a failure."""
    found = shutil.which("logrotate", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if found is None:
        if os.environ.get("REQUIRE_LOGROTATE"):
            pytest.fail("no logrotate was found, and REQUIRE_LOGROTATE is set")
        pytest.skip("no logrotate on this machine; REQUIRE_LOGROTATE=1 makes that a failure")
    return found


@pytest.fixture
def logs(tmp_path):
    """A folder in which a process writes its log, as a supervisor would have it do."""
    folder = tmp_path / "payments"
    folder.mkdir(mode=0o755)
    with (folder / "web.log").open("ab") as output:
        process = subprocess.Popen([sys.executable, "-c", WRITER, str(environment.PROJECT)], stderr=output)
    yield folder
    process.kill()
    process.wait()


def test_the_sample_rotates_a_log_that_is_being_written(logs, tmp_path):
    program, text = executable(), SAMPLE.read_text()
    ours = f"su {getpass.getuser()} {grp.getgrgid(os.getegid()).gr_name}"
    for wanted, other in {"/var/log/payments": str(logs), "su payments payments": ours}.items():
        assert wanted in text
        text = text.replace(wanted, other)
    sample = tmp_path / "logrotate.conf"
    sample.write_text(text)
    sample.chmod(0o644)
    state = ["--state", str(tmp_path / "state"), "--log", str(tmp_path / "told")]

    for turn in (1, 2):
        patience.until(lambda: _size(logs / "web.log") > 2_000)
        done = subprocess.run([program, "--force", *state, str(sample)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert len(list(logs.iterdir())) == 1 + turn
        # Names of rotated logs count seconds.
        time.sleep(1.1)

    kept = sorted(path.name for path in logs.iterdir())
    assert [name.split(".")[-1] == "gz" for name in kept] == [False, True, False], kept
    newest = (logs / kept[2]).read_bytes().splitlines() + (logs / "web.log").read_bytes().splitlines()
    numbers = [_number(line) for line in newest[:-1]]
    assert numbers == sorted(set(numbers))
    assert len(numbers) > 0.9 * (numbers[-1] - numbers[0] + 1), "a few lines at most are lost"


def _size(path: pathlib.Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _number(line: bytes) -> int:
    assert line.startswith(b'{"time"'), line[:40]
    return int(line.rpartition(b'"count":')[2].rstrip(b"}"))
