"""Leases: what a worker has claimed is its own until the lease runs out, and never runs out while it is at work.

A claim moves the due time of a row ahead by LEASE and counts `attempts` up. A row is still this worker's while the
due time, the count, and the step that is due, are what they were. A thread renews the leases of all rows in the
worker's hands, so they are short: what a killed worker had is due again after a few seconds, however long a step may
take. What is not begun in time is given back, due at once.
"""

import contextlib
import dataclasses
import datetime as dt
import logging
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from decimal import Decimal
from typing import Any, Protocol, TypeVar

from django.db import Error, connection, transaction

from platforms.kit import clock, outages

logger = logging.getLogger(__name__)
LEASE = dt.timedelta(seconds=7)
"""How long what was claimed, or renewed, is this worker's: so long it waits when the worker was killed."""
RENEWAL_SECONDS = 2.0
"""How often leases are renewed: two renewals in a row may fail."""
STEP_SECONDS = 30.0
"""How long a step of one row may take, all calls of providers included: then it is cut off, and put back."""


class Claimed(Protocol):
    """A row that a worker has claimed."""

    @property
    def key(self) -> uuid.UUID:
        """The row's."""

    @property
    def step(self) -> str:
        """What is due."""

    @property
    def attempts(self) -> int:
        """As the claim has counted them."""

    @property
    def lease(self) -> Decimal:
        """The due time that the claim wrote, in seconds of the epoch."""


C = TypeVar("C", bound=Claimed)


@dataclasses.dataclass(frozen=True, slots=True)
class Queue:
    """A table of due rows, with columns `id`, `platform_id`, `attempts`, and these; constants of the code."""

    table: str
    due: str
    """The column of the due time, by the platform's clock."""
    step: str
    """An expression for what is due."""

    def work_off(self, claimed: Sequence[C], advance: Callable[[C], object], *, until: float) -> int:
        """Call `advance` for each of `claimed`, which were claimed just now, and return for how many.

        What is not begun by `until` (monotonic seconds) is given back, also when `advance` raises, as it does for the
        time limit of Celery.
        """
        rest, advanced = deque(claimed), 0
        with _kept(self, claimed) as held:
            try:
                while rest and time.monotonic() < until:
                    row = rest.popleft()
                    if held.is_mine(row):
                        advance(row)
                        advanced += 1
                    held.let_go(row)
            except Exception:
                # Celery's time limit; or the database, which may be away.
                with contextlib.suppress(Error):
                    held.give_back(rest)
                raise
            held.give_back(rest)
        return advanced

    def change(
        self, due: str, held: Collection[Claimed], leases: dict[uuid.UUID, Decimal], arguments: dict[str, Any]
    ) -> dict[uuid.UUID, Decimal]:
        """Change those of `held` that are still as they were claimed, or renewed; return their due times."""
        # A row that somebody else has locked is being changed: it is no longer as it was claimed.
        statement = f"""
        WITH mine AS MATERIALIZED (
            SELECT row.id FROM unnest(%(keys)s::uuid[], %(attempts)s::int[], %(steps)s::text[], %(leases)s::numeric[])
                   AS held (id, attempts, step, lease)
              JOIN {self.table} row ON row.id = held.id
             WHERE row.attempts = held.attempts AND {self.step} = held.step
               AND extract(epoch FROM row.{self.due}) = held.lease
               FOR UPDATE OF row SKIP LOCKED
        )
        UPDATE {self.table} row SET {due}
          FROM mine, platforms_platform platform
         WHERE row.id = mine.id AND platform.id = row.platform_id
        RETURNING row.id, extract(epoch FROM row.{self.due})
        """  # noqa: S608 - constants
        arguments |= {
            "now": clock.real_now(),
            "keys": [row.key for row in held],
            "attempts": [row.attempts for row in held],
            "steps": [row.step for row in held],
            "leases": [leases[row.key] for row in held],
        }
        with transaction.atomic(durable=True), connection.cursor() as cursor:
            cursor.execute(statement, arguments)
            return dict(cursor.fetchall())


class _Held:
    """The rows of a claim that are in a worker's hands."""

    def __init__(self, queue: Queue, claimed: Sequence[Claimed]) -> None:
        """Take what was claimed just now."""
        self._queue = queue
        self._rows = {row.key: row for row in claimed}
        self._leases = {row.key: row.lease for row in claimed}
        self._renewed_at = dict.fromkeys(self._rows, time.monotonic())
        self._guard = threading.Lock()

    def renew(self) -> None:
        """Give what is still the worker's a whole lease. What is locked at this moment is left as it is."""
        with self._guard:
            if not self._rows:
                return
            now = time.monotonic()
            due = f"{self._queue.due} = %(now)s + platform.clock_offset + %(lease)s"
            renewed = self._queue.change(due, self._rows.values(), self._leases, {"lease": LEASE})
            self._leases |= renewed
            self._renewed_at |= dict.fromkeys(renewed, now)

    def is_mine(self, row: Claimed) -> bool:
        """Tell whether a row is still the worker's: when this one stood still, another may have taken it."""
        if not self._is_fresh(row):
            self.renew()
        return self._is_fresh(row)

    def let_go(self, row: Claimed) -> None:
        """Renew a row no longer."""
        with self._guard:
            del self._rows[row.key]

    def give_back(self, rows: Collection[Claimed]) -> None:
        """Make due what was not begun, as if it had not been claimed."""
        with self._guard:
            if rows:
                due = f"{self._queue.due} = %(now)s + platform.clock_offset, attempts = row.attempts - 1"
                self._queue.change(due, rows, self._leases, {})
            self._rows.clear()

    def _is_fresh(self, row: Claimed) -> bool:
        return time.monotonic() - self._renewed_at[row.key] < LEASE.total_seconds() / 2


@contextlib.contextmanager
def _kept(queue: Queue, claimed: Sequence[Claimed]) -> Iterator[_Held]:
    """Hold what was claimed: within the block a thread renews the leases, however long the caller's waits."""
    held, is_over = _Held(queue, claimed), threading.Event()

    def keep() -> None:
        try:
            while not is_over.wait(RENEWAL_SECONDS):
                try:
                    held.renew()
                except Error as error:
                    if not outages.warned(logger, error):
                        raise
        finally:
            connection.close()

    thread = threading.Thread(target=keep, name="leases", daemon=True)
    thread.start()
    try:
        yield held
    finally:
        is_over.set()
        thread.join()
