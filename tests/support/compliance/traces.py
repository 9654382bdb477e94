"""Where in the database a value can be read."""

from collections.abc import Iterable

from django.db import connection

_COLUMNS = """
SELECT c.table_name, c.column_name, c.data_type FROM information_schema.columns c JOIN information_schema.tables t
    ON t.table_schema = c.table_schema AND t.table_name = c.table_name
 WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
"""


def of(values: Iterable[str]) -> set[tuple[str, str]]:
    """Return (value, table.column) for every place that holds one of the values as it is."""
    found = set()
    with connection.cursor() as cursor:
        cursor.execute(_COLUMNS)
        for table, column, kind in cursor.fetchall():
            shown = f"encode({column}, 'escape')" if kind == "bytea" else f'"{column}"::text'
            cursor.execute(
                f'SELECT value FROM unnest(%s::text[]) value WHERE EXISTS (SELECT FROM "{table}"'
                f" WHERE position(lower(value) IN lower({shown})) > 0)",
                [list(values)],
            )
            found |= {(value, f"{table}.{column}") for (value,) in cursor.fetchall()}
    return found
