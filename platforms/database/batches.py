"""Batches: work that several threads bring at the same moment is done at once for all of them.

Each thread brings an item. The first thread does its own; when it is done, the first of the threads that came
meanwhile does all items gathered by then. A full batch starts without that wait, so that Python works on one batch
while the database writes another. Threads that are about to bring an item say so beforehand (`expected`), and a
leading thread waits a moment for them, and for nobody else. So an item that comes alone is done at once, and a busy
process works in batches.

A batch refused by the database changes nothing; its items are then done one by one, each by its own thread, so that
one item's refusal does not fail the others. If the connection is lost during a batch, its result is unknown, and all
its threads get that error. A slow batch does not block the rest: after PATIENCE a thread does its own item.
"""

import collections
import dataclasses
import enum
import threading
from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

from django.db import DatabaseError

from platforms.database.prepared import ConnectionLost

MOST = 4
"""Items in a batch."""
AT_ONCE = 2
"""Batches in progress at one moment; every one after the first is full."""
GATHERING = 0.003
"""Seconds that a batch waits for expected items."""
PATIENCE = 0.05
"""Seconds that a thread waits for others to do its work."""

Item = TypeVar("Item")


class _Verdict(enum.Enum):
    WAITING = enum.auto()
    DONE = enum.auto()
    LEAD = enum.auto()
    """Do your own item, and all others waiting."""
    ALONE = enum.auto()
    """The batch was refused: do your own item."""
    LOST = enum.auto()
    """The connection was lost with the batch: it may have been done."""


@dataclasses.dataclass(slots=True, eq=False)
class _Entry(Generic[Item]):
    kind: Hashable
    piece: Item
    signal: threading.Lock = dataclasses.field(default_factory=threading.Lock)
    verdict: _Verdict = _Verdict.WAITING

    def tell(self, verdict: _Verdict) -> None:
        self.verdict = verdict
        self.signal.release()


class _Expected(Generic[Item]):
    """A block during which a thread is expected; a nested block changes nothing."""

    __slots__ = ("_batches", "_is_outermost")

    def __init__(self, batches: "Batches[Item]") -> None:
        self._batches = batches

    def __enter__(self) -> None:
        self._is_outermost = self._batches._announce()

    def __exit__(self, *_: object) -> None:
        if self._is_outermost:
            self._batches._stop_waiting()


class Batches(Generic[Item]):
    """A queue of items and the threads that bring them. `execute` does items of one kind, all or none of them."""

    def __init__(self, execute: Callable[[Sequence[Item]], None]) -> None:
        """Start empty."""
        self._execute = execute
        self._mutex = threading.Lock()
        self._gathered = threading.Condition(self._mutex)
        self._waiting: collections.deque[_Entry[Item]] = collections.deque()
        self._at_work = 0
        self._is_gathering = False
        self._expected = 0
        self._mine = threading.local()

    def expected(self) -> "_Expected[Item]":
        """Declare that this thread will probably bring an item within the block."""
        return _Expected(self)

    def _announce(self) -> bool:
        if getattr(self._mine, "is_expected", False):
            return False
        with self._mutex:
            self._expected += 1
        self._mine.is_expected = True
        return True

    def run(self, kind: Hashable, piece: Item) -> None:
        """Do an item, together with others of its kind if there are any; raises what `execute` raises for it."""
        entry = _Entry(kind, piece)
        entry.signal.acquire()
        with self._mutex:
            self._arrive()
            self._waiting.append(entry)
            if len(self._waiting) == MOST - 1:
                self._gathered.notify()
            self._appoint()
        self._wait(entry)
        if entry.verdict == _Verdict.LEAD:
            self._lead(entry)
        elif entry.verdict == _Verdict.ALONE:
            self._execute([piece])
        elif entry.verdict == _Verdict.LOST:
            message = "the connection ended with a statement for several requests"
            raise ConnectionLost(message)

    def _stop_waiting(self) -> None:
        with self._mutex:
            self._arrive()

    def _arrive(self) -> None:
        if getattr(self._mine, "is_expected", False):
            self._mine.is_expected = False
            self._expected -= 1
            if not self._expected:
                self._gathered.notify()

    def _wait(self, entry: _Entry[Item]) -> None:
        if entry.signal.acquire(timeout=PATIENCE):
            return
        with self._mutex:
            if entry in self._waiting:
                self._waiting.remove(entry)
                entry.verdict = _Verdict.ALONE
                return
        # Another thread has taken it up after all.
        entry.signal.acquire()

    def _lead(self, entry: _Entry[Item]) -> None:
        others = self._take(entry.kind)
        verdict = _Verdict.ALONE
        try:
            self._execute([entry.piece, *(other.piece for other in others)])
            verdict = _Verdict.DONE
        except ConnectionLost:
            verdict = _Verdict.LOST
            raise
        except DatabaseError:
            if not others:
                raise
        finally:
            self._end()
            for other in others:
                other.tell(verdict)
        if verdict == _Verdict.ALONE:
            self._execute([entry.piece])

    def _take(self, kind: Hashable) -> list[_Entry[Item]]:
        with self._mutex:
            if self._expected:
                self._gathered.wait_for(lambda: not self._expected or len(self._waiting) >= MOST - 1, timeout=GATHERING)
            taken = [each for each in self._waiting if each.kind == kind][: MOST - 1]
            for each in taken:
                self._waiting.remove(each)
            self._is_gathering = False
            self._appoint()
        return taken

    def _end(self) -> None:
        with self._mutex:
            self._at_work -= 1
            self._appoint()

    def _appoint(self) -> None:
        """Appoint the first waiting thread as leader, if a batch may start now."""
        is_full = len(self._waiting) >= MOST and self._at_work < AT_ONCE
        if self._waiting and not self._is_gathering and (is_full or not self._at_work):
            self._at_work += 1
            self._is_gathering = True
            self._waiting.popleft().tell(_Verdict.LEAD)
