"""Totals of transaction lists: counted incrementally in small steps, so that no list counts all its rows."""

import datetime as dt
import uuid

from django.db import connection

from platforms.base import clock

SETTLE_TIME = dt.timedelta(minutes=2)
"""Younger rows are left for the next step: the database transaction that makes one may still be open.

Their keys are drawn by the service before any statement, so no lock shows them, as `high_water` requires.
"""

_ADVANCE = """
WITH mark AS (
    SELECT up_to FROM payments_transactiontallymark WHERE id = 1
), fresh AS (
    SELECT platform_id, type, count(*) AS count
      FROM payments_transaction, mark
     WHERE id > mark.up_to AND id <= %(until)s
     GROUP BY platform_id, type
), counted AS (
    INSERT INTO payments_transactiontally AS tally (platform_id, type, count)
    SELECT platform_id, type, count FROM fresh
    ON CONFLICT (platform_id, type) DO UPDATE SET count = tally.count + excluded.count
), moved AS (
    UPDATE payments_transactiontallymark SET up_to = greatest(up_to, %(until)s) WHERE id = 1
)
SELECT coalesce(sum(count), 0) FROM fresh
"""
_NEVER, _EVER = str(uuid.UUID(int=0)), str(uuid.UUID(int=(1 << 128) - 1))
# One statement, so that tallies and mark are those of one moment. The upper bound leaves nothing out, and tells the
# planner that the range is short: without it, it expects a third of the table behind the mark, and takes another index.
# So it does where it has no statistics yet, unless no index can answer the comparison of platforms.
_TOTAL = """
(SELECT coalesce(sum(count), 0)::bigint FROM payments_transactiontally WHERE platform_id = $1 {of_type})
  + (SELECT count(*) FROM payments_transaction
      WHERE id > coalesce((SELECT up_to FROM payments_transactiontallymark WHERE id = 1), '{never}')
        AND id <= '{ever}' AND platform_id IS NOT DISTINCT FROM $1 {of_type})
"""
TOTALS = {
    (): _TOTAL.format(of_type="", never=_NEVER, ever=_EVER),
    ("type",): _TOTAL.format(of_type="AND type = $2", never=_NEVER, ever=_EVER),
}
"""How many transactions a platform ($1) has, exactly: SQL by the filters, the one of which is $2."""


def advance() -> int:
    """Count the transactions made since the last step and return how many there were."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO payments_transactiontallymark (id, up_to) VALUES (1, %s) ON CONFLICT DO NOTHING", [_NEVER]
        )
        cursor.execute("SELECT up_to FROM payments_transactiontallymark WHERE id = 1 FOR UPDATE")
        cursor.execute(_ADVANCE, {"until": last_key_of(clock.real_now() - SETTLE_TIME)})
        return int(cursor.fetchone()[0])


def last_key_of(moment: dt.datetime) -> uuid.UUID:
    """Return the greatest UUIDv7 of a moment."""
    milliseconds = int(moment.timestamp() * 1000)
    return uuid.UUID(int=(milliseconds << 80) | (1 << 80) - 1)
