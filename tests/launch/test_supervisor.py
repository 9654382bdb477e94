import os
import signal
import subprocess
import sys
import time

import pytest

from config.launch import failures, processes, supervisor

STUBBORN = """
import signal, time
for each in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT):
    signal.signal(each, signal.SIG_IGN)
print("deaf", flush=True)
time.sleep(99)
"""
WITH_HELPER = """
import subprocess, sys, time
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(99)"])
time.sleep(99)
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
    child = _child(home, "import time; time.sleep(99)")
    keeper.start(child)
    first = child.process.pid
    keeper.wait_ready(lambda: True, seconds=1)
    os.kill(first, signal.SIGKILL)

    keeper.wait_ready(lambda: child.process is not None and child.process.pid != first, seconds=5)

    assert child.process.pid != first
    assert "worker ended (SIGKILL); starting it again in 0.5 s" in capfd.readouterr().out


def test_each_crash_in_a_row_doubles_the_pause(home, keeper, capfd):
    keeper.wait_ready(lambda: True, seconds=1)
    keeper.start(_child(home, "raise SystemExit(3)"))

    keeper.wait_ready(lambda: False, seconds=2.5)

    told = capfd.readouterr().out
    assert "(exit code 3); starting it again in 0.5 s" in told
    assert "(exit code 3); starting it again in 1 s" in told


def test_a_process_that_never_comes_up_is_a_failure_that_shows_its_log(home, keeper):
    keeper.start(_child(home, "raise SystemExit('no such setting')"))

    with pytest.raises(failures.LaunchError, match="no such setting"):
        keeper.wait_ready(lambda: False, seconds=10)


def test_a_process_deaf_to_signals_is_ended_within_ten_seconds(home, keeper):
    children = [_child(home, STUBBORN, name=name) for name in ("one", "two")]
    for child in children:
        keeper.start(child)
    processes.wait_until(lambda: all("deaf" in child.log.read_text() for child in children), seconds=5)
    began = time.monotonic()

    keeper.stop()

    assert time.monotonic() - began < 10
    assert processes.marked(str(home.root)) == []


def test_the_helpers_of_a_killed_process_end_with_it(home, keeper):
    child = _child(home, WITH_HELPER)
    keeper.start(child)
    processes.wait_until(lambda: len(processes.marked(str(home.root))) == 2, seconds=5)
    helpers = set(processes.marked(str(home.root))) - {child.process.pid}
    os.kill(child.process.pid, signal.SIGKILL)

    keeper.wait_ready(lambda: child.crashes == 1, seconds=5)

    assert len(helpers) == 1
    assert processes.wait_until(lambda: not any(map(processes.is_alive, helpers)), seconds=2)


def test_servers_end_after_the_roles_that_use_them(home, keeper, tmp_path):
    book = tmp_path / "book"
    program = (
        "import signal, sys, time, pathlib\n"
        "def end(*_):\n"
        "    with pathlib.Path({book!r}).open('a') as f: f.write({name!r} + ' ')\n"
        "    sys.exit()\n"
        "signal.signal(15, end)\nprint('up', flush=True)\ntime.sleep(99)"
    )
    for name, rank in (("database", 0), ("web", 1)):
        keeper.start(_child(home, program.format(book=str(book), name=name), name=name, rank=rank))
    processes.wait_until(lambda: all("up" in home.log(name).read_text() for name in ("database", "web")), seconds=5)

    keeper.stop()

    assert book.read_text() == "web database "


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of their parent's death")
def test_children_die_with_a_killed_supervisor(home):
    story = (
        "import sys, time, pathlib\n"
        "from config.launch import processes\n"
        "processes.start([sys.executable, '-c', 'import time; time.sleep(99)'],"
        f" environment={{processes.MARK: {str(home.root)!r}}}, log=pathlib.Path({str(home.log('x'))!r}))\n"
        "print('up', flush=True)\ntime.sleep(99)"
    )
    killed = subprocess.Popen([sys.executable, "-c", story], stdout=subprocess.PIPE, text=True)
    assert killed.stdout is not None
    assert killed.stdout.readline() == "up\n"
    processes.wait_until(lambda: bool(processes.marked(str(home.root))), seconds=5)

    killed.kill()
    killed.communicate()

    assert processes.wait_until(lambda: processes.marked(str(home.root)) == [], seconds=3)
