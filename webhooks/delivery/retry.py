"""Verdict on an attempt: delivered, refused, tried again later, or given up."""

import dataclasses
import datetime as dt
import email.utils
import random

from platforms.base import backoff, clock
from webhooks.delivery.client import Reply
from webhooks.models import EventState
from webhooks.outbox.event_types import NEVER_RETRIED

FIRST_DELAY = dt.timedelta(seconds=5)
LONGEST_DELAY = dt.timedelta(minutes=30)
GIVE_UP_AFTER = dt.timedelta(days=7)
LONGEST_RETRY_AFTER = dt.timedelta(hours=24)
"""The longest Retry-After that is followed; longer ones are cut to this."""

_jitter = random.SystemRandom()


@dataclasses.dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of an attempt for its event."""

    state: EventState
    next_attempt_at: dt.datetime | None = None


def judge(*, event_type: str, attempt: int, created_at: dt.datetime, reply: Reply, now: dt.datetime) -> Verdict:
    """Judge attempt number `attempt`; `created_at` and `now` on the platform's clock."""
    if reply.is_success:
        return Verdict(EventState.DELIVERED)
    if reply.status in {409, 410}:
        return Verdict(EventState.REFUSED)
    due = now + max(_backoff(attempt), _asked_for(reply.retry_after))
    if event_type in NEVER_RETRIED or due > created_at + GIVE_UP_AFTER:
        return Verdict(EventState.ABANDONED)
    return Verdict(EventState.PENDING, due)


def _backoff(attempt: int) -> dt.timedelta:
    """Double from 5 seconds to 30 minutes; take off up to half at random, so that retries do not come in waves."""
    return backoff.pause(attempt, first=FIRST_DELAY, longest=LONGEST_DELAY) * _jitter.uniform(0.5, 1.0)


def _asked_for(retry_after: str) -> dt.timedelta:
    """Return the pause that a Retry-After header asks for (seconds or a date); None when it is neither."""
    if retry_after.isascii() and retry_after.isdigit():
        return min(dt.timedelta(seconds=min(int(retry_after), 10**6)), LONGEST_RETRY_AFTER)
    try:
        moment = email.utils.parsedate_to_datetime(retry_after)
    except (ValueError, OverflowError):
        return dt.timedelta()
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=dt.UTC)
    # The receiver's date is real time, whatever a sandbox platform's clock shows.
    return min(moment - clock.real_now(), LONGEST_RETRY_AFTER)
