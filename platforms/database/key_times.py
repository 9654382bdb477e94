"""Keys of rows by the time at which they were written, for tables that have no index of their times.

Keys grow with real time. A UUID begins with it. Of other keys the first one of a time is searched for by halves: some
twenty rows of a large table are read. So a list that is ordered by its keys begins anywhere at the same cost.

Rows have the time of their platform's clock, which runs ahead of real time by its offset or, before it was moved, by
less. The bounds here leave no row of the time out, and may hold others: the time itself is a condition beside them.
"""

import datetime as dt

from django.db import models

from platforms.base import identifiers
from platforms.database import replica, sql

MARGIN = dt.timedelta(hours=1)
"""By which a row may be written later than its time says: requests and jobs end within minutes."""
# What has no platform has real time.
_OFFSET = """- coalesce(
            (SELECT clock_offset FROM platforms_platform platform WHERE platform.id = written.platform_id), interval '0'
        )"""


def between(
    model: type[models.Model], column: str, since: dt.datetime, until: dt.datetime, *, ahead: dt.timedelta
) -> models.Q:
    """Return the condition for the keys of rows whose `column` is from `since` on and before `until`.

    `ahead` is the largest offset of the clocks that these rows may have. Rows with whole numbers as keys have a
    platform.
    """
    if isinstance(model._meta.pk, models.UUIDField):
        first = identifiers.first_key(_earlier(since, MARGIN + ahead))
        return models.Q(pk__gte=first, pk__lt=identifiers.first_key(_later(until, MARGIN)))
    end = _first(model, column, _later(until, MARGIN), is_real=True)
    return models.Q(pk__gte=first_number(model, column, since, ahead=ahead), pk__lt=end)


def first_number(model: type[models.Model], column: str, since: dt.datetime, *, ahead: dt.timedelta) -> int:
    """Return a key before which no row with a whole number as key has a `column` from `since` on; `ahead` as above."""
    return _first(model, column, _earlier(since, MARGIN + ahead), is_real=False)


def _first(model: type[models.Model], column: str, moment: dt.datetime, *, is_real: bool) -> int:
    """Return the first key at or after a moment; `is_real`: the offset of each platform's clock is taken off."""
    table: str = model._meta.db_table
    ahead = _OFFSET if is_real else ""
    statement = sql.of_constants(
        """
WITH RECURSIVE search (low, high) AS (
    SELECT coalesce(min(id), 0), coalesce(max(id), -1) + 1 FROM {table}
     UNION ALL
    SELECT CASE WHEN probe.is_earlier THEN probe.id + 1 ELSE search.low END,
           CASE WHEN probe.is_earlier THEN search.high ELSE middle.id END
      FROM search
     CROSS JOIN LATERAL (SELECT search.low + (search.high - search.low) / 2 AS id) middle
     CROSS JOIN LATERAL (
        SELECT written.id, written.{column} {ahead} < $1::timestamptz AS is_earlier
          FROM {table} written
         WHERE written.id >= middle.id ORDER BY written.id LIMIT 1
     ) probe
     WHERE search.low < search.high
)
SELECT max(low) FROM search
""",
        table=table,
        column=column,
        ahead=ahead,
    )
    [(key,)] = replica.rows(statement, [moment])
    return int(key)


def _earlier(moment: dt.datetime, by: dt.timedelta) -> dt.datetime:
    try:
        return moment - by
    except OverflowError:
        return dt.datetime.min.replace(tzinfo=dt.UTC)


def _later(moment: dt.datetime, by: dt.timedelta) -> dt.datetime:
    try:
        return moment + by
    except OverflowError:
        return dt.datetime.max.replace(tzinfo=dt.UTC)
