"""Statements of many accounts: asked for once, made by workers some at a time, and taken as one archive.

Each statement is stored, encrypted and in parts, before the run goes on. A worker that dies has made some files that no
run names, and the next one makes them again. Looking closes nothing: each file says whether it is final.
"""

import dataclasses
import datetime as dt
import logging
import time
import uuid
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction

from payments.models import LedgerAccount, StatementRun
from payments.reporting import exports
from platforms import audit
from platforms.base import clock, errors, jobs
from platforms.base.slots import Busy
from platforms.database import outages
from platforms.database.rows import by_key
from platforms.encryption import encrypted_storage
from platforms.models import Platform
from platforms.operations import work_failures

logger = logging.getLogger(__name__)
TASK = "payments.make_statements"
DUE = """
    (SELECT TRUE FROM payments_statementrun WHERE next_run_at <= %(now)s ORDER BY next_run_at LIMIT 1)
"""
MOST = 1000
"""Accounts of a run."""
KEPT = dt.timedelta(days=7)
"""So long an archive can be taken."""
ROOT = "statement_runs"
FORMS = ("csv", "camt", "pdf")
_PART = 1024 * 1024
"""Bytes that are encrypted at once: the memory that a file takes, whatever its size."""
_AT_ONCE = 25
"""Accounts after which the run's row is written."""
_RUN_SECONDS = 10.0
_LEASE = dt.timedelta(minutes=10)
"""Longer than the statement of any account takes: after it the run is another worker's."""
_BUSY = dt.timedelta(seconds=30)


class NotComplete(errors.DomainError):
    """Workers still make the statements, or the archive is gone."""

    code = "INVALID_INPUT"
    message = "There is no archive: its statements are still being made, or it was made more than seven days ago."


@dataclasses.dataclass(slots=True)
class _Made:
    """What has come of some accounts of a run."""

    files: list[list[Any]] = dataclasses.field(default_factory=list)
    problems: list[list[Any]] = dataclasses.field(default_factory=list)
    is_busy: bool = False

    @property
    def count(self) -> int:
        """Of how many accounts."""
        return len(self.files) + len(self.problems)


def begin(
    *,
    platform: Platform,
    accounts: Sequence[int],
    form: str,
    since: dt.datetime,
    until: dt.datetime,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> StatementRun:
    """Have workers make the statements of up to 1,000 accounts for a period before `until`; write the audit log.

    A PDF has of the holder's address the country alone. Raises InvalidInput for no account or too many, and for
    accounts of others, and PeriodEmpty.
    """
    if form not in FORMS:
        raise errors.InvalidInput.field("form", "must be csv, camt or pdf")
    if until <= since:
        raise exports.PeriodEmpty
    if not 1 <= len(accounts) <= MOST:
        raise errors.InvalidInput.field("accounts", f"must be 1 to {MOST:,}, and are {len(accounts):,}")
    known = set(LedgerAccount.objects.filter(platform=platform, pk__in=accounts).values_list("pk", flat=True))
    if unknown := [key for key in accounts if key not in known]:
        raise errors.InvalidInput.field("accounts", f"{unknown[0]} is no account of this platform")
    run: StatementRun = StatementRun.objects.create(
        platform=platform,
        form=form,
        since=since,
        until=until,
        accounts=list(dict.fromkeys(accounts)),
        created_by=actor.id,
        created_at=now,
        next_run_at=now,
    )
    audit.record(
        run,
        "statement_run.begin",
        actor=actor,
        now=clock.of(platform, now),
        form=form,
        accounts=len(run.accounts),
        since=since.isoformat(),
        until=until.isoformat(),
        reason=reason,
    )
    jobs.notify(TASK)
    return run


def make_due() -> int:
    """Make statements for some seconds; return how many accounts were done. Ends early when there are too many."""
    return jobs.repeat(lambda: _make_some(clock.real_now()), seconds=_RUN_SECONDS, task_name=TASK)


def _make_some(now: clock.RealTime) -> int | None:
    """Make the next statements of the run that is due longest; None if none is due."""
    run = _claim(now)
    if run is None:
        return None
    try:
        made = _make(run)
        _go_on(run, made, now)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if not outages.warned(logger, error):
            logger.exception("statements are put back", extra={"subject": run.public_id})
        _put_back(run, error, now)
        return 0
    return made.count


def _claim(now: clock.RealTime) -> StatementRun | None:
    """Return the run that is due longest, which is this worker's for the time of a lease."""
    with transaction.atomic(durable=True):
        due = StatementRun.objects.filter(next_run_at__lte=now).order_by("next_run_at")
        run: StatementRun | None = (
            due.select_for_update(no_key=True, skip_locked=True, of=("self",)).select_related("platform").first()
        )
        if run is not None:
            run.next_run_at = now + _LEASE
            run.save(update_fields=["next_run_at"])
    return run


def _make(run: StatementRun) -> _Made:
    """Make statements from the first account that is not done; stop before one that can't be made now."""
    keys = run.accounts[run.done : run.done + _AT_ONCE]
    accounts = LedgerAccount.objects.select_related("platform", "internal_account__customer").in_bulk(keys)
    made, began = _Made(), time.monotonic()
    for key in keys:
        if made.count and time.monotonic() - began > _RUN_SECONDS:
            break
        try:
            made.files.append(_statement(run, accounts[key]))
        except (exports.JournalBusy, Busy):
            made.is_busy = True
            break
        except errors.DomainError as refusal:
            made.problems.append([key, refusal.text])
    return made


def _statement(run: StatementRun, account: LedgerAccount) -> list[Any]:
    """Store the statement of an account; return its name and the keys of its parts."""
    with transaction.atomic(durable=True):
        file = exports.make(
            account=account,
            form=run.form,
            since=run.since,
            until=run.until,
            actor=audit.Actor(kind="STAFF", id=run.created_by, request_id=""),
            now=account.platform.now(),
        )
    today = clock.real_now().date()
    return [file.name, [encrypted_storage.put(part, root=ROOT, today=today) for part in _parts(file.chunks)]]


def _parts(chunks: Iterable[str | bytes]) -> Iterator[bytes]:
    part = bytearray()
    for chunk in chunks:
        part += chunk.encode() if isinstance(chunk, str) else chunk
        if len(part) >= _PART:
            yield bytes(part)
            part.clear()
    yield bytes(part)


def _go_on(run: StatementRun, made: _Made, now: clock.RealTime) -> None:
    """Keep what was made, unless the lease has run out and another worker has gone on meanwhile."""
    with transaction.atomic(durable=True):
        row: StatementRun = StatementRun.objects.select_for_update(no_key=True).get(pk=run.pk)
        if (row.done, row.next_run_at) != (run.done, run.next_run_at):
            return
        row.files, row.problems = [*row.files, *made.files], [*row.problems, *made.problems]
        row.done += made.count
        row.next_run_at = now + _BUSY if made.is_busy else now
        if row.done == len(row.accounts):
            row.next_run_at, row.completed_at = None, clock.real_now()
            counts = {"made": len(row.files), "refused": len(row.problems)}
            of_platform = clock.of(run.platform, row.completed_at)
            audit.record(row, "statement_run.complete", actor=audit.SYSTEM, now=of_platform, **counts)
        row.save(update_fields=["files", "problems", "done", "next_run_at", "completed_at"])
        work_failures.clear(work=TASK, subject=row.public_id)


def _put_back(run: StatementRun, error: Exception, now: clock.RealTime) -> None:
    with transaction.atomic(durable=True):
        pause = work_failures.note(work=TASK, subject=run.public_id, platform_id=run.platform_id, error=error, now=now)
        StatementRun.objects.filter(pk=run.pk, completed_at=None).update(next_run_at=now + pause)


def is_ready(run: StatementRun, *, now: clock.RealTime) -> bool:
    """Tell whether the archive of a run can be taken."""
    return run.completed_at is not None and bool(run.files) and now < run.completed_at + KEPT


def archive(*, run: uuid.UUID, actor: audit.Actor, now: clock.RealTime) -> exports.Export:
    """Return the archive of a complete run, to be streamed, after writing to the audit log who gets it.

    It takes the memory of one part. Raises NotComplete.
    """
    row: StatementRun | None = by_key(StatementRun.objects.select_related("platform"), run)
    if row is None or not is_ready(row, now=now):
        raise NotComplete
    audit.record(row, "statement_run.download", actor=actor, now=clock.of(row.platform, now))
    name = f"statements-{row.since:%Y%m%d}-{row.until:%Y%m%d}-{row.form}.zip"
    return exports.Export(name, "application/zip", _zipped(row))


class _Sink:
    """The target of an archive that can't go back; `taken` returns what was written since."""

    def __init__(self) -> None:
        self._written = bytearray()

    def write(self, data: bytes) -> int:
        self._written += data
        return len(data)

    def flush(self) -> None:
        """Do nothing: the archive asks for it."""

    def close(self) -> None:
        """Do nothing: what was written is taken."""

    def taken(self) -> bytes:
        written = bytes(self._written)
        self._written.clear()
        return written


def _zipped(run: StatementRun) -> Iterator[bytes]:
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as made:
        for name, keys in run.files:
            with made.open(zipfile.ZipInfo(name, _dos_time(run.completed_at)), "w", force_zip64=True) as file:
                for key in keys:
                    file.write(encrypted_storage.get(key))
                    yield sink.taken()
        if run.problems:
            lines = (f"LedgerAccount:{key}: {problem}\n" for key, problem in run.problems)
            made.writestr("not-made.txt", "".join(lines))
    yield sink.taken()


def _dos_time(at: dt.datetime | None) -> tuple[int, int, int, int, int, int]:
    moment = at or dt.datetime(1980, 1, 1, tzinfo=dt.UTC)
    return (moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second)


def sweep(*, now: clock.RealTime) -> int:
    """Erase the files of days after which no archive can be taken; return how many there were."""
    erased = 0
    # A run may take a day from its first file to its end.
    last = (now - KEPT - dt.timedelta(days=1)).date()
    for day in encrypted_storage.days(ROOT):
        for key in list(encrypted_storage.keys_of(ROOT, day)) if day < last else ():
            encrypted_storage.erase(key)
            erased += 1
    return erased
