"""Migrations in several database transactions: they run again, wherever they were interrupted."""

import contextlib
import re
from collections.abc import Iterator
from typing import Any

from django.db.backends.postgresql import schema

_REPEATABLE = (
    (r"(?im)^( *CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?)(?!IF |CONCURRENTLY |ON )", r"\1IF NOT EXISTS "),
    (r"(?im)^( *DROP INDEX (?:CONCURRENTLY )?)(?!IF |CONCURRENTLY )", r"\1IF EXISTS "),
    (r"(?im)^( *CREATE )(?=FUNCTION )", r"\1OR REPLACE "),
)
_OF_TABLES = (
    (r"(?i)\b(ADD COLUMN )(?!IF )", r"\1IF NOT EXISTS "),
    (r"(?i)\b(DROP CONSTRAINT )(?!IF )", r"\1IF EXISTS "),
    (r"(?i)\b(ADD CONSTRAINT )(\"[^\"]+\"|\w+)", r"DROP CONSTRAINT IF EXISTS \2, \1\2"),
)
"""Of ALTER TABLE. A constraint that was added before is taken away and added in one statement, so it always holds."""
CONCURRENT = re.compile(
    r"^ *(?:CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS|DROP INDEX CONCURRENTLY IF EXISTS)"
    r" (?P<name>\"[^\"]+\"|\w+)",
    re.IGNORECASE | re.MULTILINE,
)
"""An index that is made, or taken away, while others write: in the form in which it is executed."""
_BEFORE = """
SELECT current_setting('lock_timeout'), set_config('lock_timeout', '0', false),
       EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass(%s) AND NOT indisvalid)
"""


class SchemaEditor(schema.DatabaseSchemaEditor):
    """Django's; a migration in several database transactions can run again, wherever it was interrupted.

    Most statements fail when their effect is there already. Those that such migrations have are executed in a form that
    does not, whether Django or a migration wrote them.
    """

    def execute(self, sql: Any, params: Any = ()) -> None:
        """Execute a statement; outside of a database transaction in its repeatable form."""
        if self.atomic_migration:
            super().execute(sql, params)
            return
        statement = repeatable(str(sql))
        concurrent = None if self.collect_sql else CONCURRENT.search(statement)
        with self._beside_others(concurrent["name"]) if concurrent else contextlib.nullcontext():
            super().execute(statement, params)

    @contextlib.contextmanager
    def _beside_others(self, index: str) -> Iterator[None]:
        """Drop an index that was left unfinished; wait for transactions of others without a limit.

        PostgreSQL keeps what an interrupted statement left of an index, and uses it for no query. The name is taken, so
        the index would not be made. The waiting holds up nobody.
        """
        with self.connection.cursor() as cursor:
            cursor.execute(_BEFORE, [index])
            [patience, _, is_unfinished] = cursor.fetchone()
            if is_unfinished:
                cursor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {index}")
        yield
        # Only after a success: a failure ends the process.
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, false)", [patience])


def repeatable(statement: str) -> str:
    """Return a statement that changes tables in a form that can be executed twice, where it has one."""
    forms = _OF_TABLES if re.search(r"(?im)^ *ALTER TABLE ", statement) else _REPEATABLE
    for pattern, form in forms:
        statement = re.sub(pattern, form, statement)
    return statement
