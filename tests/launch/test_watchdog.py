"""Processes that stand still: killed by whoever started them, and started again."""

import asyncio
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import threading
from typing import ClassVar

import pytest

from config.celery import Heartbeat
from config.launch import environment, processes, supervisor
from config.processes import heartbeats, watchdog
from config.server import application, threads
from tests.support import patience

pytestmark = pytest.mark.service

ROLE = """
import time
from config.processes import watchdog
watchdog.EVERY_SECONDS = 0.05
watchdog.Reporter().begin()
time.sleep(999)
"""
FORKING = """
import os, time
from config.processes import watchdog
watchdog.LATE_SECONDS = 1
watchdog.write_stacks()
watchdog.watch_forked()
if os.fork():
    os.wait()
    raise SystemExit("one has ended")
def wait_for_ever():
    time.sleep(999)
while True:
    watchdog.give_sign()
    time.sleep(0.1)
    if os.path.exists({stop!r}):
        wait_for_ever()
"""


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands where the test puts it."""
    now = [1000.0]
    monkeypatch.setattr("config.processes.watchdog.time.monotonic", lambda: now[0])
    return now


def _pass(clock, signs, seconds):
    """Let seconds pass, and look every second."""
    late = []
    for _ in range(seconds):
        clock[0] += 1
        late = signs.late()
    return late


def test_a_process_is_late_when_its_signs_stop_and_not_before_its_first(clock):
    signs: watchdog.Signs[str] = watchdog.Signs()
    assert _pass(clock, signs, 100) == []

    signs.note("web")
    assert _pass(clock, signs, 30) == []
    assert _pass(clock, signs, 1) == ["web"]

    signs.note("web")
    assert _pass(clock, signs, 30) == []
    signs.forget("web")
    assert _pass(clock, signs, 100) == []


def test_whoever_stood_still_itself_blames_nobody(clock):
    signs: watchdog.Signs[str] = watchdog.Signs()
    signs.note("web")

    clock[0] += 3600
    assert signs.late() == []
    assert _pass(clock, signs, 31) == ["web"]


def test_a_role_goes_on_until_its_work_stops_unless_it_waits_for_somebody_else(clock):
    away = [False]
    reporter = watchdog.Reporter(is_excused=lambda: away[0])
    clock[0] += 100
    assert reporter.is_going_on(), "it has not begun"

    reporter.go_on()
    clock[0] += 29
    assert reporter.is_going_on()
    clock[0] += 2
    assert not reporter.is_going_on()

    away[0] = True
    assert reporter.is_going_on()
    away[0] = False
    # Time to connect again.
    assert reporter.is_going_on()
    clock[0] += 31
    assert not reporter.is_going_on()


@pytest.mark.skipif(sys.platform != "linux", reason="systemd runs on Linux")
@pytest.mark.parametrize("form", ["path", "abstract"])
def test_a_role_says_what_systemd_expects(tmp_path, form):
    address = str(tmp_path / "notify") if form == "path" else f"@payments-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(address.replace("@", "\0"))
        systemd.settimeout(patience.LONG)
        variables = {**os.environ, "NOTIFY_SOCKET": address}
        role = subprocess.Popen([sys.executable, "-c", ROLE], cwd=environment.PROJECT, env=variables)
        said = [systemd.recv(100) for _ in range(3)]
        role.kill()
        role.wait()

    assert said == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]


def test_the_supervisor_understands_what_is_sent_to_systemd(home):
    program = shutil.which("systemd-notify")
    if program is None:
        if os.environ.get("REQUIRE_SYSTEMD"):
            pytest.fail("no systemd-notify was found, and REQUIRE_SYSTEMD is set")
        pytest.skip("no systemd-notify on this machine; REQUIRE_SYSTEMD=1 makes that a failure")
    address = environment.make_sockets(home) / "watchdog"
    listener = watchdog.Listener(address)

    subprocess.run([program, "--no-block", "WATCHDOG=1"], env={"NOTIFY_SOCKET": str(address)}, check=True)

    assert not listener.is_late()
    assert listener._signs._at.keys() == {watchdog._ROLE}
    listener.close()


def test_a_process_that_stands_still_is_killed_and_started_again(home, supervising, monkeypatch, capfd):
    monkeypatch.setattr(watchdog, "LATE_SECONDS", 1)
    log, address = home.log("worker"), environment.make_sockets(home) / "watchdog-worker"
    variables = {"PYTHONPATH": str(environment.PROJECT), "NOTIFY_SOCKET": str(address), processes.MARK: str(home.root)}

    def launch():
        return processes.start([sys.executable, "-c", ROLE], environment=variables, log=log)

    listener = watchdog.Listener(address)
    child = supervisor.Child("The worker process", launch, log, listener=listener)
    supervising.start(child)
    assert child.process is not None
    first = child.process.pid
    supervising.watch(until=lambda: bool(listener._signs._at))
    os.kill(first, signal.SIGSTOP)

    supervising.watch(
        until=lambda: child.process is not None and child.process.pid != first and bool(listener._signs._at)
    )

    assert not processes.is_alive(first)
    told = capfd.readouterr().out
    assert "The worker process stands still; killing it" in told
    assert "The worker process ended (SIGKILL); starting it again in 0.5 s" in told


@pytest.mark.skipif(sys.platform != "linux", reason="only on Linux the web processes are forked by us")
def test_a_forked_process_that_stands_still_is_killed_by_the_one_that_forked_it(tmp_path):
    program = FORKING.format(stop=str(tmp_path / "stop"))
    parent = subprocess.Popen(
        [sys.executable, "-c", program], cwd=environment.PROJECT, stderr=subprocess.PIPE, text=True
    )
    children = pathlib.Path(f"/proc/{parent.pid}/task/{parent.pid}/children")
    patience.until(lambda: bool(children.read_text()))
    with pytest.raises(subprocess.TimeoutExpired):
        parent.wait(timeout=2)

    os.kill(int(children.read_text()), signal.SIGSTOP)

    assert "one has ended" in parent.communicate(timeout=patience.LONG)[1]


@pytest.mark.skipif(sys.platform != "linux", reason="only on Linux the web processes are forked by us")
def test_a_forked_process_that_waits_for_ever_writes_where_it_stands_before_it_is_killed(tmp_path):
    stop = tmp_path / "stop"
    stop.touch()

    ended = subprocess.run(
        [sys.executable, "-c", FORKING.format(stop=str(stop))],
        cwd=environment.PROJECT,
        stderr=subprocess.PIPE,
        text=True,
        timeout=patience.LONG,
        check=False,
    )

    assert "in wait_for_ever" in ended.stderr
    assert "one has ended" in ended.stderr


@pytest.mark.parametrize("is_stopped", [True, False])
def test_the_worker_kills_a_process_of_its_own_that_was_stopped(monkeypatch, is_stopped):
    monkeypatch.setattr(watchdog, "LATE_SECONDS", -1 if is_stopped else 30)
    monkeypatch.setattr(heartbeats, "give", lambda _: None)
    forked = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(999)"])

    class Pool:
        info: ClassVar = {"processes": [forked.pid]}

    class Consumer:
        pool = Pool()

    step = Heartbeat(Consumer())
    step._signs.note(forked.pid)
    if is_stopped:
        forked.send_signal(signal.SIGSTOP)
        patience.until(lambda: processes.is_stopped(forked.pid))
    step._give(Consumer())

    if not is_stopped:
        assert forked.poll() is None
        forked.kill()
    assert forked.wait(timeout=patience.LONG) == -signal.SIGKILL


def test_threads_are_stuck_when_all_of_them_have_been_busy_with_the_same_calls():
    go_on = threading.Event()
    made = threads.Threads(2, wait_seconds=1000)
    assert not made.is_stuck(-1)

    for _ in range(2):
        made.submit(go_on.wait, lambda _: None)
    patience.until(lambda: made.busy == 2)
    assert made.is_stuck(0)
    assert not made.is_stuck(60)

    go_on.set()
    patience.until(lambda: made.busy == 0)
    assert not made.is_stuck(-1)
    made.stop()


def test_a_web_process_whose_threads_are_stuck_gives_no_signs(settings, monkeypatch):
    settings.WEB_THREADS = 1
    monkeypatch.setattr(application, "_SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(application, "_STUCK_SECONDS", 0)
    signs: list[bool] = []
    loop, go_on = asyncio.new_event_loop(), threading.Event()
    served = application.Application()
    monkeypatch.setattr(watchdog, "give_sign", lambda: signs.append(go_on.is_set()))
    served.__rsgi_init__(loop)
    served._threads.submit(go_on.wait, lambda _: None)
    patience.until(lambda: served._threads.busy == 1)

    loop.run_until_complete(asyncio.sleep(0.2))
    assert signs == []

    go_on.set()
    patience.until(lambda: served._threads.busy == 0)
    patience.until(lambda: bool(loop.run_until_complete(asyncio.sleep(0.01, bool(signs)))))
    served.__rsgi_del__(loop)
    loop.close()
