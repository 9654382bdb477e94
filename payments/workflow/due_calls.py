"""Due payments whose next step calls an address chosen by an outsider: found by platform, and claimed one by one."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from django.db import connection

from payments import due
from payments.workflow import claims
from payments.workflow.claims import ClaimedPayment
from platforms.base import clock
from platforms.database import sql

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
        WHERE {is_due_of} AND {is_call}
        ORDER BY payment.platform_id, payment.next_action_at LIMIT {looked_at}) due
  LEFT JOIN payments_outgoingumapayment outgoing ON outgoing.transaction_id = due.id
  LEFT JOIN payments_incomingumapayment incoming ON incoming.transaction_id = due.id
 ORDER BY platform.id, due.next_action_at
""",
    is_due_of=due.is_due_of("platform"),
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


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""
