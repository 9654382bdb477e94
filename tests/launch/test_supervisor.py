import itertools
import os
import signal
import subprocess
import sys
import time

import pytest

from config.launch import failures, processes, progress, supervisor
from tests.support import patience

pytestmark = pytest.mark.service

STUBBORN = """
import signal, time
for each in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT):
    signal.signal(each, signal.SIG_IGN)
print("deaf", flush=True)
time.sleep(999)
"""
WITH_HELPER = """
import subprocess, sys, time
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(999)"])
time.sleep(999)
"""


def _child(home, program, name="worker", **options):
    log = home.log(name)

    def launch():
        return processes.start([sys.executable, "-c", program], environment={processes.MARK: str(home.root)}, log=log)

    return supervisor.Child(name, launch, log, **options)


def test_a_crashed_process_is_started_again(home, supervising, capfd):
    child = _child(home, "import time; time.sleep(999)")
    supervising.start(child)
    first = child.process.pid
    os.kill(first, signal.SIGKILL)

    supervising.watch(until=lambda: child.process is not None and child.process.pid != first)

    assert child.process.pid != first
    assert "worker ended (SIGKILL); starting it again in 0.5 s" in capfd.readouterr().out


CHATTY = """
import itertools, time
for number in itertools.count():
    print(f"line {number}", flush=True)
    time.sleep(0.001)
"""


def test_a_large_log_is_rotated_while_its_process_goes_on(home, supervising, monkeypatch):
    monkeypatch.setattr(processes, "_LARGEST_LOG", 2_000)
    monkeypatch.setattr(supervisor, "_LOGS_EVERY", 0.1)
    child = _child(home, CHATTY)
    supervising.start(child)
    first, old = child.process.pid, child.log.with_suffix(".old.log")

    supervising.watch(until=lambda: old.exists() and child.log.stat().st_size > 100)

    assert (child.process.pid, child.crashes) == (first, 0)
    before, after = (_numbers(path) for path in (old, child.log))
    # The file is the same and begins anew: no hole of zero bytes, and nothing but what came between the two is lost.
    assert before == list(range(before[0], before[-1] + 1))
    assert before[-1] < after[0] <= before[-1] + 100
    assert child.log.stat().st_size < 2_000 + 100_000


def _numbers(log):
    """The numbers of the whole lines of a log; nothing else is in it."""
    *lines, _ = log.read_text().split("\n")
    assert all(line.startswith("line ") for line in lines), lines[:1]
    return [int(line.removeprefix("line ")) for line in lines]


def test_each_crash_in_a_row_doubles_the_pause(home, supervising, capfd):
    child = _child(home, "raise SystemExit(3)")
    supervising.start(child)

    supervising.watch(until=lambda: child.crashes == 2)

    told = capfd.readouterr().out
    assert "(exit code 3); starting it again in 0.5 s" in told
    assert "(exit code 3); starting it again in 1 s" in told


def test_a_process_that_has_crashed_for_days_is_started_again_as_before(home, supervising, capfd):
    child = _child(home, "raise SystemExit(3)", crashes=10_000)
    supervising.start(child)

    supervising.watch(until=lambda: child.crashes > 10_000)

    assert "(exit code 3); starting it again in 30 s" in capfd.readouterr().out


def test_a_process_that_ends_before_all_is_ready_is_a_failure_that_shows_its_last_words(home, supervising):
    child = _child(home, "raise SystemExit('no such setting')")
    supervising.start(child)

    with pytest.raises(failures.LaunchError, match=r"(?s)worker ended.*no such setting"):
        supervising.wait_ready(lambda: False)

    assert child.crashes == 0, "it was started again"


def test_a_slow_process_is_waited_for_as_long_as_it_runs(home, supervising, monkeypatch):
    """The clock jumps by an hour between two looks: no limit of time is left to run into."""
    looks = itertools.count()
    monkeypatch.setattr(time, "monotonic", lambda: 3600.0 * next(looks))
    supervising.start(_child(home, "import time; time.sleep(99)"))

    supervising.wait_ready(lambda: next(looks) > 20)


def test_work_that_takes_long_says_so_as_it_goes_on(capfd, monkeypatch):
    monkeypatch.setattr(progress, "_FIRST_SECONDS", 0.05)
    monkeypatch.setattr(progress, "_THEN_EVERY_SECONDS", 0.05)

    told = ""

    with progress.step("Making the database"):
        while told.count(" 0 s ...") < 2:
            told += capfd.readouterr().out

    assert told.startswith("· Making the database ... 0 s ... 0 s ...")


def test_a_process_deaf_to_signals_is_ended_within_ten_seconds(home, supervising):
    children = [_child(home, STUBBORN, name=name) for name in ("one", "two")]
    for child in children:
        supervising.start(child)
    patience.until(lambda: all("deaf" in child.log.read_text() for child in children))
    began = time.monotonic()

    supervising.stop()

    assert time.monotonic() - began < patience.LONG / 5
    assert processes.marked(str(home.root)) == []


def test_signals_are_heard_again_after_a_stop(home, supervising):
    supervising.start(_child(home, "import time; time.sleep(999)"))
    before = signal.getsignal(signal.SIGINT)

    supervising.stop()

    # A program that starts next would ignore Ctrl-C as well.
    assert signal.getsignal(signal.SIGINT) is before is not signal.SIG_IGN


def test_the_helpers_of_a_killed_process_end_with_it(home, supervising):
    child = _child(home, WITH_HELPER)
    supervising.start(child)
    patience.until(lambda: len(processes.marked(str(home.root))) == 2)
    helpers = set(processes.marked(str(home.root))) - {child.process.pid}
    os.kill(child.process.pid, signal.SIGKILL)

    supervising.watch(until=lambda: child.crashes == 1)

    assert len(helpers) == 1
    patience.until(lambda: not any(map(processes.is_alive, helpers)))


def test_servers_end_after_the_roles_that_use_them(home, supervising, tmp_path):
    book = tmp_path / "book"
    program = (
        "import signal, sys, time, pathlib\n"
        "def end(*_):\n"
        "    with pathlib.Path({book!r}).open('a') as f: f.write({name!r} + ' ')\n"
        "    sys.exit()\n"
        "signal.signal(15, end)\nprint('up', flush=True)\ntime.sleep(999)"
    )
    for name, rank in (("database", 0), ("web", 1)):
        supervising.start(_child(home, program.format(book=str(book), name=name), name=name, rank=rank))
    patience.until(lambda: all("up" in home.log(name).read_text() for name in ("database", "web")))

    supervising.stop()

    assert book.read_text() == "web database "


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of their parent's death")
def test_children_die_with_a_killed_supervisor(home):
    story = (
        "import sys, time, pathlib\n"
        "from config.launch import processes\n"
        "processes.start([sys.executable, '-c', 'import time; time.sleep(999)'],"
        f" environment={{processes.MARK: {str(home.root)!r}}}, log=pathlib.Path({str(home.log('x'))!r}))\n"
        "print('up', flush=True)\ntime.sleep(999)"
    )
    killed = subprocess.Popen([sys.executable, "-c", story], stdout=subprocess.PIPE, text=True)
    assert killed.stdout is not None
    assert killed.stdout.readline() == "up\n"
    patience.until(lambda: bool(processes.marked(str(home.root))))

    killed.kill()
    killed.communicate()

    patience.until(lambda: processes.marked(str(home.root)) == [])
