"""Taking rates from their sources, and reading what was taken.

Any number of processes share one row per source. Who finds it due and claims it asks the source; all others go on with
the newest snapshot. Asking happens outside of database transactions, and a process that dies while asking costs the
length of its claim.
"""

import datetime as dt
import functools
import logging
import time
import uuid
from typing import NamedTuple

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction

from payments.models import RateSnapshot
from payments.providers import registry, time_limit
from payments.providers.rate_source import Pair, RateSource, RatesUnavailable
from payments.rates import rate_entries as operations
from payments.rates.book import Crossings, RateBook, RatesStale
from platforms.base import clock, jobs
from platforms.database import outages, prepared
from platforms.models import Platform

logger = logging.getLogger(__name__)
PATIENCE_SECONDS = 5.0
"""How long a request waits for rates that another process is just taking."""
_LOOK_AGAIN_SECONDS = 0.05
_ASK_SECONDS = operations.CLAIM.total_seconds() - 5
"""How long a worker waits for a source: another must not ask while it does."""


class _Feed(NamedTuple):
    """What a request needs to know of a source."""

    snapshot_id: uuid.UUID | None
    taken_at: dt.datetime | None
    due_at: dt.datetime
    claimed_until: dt.datetime | None


_ONE = f"SELECT {', '.join(_Feed._fields)} FROM payments_ratefeed WHERE source = $1"  # noqa: S608 - our own columns


def current(*, environment: str, now: dt.datetime) -> RateBook:
    """Return the rates that platforms in `environment` exchange at: one query of one row.

    Rates age in real time: `now` may be the time of a sandbox platform, whose clock runs ahead. Raises RatesStale when
    there never were any; a rate that is too old is refused by the book.
    """
    source = registry.rate_source(environment)
    return _open(source, _read(source), min(now, clock.real_now()))


def ensure(environment: str) -> RateBook:
    """Return the rates; when there are none, or none young enough, take them here and now.

    For use before a database transaction: it may use the network. Of many callers one asks the source and the others
    wait. Raises RatesStale when there never were any rates; one that is too old is refused by the book.
    """
    source = registry.rate_source(environment)
    feed = _read(source)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not _is_fresh(feed, source) and time.monotonic() < deadline:
        is_taken = refresh(source)
        feed = _read(source)
        if is_taken or not _is_being_asked(feed):
            break
        time.sleep(_LOOK_AGAIN_SECONDS)
    return _open(source, feed, clock.real_now())


def refresh_due() -> int:
    """Ask every source that is due and that a platform uses; return how many have answered."""
    environments = Platform.objects.values_list("environment", flat=True).distinct()
    return sum(refresh(source) for source in registry.rate_sources(environments).values())


def refresh(source: RateSource) -> bool:
    """Ask a source if it is due and nobody else is asking; tell whether rates were taken."""
    now = clock.real_now()
    with transaction.atomic(durable=True):
        claim = operations.claim(source=source.name, now=now)
    if claim is None:
        return False
    stopped: SoftTimeLimitExceeded | None = None
    try:
        with time_limit.at_most(_ASK_SECONDS):
            table = source.fetch(now)
        with transaction.atomic(durable=True):
            return operations.record(claim=claim, table=table, refresh_every=source.refresh_every, now=now)
    except RatesUnavailable as error:
        reason = str(error)
        logger.warning("no rates", extra={"source": source.name, "reason": reason})
    except (Exception, time_limit.TookTooLong) as error:
        # A source is a stranger's data: whatever it breaks, the rates known so far stay in use and others are asked.
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
