"""Other processes of this machine: starting children, and finding those that a killed supervisor left behind."""

import contextlib
import math
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence

MARK = "PAYMENTS_INSTANCE"
_CHILD = str(pathlib.Path(__file__).with_name("child.py"))
_PROC = pathlib.Path("/proc")
_LARGEST_LOG = 20_000_000


def start(
    program: Sequence[str],
    *,
    environment: Mapping[str, str],
    log: pathlib.Path | None,
    death_signal: signal.Signals = signal.SIGTERM,
    options: Sequence[str] = (),
    directory: pathlib.Path | None = None,
) -> subprocess.Popen[bytes]:
    """Start `program`; it dies with this process. With a log it gets its own process group, else our terminal."""
    command = [*prefix(death_signal=death_signal, options=options), *program]
    if log is None:
        return subprocess.Popen(command, env=dict(environment), cwd=directory)
    with log.open("ab") as output:
        return subprocess.Popen(
            command,
            env=dict(environment),
            cwd=directory,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )


def rotate(log: pathlib.Path) -> None:
    """Move the lines of a log that has grown large to `.old.log`; the process that writes it goes on in the same file.

    A line that is written meanwhile may be lost. On a full disk the log stays as it is.
    """
    with contextlib.suppress(OSError):
        if log.stat().st_size > _LARGEST_LOG:
            shutil.copyfile(log, log.with_suffix(".old.log"))
            # Processes append: their next line is the first of the empty file.
            os.truncate(log, 0)


def run(
    program: Sequence[str], *, environment: Mapping[str, str], directory: pathlib.Path, options: Sequence[str] = ()
) -> tuple[int, str]:
    """Run a program to its end; return its exit code and its output. When interrupted, it ends with all its helpers."""
    process = subprocess.Popen(
        [*prefix(death_signal=signal.SIGKILL, options=options), *program],
        env=dict(environment),
        cwd=directory,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    with process:
        try:
            told, _ = process.communicate()
        finally:
            end_group(process.pid)
    return process.returncode, told


def prefix(*, death_signal: signal.Signals | None = None, options: Sequence[str] = ()) -> list[str]:
    """Return the command that prepares a child; the program to run follows it."""
    deadly = [f"--parent={os.getpid()}", f"--death-signal={int(death_signal)}"] if death_signal else []
    return [sys.executable, "-I", "-S", _CHILD, *deadly, *options, "--"]


def command_line(pid: int) -> list[str]:
    """Return the words of a process's command; empty when there is no such process."""
    if _PROC.joinpath("self").exists():
        with contextlib.suppress(OSError):
            return _PROC.joinpath(str(pid), "cmdline").read_bytes().decode(errors="replace").rstrip("\0").split("\0")
        return []
    listed = subprocess.run(["ps", "-o", "command=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return listed.stdout.split()


def is_alive(pid: int) -> bool:
    """Tell whether a process runs; one that has ended and waits for its parent does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return _state(pid) != "Z"


def is_stopped(pid: int) -> bool:
    """Tell whether a process was stopped by a signal, as far as the system says (Linux)."""
    return _state(pid) == "T"


def _state(pid: int) -> str:
    with contextlib.suppress(OSError, IndexError):
        return _PROC.joinpath(str(pid), "stat").read_text(errors="replace").rpartition(")")[2].split()[0]
    return ""


def mark(instance: pathlib.Path) -> dict[str, str]:
    """Return the variables by which `marked` finds a process and its children."""
    # Celery renames its processes if a library for that is installed, which overwrites their variables.
    return {MARK: str(instance), "SPT_NOENV": "1"}


def marked(instance: str) -> list[int]:
    """Find every process that carries the mark of `instance` in its environment, whoever its parent is now."""
    mark = f"{MARK}={instance}"
    if not _PROC.joinpath("self").exists():
        listed = subprocess.run(["ps", "-axEww", "-o", "pid=,command="], capture_output=True, text=True, check=False)
        return [int(line.split()[0]) for line in listed.stdout.splitlines() if f"{mark} " in f"{line} "]
    found = []
    for folder in _PROC.iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid():
            with contextlib.suppress(OSError):
                if mark.encode() in folder.joinpath("environ").read_bytes().split(b"\0"):
                    found.append(int(folder.name))
    return [pid for pid in found if is_alive(pid)]


def end(pids: Iterable[int], *, politely: signal.Signals, patience: float) -> None:
    """Ask processes to end and kill those that have not after `patience` seconds."""
    everyone = list(pids)
    for each in (politely, signal.SIGKILL):
        for pid in filter(is_alive, everyone):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, each)
        wait_until(lambda: not any(map(is_alive, everyone)), seconds=patience)


def end_group(leader: int) -> None:
    """Kill what is left of a child's process group, so that no grandchild keeps its port or its work."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def wait_until(condition: Callable[[], bool], *, seconds: float = math.inf) -> bool:
    """Wait for a condition; tell whether it became true in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
