"""Fixed statements of the hot paths: prepared once per connection, and sent over connections shared by threads.

A thread keeps a connection for its database transactions. A single statement outside of them needs none: it takes the
connection released last. So a process needs as many connections as it runs statements at the same moment, not as many
as it has threads. Each connection is a process of the database with its own plans and catalogues, and only a few of
them fit into the processor's caches.

A cursor decides at each execution how to convert parameters and whether to prepare, and hands the interpreter to other
threads several times: that costs more than a short statement. So over shared connections, on which nothing else is
prepared, a statement is sent with one call of the driver's binding to libpq. In a database transaction each statement
has a cursor of its own, which remembers. Who records or counts queries, as Django lets them, is told of each, and
changes nothing in how it is sent.
"""

import contextlib
import functools
import os
import re
from collections.abc import Callable, Sequence
from typing import Any, cast

import psycopg
from django.db import DEFAULT_DB_ALIAS, DatabaseError, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorDebugWrapper
from psycopg import generators, pq
from psycopg.adapt import PyFormat
from psycopg.types.numeric import Int8

from platforms.database.driver import Connection, has_news

_NUMBERED = re.compile(r"\$(\d+)")
_ONE = False
"""As execute wrappers are told it: the statement is sent once, not for many parameters."""
# These statements go by keys: a plan made for their values would be no better, and cost more than running it.
_SETTINGS = "SET plan_cache_mode = force_generic_plan"
_FOR_VALUES = "SET plan_cache_mode = auto"
_OK = {pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK}
_MOST_CURSORS, _MOST_PARAMETERS = 200, 60
"""Cursors kept for a connection, and parameters of such a statement: a cursor keeps the last ones it was given."""
_idle: list[BaseDatabaseWrapper] = []
"""The one released last is at the end. A list's `pop` and `append` are safe among threads."""


_Send = Callable[[Connection, str, Sequence[Any]], list[tuple[Any, ...]]]


class ConnectionLost(OperationalError):
    """The connection ended, before the statement or after it: whether it was carried out is not known."""


class FactsChanged(OperationalError):
    """What a statement relies on has changed since it was read: it wrote nothing, and all is to be done again."""


def rows(sql: str, parameters: Sequence[Any], *, is_kept: bool = True) -> list[tuple[Any, ...]]:
    """Execute a statement whose parameters are `$1`, `$2` … and return its rows.

    One that `is_kept` stays prepared: no others than a few may, and what is seldom sent is planned for its values.
    Write the type of a list, and of a text that the database can't infer, as a cast. Raises what a cursor raises, and
    ConnectionLost outside of database transactions.
    """
    # Looked up once: the module's `connection` finds the thread's own at each access.
    own = connections[DEFAULT_DB_ALIAS]
    is_watched = own.queries_logged or own.execute_wrappers
    if own.in_atomic_block:
        own.ensure_connection()
        own.validate_no_broken_transaction()
        with own.wrap_database_errors:
            execute = _execute if is_kept else _execute_once
            if is_watched:
                return _watched(own, own, execute, sql, parameters)
            return execute(_driver(own), sql, parameters)
    shared = take()
    try:
        with shared.wrap_database_errors:
            send = _send if is_kept else _send_once
            if is_watched:
                return _watched(own, shared, send, sql, parameters)
            return send(_driver(shared), sql, parameters)
    except DatabaseError as error:
        if _is_lost(shared):
            raise ConnectionLost(*error.args) from error.__cause__
        raise
    finally:
        release(shared)


def take() -> BaseDatabaseWrapper:
    """Return an open idle connection; it must be released. Raises what connecting raises."""
    while True:
        try:
            database = _idle.pop()
        except IndexError:
            return _connect()
        if not has_news(_driver(database)):
            return database
        database.close()


def release(database: BaseDatabaseWrapper) -> None:
    """Take a connection back after its statement.

    A lost connection closes the idle ones too: what ended it has probably ended them.
    """
    if _is_lost(database):
        database.close()
        close_idle()
    else:
        _idle.append(database)


def idle() -> int:
    """Return how many shared connections are open, and used by nobody now."""
    return len(_idle)


def close_idle() -> None:
    """Close the idle shared connections."""
    with contextlib.suppress(IndexError):
        while True:
            _idle.pop().close()


def _driver(database: BaseDatabaseWrapper) -> Connection:
    return cast("Connection", database.connection)


def _send(driver: Connection, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    transformer, binding = driver.transformer, driver.pgconn
    values = transformer.dump_sequence(_numbers(parameters), [PyFormat.TEXT] * len(parameters))
    types = transformer.types or ()
    if driver.prepare_threshold is None:
        binding.send_query_params(sql.encode(), values, types)
    else:
        name = driver.names.get((sql, types))
        if name is None:
            name = b"own_%d" % len(driver.names)
            binding.send_prepare(name, sql.encode(), types)
            _answer(driver)
            driver.names[sql, types] = name
        binding.send_query_prepared(name, values)
    result = _answer(driver)
    if not result.ntuples:
        return []
    transformer.set_pgresult(result, format=pq.Format.TEXT)
    return cast("list[tuple[Any, ...]]", transformer.load_rows(0, result.ntuples, tuple))


def _send_once(driver: Connection, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Send a statement that is planned for its values, which a shared connection otherwise does with none."""
    if driver.prepare_threshold is None:
        return _execute_once(driver, sql, parameters)
    driver.execute(_FOR_VALUES, prepare=False)
    try:
        return _execute_once(driver, sql, parameters)
    finally:
        # A connection that is lost is closed when it is released.
        if driver.info.transaction_status == pq.TransactionStatus.IDLE:
            driver.execute(_SETTINGS, prepare=False)


def _answer(driver: Connection) -> "pq.abc.PGresult":
    """Wait for the answer to a statement; the connection knows how long."""
    result: pq.abc.PGresult
    [result] = driver.wait(generators.execute(driver.pgconn))
    if result.status in _OK:
        return result
    if driver.pgconn.status == pq.ConnStatus.BAD:
        raise psycopg.OperationalError(result.get_error_message())
    error = psycopg.errors.error_from_result(result, encoding=driver.info.encoding)
    driver.leave_after(error)
    raise error


def _execute(driver: Connection, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    cursor = driver.cursors.get(sql)
    if cursor is None:
        cursor = psycopg.RawCursor(driver)
        if len(parameters) <= _MOST_PARAMETERS and len(driver.cursors) < _MOST_CURSORS:
            driver.cursors[sql] = cursor
    cursor.execute(sql, _numbers(parameters), prepare=True)
    return cursor.fetchall() if cursor.description else []


def _execute_once(driver: Connection, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    return psycopg.RawCursor(driver).execute(sql, parameters, prepare=False).fetchall()


def _numbers(parameters: Sequence[Any]) -> list[Any]:
    """Give numbers one type, whatever their size: a statement is prepared for each combination of types."""
    return [Int8(value) if type(value) is int else value for value in parameters]


def _watched(
    own: BaseDatabaseWrapper, used: BaseDatabaseWrapper, send: _Send, sql: str, parameters: Sequence[Any]
) -> list[tuple[Any, ...]]:
    """Send a statement over `used`, and tell who watches this thread's connection, `own`.

    An execute wrapper gets the statement as Django's cursors do, and the connection that it goes over. It can't send
    another in its place.
    """

    def execute(*_: Any) -> list[tuple[Any, ...]]:
        return send(_driver(used), sql, parameters)

    seen, values = named(sql, parameters)
    for wrapper in reversed(own.execute_wrappers):
        execute = functools.partial(wrapper, execute)
    text = psycopg.ClientCursor(_driver(used)).mogrify(seen, values) if own.queries_logged else ""
    with CursorDebugWrapper(None, own).debug_sql(text, values) if text else contextlib.nullcontext():
        return execute(seen, values, _ONE, {"connection": used, "cursor": None})


def named(sql: str, parameters: Sequence[Any]) -> tuple[str, dict[str, Any]]:
    """Return a statement and its parameters as a cursor of Django takes them."""
    return _named(sql), {f"p{number}": value for number, value in enumerate(parameters, start=1)}


@functools.lru_cache(maxsize=300)
def _named(sql: str) -> str:
    return _NUMBERED.sub(r"%(p\1)s", sql.replace("%", "%%"))


def _connect() -> BaseDatabaseWrapper:
    database = connections.create_connection(DEFAULT_DB_ALIAS)
    database.inc_thread_sharing()
    database.ensure_connection()
    if database.settings_dict["OPTIONS"].get("prepare_threshold") is not None:
        with database.cursor() as cursor:
            cursor.execute(_SETTINGS)
    return database


def _is_lost(database: BaseDatabaseWrapper) -> bool:
    """Tell whether a connection can carry no further statement."""
    driver = database.connection
    return driver is None or driver.info.transaction_status != pq.TransactionStatus.IDLE


# A forked process must not use its parent's connections.
os.register_at_fork(after_in_child=_idle.clear)
