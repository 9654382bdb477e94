"""Keeps a set of processes running: starts them in order, restarts what crashes, ends all of them in time."""

import dataclasses
import datetime as dt
import pathlib
import signal
import subprocess
import time
from collections.abc import Callable

from config.launch import embedded_postgres, failures, interrupts, processes, progress
from config.processes import watchdog
from platforms.base import backoff

_FIRST_PAUSE, _LONGEST_PAUSE = dt.timedelta(seconds=0.5), dt.timedelta(seconds=30)
_HEALTHY_AFTER = 60.0
_LOGS_EVERY = 5.0


@dataclasses.dataclass
class Child:
    """One process to keep running. `rank` orders the end: high ranks end first, servers (rank 0) last."""

    name: str
    launch: Callable[[], subprocess.Popen[bytes]]
    log: pathlib.Path
    rank: int = 1
    politely: signal.Signals = signal.SIGTERM
    listener: watchdog.Listener | None = None
    process: subprocess.Popen[bytes] | None = None
    began: float = 0.0
    crashes: int = 0
    again_at: float = 0.0


class Supervisor:
    """Owns the processes of one instance."""

    def __init__(self) -> None:
        """Begin with nothing to watch."""
        self.children: list[Child] = []

    def start(self, child: Child) -> None:
        """Start a process and watch it from now on."""
        self.children.append(child)
        child.process = child.launch()
        child.began = time.monotonic()

    def wait_ready(self, condition: Callable[[], bool]) -> None:
        """Wait until `condition` holds, as long as every process runs. The first one that ends is a failure."""
        while not condition():
            for child in self.children:
                _require_running(child)
            time.sleep(0.1)

    def watch(self, until: Callable[[], bool] = lambda: False) -> None:
        """Keep everything running until `until` holds, or a signal raises KeyboardInterrupt.

        A process that ended is started again, after a pause that doubles with every crash in a row. One that stands
        still is killed. Logs are rotated.
        """
        logs_at = time.monotonic() + _LOGS_EVERY
        while not until():
            if time.monotonic() > logs_at:
                logs_at = time.monotonic() + _LOGS_EVERY
                for child in self.children:
                    processes.rotate(child.log)
            for child in self.children:
                _look_after(child)
            time.sleep(0.2)

    @interrupts.ignored()
    def stop(self) -> None:
        """End every process within ten seconds: roles first, then the servers they use. Signals do not disturb it."""
        for rank, patience in ((1, 5.0), (0, 3.0)):
            running = [(each.process, each.politely) for each in self.children if each.rank == rank and each.process]
            for process, politely in running:
                # The main process, which ends its own helpers in order.
                process.send_signal(politely)
            limit = time.monotonic() + patience
            while any(process.poll() is None for process, _ in running) and time.monotonic() < limit:
                time.sleep(0.02)
            for process, _ in running:
                processes.end_group(process.pid)
                process.wait()
        for child in self.children:
            if child.listener is not None:
                child.listener.close()
        self.children.clear()


def _look_after(child: Child) -> None:
    """Start a child again that has ended; kill one that stands still."""
    if child.process is None:
        if time.monotonic() >= child.again_at:
            _launch_again(child)
    elif child.process.poll() is not None:
        pause = _put_off(child)
        reason = _reason(child.process.returncode)
        processes.end_group(child.process.pid)
        child.process = None
        progress.say(f"! {child.name} ended ({reason}); starting it again in {pause:g} s. See {child.log}")
        if child.listener is not None:
            child.listener.forget()
    elif child.listener is not None and child.listener.is_late():
        progress.say(f"! {child.name} stands still; killing it")
        processes.end_group(child.process.pid)


def _put_off(child: Child) -> float:
    """Note that a child has ended, or did not start; return the seconds before it is started again."""
    now = time.monotonic()
    child.crashes = 1 if now - child.began > _HEALTHY_AFTER else child.crashes + 1
    pause = backoff.pause(child.crashes, first=_FIRST_PAUSE, longest=_LONGEST_PAUSE).total_seconds()
    child.again_at = now + pause
    return pause


def _launch_again(child: Child) -> None:
    child.began = time.monotonic()
    try:
        child.process = child.launch()
    except failures.LaunchError as failure:
        _put_off(child)
        progress.complain(failure)
    else:
        progress.say(f"  {child.name} runs again")


def _require_running(child: Child) -> None:
    code = child.process.poll() if child.process is not None else None
    if code is not None:
        raise failures.LaunchError(
            f"{child.name} ended ({_reason(code)}). Its log ends with:\n{embedded_postgres.tail(child.log)}",
            f"See {child.log}.",
        )


def _reason(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"
