"""The processor time of an instance: every process of it counts once, also when it has ended."""

import subprocess
import sys

import pytest

from bench import instance

pytestmark = pytest.mark.service

_BURN = "import time\nwhile time.process_time() < {seconds}: pass\n"
_LAUNCHER = """
import subprocess, sys
subprocess.run([sys.executable, "-c", {short!r}], check=True)
kept = subprocess.Popen([sys.executable, "-c", {long!r}, "worker"], stdout=subprocess.PIPE, stdin=subprocess.PIPE)
kept.stdout.readline()
print("ready", flush=True)
sys.stdin.readline()
kept.communicate()
"""
# A process with a child that has ended and one that runs.
_KEPT = f"""
import subprocess, sys, time
subprocess.run([sys.executable, "-c", {_BURN.format(seconds=0.4)!r}], check=True)
below = subprocess.Popen([sys.executable, "-c", {_BURN.format(seconds=0.3)!r} + "print(flush=True); input()"],
    stdout=subprocess.PIPE, stdin=subprocess.PIPE)
below.stdout.readline()
print(flush=True)
sys.stdin.readline()
below.communicate()
"""


@pytest.fixture
def launcher():
    script = _LAUNCHER.format(short=_BURN.format(seconds=0.5), long=_KEPT)
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        yield process.pid
        process.communicate()


def test_running_and_ended_processes_are_counted_where_they_belong(launcher):
    used = instance.used(launcher)

    assert set(used) == {"launcher", "migrate, demo and what else has ended", "worker"}
    # Each of the four interpreters needs something to start.
    assert 0.4 < used["migrate, demo and what else has ended"] < 0.5 + 2
    assert 0.6 < used["worker"] < 0.7 + 3 * 2
    assert used["launcher"] < 2


def test_memory_is_read_of_every_running_process(launcher):
    memory = instance.memory(launcher)

    assert set(memory) == {"launcher", "worker"}
    assert all(megabytes > 1 for megabytes in memory.values())
    assert memory["worker"] > memory["launcher"]


def test_a_home_forgets_its_data_and_what_it_compiled_of_the_source_and_keeps_the_packages(tmp_path):
    home = instance.Home(tmp_path, port=1)
    package, of_the_source = (home.byte_code / "usr/lib/x.pyc", instance._under(home.byte_code, home.source) / "x.pyc")
    for file in (home.data / "run" / "lock", package, of_the_source):
        file.parent.mkdir(parents=True)
        file.touch()

    home.forget()

    assert package.exists()
    assert not of_the_source.parent.exists()
    assert not home.data.exists()
