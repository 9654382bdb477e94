"""The two database roles: the owner of the tables migrates, the service works with the rights of `grants`.

The owner's connection can switch triggers off and rewrite balances; so production refuses to serve with it.
"""

import contextlib
import logging
import sys
from collections.abc import Iterator

import psycopg
from django.conf import settings

from config.variables import values

logger = logging.getLogger(__name__)
REFUSAL = (
    "DATABASE_URL names a role that owns the database or its tables, or a superuser. Name the service's role there, "
    "and the owner in DATABASE_OWNER_URL, for `migrate` alone. See docs/operator/database.md."
)
_IS_OWNER = """
SELECT role.rolsuper
    OR EXISTS (SELECT FROM pg_database
                WHERE datname = current_database() AND pg_has_role(role.oid, datdba, 'MEMBER'))
    OR EXISTS (SELECT FROM pg_class
                WHERE relnamespace = current_schema()::regnamespace AND pg_has_role(role.oid, relowner, 'MEMBER'))
  FROM pg_roles role WHERE role.rolname = session_user
"""


def is_owner() -> bool:
    """Tell whether the role of DATABASE_URL owns the tables, or can become their owner. Raises psycopg.Error."""
    with psycopg.connect(settings.DATABASE_URL, connect_timeout=3) as asking:
        row = asking.execute(_IS_OWNER).fetchone()
        return row is None or bool(row[0])


def refuse_owner() -> None:
    """End a production process that would serve as the owner. If the database is away now, `/readyz` asks again."""
    if not settings.IS_PRODUCTION:
        return
    try:
        found = is_owner()
    except psycopg.Error as error:
        logger.warning("the role of the database is not known yet", extra={"reason": type(error).__name__})
        return
    if found:
        sys.exit(REFUSAL)


@contextlib.contextmanager
def as_owner() -> Iterator[None]:
    """Work as the owner while the block lasts, where DATABASE_OWNER_URL names one."""
    if settings.DATABASE_OWNER is None:
        yield
        return
    from django.db import connection  # noqa: PLC0415 - the scheduler asks who it is, and does without

    before = {name: connection.settings_dict[name] for name in settings.DATABASE_OWNER}
    connection.close()
    connection.settings_dict.update(settings.DATABASE_OWNER)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(before)


def service() -> str | None:
    """Return the name of the service's role; None where one role does both."""
    role = str(values.database(settings.DATABASE_URL)["USER"])
    return role if settings.DATABASE_OWNER and settings.DATABASE_OWNER["USER"] != role else None
