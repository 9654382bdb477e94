"""The databases of a test run: one that is migrated, a copy for each worker; how it is emptied, what is put into it."""

import pathlib
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from psycopg import Connection
from psycopg.pq import TransactionStatus

from config.database import grants
from payments.ledger import chart
from tests.support import patience

_LOCK = 7_340_021
SERVICE = "payments_service"
"""The role with the rights that the service has. What tests do themselves is done by the superuser."""
_now = threading.local()
_cursor = BaseDatabaseWrapper.cursor
_opened: dict[str, dict[tuple[uuid.UUID, str, str], int]] = {}
"""By recording: the shared ledger accounts that the process knew of it."""
_FUNCTIONS = pathlib.Path(__file__).with_name("databases.sql")


@contextmanager
def a_copy_for(worker: str, *, run: str, is_kept: bool = False) -> Iterator[None]:
    """Give this process a database of its own while the block lasts; one that `is_kept` stays for the next run.

    The first worker of a run migrates a database, the others wait for it; then each copies it, which takes no time.
    """
    plain = str(connection.settings_dict["NAME"])
    template, name = f"test_{plain}_{run}", f"test_{plain}_{'kept' if is_kept else run}_{worker}"
    with _one_at_a_time() as cursor:
        if not (is_kept and _exists(cursor, name)):
            _ensure_template(cursor, template)
            cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    _use(name)
    # On a busy machine the service would refuse a request of fifty at once: it connects for three seconds.
    connection.settings_dict["OPTIONS"]["connect_timeout"] = patience.LONG
    try:
        if is_kept:
            empty()
            with connection.cursor() as cursor:
                # What tests have rolled back is in the tables still, and makes each run slower than the one before.
                cursor.execute("VACUUM")
        yield
    finally:
        _use(plain)
        with _one_at_a_time() as cursor:
            # A worker that comes later makes the template again.
            for each in (template,) if is_kept else (name, template):
                cursor.execute(f'DROP DATABASE IF EXISTS "{each}"')


@contextmanager
def an_empty_one(name: str) -> Iterator[None]:
    """Work with another database in the block; it has no tables."""
    before = connection.settings_dict["NAME"]
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{before}_{name}"')
        cursor.execute(f'CREATE DATABASE "{before}_{name}"')
    _use(f"{before}_{name}")
    try:
        yield
    finally:
        _use(before)
        with connection._nodb_cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{before}_{name}"')


def empty() -> None:
    """Bring the database back to what it was after its migrations: for tests that commit.

    Only tables that have rows cost anything. Sequences go on. Who still writes is waited for. The journal, the
    histories and the audit log refuse to be emptied, as they must; the function, and nothing else, runs with their
    triggers off, which takes the superuser that the test server gives. The process forgets ledger accounts with their
    rows.
    """
    chart.opened.clear()
    with connection.cursor() as cursor:
        cursor.execute("SELECT migrated.restore()")


def begin_anew() -> None:
    """Let the session forget what a test has set, locked or kept in it; what is prepared and cached in it stays."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_unlock_all(); DISCARD TEMP; RESET ROLE; RESET ALL")
    connection.ensure_timezone()


@contextmanager
def as_service() -> Iterator[None]:
    """Work with the rights that the service has while the block lasts, on this thread's connection.

    The connection keeps the role until a test does something itself, as most call the service many times in a row.
    """
    if getattr(_now, "is_service", False):
        yield
        return
    _now.is_service = True
    try:
        driver = connection.connection
        if driver is not None and _is_superuser(driver):
            driver.execute(f"SET ROLE {SERVICE}")
        yield
    finally:
        _now.is_service = False


def cursor_of_oneself(database: BaseDatabaseWrapper) -> CursorWrapper:
    """Return a cursor that works as the superuser, unless the service asks for it; in place of `cursor()`."""
    driver = database.connection
    is_lent = driver is not None and not (driver.closed or getattr(_now, "is_service", True) or _is_superuser(driver))
    if is_lent and driver.info.transaction_status != TransactionStatus.INERROR:
        driver.execute("RESET ROLE")
    return _cursor(database)


def _is_superuser(driver: Connection) -> bool:
    """Tell what the server said with its last answer: a rollback takes the role back too."""
    return driver.info.parameter_status("is_superuser") == "on"


def address(user: str) -> str:
    """Return the URL of this worker's database for a role."""
    database = connection.settings_dict
    return f"postgresql://{user}@/{database['NAME']}?host={quote(database['HOST'])}"


def choose_role(*, connection: BaseDatabaseWrapper, **_: object) -> None:
    """Give a new connection the service's rights: one made in such a block, or one that threads share."""
    if connection.alias != DEFAULT_DB_ALIAS:
        return  # to no database of ours
    if getattr(_now, "is_service", False) or connections[DEFAULT_DB_ALIAS] is not connection:
        connection.connection.execute(f"SET ROLE {SERVICE}")


def _ensure_template(cursor: CursorWrapper, name: str) -> None:
    if _exists(cursor, name):
        return
    connection.settings_dict["TEST"]["NAME"] = name
    try:
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        with connection.cursor() as inside:
            inside.execute("SELECT FROM pg_roles WHERE rolname = %s", [SERVICE])
            if not inside.rowcount:
                inside.execute(f"CREATE ROLE {SERVICE} LOGIN")
            grants.apply(SERVICE)
            inside.execute(_FUNCTIONS.read_text())
    except BaseException:
        connection.close()
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
        raise
    connection.close()


def _exists(cursor: CursorWrapper, name: str) -> bool:
    cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
    return cursor.fetchone() is not None


def _use(name: str) -> None:
    connection.close()
    settings.DATABASES["default"]["NAME"] = name
    connection.settings_dict["NAME"] = name


@contextmanager
def _one_at_a_time() -> Iterator[CursorWrapper]:
    """Hold a lock among the workers, on a connection to no database of theirs; it ends with the connection."""
    with connection._nodb_cursor() as cursor:
        # However long another worker takes to make the database.
        cursor.execute("SET lock_timeout = 0")
        cursor.execute("SET statement_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
        yield cursor


@contextmanager
def recorded(name: str) -> Iterator[None]:
    """Keep the rows that the block commits, for `put`, and empty the database again."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT migrated.begin_recording()")
    before = dict(chart.opened)
    yield
    _opened[name] = dict(chart.opened.items() - before.items())
    with connection.cursor() as cursor:
        cursor.execute("SELECT migrated.end_recording(%s)", [name])
    empty()


def put(name: str) -> None:
    """Write the rows of a recording as they were, keys and times too; no trigger sees them."""
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT "recorded_{name}".put()')
    chart.opened.update(_opened[name])
