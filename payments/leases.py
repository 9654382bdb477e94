"""Leases: what a worker has claimed is its own until the lease runs out, and never runs out while it is at work.

A claim moves the due time of a row ahead by LEASE and counts `attempts` up. A row is still this worker's while the
count, and the step that is due, are what they were. Rows wait in their batch: before one is begun, the leases of all
that remain are renewed if a step might outlast them. What is not begun in time is given back, due at once.
"""

import contextlib
import dataclasses
import datetime as dt
import time
import uuid
from collections import deque
from collections.abc import Callable, Collection, Sequence
from typing import Any, Protocol, TypeVar

from django.db import Error, connection, transaction

from platforms.kit import clock

LEASE = dt.timedelta(seconds=60)
"""How long what was claimed, or renewed, is this worker's."""
STEP_SECONDS = 30.0
"""How long a step of one row may take, all calls of providers included: then it is cut off, and put back."""
_SPARE_SECONDS = 10.0
"""For writing down what a step came to."""


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
        rest, leased_at, advanced = deque(claimed), time.monotonic(), 0
        try:
            while rest and (now := time.monotonic()) < until:
                if now - leased_at > LEASE.total_seconds() - STEP_SECONDS - _SPARE_SECONDS:
                    rest, leased_at = self._renew(rest), now
                    continue
                advance(rest.popleft())
                advanced += 1
        except Exception:
            # Celery's time limit; or the database, which may be away.
            with contextlib.suppress(Error):
                self._give_back(rest)
            raise
        self._give_back(rest)
        return advanced

    def _renew(self, held: Collection[C]) -> deque[C]:
        """Return those of `held` that are this worker's still, with a whole lease before them."""
        kept = self._change(
            f"{self.due} = %(now)s + platform.clock_offset + %(lease)s",
            held,
            {"now": clock.real_now(), "lease": LEASE},
        )
        return deque(row for row in held if row.key in kept)

    def _give_back(self, held: Collection[C]) -> None:
        """Make due what was not begun, as if it had not been claimed."""
        if held:
            change = f"{self.due} = %(now)s + platform.clock_offset, attempts = row.attempts - 1"
            self._change(change, held, {"now": clock.real_now()})

    def _change(self, change: str, held: Collection[C], arguments: dict[str, Any]) -> set[uuid.UUID]:
        # A row that somebody else has locked is being changed: it is no longer as it was claimed.
        statement = f"""
        WITH mine AS MATERIALIZED (
            SELECT row.id FROM unnest(%(keys)s::uuid[], %(attempts)s::int[], %(steps)s::text[])
                   AS held (id, attempts, step)
              JOIN {self.table} row ON row.id = held.id
             WHERE row.attempts = held.attempts AND {self.step} = held.step AND row.{self.due} IS NOT NULL
               FOR UPDATE OF row SKIP LOCKED
        )
        UPDATE {self.table} row SET {change}
          FROM mine, platforms_platform platform
         WHERE row.id = mine.id AND platform.id = row.platform_id
        RETURNING row.id
        """  # noqa: S608 - constants
        arguments |= {
            "keys": [row.key for row in held],
            "attempts": [row.attempts for row in held],
            "steps": [row.step for row in held],
        }
        with transaction.atomic(durable=True), connection.cursor() as cursor:
            cursor.execute(statement, arguments)
            return {row[0] for row in cursor.fetchall()}
