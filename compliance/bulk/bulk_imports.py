"""Bulk imports: started with a file, taken by workers, finished when every row is a customer or an error.

The file is stored encrypted, in blocks, beside the job. A worker takes the job by moving its due time ahead (a lease)
and does one batch of rows per database transaction: customers, errors, counters and the position of the next batch
commit together. If a worker dies, its batch is lost and the next worker does it again; a worker whose lease expired
finds the job taken by another, and stops. So no row is imported twice and none is left out.
"""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any

from django.db import connection

from compliance import representations
from compliance.bulk import records, rows
from compliance.customers import customers
from compliance.models import BULK_IMPORT_TRANSITIONS, BulkImport, BulkImportError, BulkImportPart, BulkImportStatus
from platforms import audit
from platforms.base import clock, errors, jobs, states
from platforms.encryption import encryption
from platforms.operations import work_failures
from webhooks.outbox import events

TASK = "compliance.import_customers"
LEASE = dt.timedelta(seconds=120)
"""How long a worker may take for one batch, or for counting, before another one takes the job."""
BATCH = 200
"""Rows per database transaction."""
MOST_ERRORS = 1000
"""Errors of a job that are kept and shown; the rest are counted."""
_BLOCK_BYTES = 256 * 1024
_MOST_FAILURES = 20


@dataclasses.dataclass(frozen=True, slots=True)
class Claim:
    """A job leased to this worker."""

    import_id: uuid.UUID
    attempt: int
    platform_id: uuid.UUID
    clock_offset: dt.timedelta
    size: int
    columns: tuple[str, ...]
    position: int
    total: int
    processed: int
    actor: audit.Actor


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """A row to be imported."""

    number: int
    correlation_id: str
    end: int
    outcome: Mapping[str, Any] | errors.DomainError
    """The customer's details, or why it can't be one."""


class RowFailed(errors.DomainError):
    """A row without a known fault could not be stored."""

    code = "INTERNAL_ERROR"
    message = "An error occurred on our side. Send this row again."


class LostClaim(Exception):
    """Another worker has taken the job: this one was too slow."""


def start(*, platform_id: uuid.UUID, content: IO[bytes], size: int, actor: audit.Actor, now: dt.datetime) -> BulkImport:
    """Take a file of customers and return the job that will import it. Raises InvalidInput for its header."""
    content.seek(0)
    columns, position = rows.read_header(_blocks_of(content))
    job: BulkImport = BulkImport.objects.create(
        platform_id=platform_id,
        size=size,
        columns=columns,
        position=position,
        actor_kind=actor.kind,
        actor_id=actor.id,
        request_id=actor.request_id,
        next_run_at=clock.real_now(),
        created_at=now,
        updated_at=now,
    )
    content.seek(0)
    for number, block in enumerate(_blocks_of(content)):
        sealed = encryption.encrypt(block, context=_context(job.id, number))
        BulkImportPart.objects.create(bulk_import=job, number=number, content=sealed)
    audit.record(job, "bulk_import.start", actor=actor, now=now, bytes=size)
    jobs.notify(TASK)
    return job


_CLAIM = """
WITH due AS (
    SELECT job.id, platform.clock_offset
      FROM compliance_bulkimport job JOIN platforms_platform platform ON platform.id = job.platform_id
     WHERE job.next_run_at <= %(now)s
     ORDER BY job.next_run_at
     LIMIT 1
       FOR UPDATE OF job SKIP LOCKED
)
UPDATE compliance_bulkimport job
   SET next_run_at = %(leased_until)s, attempts = LEAST(job.attempts, 2147483646) + 1
  FROM due
 WHERE job.id = due.id
RETURNING job.id, job.attempts, job.platform_id, due.clock_offset, job.size, job.columns, job.position, job.total,
          job.processed, job.actor_kind, job.actor_id, job.request_id
"""


def claim_due(*, real_now: clock.RealTime) -> Claim | None:
    """Claim the job that has waited longest; None when none is due. Due times are in real time."""
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, {"now": real_now, "leased_until": real_now + LEASE})
        row = cursor.fetchone()
    if row is None:
        return None
    key, attempt, platform_id, offset, size, columns, position, total, processed, kind, actor_id, request_id = row
    return Claim(
        import_id=key,
        attempt=attempt,
        platform_id=platform_id,
        clock_offset=offset,
        size=size,
        columns=tuple(columns),
        position=position,
        total=total,
        processed=processed,
        actor=audit.Actor(kind=kind, id=actor_id, request_id=request_id),
    )


def count_rows(claim: Claim) -> int:
    """Return how many rows of a job are not done yet: reads the rest of the file. Raises Unreadable."""
    return sum(1 for _ in records.read(_blocks(claim), start=claim.position))


def batches(claim: Claim) -> Iterator[list[Row]]:
    """Yield the remaining rows of a job in batches, validated as far as that needs no database."""
    batch = []
    for number, record in enumerate(records.read(_blocks(claim), start=claim.position), start=claim.processed + 1):
        batch.append(_row(record, number, claim.columns))
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def give_up_row(row: Row) -> Row:
    """Return a row as one that failed for a reason on our side."""
    return dataclasses.replace(row, outcome=RowFailed())


def record_total(*, claim: Claim, total: int, now: dt.datetime) -> None:
    """Record how many rows a job has, which begins it. Raises LostClaim."""
    job = _hold(claim)
    job.total = total
    _move(job, BulkImportStatus.PROCESSING, now=now)
    job.next_run_at = clock.real_now() + LEASE
    job.save(update_fields=["total", "status", "next_run_at", "updated_at"])


def import_rows(*, claim: Claim, batch: Sequence[Row], now: dt.datetime) -> None:
    """Make customers of rows; store the errors of the others. Raises LostClaim, UmaAddressExists."""
    job = _hold(claim)
    assert batch[0].number == job.processed + 1, "rows are done one after another"
    refused = {row.number: row.outcome for row in batch if isinstance(row.outcome, errors.DomainError)}
    asked = {row.number: row.outcome for row in batch if not isinstance(row.outcome, errors.DomainError)}
    made = customers.create_many(platform_id=claim.platform_id, batch=list(asked.values()), actor=claim.actor, now=now)
    outcomes = zip(asked, made, strict=True)
    refused |= {number: outcome for number, outcome in outcomes if isinstance(outcome, errors.DomainError)}
    _keep_errors(job, [(row, refused[row.number]) for row in batch if row.number in refused])
    job.processed += len(batch)
    job.failed += len(refused)
    job.successful = job.processed - job.failed
    _drop_parts(job, batch[-1].end)
    if job.failures:
        work_failures.clear(work=TASK, subject=job.public_id)
    job.position, job.failures, job.updated_at = batch[-1].end, 0, now
    job.next_run_at = clock.real_now() + LEASE
    job.save()


def finish(*, claim: Claim, now: dt.datetime) -> BulkImport:
    """End a job whose rows are all done, and notify the platform. Raises LostClaim."""
    job = _hold(claim)
    _end(job, BulkImportStatus.COMPLETED if job.successful else BulkImportStatus.FAILED, now=now)
    return job


def fail(*, claim: Claim, reason: str, now: dt.datetime) -> BulkImport:
    """End a job that can't go on for a reason on our side; imported customers stay. Raises LostClaim."""
    job = _hold(claim)
    BulkImportError.objects.update_or_create(
        bulk_import=job,
        row=0,
        defaults={"correlation_id": "file", "code": "INTERNAL_ERROR", "message": reason, "details": {}},
    )
    _end(job, BulkImportStatus.FAILED, now=now)
    return job


def release(*, claim: Claim) -> None:
    """Release a job, so that any worker can go on with it at once. Raises LostClaim."""
    job = _hold(claim)
    job.next_run_at = clock.real_now()
    job.save(update_fields=["next_run_at"])
    jobs.notify(TASK)


def try_later(*, claim: Claim, error: Exception, real_now: clock.RealTime) -> bool:
    """Postpone a job that failed on our side, longer after each failure; return False when it is time to give up.

    Raises LostClaim.
    """
    job = _hold(claim)
    pause = work_failures.note(work=TASK, subject=job.public_id, platform_id=job.platform_id, error=error, now=real_now)
    job.failures = min(job.failures + 1, _MOST_FAILURES)
    job.next_run_at = real_now + pause
    job.save(update_fields=["failures", "next_run_at"])
    return job.failures < _MOST_FAILURES


def _hold(claim: Claim) -> BulkImport:
    job: BulkImport = BulkImport.objects.select_for_update(no_key=True).get(id=claim.import_id)
    if job.attempts != claim.attempt or job.next_run_at is None:
        raise LostClaim
    return job


def _row(record: records.Record, number: int, columns: Sequence[str]) -> Row:
    correlation_id = f"row_{number}"
    try:
        cells = rows.cells_by_column(record, columns)
        correlation_id = cells.get("platformCustomerId", correlation_id)[:255]
        return Row(number, correlation_id, record.end, rows.details(cells))
    except errors.DomainError as refusal:
        return Row(number, correlation_id, record.end, refusal)


def _keep_errors(job: BulkImport, refused: Sequence[tuple[Row, errors.DomainError]]) -> None:
    room = max(MOST_ERRORS - job.failed, 0)
    BulkImportError.objects.bulk_create(
        BulkImportError(
            bulk_import=job,
            row=row.number,
            correlation_id=row.correlation_id,
            code=refusal.code,
            message=refusal.text[:500],
            details={**rows.in_columns(refusal), "row": row.number},
        )
        for row, refusal in refused[:room]
    )


def _drop_parts(job: BulkImport, position: int) -> None:
    """Delete the blocks of the file that lie before `position`."""
    number = position // _BLOCK_BYTES
    if number > job.position // _BLOCK_BYTES:
        BulkImportPart.objects.filter(bulk_import=job, number__lt=number).delete()


def _end(job: BulkImport, status: BulkImportStatus, *, now: dt.datetime) -> None:
    _move(job, status, now=now)
    job.next_run_at, job.completed_at = None, now
    job.save()
    BulkImportPart.objects.filter(bulk_import=job).delete()
    if job.failures:
        work_failures.clear(work=TASK, subject=job.public_id)
    events.emit(
        platform_id=job.platform_id,
        type=f"BULK_UPLOAD.{status}",
        resource=job.public_id,
        data=representations.bulk_import(job),
        now=now,
    )
    counters = {"successful": job.successful, "failed": job.failed}
    audit.record(job, f"bulk_import.{status.lower()}", actor=audit.SYSTEM, now=now, **counters)


def _move(job: BulkImport, status: BulkImportStatus, *, now: dt.datetime) -> None:
    states.require(BULK_IMPORT_TRANSITIONS, job.status, status)
    job.status, job.updated_at = status, now


def _blocks_of(content: IO[bytes]) -> Iterator[bytes]:
    while block := content.read(_BLOCK_BYTES):
        yield block


def _blocks(claim: Claim) -> Iterator[bytes]:
    """Yield the content of the file from the claim's position on, one block in memory at a time."""
    number, skipped = divmod(claim.position, _BLOCK_BYTES)
    parts = BulkImportPart.objects.filter(bulk_import_id=claim.import_id)
    while number * _BLOCK_BYTES < claim.size:
        sealed = parts.filter(number=number).values_list("content", flat=True).first()
        if sealed is None:
            raise encryption.Unreadable(f"part {number} of the file is missing")
        yield encryption.decrypt(bytes(sealed), context=_context(claim.import_id, number))[skipped:]
        number, skipped = number + 1, 0


def _context(import_id: uuid.UUID, number: int) -> str:
    return f"compliance_bulkimportpart.content:{import_id}:{number}"
