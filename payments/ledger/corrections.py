"""Which closed month an entry corrects, where what it books happened in one.

The database itself marks entries that came late, and those that reverse an entry of a closed month (`payments_post`).
"""

import datetime as dt

from django.db import connection

_NOTE = """
INSERT INTO payments_correction (entry_id, month)
SELECT entry.id, date_trunc('month', %(day)s::date)::date
  FROM payments_journalentry entry JOIN payments_closedbooks books ON books.platform_id = entry.platform_id
 WHERE entry.id = %(entry)s AND books.closed_until > %(day)s::date::timestamp AT TIME ZONE 'UTC'
   AND entry.at >= books.closed_until
    ON CONFLICT DO NOTHING
"""


def note(entry_id: int | None, *, happened_on: dt.date | None, now: dt.datetime) -> None:
    """Mark an entry made now as a correction, if the day on which it happened lies in a closed month.

    It asks nothing of the database about a day of the present month.
    """
    if entry_id is None or happened_on is None or happened_on >= now.date().replace(day=1):
        return
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, {"entry": entry_id, "day": happened_on})
