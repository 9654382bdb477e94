"""Fixed statements of the hot paths: prepared once per connection, and sent over connections that threads share.

A thread keeps a connection for its database transactions. A statement that is one of its own needs none: it takes the
connection that was given back last. So a process works with as many connections as it has statements at the same
moment, and not with as many as it has threads. Each connection is a process of the database with plans and catalogues
of its own, and few of them stay in the processor's caches where many push each other out.

The driver's cursor is used as it is: Django's costs more than a short statement. What queries are recorded for (a
test) goes through Django's, with the same result.
"""

import contextlib
import functools
import os
import re
import select
from collections.abc import Sequence
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, DatabaseError, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import pq
from psycopg.types.numeric import Int8

_NUMBERED = re.compile(r"\$(\d+)")
# What these connections run goes by keys: a plan made for its values would be no better, and cost more than running it.
_SETTINGS = "SET plan_cache_mode = force_generic_plan"
_idle: list[BaseDatabaseWrapper] = []
"""The one given back last is at the end. A list's `pop` and `append` are safe among threads."""


class ConnectionLost(OperationalError):
    """The connection has ended, before the statement or after it: whether it was carried out is not known."""


def rows(sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Execute a statement whose parameters are `$1`, `$2` … and return its rows.

    Write the type of a list, and of a text that the database can't infer, as a cast. Raises what a cursor raises, and
    ConnectionLost outside of database transactions.
    """
    # Looked up once: the module's `connection` finds the thread's own at each access.
    own = connections[DEFAULT_DB_ALIAS]
    if own.queries_logged or own.execute_wrappers:
        return _recorded(own, sql, parameters)
    if own.in_atomic_block:
        own.ensure_connection()
        return _rows(own, sql, parameters)
    shared = take()
    try:
        return _rows(shared, sql, parameters)
    except DatabaseError as error:
        if _is_lost(shared):
            raise ConnectionLost(*error.args) from error.__cause__
        raise
    finally:
        give_back(shared)


def take() -> BaseDatabaseWrapper:
    """Return an open connection that nobody uses; it must be given back. Raises what connecting raises."""
    while True:
        try:
            database = _idle.pop()
        except IndexError:
            return _connect()
        if not _has_news(database):
            return database
        database.close()


def give_back(database: BaseDatabaseWrapper) -> None:
    """Take a connection back after its statement.

    With a lost one those that are idle are closed too: what ended one has probably ended them.
    """
    if _is_lost(database):
        database.close()
        close_idle()
    else:
        _idle.append(database)


def close_idle() -> None:
    """Close the shared connections that nobody uses."""
    with contextlib.suppress(IndexError):
        while True:
            _idle.pop().close()


def _rows(database: BaseDatabaseWrapper, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    database.validate_no_broken_transaction()
    # A number of one type, whatever its size: the driver prepares a statement for each combination of types.
    values = [Int8(value) if type(value) is int else value for value in parameters]
    with database.wrap_database_errors:
        cursor = psycopg.RawCursor(database.connection)
        cursor.execute(sql, values, prepare=True)
        return cursor.fetchall() if cursor.description else []


def _recorded(database: BaseDatabaseWrapper, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    with database.cursor() as cursor:
        cursor.execute(_named(sql), {f"p{number}": value for number, value in enumerate(parameters, start=1)})
        return cursor.fetchall() if cursor.description else []


@functools.lru_cache(maxsize=300)
def _named(sql: str) -> str:
    """Return the statement as a cursor of Django takes it."""
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
    """Tell whether a connection can carry no other statement."""
    driver = database.connection
    return driver is None or driver.info.transaction_status != pq.TransactionStatus.IDLE


def _has_news(database: BaseDatabaseWrapper) -> bool:
    """Tell whether the server has said something unasked: that it ends the connection, as when it starts anew."""
    assert database.connection is not None
    news = select.poll()
    news.register(database.connection, select.POLLIN)
    return bool(news.poll(0))


# A process made by another one must not speak over its connections.
os.register_at_fork(after_in_child=_idle.clear)
