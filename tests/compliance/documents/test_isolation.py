"""Processes that read files: one for each, without keys of ours, however it ends."""

import concurrent.futures
import contextlib
import io
import os
import pathlib
import signal
import sys

import pytest

from compliance.documents import inspection
from platforms.base.isolation import isolation
from tests.support import patience

pytestmark = pytest.mark.service

READERS = "CPU_SECONDS, MEMORY_BYTES = 60, 1 << 30\ndef import_readers():\n    pass\n"


class Running:
    """A program, of which the source is given, and what gives each file a process of its own."""

    def __init__(self, path, source):
        self.path = str(path)
        path.write_text(READERS + source)
        self.isolation = isolation.Isolation(self.path)

    def __call__(self, file=b"", wanted=""):
        return self.isolation.run(self.path, wanted, io.BytesIO(file))


@pytest.fixture
def isolated(tmp_path):
    with contextlib.ExitStack() as opened:

        def start(source):
            running = Running(tmp_path / "program.py", source)
            opened.callback(running.isolation.close)
            return running

        yield start


def test_a_program_reads_a_line_and_a_file_and_answers(isolated):
    run = isolated(
        "import json, sys\n"
        "def main():\n"
        "    line, file = sys.stdin.buffer.readline(), sys.stdin.buffer.read()\n"
        "    sys.stdout.buffer.write(json.dumps([json.loads(line), len(file)]).encode() + file[:3])\n"
    )

    assert run(b"\x00\xff" * 500_000, {"page": 1}) == (0, b'[{"page": 1}, 1000000]\x00\xff\x00')


def test_files_are_read_at_the_same_time_and_each_by_its_own_process(isolated):
    # Each waits until the other has come as well.
    run = isolated(
        "import os, pathlib, sys, time\n"
        "def main():\n"
        "    folder = pathlib.Path(__file__).parent\n"
        "    sys.stdin.read()\n"
        "    (folder / f'{os.getpid()}.come').touch()\n"
        "    while len(list(folder.glob('*.come'))) < 2: time.sleep(0.01)\n"
        "    print(os.getpid())\n"
    )

    with concurrent.futures.ThreadPoolExecutor() as threads:
        answers = {future.result() for future in [threads.submit(run, b"x") for _ in range(2)]}

    assert len(answers) == 2
    assert {status for status, _ in answers} == {0}


def test_a_program_has_nothing_of_ours(isolated, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "hunter2")
    run = isolated(
        "import os, pathlib, sys\n"
        "def main():\n"
        "    known = pathlib.Path('/proc/self/environ').read_bytes() if sys.platform == 'linux' else b''\n"
        "    opened = sorted(os.listdir('/proc/self/fd')) if sys.platform == 'linux' else []\n"
        "    ours = [name for name in sys.modules if name.split('.')[0] in ('django', 'compliance', 'platforms')]\n"
        "    print(known, dict(os.environ), ours, len(opened) <= 5)\n"
    )

    assert run() == (0, b"b'' {'LC_CTYPE': 'C.UTF-8'} [] True\n")


@pytest.mark.parametrize(
    ("work", "status"),
    [
        ("raise ValueError('of a file')", 1),
        ("raise SystemExit(0)", 1),
        ("os.kill(os.getpid(), 9)", -signal.SIGKILL),
        # On a machine that stood still its minute was over before it had a second.
        ("signal.alarm(0); resource.setrlimit(resource.RLIMIT_CPU, (1, 2))\n    while True: pass", -signal.SIGXCPU),
        ("signal.setitimer(signal.ITIMER_REAL, 0.1); time.sleep(99)", -signal.SIGALRM),
    ],
)
def test_it_is_told_how_a_program_ended(isolated, work, status):
    run = isolated(f"import os, resource, signal, time\ndef main():\n    {work}\n")

    # The program reads none of the file: it is not waited for.
    assert run(bytes(10_000_000)) == (status, b"")


def test_when_the_process_that_makes_them_has_died_the_next_file_has_another(isolated):
    run = isolated("import os\ndef main():\n    print(os.getpgid(0))\n")
    assert run()[0] == 0

    assert run.isolation._process is not None
    run.isolation._process.kill()
    run.isolation._process.wait()

    assert run()[0] == 0


def test_without_an_answer_it_is_an_error_and_not_a_hang(isolated):
    run = isolated("import os\ndef main():\n    os.kill(os.getppid(), 9)\n")

    with pytest.raises(OSError, match="has ended"):
        run(bytes(10_000_000))


def test_it_ends_with_the_process_that_has_started_it(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(READERS + "import os\ndef main():\n    print(os.getpgid(0), os.getsid(0))\n")
    read, write = os.pipe()
    owner = os.fork()
    if owner == 0:
        try:
            own = isolation.Isolation(str(path))
            own.run(str(path), "", io.BytesIO())
            assert own._process is not None
            os.write(write, str(own._process.pid).encode())
        finally:
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(owner, 0)
    maker = int(os.read(read, 20))

    patience.until(lambda: not _runs(maker))


def test_what_reads_a_file_is_compiled_once_where_the_service_keeps_byte_code(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    compiled = []
    for _ in range(2):
        with contextlib.closing(isolation.Isolation(inspection.__file__)) as own:
            own.run(inspection.__file__, "x.pdf", io.BytesIO(b"%PDF-1.7"))
        compiled.append({path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.pyc")})

    assert any("pypdf" in path.parts for path in compiled[0])
    assert compiled[1] == compiled[0]


def _runs(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
