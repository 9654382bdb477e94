"""Moments come from the database in UTC, whichever way they are read."""

import datetime as dt

import pytest
from django.db import connection, transaction
from psycopg import adapters, pq

from platforms.database import prepared

pytestmark = pytest.mark.django_db(transaction=True)

_NOON = dt.datetime(2026, 7, 1, 12, tzinfo=dt.UTC)
_STATEMENT = "SELECT '2026-07-01 14:00+02'::timestamptz"


def by_cursor():
    with connection.cursor() as cursor:
        cursor.execute(_STATEMENT)
        return cursor.fetchone()[0]


def by_cursor_of_the_server():
    with transaction.atomic(), connection.chunked_cursor() as cursor:
        cursor.execute(_STATEMENT)
        return cursor.fetchone()[0]


def over_a_shared_connection():
    return prepared.rows(_STATEMENT, [])[0][0]


def in_a_transaction():
    with transaction.atomic():
        return over_a_shared_connection()


@pytest.mark.parametrize("read", [by_cursor, by_cursor_of_the_server, over_a_shared_connection, in_a_transaction])
def test_a_moment_is_in_utc(read):
    found = read()

    assert found == _NOON
    assert found.tzinfo is dt.UTC


def test_moments_are_converted_by_the_driver_in_c():
    """Another of the same name would be chosen without a word, and take ten times as long."""
    with connection.cursor() as cursor:
        loader = cursor.connection.adapters.get_loader(adapters.types["timestamptz"].oid, pq.Format.TEXT)

    assert loader.__module__.startswith("psycopg_binary.")
