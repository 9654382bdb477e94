"""Seals of the audit log: made after the rows, so that no payment waits for another one's; and their check.

Rows come in the order of their keys only nearly: a database transaction may commit a lower key after a higher one. So
`boundary` first finds a key below which no row can appear any more, and `advance` seals up to there.
"""

import dataclasses
import datetime as dt
import time
from collections.abc import Iterator, Sequence

from django.db import connection

from platforms.kit import chain, clock
from platforms.models import AuditCheckRun, AuditSeal

ROWS_OF_A_SEAL = 5000
MOST_FAULTS = 1000
STALE_AFTER = dt.timedelta(hours=49)
"""A check that has not run for two nights says nothing about the log."""
_PATIENCE_SECONDS = 5.0
_PAUSE_SECONDS = 0.05
_HIGHEST = "SELECT max(id) FROM platforms_auditentry"
# Whoever inserts holds this lock from before the key is drawn until the end of the database transaction.
_WRITERS = """
SELECT virtualtransaction FROM pg_locks
 WHERE locktype = 'relation' AND relation = 'platforms_auditentry'::regclass AND mode = 'RowExclusiveLock' AND granted
   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
   AND pid IS DISTINCT FROM pg_backend_pid()
"""
_ROWS = """
SELECT id, platform_id, at, actor_kind, actor_id, verb, subject, request_id, details::text
  FROM platforms_auditentry WHERE id > %s AND id <= %s ORDER BY id
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Fault:
    """Something in the log, or in its seals, that is not as it was sealed."""

    kind: str
    subject: str
    detail: str


def boundary(*, patience: float = _PATIENCE_SECONDS) -> int | None:
    """Return a key up to which the log is complete for ever; None when a writer takes too long, or there is no row.

    Whoever drew a key up to the highest one has the table's lock, or has ended. So those who have it now are waited
    for, and nobody waits for us.
    """
    highest = _one(_HIGHEST)
    if highest is None:
        return None
    writers = _writers()
    give_up = time.monotonic() + patience
    while writers:
        if time.monotonic() > give_up:
            return None
        time.sleep(_PAUSE_SECONDS)
        writers &= _writers()
    return highest


def advance(*, until: int, now: dt.datetime) -> int:
    """Seal the rows up to `until` that no seal speaks of, one seal's worth of them; return how many there were."""
    if not _one("SELECT pg_try_advisory_xact_lock(hashtext('platforms_auditseal'))::int"):
        return 0  # somebody else is at it
    last: AuditSeal | None = AuditSeal.objects.defer("index").order_by("-number").first()
    after = last.last_id if last else 0
    index = [piece for _, piece in _rows(after, until, most=ROWS_OF_A_SEAL)]
    if not index:
        return 0
    seal = AuditSeal(
        number=last.number + 1 if last else 1,
        after_id=after,
        last_id=next(key for key, _ in chain.entries(index[-1])),
        rows=len(index),
        index=b"".join(index),
        sealed_at=now,
    )
    seal.digest = chain.seal(bytes(last.digest) if last else chain.START, *_said(seal))
    seal.save(force_insert=True)
    return len(index)


def verify(*, now: dt.datetime, expected: tuple[int, str] | None = None) -> AuditCheckRun:
    """Compare the whole log with its seals and keep what was found.

    `expected` is the number and the digest (hexadecimal) of a seal that was noted somewhere else.
    """
    faults: list[Fault] = []
    seals = rows = 0
    previous = AuditSeal(number=0, last_id=0, digest=chain.START)
    for seal in AuditSeal.objects.order_by("number").iterator(chunk_size=20):
        if len(faults) < MOST_FAULTS:
            faults += [*_faults_of_seal(seal, previous, expected), *_faults_of_rows(seal)]
        seals, rows, previous = seals + 1, rows + seal.rows, seal
    faults += _lost(seals, expected)
    return AuditCheckRun.objects.create(
        started_at=now,
        finished_at=clock.real_now(),
        seals=seals,
        rows=rows,
        faults=[dataclasses.asdict(fault) for fault in faults[:MOST_FAULTS]],
    )


def state() -> str:
    """Return in a word what the last check found, for /readyz."""
    last = AuditCheckRun.objects.order_by("-id").first()
    if last is None:
        return "unchecked"
    if last.faults:
        return "altered"
    return "stale" if last.finished_at < clock.real_now() - STALE_AFTER else "ok"


def head() -> tuple[int, str] | None:
    """Return the number and the digest of the newest seal: noted elsewhere, they prove that none was cut off."""
    last = AuditSeal.objects.defer("index").order_by("-number").first()
    return (last.number, bytes(last.digest).hex()) if last else None


def _faults_of_seal(seal: AuditSeal, previous: AuditSeal, expected: tuple[int, str] | None) -> Iterator[Fault]:
    name = f"seal {seal.number}"
    if seal.number != previous.number + 1 or seal.after_id != previous.last_id:
        yield Fault("SEAL_MISSING", name, f"does not follow seal {previous.number}")
    elif not chain.is_seal(bytes(seal.digest), bytes(previous.digest), *_said(seal)):
        yield Fault("SEAL_CHANGED", name, "it, or the one before, is not what it was")
    if expected and seal.number == expected[0] and bytes(seal.digest).hex() != expected[1]:
        yield Fault("SEAL_REPLACED", name, "its digest is not the one that was noted")


def _faults_of_rows(seal: AuditSeal) -> Iterator[Fault]:
    sealed = dict(chain.entries(bytes(seal.index)))
    there = dict(_rows(seal.after_id, seal.last_id))
    for key in sorted(sealed.keys() | there.keys()):
        if key not in there:
            yield Fault("ROW_MISSING", f"entry {key}", f"seal {seal.number} has it")
        elif key not in sealed:
            yield Fault("ROW_ADDED", f"entry {key}", f"seal {seal.number} does not have it")
        elif there[key] != sealed[key]:
            yield Fault("ROW_CHANGED", f"entry {key}", f"is not what seal {seal.number} says")


def _lost(seals: int, expected: tuple[int, str] | None) -> Iterator[Fault]:
    last = AuditCheckRun.objects.order_by("-seals").first()
    known = max(last.seals if last else 0, expected[0] if expected else 0)
    if seals < known:
        yield Fault("SEALS_LOST", f"seal {known}", f"was there once; now there are {seals}")


def _rows(after: int, until: int, *, most: int | None = None) -> Iterator[tuple[int, bytes]]:
    with connection.cursor() as cursor:
        cursor.execute(f"{_ROWS} LIMIT %s", [after, until, most])
        rows: Sequence[tuple[int, ...]] = cursor.fetchall()
    for row in rows:
        yield row[0], chain.entry(row[0], row[1:])


def _said(seal: AuditSeal) -> tuple[tuple[int, ...], dt.datetime, bytes]:
    return (seal.number, seal.after_id, seal.last_id, seal.rows), seal.sealed_at, bytes(seal.index)


def _writers() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(_WRITERS)
        return {row[0] for row in cursor.fetchall()}


def _one(sql: str) -> int | None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        value: int | None = cursor.fetchone()[0]
    return value
