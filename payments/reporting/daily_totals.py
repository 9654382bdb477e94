"""Balances of whole kinds of accounts at any moment, from daily totals instead of all postings.

A posting is counted in its day once, when the mark passes it; postings after the mark are added on reading. So
results are exact at any time, and cost the postings since the last step and of the requested day.
"""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Sequence

from django.db import connection

from payments.reporting import counting
from platforms.database.postgresql.base import planned_for_values

_END_OF_TIME = dt.datetime.max.replace(tzinfo=dt.UTC)
STEP = 200_000
"""Postings that one step counts at most: a short database transaction."""
_COUNT = """
WITH fresh AS (
    SELECT account.platform_id, account.kind, account.currency, (posting.at AT TIME ZONE 'UTC')::date AS day,
           coalesce(sum(posting.amount) FILTER (WHERE posting.side = 'D'), 0) AS debit,
           coalesce(sum(posting.amount) FILTER (WHERE posting.side = 'C'), 0) AS credit,
           min(posting.id) AS first, max(posting.id) AS last
      FROM payments_posting posting JOIN payments_ledgeraccount account ON account.id = posting.account_id
     WHERE posting.id > %(after)s AND posting.id <= %(until)s
     GROUP BY 1, 2, 3, 4
)
INSERT INTO payments_ledgerday AS total
       (platform_id, kind, currency, day, debit, credit, first_posting, last_posting)
SELECT platform_id, kind, currency, day, debit, credit, first, last FROM fresh
    ON CONFLICT (platform_id, kind, currency, day) DO UPDATE
   SET debit = total.debit + excluded.debit, credit = total.credit + excluded.credit,
       first_posting = least(total.first_posting, excluded.first_posting),
       last_posting = greatest(total.last_posting, excluded.last_posting)
"""
# Whole days before the moment; of its own day the postings; and all that the mark has not passed.
_TOTALS = """
WITH mark AS (
    SELECT coalesce((SELECT up_to FROM payments_daymark WHERE name = 'ledger'), 0) AS up_to
), whole AS (
    SELECT total.kind, total.currency, total.debit, total.credit
      FROM payments_ledgerday total
     WHERE total.day < %(day)s AND (%(platform)s::uuid IS NULL OR total.platform_id = %(platform)s)
), begun AS (
    SELECT account.kind, account.currency,
           CASE posting.side WHEN 'D' THEN posting.amount ELSE 0 END,
           CASE posting.side WHEN 'C' THEN posting.amount ELSE 0 END
      FROM (SELECT min(first_posting) AS first, max(last_posting) AS last
              FROM payments_ledgerday
             WHERE day = %(day)s AND %(at)s >= %(day)s::date::timestamp AT TIME ZONE 'UTC'
               AND (%(platform)s::uuid IS NULL OR platform_id = %(platform)s)) span
      JOIN payments_posting posting ON posting.id BETWEEN span.first AND span.last
      JOIN payments_ledgeraccount account ON account.id = posting.account_id
     WHERE posting.id <= (SELECT up_to FROM mark)
       AND posting.at >= %(day)s::date::timestamp AT TIME ZONE 'UTC' AND posting.at <= %(at)s
       AND (%(platform)s::uuid IS NULL OR account.platform_id = %(platform)s)
), behind AS (
    SELECT account.kind, account.currency,
           CASE posting.side WHEN 'D' THEN posting.amount ELSE 0 END,
           CASE posting.side WHEN 'C' THEN posting.amount ELSE 0 END
      FROM payments_posting posting JOIN payments_ledgeraccount account ON account.id = posting.account_id
     WHERE posting.id > (SELECT up_to FROM mark) AND posting.at <= %(at)s
       AND (%(platform)s::uuid IS NULL OR account.platform_id = %(platform)s)
)
SELECT kind, currency, sum(debit)::numeric, sum(credit)::numeric
  FROM (SELECT * FROM whole UNION ALL SELECT * FROM begun UNION ALL SELECT * FROM behind)
       AS parts (kind, currency, debit, credit)
 GROUP BY kind, currency ORDER BY currency, kind
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Total:
    """Debits and credits of all accounts of a kind and currency, in the smallest unit."""

    kind: str
    currency: str
    debit: int
    credit: int


@planned_for_values()
def totals(*, at: dt.datetime | None = None, platform_id: uuid.UUID | None = None) -> Sequence[Total]:
    """Return the totals up to and including a moment, or of all postings, of one platform or of all."""
    # The clocks of sandbox platforms run ahead by different times: no moment is the present of all of them.
    at = at or _END_OF_TIME
    # The last moment of a day is the end of a whole one.
    day = (at if at == _END_OF_TIME else at + dt.timedelta.resolution).astimezone(dt.UTC).date()
    with connection.cursor() as cursor:
        cursor.execute(_TOTALS, {"at": at, "day": day, "platform": platform_id})
        return [Total(kind, code, int(debit), int(credit)) for kind, code, debit, credit in cursor.fetchall()]


def advance() -> int:
    """Count postings up to where the journal is complete, in steps; return how many keys the mark has passed."""
    return counting.count_forward("ledger", _COUNT, table="payments_posting", most=STEP)
