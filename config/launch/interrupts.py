"""The signals that end us, and the end of `make` above us, which does not always pass them on."""

import contextlib
import os
import pathlib
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator

from config.launch import failures, processes, progress

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def guarded(work: Callable[[], int]) -> int:
    """Do work until it ends or a signal comes; return its exit code. A LaunchError is shown, and has its own."""
    listen()
    try:
        return work()
    except failures.LaunchError as failure:
        progress.complain(failure)
        return failure.status
    except KeyboardInterrupt:
        return 130


def listen() -> None:
    """Turn the first signal to end into KeyboardInterrupt; further signals do not disturb the clean-up."""
    for each in SIGNALS:
        signal.signal(each, _interrupt)


@contextlib.contextmanager
def ignored() -> Iterator[None]:
    """Let no signal to end disturb the work inside: a Ctrl-C can arrive twice, from terminal and `make`.

    Afterwards signals do what they did before. Programs inherit what is ignored.
    """
    before = {each: signal.getsignal(each) for each in SIGNALS}
    _ignore()
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _ignore() -> None:
    for each in SIGNALS:
        signal.signal(each, signal.SIG_IGN)


def _interrupt(*_: object) -> None:
    _ignore()
    raise KeyboardInterrupt


def follow_make() -> None:
    """Interrupt ourselves when the `make` above us was killed, or was interrupted without telling us.

    A terminal's Ctrl-C reaches the whole process group. A signal sent to `make` alone does not: GNU make then waits
    for its children for ever when the signal was SIGINT, and leaves them alone when it was SIGKILL.
    """
    above = os.getppid()
    if sys.platform == "linux" and _is_make(above):
        threading.Thread(target=_watch, args=(above,), daemon=True).start()


def _is_make(pid: int) -> bool:
    return pathlib.Path(next(iter(processes.command_line(pid)), "")).name in {"make", "gmake"}


def _watch(above: int) -> None:
    while os.getppid() == above and not _handles_interrupt(above):
        time.sleep(0.2)
    os.kill(os.getpid(), signal.SIGINT)


def _handles_interrupt(pid: int) -> bool:
    """Tell whether a process is inside its handler for SIGINT, during which the kernel blocks that signal."""
    with contextlib.suppress(OSError, StopIteration, ValueError):
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
        blocked = next(line.split()[1] for line in status.splitlines() if line.startswith("SigBlk:"))
        return bool(int(blocked, 16) & 1 << signal.SIGINT - 1)
    return False
