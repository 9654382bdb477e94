import itertools
import os
import signal
import subprocess
import sys
import time

import pytest

from config.launch import failures, processes, progress, supervisor
from tests.support import patience

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


@pytest.fixture
def keeper():
    handlers = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    made = supervisor.Supervisor()
    yield made
    made.stop()
    for each, handler in handlers.items():
        signal.signal(each, handler)


def test_a_crashed_process_is_started_again(home, keeper, capfd):
    child = _child(home, "import time; time.sleep(999)")
    keeper.start(child)
    first = child.process.pid
    os.kill(first, signal.SIGKILL)

    keeper.watch(until=lambda: child.process is not None and child.process.pid != first)

    assert child.process.pid != first
    assert "worker ended (SIGKILL); starting it again in 0.5 s" in capfd.readouterr().out


def test_each_crash_in_a_row_doubles_the_pause(home, keeper, capfd):
    child = _child(home, "raise SystemExit(3)")
    keeper.start(child)

    keeper.watch(until=lambda: child.crashes == 2)

    told = capfd.readouterr().out
    assert "(exit code 3); starting it again in 0.5 s" in told
    assert "(exit code 3); starting it again in 1 s" in told


def test_a_process_that_has_crashed_for_days_is_started_again_as_before(home, keeper, capfd):
    child = _child(home, "raise SystemExit(3)", crashes=10_000)
    keeper.start(child)

    keeper.watch(until=lambda: child.crashes > 10_000)

    assert "(exit code 3); starting it again in 30 s" in capfd.readouterr().out


def test_a_process_that_ends_before_all_is_ready_is_a_failure_that_shows_its_last_words(home, keeper):
    child = _child(home, "raise SystemExit('no such setting')")
    keeper.start(child)

    with pytest.raises(failures.LaunchError, match=r"(?s)worker ended.*no such setting"):
        keeper.wait_ready(lambda: False)

    assert child.crashes == 0, "it was started again"


def test_a_slow_process_is_waited_for_as_long_as_it_runs(home, keeper, monkeypatch):
    """The clock jumps by an hour between two looks: no limit of time is left to run into."""
    looks = itertools.count()
    monkeypatch.setattr(time, "monotonic", lambda: 3600.0 * next(looks))
    keeper.start(_child(home, "import time; time.sleep(99)"))

    keeper.wait_ready(lambda: next(looks) > 20)


def test_work_that_takes_long_says_so_as_it_goes_on(capfd, monkeypatch):
    monkeypatch.setattr(progress, "_FIRST_SECONDS", 0.05)
    monkeypatch.setattr(progress, "_THEN_EVERY_SECONDS", 0.05)

    told = ""

    with progress.step("Making the database"):
        while told.count(" 0 s ...") < 2:
            told += capfd.readouterr().out

    assert told.startswith("· Making the database ... 0 s ... 0 s ...")


def test_a_process_deaf_to_signals_is_ended_within_ten_seconds(home, keeper):
    children = [_child(home, STUBBORN, name=name) for name in ("one", "two")]
    for child in children:
        keeper.start(child)
    patience.until(lambda: all("deaf" in child.log.read_text() for child in children))
    began = time.monotonic()

    keeper.stop()

    assert time.monotonic() - began < 60
    assert processes.marked(str(home.root)) == []


def test_the_helpers_of_a_killed_process_end_with_it(home, keeper):
    child = _child(home, WITH_HELPER)
    keeper.start(child)
    patience.until(lambda: len(processes.marked(str(home.root))) == 2)
    helpers = set(processes.marked(str(home.root))) - {child.process.pid}
    os.kill(child.process.pid, signal.SIGKILL)

    keeper.watch(until=lambda: child.crashes == 1)

    assert len(helpers) == 1
    patience.until(lambda: not any(map(processes.is_alive, helpers)))


def test_servers_end_after_the_roles_that_use_them(home, keeper, tmp_path):
    book = tmp_path / "book"
    program = (
        "import signal, sys, time, pathlib\n"
        "def end(*_):\n"
        "    with pathlib.Path({book!r}).open('a') as f: f.write({name!r} + ' ')\n"
        "    sys.exit()\n"
        "signal.signal(15, end)\nprint('up', flush=True)\ntime.sleep(999)"
    )
    for name, rank in (("database", 0), ("web", 1)):
        keeper.start(_child(home, program.format(book=str(book), name=name), name=name, rank=rank))
    patience.until(lambda: all("up" in home.log(name).read_text() for name in ("database", "web")))

    keeper.stop()

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
