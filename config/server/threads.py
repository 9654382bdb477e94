"""The threads that answer requests, and the queue before them.

A request waits here when every thread is busy. It is refused at once when the queue is too long to be served in time,
and later when it has waited too long: in both cases no work on it has begun.
"""

import asyncio
import collections
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

_NEW = 0.1
"""The weight of the last request in the mean duration of requests."""


class Busy(Exception):
    """The request would wait, or has waited, too long for a thread."""

    def __init__(self, seconds: float) -> None:
        """Take the expected wait of the next request, in seconds."""
        super().__init__()
        self.seconds = seconds


class _Task:
    """A call that waits for a thread. Whichever takes its ticket first, thread or clock, decides about it."""

    __slots__ = ("call", "refuse", "since", "tickets")

    def __init__(self, call: Callable[[], object], refuse: Callable[[Busy], object]) -> None:
        self.call = call
        self.refuse = refuse
        self.since = time.monotonic()
        self.tickets = [True]

    def take(self) -> bool:
        try:
            self.tickets.pop()
        except IndexError:
            return False
        return True


class Threads:
    """Some threads and the queue before them."""

    def __init__(self, count: int, *, wait_seconds: float) -> None:
        """Start the threads. No request waits longer than `wait_seconds`; half of it, expected, refuses new ones."""
        self._count = count
        self._wait_seconds = wait_seconds
        self._queue: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._waiting: collections.deque[_Task] = collections.deque()
        self._mean_seconds = 0.0
        self._at_work: set[int] = set()
        self._began_at = 0.0
        for number in range(count):
            threading.Thread(target=self._work, name=f"requests-{number}", daemon=True).start()

    @property
    def waiting(self) -> int:
        """How many requests wait for a thread."""
        return self._queue.qsize()

    @property
    def busy(self) -> int:
        """How many threads make a call."""
        return len(self._at_work)

    def is_stuck(self, seconds: float) -> bool:
        """Tell whether every thread has made the same call for so long."""
        return self.busy >= self._count and time.monotonic() - self._began_at > seconds

    def stop(self) -> None:
        """Let the threads end after their current calls."""
        for _ in range(self._count):
            self._queue.put(None)

    def submit(self, call: Callable[[], object], refuse: Callable[[Busy], object]) -> None:
        """Have a thread make the call, which raises nothing; or refuse it, now or at a later `sweep`."""
        with self._lock:
            seconds = self._expected()
            if seconds <= self._wait_seconds / 2:
                task = _Task(call, refuse)
                self._waiting.append(task)
                self._queue.put(task)
                return
        refuse(Busy(seconds))

    async def run(self, call: Callable[[], Any]) -> Any:
        """Have a thread make the call and return its result. Raises Busy, and what the call raises."""
        loop = asyncio.get_running_loop()
        future = loop.create_future()

        def work() -> None:
            try:
                loop.call_soon_threadsafe(future.set_result, call())
            except BaseException as error:  # noqa: BLE001 - handed to whoever waits
                loop.call_soon_threadsafe(future.set_exception, error)

        self.submit(work, future.set_exception)
        return await future

    def sweep(self) -> None:
        """Refuse calls that have waited too long; to be called every second or so."""
        latest = time.monotonic() - self._wait_seconds
        late = []
        with self._lock:
            while self._waiting and (self._waiting[0].since < latest or not self._waiting[0].tickets):
                task = self._waiting.popleft()
                if task.take():
                    late.append(task)
        for task in late:
            task.refuse(Busy(self._wait_seconds))

    def _expected(self) -> float:
        """Return the expected wait of a new call: that of the first in the queue, or longer if many are before it."""
        while self._waiting and not self._waiting[0].tickets:
            self._waiting.popleft()
        if not self._waiting:
            return 0.0
        waited = time.monotonic() - self._waiting[0].since
        return max(waited, self._queue.qsize() * self._mean_seconds / self._count)

    def _work(self) -> None:
        while (task := self._queue.get()) is not None:
            if task.take():
                began = self._began_at = time.monotonic()
                self._at_work.add(threading.get_ident())
                task.call()
                self._at_work.discard(threading.get_ident())
                self._mean_seconds += (time.monotonic() - began - self._mean_seconds) * _NEW
            # Otherwise the thread would reference the last request until the next one comes.
            del task
