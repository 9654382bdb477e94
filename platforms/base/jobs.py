"""Wake-ups: tell workers, after commit, that rows have become due.

The row is the truth; the message only saves waiting. A wake-up names a sweeping task, so sending it once or a hundred
times means the same: a background thread sends the first at once and merges those that follow within a moment. A
request never waits for the broker; a lost wake-up costs at most one beat interval.
"""

import logging
import os
import threading
import time
from collections.abc import Callable

from celery import current_app
from django.db import transaction

logger = logging.getLogger(__name__)
_PAUSE_SECONDS = 0.2
"""Pause between two messages of one process: each costs more than a request that moves money."""
_wakers: dict[str, Callable[[], object]] = {}


def notify(task_name: str) -> None:
    """Ask workers to run the sweeping task `task_name` soon after the current database transaction commits."""
    transaction.on_commit(lambda: _pass_on(task_name))


def repeat(step: Callable[[], int | None], *, seconds: float, task_name: str) -> int:
    """Repeat a step for so many seconds, then leave the rest to the task of this name; return how much was done.

    `step` returns how much it did, and None where nothing is left.
    """
    began, done = time.monotonic(), 0
    while time.monotonic() - began < seconds:
        count = step()
        if count is None:
            return done
        done += count
    notify(task_name)
    return done


def on_wake_up(task_name: str, wake: Callable[[], object]) -> None:
    """Call `wake` in this process, besides sending the message, whenever `notify` is called for a task here.

    All processes of a worker may be busy with tasks for seconds, and read no message meanwhile.
    """
    _wakers[task_name] = wake


def _pass_on(task_name: str) -> None:
    if task_name in _wakers:
        _wakers[task_name]()
    _Notifier.of_this_process().add(task_name)


class _Notifier:
    """Sends the wake-ups of one process: a set of names and a daemon thread that empties it."""

    _instance: "_Notifier | None" = None
    _guard = threading.Lock()

    def __init__(self) -> None:
        self.pid = os.getpid()
        self._names: set[str] = set()
        self._wake = threading.Event()
        threading.Thread(target=self._run, name="wake-ups", daemon=True).start()

    @classmethod
    def of_this_process(cls) -> "_Notifier":
        bell = cls._instance
        # A forked child inherits the object but not its thread.
        if bell is None or bell.pid != os.getpid():
            with cls._guard:
                bell = cls._instance
                if bell is None or bell.pid != os.getpid():
                    bell = cls._instance = cls()
        return bell

    def add(self, name: str) -> None:
        # A name still in the set will be sent after this.
        if name not in self._names:
            self._names.add(name)
            self._wake.set()

    def _run(self) -> None:
        while True:
            self._wake.wait()
            self._wake.clear()
            # A name added meanwhile sets the event again, and waits for the pause like all others.
            for _ in range(len(self._names)):
                name = self._names.pop()
                try:
                    current_app.send_task(name, expires=30, retry=False)
                except Exception:  # noqa: BLE001 - whatever the broker library raises
                    # The sweep of the beat schedule finds the rows; a missing broker must not fail the request.
                    logger.warning("wake-up not sent: broker unreachable", extra={"task": name})
            time.sleep(_PAUSE_SECONDS)
