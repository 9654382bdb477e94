"""Fixed statements of the hot paths, prepared once per connection and sent with one call of the driver's binding.

The cursor finds out at each execution how to adapt every parameter, whether to prepare, and how to wait. For a
statement that takes the database 50 µs that costs more than the statement, and it hands the interpreter to other
threads several times instead of once. So what every payment runs goes this way; everything else uses cursors or the
ORM. A statement that this module can't send the short way (types it does not know, a transaction not begun yet,
queries being recorded) goes through a cursor, with the same result.
"""

import dataclasses
import datetime as dt
import functools
import itertools
import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, cast

import psycopg
from django.db import DEFAULT_DB_ALIAS, DatabaseError, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import generators, pq
from psycopg.adapt import Transformer

from platforms.kit import shared_connections

_NUMBERED = re.compile(r"\$(\d+)")
_OK = {pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK}


def _text_of_list(values: list[Any]) -> bytes:
    if all(type(value) is int for value in values):
        return f"{{{','.join(map(str, values))}}}".encode()
    quoted = ('"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"' for value in values)
    return f"{{{','.join(quoted)}}}".encode()


@functools.lru_cache(maxsize=64)
def _text_of_moment(value: dt.datetime) -> bytes:
    # What a request writes bears one moment, many times.
    return value.isoformat().encode()


# Each type's object identifier in PostgreSQL (0: the database infers it, as it does for a quoted literal) and its text.
_TYPES: Mapping[type, tuple[int, Callable[[Any], bytes | None]]] = {
    type(None): (0, lambda _: None),
    str: (0, str.encode),
    uuid.UUID: (2950, lambda value: b"%032x" % value.int),
    int: (20, lambda value: b"%d" % value),
    bool: (16, lambda value: b"t" if value else b"f"),
    dt.datetime: (1184, _text_of_moment),
    Decimal: (1700, lambda value: str(value).encode()),
    bytes: (17, lambda value: b"\\x" + value.hex().encode()),
    list: (0, _text_of_list),
}

_numbers = itertools.count()


class ConnectionLost(OperationalError):
    """The connection has ended, before the statement or after it: whether it was carried out is not known."""


def rows(sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Execute a statement whose parameters are `$1`, `$2` … and return its rows.

    Write the type of a list, and of a text that the database can't infer, as a cast. Raises what a cursor raises, and
    ConnectionLost outside of database transactions.
    """
    # Looked up once: the module's `connection` finds the thread's own at each access.
    own = connections[DEFAULT_DB_ALIAS]
    if own.in_atomic_block or own.queries_logged or own.execute_wrappers:
        own.ensure_connection()
        return _rows(own, sql, parameters)
    shared = shared_connections.take()
    try:
        return _rows(shared, sql, parameters)
    except DatabaseError as error:
        if shared_connections.is_lost(shared):
            raise ConnectionLost(*error.args) from error.__cause__
        raise
    finally:
        shared_connections.give_back(shared)


def _rows(database: BaseDatabaseWrapper, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    driver = cast("psycopg.Connection[Any]", database.connection)
    plan = _plan(sql, tuple(map(type, parameters)))
    if plan is None or not _may_shortcut(database, driver):
        return _through_cursor(database, sql, parameters)
    database.validate_no_broken_transaction()
    values = [encode(parameter) for encode, parameter in zip(plan.encoders, parameters, strict=True)]
    with database.wrap_database_errors:
        return _send(driver, plan.key, values)


@dataclasses.dataclass(frozen=True, slots=True)
class _Plan:
    """How a statement with parameters of certain types is sent; `key` is how the driver remembers it."""

    key: tuple[bytes, tuple[int, ...]]
    encoders: tuple[Callable[[Any], bytes | None], ...]


@functools.lru_cache(maxsize=1000)
def _plan(sql: str, types: tuple[type, ...]) -> _Plan | None:
    known = [_TYPES.get(type_) or (_TYPES[str] if issubclass(type_, str) else None) for type_ in types]
    if None in known:
        return None
    oids, encoders = zip(*known, strict=True) if known else ((), ())
    return _Plan((sql.encode(), oids), encoders)


def _may_shortcut(database: BaseDatabaseWrapper, driver: "psycopg.Connection[Any]") -> bool:
    if database.queries_logged or database.execute_wrappers or driver.prepare_threshold is None:
        return False
    # Outside of autocommit the cursor is who sends BEGIN before the first statement.
    ready = pq.TransactionStatus.IDLE if driver.autocommit else pq.TransactionStatus.INTRANS
    return driver.pgconn.transaction_status == ready


def _send(
    driver: "psycopg.Connection[Any]", key: tuple[bytes, tuple[int, ...]], values: Sequence[bytes | None]
) -> list[tuple[Any, ...]]:
    # The driver's own memory of what is prepared: it empties it when it deallocates everything, after each rollback.
    known = driver._prepared._names
    name = known.get(key)
    if name is None:
        name = b"own_%d" % next(_numbers)
        driver.pgconn.send_prepare(name, *key)
        _answer(driver)
        known[key] = name
    driver.pgconn.send_query_prepared(name, cast("Sequence[bytes]", values))
    result = _answer(driver)
    if not result.ntuples:
        return []
    transformer = _transformer(driver)
    transformer.set_pgresult(result, format=pq.Format.TEXT)
    return cast("list[tuple[Any, ...]]", transformer.load_rows(0, result.ntuples, tuple))


def _transformer(driver: "psycopg.Connection[Any]") -> Any:
    """Return what turns results into values: kept with the connection, since it learns how to read each type once."""
    known = driver.__dict__.get("own_transformer")
    if known is None:
        known = driver.__dict__["own_transformer"] = Transformer(driver)
    return known


def _answer(driver: "psycopg.Connection[Any]") -> "pq.abc.PGresult":
    """Wait for the answer to what was sent; the connection knows how long."""
    result: pq.abc.PGresult
    [result] = driver.wait(generators.execute(driver.pgconn))
    if result.status in _OK:
        return result
    if driver.pgconn.status == pq.ConnStatus.BAD:
        raise psycopg.OperationalError(result.get_error_message())
    raise psycopg.errors.error_from_result(result, encoding=driver.info.encoding)


def _through_cursor(database: BaseDatabaseWrapper, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    with database.cursor() as cursor:
        cursor.execute(_named(sql), {f"p{number}": value for number, value in enumerate(parameters, start=1)})
        return cursor.fetchall() if cursor.description else []


@functools.lru_cache(maxsize=300)
def _named(sql: str) -> str:
    """Return the statement as a cursor of Django takes it."""
    return _NUMBERED.sub(r"%(p\1)s", sql.replace("%", "%%"))
