"""Writes of exchange rates: fetched from sources, or entered by staff."""

import datetime as dt
import uuid
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from django.db import connection

from payments.models import RateFeed, RateSnapshot, StaffRate
from payments.pricing import arithmetic
from payments.providers.rate_source import GREATEST_RATE, LEAST_RATE, RateTable
from platforms import audit
from platforms.base import errors, identifiers, jobs, money

CLAIM = dt.timedelta(seconds=30)
"""How long fetching from a source may take, and so the largest cost of a process that dies meanwhile."""
RETRY = dt.timedelta(seconds=60)
"""Pause after a failed attempt."""
REFRESH_TASK = "payments.refresh_rates"


class Claim(NamedTuple):
    """The right to ask a source now. Its key becomes the key of the snapshot."""

    source: str
    key: uuid.UUID


def claim(*, source: str, now: dt.datetime) -> Claim | None:
    """Return the right to ask `source`; None when it is not due, or being asked."""
    assert connection.in_atomic_block
    key = identifiers.new_key()
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO payments_ratefeed AS feed (source, due_at, tried_at, claimed_by, claimed_until)"
            " VALUES (%s, %s, %s, %s, %s)"
            " ON CONFLICT (source) DO UPDATE SET tried_at = EXCLUDED.tried_at, claimed_by = EXCLUDED.claimed_by,"
            " claimed_until = EXCLUDED.claimed_until"
            " WHERE feed.due_at <= EXCLUDED.tried_at"
            " AND (feed.claimed_until IS NULL OR feed.claimed_until <= EXCLUDED.tried_at)",
            [source, now, now, key, now + CLAIM],
        )
        return Claim(source, key) if cursor.rowcount else None


def record(*, claim: Claim, table: RateTable, refresh_every: dt.timedelta, now: dt.datetime) -> bool:
    """Store the answer of a source at `now`; tell whether it was accepted.

    A new snapshot is made only for changed rates. The answer is ignored when the claim has expired and another process
    has asked since, or when the source has gone back to older rates.
    """
    feed = _held(claim)
    if feed is None:
        return False
    last = feed.snapshot
    if last and last.as_of and table.as_of and table.as_of < last.as_of:
        _fail(feed, reason=f"older rates than before: as of {table.as_of.isoformat()}", now=now)
        return False
    pairs = [pair.to_json() for pair in sorted(table.pairs, key=lambda pair: (pair.source, pair.destination))]
    if last is None or last.pairs != pairs:
        last = RateSnapshot.objects.create(
            id=claim.key, source=claim.source, taken_at=now, as_of=table.as_of, pairs=pairs
        )
    feed.snapshot, feed.taken_at = last, now
    feed.failing_since, feed.last_error = None, ""
    _release(feed, due_at=min(now + refresh_every, table.changes_at or now + refresh_every))
    return True


def note_failure(*, claim: Claim, reason: str, now: dt.datetime) -> None:
    """Store why a source gave no rates, and ask it again later. The rates known so far stay."""
    feed = _held(claim)
    if feed is not None:
        _fail(feed, reason=reason, now=now)


def enter(
    *,
    source: str,
    destination: str,
    rate: Decimal,
    effective_at: dt.datetime | None,
    reason: str,
    actor: audit.Actor,
    now: dt.datetime,
) -> StaffRate:
    """Enter the price of one major unit of `destination` in `source`, from `effective_at` (None: now) on.

    Raises InvalidInput that names every wrong field.
    """
    problems = _currency_problems(source=source, destination=destination)
    if source == destination:
        problems.append(("destination", "must be another currency than the source"))
    if not (rate.is_finite() and LEAST_RATE <= rate <= GREATEST_RATE):
        problems.append(("rate", f"must be between {LEAST_RATE:f} and {GREATEST_RATE:f}"))
    elif arithmetic.round_rate(Fraction(rate)) != rate:
        problems.append(("rate", f"must have at most {arithmetic.RATE_DIGITS} significant digits"))
    if effective_at is not None and effective_at < now:
        problems.append(("effective_at", "must not be in the past: what was quoted stays as it was"))
    if not reason.strip():
        problems.append(("reason", "must say why"))
    if problems:
        raise errors.InvalidInput(problems)
    entered = StaffRate.objects.create(
        source=source,
        destination=destination,
        rate=rate,
        effective_at=effective_at or now,
        entered_by=actor.proposed_by or actor.id,
        reason=reason.strip(),
        created_at=now,
    )
    RateFeed.objects.filter(source=StaffRate.SOURCE).update(due_at=now)
    audit.record(
        audit.Subject(None, entered.public_id),
        "staff_rate.enter",
        actor=actor,
        now=now,
        source=source,
        destination=destination,
        rate=f"{rate:f}",
        reason=entered.reason,
    )
    jobs.notify(REFRESH_TASK)
    return entered


def _currency_problems(**codes: str) -> list[tuple[str, str]]:
    return [
        (name, "is not a currency of this service")
        for name, code in codes.items()
        if code not in money.SUPPORTED_CURRENCIES
    ]


def _held(claim: Claim) -> RateFeed | None:
    return RateFeed.objects.select_for_update().filter(source=claim.source, claimed_by=claim.key).first()


def _fail(feed: RateFeed, *, reason: str, now: dt.datetime) -> None:
    feed.last_error, feed.failing_since = reason, feed.failing_since or now
    _release(feed, due_at=now + RETRY)


def _release(feed: RateFeed, *, due_at: dt.datetime) -> None:
    feed.claimed_by = feed.claimed_until = None
    # A rate entered while the source was being asked has made it due again: that stays.
    if feed.due_at <= feed.tried_at:
        feed.due_at = due_at
    feed.save()
