"""Connections for statements that are database transactions of their own, shared by the threads of a process.

A thread keeps a connection for its transactions. What is one statement needs none of its own: it takes the connection
that was given back last. So a process works with as many connections as it has statements at the same moment, and not
with as many as it has threads. Each connection is a process of the database with plans and catalogues of its own, and
few of them stay in the processor's caches where many push each other out.
"""

import contextlib
import os

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import pq

from platforms.kit.postgresql import base

_idle: list[BaseDatabaseWrapper] = []
"""The one given back last is at the end. A list's `pop` and `append` are safe among threads."""
# What these connections run goes by keys: a plan made for its values would be no better, and cost more than running it.
_SETTINGS = "SET plan_cache_mode = force_generic_plan"


def take() -> BaseDatabaseWrapper:
    """Return an open connection that nobody uses; it must be given back. Raises what connecting raises."""
    while True:
        try:
            database = _idle.pop()
        except IndexError:
            return _connect()
        if not base.has_news(database.connection):
            return database
        database.close()


def is_lost(database: BaseDatabaseWrapper) -> bool:
    """Tell whether a connection can carry no other statement."""
    driver = database.connection
    return driver is None or driver.pgconn.transaction_status != pq.TransactionStatus.IDLE


def give_back(database: BaseDatabaseWrapper) -> None:
    """Take a connection back after its statement.

    With a lost one those that are idle are closed too: what ended one has probably ended them.
    """
    if is_lost(database):
        database.close()
        close_idle()
    else:
        _idle.append(database)


def close_idle() -> None:
    """Close the connections that nobody uses."""
    with contextlib.suppress(IndexError):
        while True:
            _idle.pop().close()


def _connect() -> BaseDatabaseWrapper:
    database = connections.create_connection(DEFAULT_DB_ALIAS)
    database.inc_thread_sharing()
    database.ensure_connection()
    if database.settings_dict["OPTIONS"].get("prepare_threshold") is not None:
        with database.cursor() as cursor:
            cursor.execute(_SETTINGS)
    return database


# A process made by another one must not speak over its connections.
os.register_at_fork(after_in_child=_idle.clear)
