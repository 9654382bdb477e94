"""Incremental totals: each row of a table is counted once, when the mark of its total passes the row's key."""

from django.db import connection, transaction

from platforms.database import high_water


def count_forward(name: str, statement: str, *, table: str, most: int) -> int:
    """Count the rows of a table after the mark of this name, and move the mark; return how many keys it has passed.

    `statement` counts the rows with keys `> %(after)s` and `<= %(until)s`, `most` keys in one database transaction.
    """
    until, passed = high_water.mark(table), 0
    while until is not None and (step := _step(name, statement, until, most)):
        passed += step
    return passed


def _step(name: str, statement: str, until: int, most: int) -> int:
    # The mark is locked until the end of the database transaction, so that nothing is counted twice.
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO payments_daymark (name, up_to) VALUES (%s, 0) ON CONFLICT DO NOTHING", [name])
        cursor.execute("SELECT up_to FROM payments_daymark WHERE name = %s FOR UPDATE", [name])
        after = int(cursor.fetchone()[0])
        end = min(until, after + most)
        if end <= after:
            return 0
        cursor.execute(statement, {"after": after, "until": end})
        cursor.execute("UPDATE payments_daymark SET up_to = %s WHERE name = %s", [end, name])
        return end - after
