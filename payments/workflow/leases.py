"""Leases: a claimed row belongs to a worker until the lease expires, which it never does during the work.

A claim moves the due time of a row ahead by LEASE and increments `attempts`. A row still belongs to this worker while
the due time, the count, and the due step are unchanged. A thread renews the leases of all rows that the process holds,
so they are short: rows of a killed worker are due again after a few seconds, however long a step may take. A row not
begun in time is released, due at once.

The rule: a row is held from its claim until its outcome is stored, whichever thread does that. Work on it begins only
while it still belongs to this worker. A step that goes on in a thread of its own keeps its row held after the batch,
and that thread releases it, whatever happens there. A row held for LONGEST_SECONDS is renewed no longer: it becomes due
for other workers, and a case for staff. Renewing, releasing and postponing change a row only if its due time is the one
written by the last renewal, or by one whose reply was lost.
"""

import contextlib
import dataclasses
import datetime as dt
import logging
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Protocol, TypeVar

import psycopg
from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, Error, OperationalError, connection, transaction
from psycopg.pq import TransactionStatus

from platforms.base import clock, identifiers
from platforms.database import outages, sql
from platforms.operations import work_failures

logger = logging.getLogger(__name__)
LEASE = dt.timedelta(seconds=7)
"""How long a claimed or renewed row belongs to this worker, and so waits if the worker is killed."""
RENEWAL_SECONDS = 2.0
"""How often leases are renewed: two renewals in a row may fail."""
STEP_SECONDS = 30.0
"""How long a step of one row may take, all calls of providers included: then it is interrupted, and postponed."""
LONGEST_SECONDS = 4 * STEP_SECONDS
"""How long a row may be held, whatever its step does: a call that can't be interrupted may never return."""


class NeverReturned(Exception):
    """A step has gone on for so long that its row is left to other workers."""


class Claimed(Protocol):
    """A row claimed by a worker."""

    @property
    def key(self) -> uuid.UUID:
        """The row's key."""

    @property
    def platform_id(self) -> uuid.UUID:
        """The platform's key."""

    @property
    def step(self) -> str:
        """The due step."""

    @property
    def attempts(self) -> int:
        """As counted by the claim."""

    @property
    def lease(self) -> Decimal:
        """The due time written by the claim, in seconds of the epoch."""

    @property
    def has_failed(self) -> bool:
        """The last attempt failed, on our side or on the provider's."""


_CANCEL_SECONDS = 3.0
_EPOCH, _MICROSECOND = dt.datetime(1970, 1, 1, tzinfo=dt.UTC), dt.timedelta(microseconds=1)
C = TypeVar("C", bound=Claimed)


@dataclasses.dataclass(frozen=True, slots=True)
class Queue:
    """A table of due rows, with columns `id`, `platform_id`, `attempts`, and these; constants of the code."""

    table: str
    due: str
    """The column of the due time, by the platform's clock."""
    step: str
    """An expression for the due step."""
    work: str
    """The name of the task, and the type of a row: failures are noted by both."""
    noun: str

    def work_off(self, claimed: Sequence[C], advance: Callable[[C], object], *, since: float, until: float) -> int:
        """Call `advance` for each of `claimed`, and return for how many: see `begin`.

        `since` is the monotonic time at which their claim began. Rows not begun by `until` are released, also when
        `advance` raises, as it does for the time limit of Celery.
        """
        rest, advanced = deque(claimed), 0
        try:
            self.hold(claimed, since=since)
            try:
                while rest and time.monotonic() < until:
                    advanced += self.begin(rest.popleft(), advance)
            except Exception:
                # Celery's time limit; or the database, which may be away.
                with contextlib.suppress(Error):
                    self._release(rest)
                raise
            self._release(rest)
        finally:
            _held.stop_renewing(rest)
        return advanced

    def hold(self, claimed: Iterable[Claimed], *, since: float) -> None:
        """Renew the leases of rows, whose claim began at `since` (monotonic), until each is released.

        The process may have stood still since then, and others may have claimed them.
        """
        _held.add(self, claimed, since=since)

    def begin(self, row: C, advance: Callable[[C], object]) -> bool:
        """Call `advance` if a held row still belongs to this worker; return whether it did.

        It is released afterwards, unless `advance` returns True: then the step goes on in another thread, which calls
        `stop_renewing` when its outcome is stored.
        """
        goes_on = False
        try:
            is_mine = _held.is_mine(row)
            goes_on = is_mine and advance(row) is True
        finally:
            if not goes_on:
                self.stop_renewing(row)
        return is_mine

    def stop_renewing(self, row: Claimed) -> None:
        """Stop renewing a row. Does nothing if that was done before."""
        _held.stop_renewing([row])

    def is_held(self, row: Claimed) -> bool:
        """Tell whether the lease of a row was renewed lately: then nobody else has claimed the row."""
        return _held.is_renewed(row)

    def is_lost(self, row: Claimed, *, due: dt.datetime | None) -> bool:
        """Tell whether somebody else has claimed or postponed a row since, which is locked and due at this time now.

        Also where a renewal was stored that nobody has answered: then it is asked about once more.
        """
        return due is None or Decimal((due - _EPOCH) // _MICROSECOND).scaleb(-6) != _held.ends_of(row)

    def put_off(self, row: Claimed, pause: dt.timedelta) -> None:
        """Postpone a row, as if it had not been claimed."""
        due = f"{self.due} = %(now)s + platform.clock_offset + %(pause)s, attempts = row.attempts - 1"
        _held.change(self, due, [row], {"pause": pause})

    def put_back(self, row: Claimed, error: BaseException) -> None:
        """Note that the step of a row failed, and postpone it: longer after each failure in a row.

        Only while it still belongs to this worker: another may have claimed it since, or completed it, and then nobody
        would clear the note.
        """
        now = clock.real_now()
        with connection.cursor() as cursor:
            cursor.execute(_lock_mine(self), [row.key, row.attempts, row.step])
            if not cursor.rowcount:
                return
        subject = identifiers.public(self.noun, row.key)
        pause = work_failures.note(work=self.work, subject=subject, platform_id=row.platform_id, error=error, now=now)
        with connection.cursor() as cursor:
            cursor.execute(_postpone(self), [now + pause, row.key])

    def note_success(self, row: Claimed) -> None:
        """Clear the failure of a step that is now done, if there was one."""
        if row.has_failed or not self.is_held(row):
            self.clear_failure(row.key)

    def clear_failure(self, key: uuid.UUID) -> None:
        """Clear the note of a step that failed: it is done, or will not be tried again."""
        work_failures.clear(work=self.work, subject=identifiers.public(self.noun, key))

    def _release(self, rows: Collection[Claimed]) -> None:
        """Make rows due that were not begun, as if they had not been claimed."""
        if rows:
            due = f"{self.due} = %(now)s + platform.clock_offset, attempts = row.attempts - 1"
            _held.change(self, due, rows, {})

    def change(
        self,
        due: str,
        leases: Sequence["_Lease"],
        arguments: Mapping[str, Any],
        *,
        unheard: Collection[clock.RealTime],
    ) -> dict[int, Decimal]:
        """Change the rows still as they were claimed, or renewed; return due times by numbers from 1.

        `unheard` are the times of renewals whose reply was lost: they may have been stored.
        """
        # A row locked by another transaction is being changed: it is no longer as it was claimed.
        statement = sql.of_constants(
            """
        WITH mine AS MATERIALIZED (
            SELECT row.id, held.number
              FROM unnest(%(keys)s::uuid[], %(attempts)s::int[], %(steps)s::text[], %(leases)s::numeric[])
                   WITH ORDINALITY AS held (id, attempts, step, lease, number)
              JOIN {table} row ON row.id = held.id
              JOIN platforms_platform platform ON platform.id = row.platform_id
             WHERE row.attempts = held.attempts AND {step} = held.step
               AND (extract(epoch FROM row.{due}) = held.lease
                    OR row.{due} - platform.clock_offset - %(lease)s = ANY (%(unheard)s::timestamptz[]))
               FOR UPDATE OF row SKIP LOCKED
        )
        UPDATE {table} row SET {changes}
          FROM mine, platforms_platform platform
         WHERE row.id = mine.id AND platform.id = row.platform_id
        RETURNING mine.number, extract(epoch FROM row.{due})
        """,
            table=self.table,
            step=self.step,
            due=self.due,
            changes=due,
        )
        arguments = {
            "now": clock.real_now(),
            "lease": LEASE,
            **arguments,
            "unheard": list(unheard),
            "keys": [lease.row.key for lease in leases],
            "attempts": [lease.row.attempts for lease in leases],
            "steps": [lease.row.step for lease in leases],
            "leases": [lease.ends for lease in leases],
        }
        with transaction.atomic(durable=True), connection.cursor() as cursor:
            cursor.execute(statement, arguments)
            return dict(cursor.fetchall())


def _lock_mine(queue: Queue) -> str:
    """Return the statement that locks a row still as it was claimed."""
    return sql.of_constants(
        """
        SELECT FROM {table} row
         WHERE row.id = %s AND row.attempts = %s AND {step} = %s AND row.{due} IS NOT NULL FOR UPDATE
        """,
        table=queue.table,
        step=queue.step,
        due=queue.due,
    )


def _postpone(queue: Queue) -> str:
    """Return the statement that postpones a locked row."""
    return sql.of_constants(
        "UPDATE {table} row SET {due} = %s + platform.clock_offset FROM platforms_platform platform"
        " WHERE row.id = %s AND platform.id = row.platform_id",
        table=queue.table,
        due=queue.due,
    )


@dataclasses.dataclass(slots=True)
class _Lease:
    """The lease of a row as of its last renewal."""

    queue: Queue
    row: Claimed
    ends: Decimal
    renewed_at: float
    since: float

    @property
    def is_fresh(self) -> bool:
        return time.monotonic() - self.renewed_at < LEASE.total_seconds() / 2


class _Held:
    """The rows that a process holds, and the thread that renews their leases while there are any."""

    def __init__(self) -> None:
        self._leases: dict[Hashable, _Lease] = {}
        # Also held during statements: a change of a row must know the due time written by the last renewal.
        self._guard = threading.Lock()
        self._thread: threading.Thread | None = None
        self._is_over = threading.Event()
        self._unheard: set[clock.RealTime] = set()
        """The times of renewals that nobody has answered, for as long as what they wrote may stand."""

    def add(self, queue: Queue, claimed: Iterable[Claimed], *, since: float) -> None:
        with self._guard:
            self._leases |= {_claim_of(row): _Lease(queue, row, row.lease, since, since) for row in claimed}
            if self._leases and self._thread is None:
                self._is_over = threading.Event()
                thread = threading.Thread(target=self._keep, args=[self._is_over], name="leases", daemon=True)
                thread.start()
                self._thread = thread

    def stop_renewing(self, rows: Iterable[Claimed]) -> None:
        with self._guard:
            for row in rows:
                self._leases.pop(_claim_of(row), None)
            if self._leases or self._thread is None:
                return
            thread, self._thread = self._thread, None
            self._is_over.set()
        thread.join()

    def is_mine(self, row: Claimed) -> bool:
        """Tell whether a row still belongs to this worker: after a pause of the process, another may have taken it."""
        with self._guard:
            lease = self._leases.get(_claim_of(row))
            if lease is not None and not lease.is_fresh:
                self._renew(lease.queue)
            return lease is not None and lease.is_fresh

    def is_renewed(self, row: Claimed) -> bool:
        with self._guard:
            lease = self._leases.get(_claim_of(row))
            return lease is not None and lease.is_fresh

    def ends_of(self, row: Claimed) -> Decimal:
        """Return the due time that this worker was the last to write, in seconds of the epoch."""
        with self._guard:
            lease = self._leases.get(_claim_of(row))
            return row.lease if lease is None else lease.ends

    def change(self, queue: Queue, due: str, rows: Iterable[Claimed], arguments: Mapping[str, Any]) -> None:
        with self._guard:
            leases = [self._leases.get(_claim_of(row)) or _Lease(queue, row, row.lease, 0.0, 0.0) for row in rows]
            queue.change(due, leases, arguments, unheard=self._unheard)

    def renew(self) -> None:
        """Renew the lease of each row that still belongs to this worker. A row locked at this moment is skipped.

        A row held for too long is renewed no longer.
        """
        latest = time.monotonic() - LONGEST_SECONDS
        with self._guard:
            left = [lease for lease in self._leases.values() if lease.since < latest]
            for lease in left:
                del self._leases[_claim_of(lease.row)]
            for queue in {lease.queue for lease in self._leases.values()}:
                self._renew(queue)
        for lease in left:
            _note_left(lease)

    def _renew(self, queue: Queue) -> None:
        began, leases = time.monotonic(), [lease for lease in self._leases.values() if lease.queue == queue]
        now = clock.real_now()
        due = f"{queue.due} = %(now)s + platform.clock_offset + %(lease)s"
        unheard = {each for each in self._unheard if now - each < LEASE}
        self._unheard = {*unheard, now}
        for number, ends in queue.change(due, leases, {"now": now}, unheard=unheard).items():
            leases[number - 1].ends, leases[number - 1].renewed_at = ends, began
        self._unheard.discard(now)

    def _keep(self, is_over: threading.Event) -> None:
        try:
            while not is_over.wait(RENEWAL_SECONDS):
                try:
                    self.renew()
                except Exception as error:
                    # Rows held later depend on this thread too.
                    if not outages.warned(logger, error):
                        logger.exception("leases not renewed")
                    connection.close()
        finally:
            connection.close()


def _note_left(lease: _Lease) -> None:
    row, subject = lease.row, identifiers.public(lease.queue.noun, lease.row.key)
    logger.error("a step does not return: its row is left to others", extra={"subject": subject, "step": row.step})
    error, now = NeverReturned(), clock.real_now()
    with transaction.atomic(durable=True):
        work_failures.note(work=lease.queue.work, subject=subject, platform_id=row.platform_id, error=error, now=now)


def _claim_of(row: Claimed) -> Hashable:
    """Return the identity of one claim of a row: this process may have claimed it twice."""
    return row.key, row.attempts, row.lease


_held = _Held()


def end_statement() -> None:
    """After an error in the middle of a statement, end it; the connection can't be used any more, and is closed."""
    driver = connection.connection
    if driver is not None and driver.info.transaction_status == TransactionStatus.ACTIVE:
        with contextlib.suppress(psycopg.Error):
            driver.cancel_safe(timeout=_CANCEL_SECONDS)
        connection.close()


@contextlib.contextmanager
def putting_back(error: BaseException) -> Iterator[None]:
    """Run the block that postpones a failed row in a database transaction; then pass Celery's time limit on."""
    end_statement()
    try:
        with transaction.atomic(durable=True):
            yield
    except OperationalError:
        # The database is away, and the other claimed rows can't be worked on either.
        raise
    except DatabaseError:
        logger.exception("not put back: the lease has to run out")
    if isinstance(error, SoftTimeLimitExceeded):
        raise error
