"""In place of `threading`, `time` and queues in the service's modules: each wait is a wait of the scheduler.

Where no actor plays, all are the plain ones without waiting.
"""

import concurrent.futures
import queue
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Collection
from typing import Any

from tests.simulation import scheduler

OURS = ("banks", "compliance", "config", "invitations", "payments", "platforms", "webhooks")


BEGINS = 1_780_272_000.0
"""The first of June 2026, in seconds of the epoch."""


wrong_by: dict[str, float] = {}
"""By how many seconds the clock of a process's machine is ahead of the database's."""


def now() -> float:
    """Return the simulated time in seconds of the epoch; where nothing is played, the time at which all begins."""
    run = scheduler.running()
    return run.now if run else BEGINS


def wait(is_ready: Callable[[], bool] | None, seconds: float | None = None) -> bool:
    """Wait as `Scheduler.wait` does."""
    run = scheduler.running()
    return run.wait(is_ready, seconds) if run else is_ready is None or is_ready()


class Lock:
    """A lock that an actor waits for."""

    def __init__(self) -> None:
        """Begin free."""
        self._is_held = False

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:  # noqa: FBT001, FBT002 - as the plain one
        if self._is_held and (not blocking or not wait(lambda: not self._is_held, None if timeout < 0 else timeout)):
            return False
        self._is_held = True
        return True

    def release(self) -> None:
        self._is_held = False

    def locked(self) -> bool:
        return self._is_held

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


class Event:
    """An event that an actor waits for."""

    def __init__(self) -> None:
        """Begin unset."""
        self._is_set = False

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        self._is_set = True

    def clear(self) -> None:
        self._is_set = False

    def wait(self, timeout: float | None = None) -> bool:
        return wait(self.is_set, timeout)


class Condition:
    """A condition over a lock: who waits looks again whenever anything has happened."""

    def __init__(self, lock: Lock | None = None) -> None:
        """Take the lock that guards what the condition is about."""
        self._lock = lock or Lock()
        self._told = 0

    def __enter__(self) -> bool:
        return self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def notify(self, n: int = 1) -> None:
        self._told += n

    def notify_all(self) -> None:
        self._told += 1

    def wait(self, timeout: float | None = None) -> bool:
        told = self._told
        return self.wait_for(lambda: self._told > told, timeout)

    def wait_for(self, predicate: Callable[[], bool], timeout: float | None = None) -> bool:
        self._lock.release()
        try:
            wait(lambda: predicate() and not self._lock.locked(), timeout)
        finally:
            self._lock.acquire()
        return predicate()


class Thread:
    """A thread that is an actor of its own, in the process of whoever starts it."""

    def __init__(
        self,
        group: None = None,
        target: Callable[..., object] | None = None,
        name: str | None = None,
        args: Collection[Any] = (),
        kwargs: dict[str, Any] | None = None,
        *,
        daemon: bool | None = None,
    ) -> None:
        """Take what the plain one takes."""
        self._target, self._args, self._kwargs = target, args, kwargs or {}
        self.name, self.daemon = name or "thread", daemon
        self.actor: scheduler.Actor | None = None

    @property
    def ident(self) -> int | None:
        return None

    def run(self) -> None:
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def start(self) -> None:
        run, mine = scheduler.running(), scheduler.current()
        if run is None or mine is None:
            self.run()  # nothing is played: it is over before anybody asks
            return
        self.actor = run.spawn(self.name, mine.process, self.run, is_daemon=bool(self.daemon))

    def is_alive(self) -> bool:
        return self.actor is not None and self.actor.state != scheduler.State.OVER

    def join(self, timeout: float | None = None) -> None:
        wait(lambda: not self.is_alive(), timeout)


class SimpleQueue:
    """A queue that an actor waits for."""

    def __init__(self) -> None:
        """Begin empty."""
        self._items: deque[Any] = deque()

    def put(self, item: Any) -> None:
        self._items.append(item)

    def get(self, block: bool = True, timeout: float | None = None) -> Any:  # noqa: FBT001, FBT002 - as the plain one
        if not self._items and block:
            wait(lambda: bool(self._items), timeout)
        if not self._items:
            raise queue.Empty
        return self._items.popleft()

    def get_nowait(self) -> Any:
        return self.get(block=False)

    def empty(self) -> bool:
        return not self._items


class _Threading:
    """The module's name in the service."""

    Lock, Event, Condition, Thread = Lock, Event, Condition, Thread

    def __getattr__(self, name: str) -> Any:
        return getattr(threading, name)


class _Time:
    monotonic = perf_counter = time = staticmethod(now)

    @staticmethod
    def sleep(seconds: float) -> None:
        wait(None, seconds)

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)


def wait_for_futures(futures: Collection["concurrent.futures.Future[Any]"], timeout: float | None = None) -> None:
    """Wait until all are done, or until the time is over."""
    wait(lambda: all(each.done() for each in futures), timeout)


class PerProcess:
    """What each process of the service has for itself: the object of the process of whoever asks."""

    def __init__(self, make: Callable[[], Any]) -> None:
        """`make` makes the object of a process that begins."""
        self.make, self.of = make, dict[str, Any]()

    def _mine(self) -> Any:
        actor = scheduler.current()
        process = actor.process if actor else "setup"
        if process not in self.of:
            self.of[process] = self.make()
        return self.of[process]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._mine(), name)

    def __len__(self) -> int:
        return len(self._mine())

    def __iter__(self) -> Any:
        return iter(self._mine())

    def __contains__(self, key: object) -> bool:
        return key in self._mine()

    def __getitem__(self, key: Any) -> Any:
        return self._mine()[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        self._mine()[key] = value

    def __delitem__(self, key: Any) -> None:
        del self._mine()[key]

    def __or__(self, other: Any) -> Any:
        return self._mine() | other


_PLAIN: list[tuple[str, Any, Any]] = [
    ("threading", threading, _Threading()),
    ("time", time, _Time()),
    ("SimpleQueue", queue.SimpleQueue, SimpleQueue),
    ("wait", concurrent.futures.wait, wait_for_futures),
]


def install() -> None:
    """Put the substitutes into every module of the service that is loaded."""
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] in OURS and name.split(".")[:2] != ["config", "launch"]:
            for attribute, plain, ours in _PLAIN:
                if vars(module).get(attribute) is plain:
                    setattr(module, attribute, ours)
