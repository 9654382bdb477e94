"""Slots: how many threads of a process may do a slow thing at the same time, and how many of them for one party.

A party determines how long the work takes: a platform, another institution's domain. It gets two thirds of the slots
at most, so that one party alone never blocks the others.
"""

import contextlib
import threading
from collections import Counter
from collections.abc import Callable, Hashable, Iterator

from platforms.base import errors

RETRY_SECONDS = 5
_WAITING_OF_PARTY = 3
"""How many threads may wait for slots on behalf of one party."""


class Busy(errors.DomainError):
    """All slots open to the caller are taken. Nothing has been done."""

    code = "RATE_LIMITED"
    message = "Too many requests of this kind are being worked on at the moment. Try again."
    is_passing = True

    def __init__(self) -> None:
        """Take how soon to try again."""
        super().__init__(retryAfter=RETRY_SECONDS)


class Slots:
    """The slots of a process for one kind of work."""

    def __init__(
        self, most: Callable[[], int], *, within: "Slots | None" = None, patience_seconds: float = 0.0
    ) -> None:
        """Take the number of slots, the share of one party, and how long a thread may wait, where it may wait.

        At most twice as many threads as slots may wait, three of them for one party.
        """
        self._most = most
        self._within = within
        self._patience_seconds = patience_seconds
        self._taken = 0
        self._of: Counter[Hashable] = Counter()
        self._waiting = 0
        self._waiting_for: Counter[Hashable] = Counter()
        self._changed = threading.Condition()

    @contextlib.contextmanager
    def held(self, *parties: Hashable) -> Iterator[None]:
        """Hold a slot during a block, on behalf of all `parties`; raises Busy when there is none."""
        with self._within.held() if self._within else contextlib.nullcontext():
            self._take(parties)
            try:
                yield
            finally:
                with self._changed:
                    self._taken -= 1
                    self._of -= Counter(parties)
                    self._changed.notify_all()

    def _take(self, parties: tuple[Hashable, ...]) -> None:
        with self._changed:
            if not self._is_free(parties) and not self._wait(parties):
                raise Busy
            self._taken += 1
            self._of.update(parties)

    def _is_free(self, parties: tuple[Hashable, ...]) -> bool:
        most = self._most()
        for_one = max(1, most - max(1, most // 3))
        return self._taken < most and all(self._of[party] < for_one for party in parties)

    def _wait(self, parties: tuple[Hashable, ...]) -> bool:
        """Wait until a slot is free; False when time is over, or when too many wait already."""
        if not self._patience_seconds or self._waiting >= 2 * self._most():
            return False
        if any(self._waiting_for[party] >= _WAITING_OF_PARTY for party in parties):
            return False
        self._waiting += 1
        self._waiting_for.update(parties)
        try:
            return self._changed.wait_for(lambda: self._is_free(parties), self._patience_seconds)
        finally:
            self._waiting -= 1
            self._waiting_for -= Counter(parties)
