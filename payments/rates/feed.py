"""The feed of rates: fetching from their sources, and reading what was stored.

Any number of processes share one row per source. Who finds it due and claims it asks the source; all others go on with
the newest snapshot. Asking happens outside of database transactions, and a process that dies while asking costs the
length of its claim. A request that needs rates waits for some seconds, and in some of the threads of its process.
"""

import datetime as dt
import functools
import logging
import time
import uuid
from collections.abc import Callable
from typing import NamedTuple

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction

from payments.models import RateSnapshot
from payments.providers import asking, registry, time_limit
from payments.providers.rate_source import Pair, RateSource, RatesUnavailable, RateTable
from payments.rates import rate_entries as operations
from payments.rates.book import Crossings, RateBook, RatesStale
from payments.rates.staff import StaffRates
from platforms.base import clock, jobs
from platforms.base.slots import Busy
from platforms.database import outages, prepared, sql
from platforms.models import Platform

logger = logging.getLogger(__name__)
PATIENCE_SECONDS = 5.0
"""How long a request waits for rates that another process is fetching."""
_LOOK_AGAIN_SECONDS = 0.05
_ASK_SECONDS = operations.CLAIM.total_seconds() - 5
"""How long a worker waits for a source: no other process may ask meanwhile."""
_Fetch = Callable[[RateSource, dt.datetime], RateTable]


class _Feed(NamedTuple):
    """The facts about a source that a request needs."""

    snapshot_id: uuid.UUID | None
    taken_at: dt.datetime | None
    due_at: dt.datetime
    claimed_until: dt.datetime | None


_ONE = sql.of_constants("SELECT {fields} FROM payments_ratefeed WHERE source = $1", fields=", ".join(_Feed._fields))


def current(*, environment: str, now: dt.datetime, platform_id: uuid.UUID | None = None) -> RateBook:
    """Return the rates that a platform, or all in `environment`, exchange at: one query of one row.

    Rates age in real time: `now` may be the time of a sandbox platform, whose clock runs ahead. Raises RatesStale when
    none were ever fetched; the book refuses a rate that is too old.
    """
    source = registry.rate_source(environment, platform_id)
    return _open(source, _read(source), min(now, clock.real_now()))


def ensure(environment: str, platform_id: uuid.UUID | None = None) -> RateBook:
    """Return the rates of a platform, or of all in `environment`; if there are none, or only old ones, fetch them now.

    For use before a database transaction: it may use the network. Of many callers one asks the source and the others
    wait. When there never were any rates it raises RatesStale, NoAnswer when the source has not answered in time, and
    Busy when too many wait for it; a rate that is too old is refused by the book.
    """
    source = registry.rate_source(environment, platform_id)
    feed = _read(source)
    if not _is_fresh(feed, source):
        try:
            feed = _take(source)
        except (asking.NoAnswer, Busy):
            if feed is None or feed.snapshot_id is None:
                raise
    return _open(source, feed, clock.real_now())


def _take(source: RateSource) -> _Feed | None:
    """Take rates, or wait until somebody else has; return what is known then. Raises NoAnswer and Busy."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    with asking.rates(source.name).held():
        while True:
            is_taken = _refresh(source, _fetch_for_request)
            feed = _read(source)
            if is_taken or _is_fresh(feed, source) or not _is_being_asked(feed):
                return feed
            if time.monotonic() >= deadline:
                raise asking.NoAnswer
            time.sleep(_LOOK_AGAIN_SECONDS)


def refresh_due() -> int:
    """Ask every source that is due and used by a platform; return how many answered."""
    environments = Platform.objects.values_list("environment", flat=True).distinct()
    return sum(refresh(source) for source in registry.rate_sources(environments).values())


def refresh(source: RateSource) -> bool:
    """Ask a source if it is due and not being asked; tell whether rates were stored."""
    return _refresh(source, _fetch_for_worker)


def _fetch_for_worker(source: RateSource, now: dt.datetime) -> RateTable:
    with time_limit.at_most(_ASK_SECONDS):
        return source.fetch(now)


def _fetch_for_request(source: RateSource, now: dt.datetime) -> RateTable:
    if isinstance(source, StaffRates):
        return source.fetch(now)  # our own rows: the database has an end to every wait
    return asking.ask(lambda: source.fetch(now), party=source.name, slots=asking.SOURCES)


def _refresh(source: RateSource, fetch: _Fetch) -> bool:
    now = clock.real_now()
    with transaction.atomic(durable=True):
        claim = operations.claim(source=source.name, now=now)
    if claim is None:
        return False
    stopped: Exception | None = None
    try:
        table = fetch(source, now)
        with transaction.atomic(durable=True):
            return operations.record(claim=claim, table=table, refresh_every=source.refresh_every, now=now)
    except (RatesUnavailable, asking.NoAnswer, Busy) as error:
        stopped = None if isinstance(error, RatesUnavailable) else error
        reason = "no answer in time" if stopped else str(error)
        logger.warning("no rates", extra={"source": source.name, "reason": reason})
    except (Exception, time_limit.TookTooLong) as error:
        # A source is outside: whatever it raises, the rates known so far stay in use and other sources are asked.
        reason = f"unexpected: {type(error).__name__}"
        stopped = error if isinstance(error, SoftTimeLimitExceeded) else None
        if not outages.warned(logger, error):
            logger.exception("no rates", extra={"source": source.name})
    with transaction.atomic(durable=True):
        operations.note_failure(claim=claim, reason=reason, now=now)
    if stopped is not None:
        raise stopped
    return False


def _open(source: RateSource, feed: _Feed | None, present: dt.datetime) -> RateBook:
    if feed is None or feed.due_at <= present:
        jobs.notify(operations.REFRESH_TASK)
    if feed is None or feed.snapshot_id is None or feed.taken_at is None:
        raise RatesStale
    return RateBook(
        snapshot_id=feed.snapshot_id,
        source=source.name,
        taken_at=feed.taken_at,
        stale_before=present - source.stale_after,
        crossings=_crossings(feed.snapshot_id),
    )


def _read(source: RateSource) -> _Feed | None:
    found = prepared.rows(_ONE, [source.name])
    return _Feed(*found[0]) if found else None


def _is_fresh(feed: _Feed | None, source: RateSource) -> bool:
    return feed is not None and feed.taken_at is not None and feed.taken_at >= clock.real_now() - source.stale_after


def _is_being_asked(feed: _Feed | None) -> bool:
    return feed is not None and feed.claimed_until is not None and feed.claimed_until > clock.real_now()


@functools.lru_cache(maxsize=16)
def _crossings(snapshot_id: uuid.UUID) -> Crossings:
    # A snapshot never changes, so each process reads it once.
    return Crossings(map(Pair.from_json, RateSnapshot.objects.get(id=snapshot_id).pairs))
