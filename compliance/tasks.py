"""Celery entry points of the compliance app."""

import contextlib
import functools
import logging
import time
import uuid
from collections.abc import Callable, Iterator

from celery.exceptions import SoftTimeLimitExceeded
from django.db import DataError, IntegrityError, transaction

from compliance.bulk import bulk_imports
from compliance.documents import retention
from compliance.providers.watchlists import files, forms
from compliance.review_desk import claim_expiry
from compliance.screening import lists, sources, sweeps
from platforms import audit
from platforms.base import clock, errors, identifiers
from platforms.base.background import DAY, MINUTE, job, rights
from platforms.database import outages, writes
from platforms.encryption import encryption
from platforms.operations import attempts, work_failures

logger = logging.getLogger(__name__)
_SWEEP_SECONDS = 90
"""Duration of one run of a sweep: less than the time limit of a task. The next run continues where it ended."""
_RESCREEN = "compliance.rescreen_customers"
_FETCH = "compliance.fetch_lists"
_IMPORT_SECONDS = 5
"""Duration of one run of imports: other work may have to wait that long for the worker."""
_IMPORT_DUE = """
    (SELECT TRUE FROM compliance_bulkimport job WHERE job.next_run_at <= %(now)s ORDER BY job.next_run_at LIMIT 1)
"""
_UNREADABLE = "The file can't be read any more. Send it again."
_FAILED = "The import failed on our side. What was imported before stays."


@job("compliance.import_customers", every=2, due=_IMPORT_DUE)
def import_customers() -> int:
    """Work on the bulk imports that are due, and return how many rows were done."""
    done, end = 0, time.monotonic() + _IMPORT_SECONDS
    while time.monotonic() < end:
        with transaction.atomic(durable=True):
            claim = bulk_imports.claim_due(real_now=clock.real_now())
        if claim is None:
            break
        done += _import(claim, end=end)
    return done


@job(_RESCREEN, every=MINUTE)
def rescreen_customers() -> int:
    """Screen customers against a new list, step by step; return how many were screened."""
    compared, end = 0, time.monotonic() + _SWEEP_SECONDS
    _compare_failed(now=clock.real_now())
    while time.monotonic() < end:
        step = _advance_sweep(now=clock.real_now())
        compared += step
        if not step:
            break
    return compared


def _advance_sweep(*, now: clock.RealTime) -> int:
    """Screen some customers at once; if that fails, one by one, and skip those that can't be screened."""
    try:
        with transaction.atomic(durable=True):
            return sweeps.advance(now=now)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if not outages.warned(logger, error):
            logger.exception("customers are compared one by one")
    keys = sweeps.upcoming(now=now)
    for key in keys:
        if not _attempt_compare(functools.partial(_advance_by_one, key, now), key, now=now):
            with transaction.atomic(durable=True):
                sweeps.skip(key=key)
    return len(keys)


def _compare_failed(*, now: clock.RealTime) -> None:
    for subject in work_failures.due(work=_RESCREEN, now=now):
        key = identifiers.parse("Customer", subject)
        if key is not None:
            _attempt_compare(functools.partial(_compare_one, key, now), key, now=now)


def _attempt_compare(part: Callable[[], bool], key: uuid.UUID, *, now: clock.RealTime) -> bool:
    return bool(attempts.attempt(part, work=_RESCREEN, subject=identifiers.public("Customer", key), now=now))


def _advance_by_one(key: uuid.UUID, now: clock.RealTime) -> bool:
    with transaction.atomic(durable=True):
        if not sweeps.advance(now=now, only=key):
            # Another worker has continued. It may or may not have screened this one, so it is screened again.
            message = "not the next customer of the sweep"
            raise RuntimeError(message)
    return True


def _compare_one(key: uuid.UUID, now: clock.RealTime) -> bool:
    with transaction.atomic(durable=True):
        sweeps.compare(key=key, now=now)
    return True


@job(_FETCH, every=10 * MINUTE, at_most=30 * MINUTE)
def fetch_lists() -> int:
    """Fetch the lists of the settings that are due, each by itself; return how many editions are new."""
    now, loaded = clock.real_now(), 0
    for source in sources.named():
        new = attempts.attempt(
            functools.partial(_fetch, source, now), work=_FETCH, subject=f"list {source.name}"[:64], now=now
        )
        loaded += bool(new)
    return loaded


def _fetch(source: sources.Source, now: clock.RealTime) -> bool:
    """Tell whether a list has a new edition, which is in use from now on."""
    if not sources.due(source, now=now):
        return False
    with sources.opened(source.place, now=now) as found:
        checksum = files.checksum(found.file)
        with transaction.atomic(durable=True):
            loaded = lists.load(
                name=source.name,
                kind=source.kind,
                checksum=checksum,
                edition=forms.read(found.file),
                actor=audit.SYSTEM,
                now=now,
                seen_at=found.seen_at,
            )
    return loaded.is_new


@job("compliance.expire_claims", every=10 * MINUTE)
def expire_claims() -> int:
    """Return the cases to the queue whose reviewers have left them alone, each by itself; return how many."""
    now, ended = clock.real_now(), 0
    for key in claim_expiry.due(now=now):
        with transaction.atomic(durable=True):
            ended += claim_expiry.end(verification_id=key, now=now)
    return ended


@job(
    "compliance.sweep_document_files",
    every=DAY,
    rights={"compliance.RetiredFile": rights.Grant(update=("erased_at",))},
)
def sweep_document_files() -> int:
    """Erase the files past their retention and those without a document; return how many there were."""
    return retention.sweep(now=clock.real_now())


def _import(claim: bulk_imports.Claim, *, end: float) -> int:
    """Work on one job until it or the time is over; return how many rows were done."""
    done = 0
    try:
        if not claim.total:
            total = bulk_imports.count_rows(claim)
            with transaction.atomic(durable=True):
                bulk_imports.record_total(claim=claim, total=total, now=clock.now(claim))
        for batch in bulk_imports.batches(claim):
            _import_batch(claim, batch)
            done += len(batch)
            if time.monotonic() >= end:
                with transaction.atomic(durable=True):
                    bulk_imports.release(claim=claim)
                return done
        with transaction.atomic(durable=True):
            bulk_imports.finish(claim=claim, now=clock.now(claim))
    except bulk_imports.LostClaim:
        logger.info("import taken up by another worker", extra={"job": str(claim.import_id)})
    except Exception as error:
        # One failing job must not stop the others.
        if not outages.warned(logger, error):
            logger.exception("import put off", extra={"job": str(claim.import_id)})
        _put_off(claim, error)
        if isinstance(error, SoftTimeLimitExceeded):
            raise
    return done


def _import_batch(claim: bulk_imports.Claim, batch: list[bulk_imports.Row]) -> None:
    """Import a batch; if the database refuses it as a whole, row by row, so that only the culprit is refused."""
    try:
        _commit(claim, batch)
    except (errors.DomainError, IntegrityError, DataError):
        for row in batch:
            for attempt in _ways(row):
                try:
                    _commit(claim, [attempt])
                except (errors.DomainError, IntegrityError, DataError):
                    logger.exception("row not imported", extra={"job": str(claim.import_id), "row": row.number})
                else:
                    break


def _ways(row: bulk_imports.Row) -> Iterator[bulk_imports.Row]:
    """Yield a row twice, since another may have taken its address concurrently, and then as an error of ours."""
    yield from (row, row)
    yield bulk_imports.give_up_row(row)


def _commit(claim: bulk_imports.Claim, batch: list[bulk_imports.Row]) -> None:
    with transaction.atomic(durable=True), writes.together():
        bulk_imports.import_rows(claim=claim, batch=batch, now=clock.now(claim))


def _put_off(claim: bulk_imports.Claim, error: Exception) -> None:
    with contextlib.suppress(bulk_imports.LostClaim):
        with transaction.atomic(durable=True):
            goes_on = bulk_imports.try_later(claim=claim, error=error, real_now=clock.real_now())
        if not goes_on:
            is_unreadable = isinstance(error, encryption.Unreadable)
            _give_up(claim, reason=_UNREADABLE if is_unreadable else _FAILED)


def _give_up(claim: bulk_imports.Claim, *, reason: str) -> None:
    with contextlib.suppress(bulk_imports.LostClaim), transaction.atomic(durable=True):
        bulk_imports.fail(claim=claim, reason=reason, now=clock.now(claim))
