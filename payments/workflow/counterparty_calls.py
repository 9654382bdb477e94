"""Calls of a worker to addresses chosen by outsiders: many at once, few to one domain or for one platform.

Due payments whose next step makes one are found by platform, and claimed one by one. Each call is a thread, so that the
tasks of the process go on.
"""

import dataclasses
import datetime as dt
import logging
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import Any
from urllib.parse import urlsplit

from django.db import connection

from payments import due
from payments.due import CALL_TASK
from payments.providers.pauses import Pauses
from payments.workflow import claims
from payments.workflow.claims import ClaimedPayment
from platforms.base import clock, jobs
from platforms.database import outages, sql

logger = logging.getLogger(__name__)
MOST, MOST_OF_PLATFORM, MOST_OF_DOMAIN = 12, 6, 2
_SLOW_SECONDS = 3.0
"""A domain slower than this is left alone for a while: twice as long each time, until a call is quicker."""
_SHORTEST_PAUSE = dt.timedelta(seconds=4)
_LOOKED_AT = 200
"""Payments of each platform that are read, the longest waiting first."""


@dataclasses.dataclass(frozen=True, slots=True)
class DueCall:
    """A due payment, and the address that its step calls."""

    key: uuid.UUID
    platform_id: uuid.UUID
    domain: str
    """The host of the address; empty if it has none."""


_FIND = sql.of_constants(
    """
SELECT due.id, platform.id, coalesce(outgoing.callback_url, incoming.callback_url, '')
  FROM platforms_platform platform
 CROSS JOIN LATERAL (
       SELECT payment.id, payment.next_action_at FROM payments_transaction payment
        WHERE {is_due} AND {is_call}
        ORDER BY payment.platform_id, payment.next_action_at LIMIT {looked_at}) due
  LEFT JOIN payments_outgoingumapayment outgoing ON outgoing.transaction_id = due.id
  LEFT JOIN payments_incomingumapayment incoming ON incoming.transaction_id = due.id
 ORDER BY platform.id, due.next_action_at
""",
    is_due=due.is_due_of("platform"),
    is_call=due.IS_CALL,
    looked_at=_LOOKED_AT,
)
_DUE = sql.of_constants(
    """
WITH due AS (
    SELECT payment.id, payment.next_action_at, platform.environment, platform.clock_offset,
           NULL::uuid AS external_account_id, FALSE AS is_refused, 1 AS turn
      FROM payments_transaction payment JOIN platforms_platform platform ON platform.id = payment.platform_id
     WHERE payment.id = ANY(%(keys)s::uuid[]) AND {is_call}
       AND payment.next_action_at <= %(now)s + platform.clock_offset
       FOR UPDATE OF payment SKIP LOCKED
)
""",
    is_call=due.IS_CALL,
)
_PUT_OFF = sql.of_constants(
    """
UPDATE payments_transaction payment SET next_action_at = %(now)s + platform.clock_offset + %(pause)s
  FROM platforms_platform platform
 WHERE payment.id = ANY(%(keys)s::uuid[]) AND platform.id = payment.platform_id AND {is_call}
   AND payment.next_action_at <= %(now)s + platform.clock_offset
""",
    is_call=due.IS_CALL,
)


def find(*, now: clock.RealTime) -> list[DueCall]:
    """Return the calls that are due, of each platform the longest waiting first, some hundreds at most."""
    with connection.cursor() as cursor:
        cursor.execute(_FIND, {"now": now})
        return [DueCall(key, platform_id, _host(url)) for key, platform_id, url in cursor.fetchall()]


def claim(keys: Collection[uuid.UUID], *, now: clock.RealTime) -> list[ClaimedPayment]:
    """Claim those payments that are still due, each with a lease of its own."""
    return claims.claim_these_payments(_DUE, {"keys": [*keys], "now": now})


def put_off(keys: Collection[uuid.UUID], *, pause: dt.timedelta, now: clock.RealTime) -> None:
    """Postpone payments that are still due; it is no attempt."""
    arguments: dict[str, Any] = {"keys": [*keys], "now": now, "pause": pause}
    with connection.cursor() as cursor:
        cursor.execute(_PUT_OFF, arguments)


class Calls:
    """The calls of a process. Without threads, where there is no worker, a call ends before `begin` returns."""

    def __init__(self, *, in_threads: bool) -> None:
        """Take whether calls are made in threads."""
        self.in_threads = in_threads
        self._guard = threading.Lock()
        self._under_way = dict[uuid.UUID, DueCall]()
        self._slow: Pauses[str] = Pauses()
        """Domains that were slow."""
        self._is_more = False

    def choose(self, due_calls: Iterable[DueCall]) -> tuple[list[DueCall], dict[str, list[DueCall]]]:
        """Return the calls with a free slot, platforms in turns, and by domain those that are left alone."""
        chosen, left = list[DueCall](), dict[str, list[DueCall]]()
        with self._guard:
            room = MOST - len(self._under_way)
            platforms = Counter(call.platform_id for call in self._under_way.values())
            domains = Counter(call.domain for call in self._under_way.values())
            self._is_more = False
            for call in _in_turns(due_calls):
                if call.key in self._under_way:
                    continue
                if self._slow.seconds(call.domain):
                    left.setdefault(call.domain, []).append(call)
                elif (
                    len(chosen) < room
                    and platforms[call.platform_id] < MOST_OF_PLATFORM
                    and domains[call.domain] < MOST_OF_DOMAIN
                ):
                    chosen.append(call)
                    platforms[call.platform_id] += 1
                    domains[call.domain] += 1
                else:
                    self._is_more = True
        return chosen, left

    def pause(self, domain: str) -> float:
        """Return for how many seconds a domain is left alone."""
        with self._guard:
            return self._slow.seconds(domain)

    def begin(self, call: DueCall, claimed: ClaimedPayment, advance: Callable[[ClaimedPayment], object]) -> None:
        """Make a call by `advance`, which stores its result."""
        with self._guard:
            self._under_way[call.key] = call
        if self.in_threads:
            arguments = (call, claimed, advance)
            threading.Thread(target=self._run_apart, args=arguments, name="counterparty-call", daemon=True).start()
        else:
            self._run(call, claimed, advance)

    def _run(self, call: DueCall, claimed: ClaimedPayment, advance: Callable[[ClaimedPayment], object]) -> None:
        began = time.monotonic()
        try:
            advance(claimed)
        finally:
            # Without threads nobody else waits: it is how busy this machine is that takes so long.
            is_slow = self.in_threads and time.monotonic() - began > _SLOW_SECONDS
            with self._guard:
                self._under_way.pop(call.key, None)
                if is_slow:
                    self._slow.lengthen(call.domain, first=_SHORTEST_PAUSE)
                else:
                    self._slow.pop(call.domain, None)

    def _run_apart(self, call: DueCall, claimed: ClaimedPayment, advance: Callable[[ClaimedPayment], object]) -> None:
        try:
            self._run(call, claimed, advance)
            if self._is_more:
                jobs.notify(CALL_TASK)
        except Exception as error:
            if not outages.warned(logger, error):
                logger.exception("call of another institution not written down: the lease has to run out")
        finally:
            connection.close()


def _in_turns(due_calls: Iterable[DueCall]) -> list[DueCall]:
    """Order calls so that each platform's first comes before any platform's second."""
    turns = Counter[uuid.UUID]()
    ordered = list[tuple[int, int, DueCall]]()
    for number, call in enumerate(due_calls):
        ordered.append((turns[call.platform_id], number, call))
        turns[call.platform_id] += 1
    return [call for _, _, call in sorted(ordered, key=lambda each: each[:2])]


class _OfThisProcess:
    calls = Calls(in_threads=False)


def start() -> None:
    """Make the calls of this process in threads from now on: it is a worker's."""
    _OfThisProcess.calls = Calls(in_threads=True)


def of_this_process() -> Calls:
    """Return the calls of this process."""
    return _OfThisProcess.calls


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""
