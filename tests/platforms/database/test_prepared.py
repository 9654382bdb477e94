"""Statements sent the short way behave as through a cursor, whatever happens to the connection around them."""

import contextlib
import datetime as dt
import uuid
from decimal import Decimal

import pytest
from django.db import IntegrityError, ProgrammingError, connection, transaction
from django.test.utils import CaptureQueriesContext

from platforms.database import prepared

_KEY = uuid.UUID("01890000-0000-7000-8000-000000000001")
_AT = dt.datetime(2026, 1, 31, 12, 30, 15, 123456, tzinfo=dt.UTC)


_VALUES = [
    ("SELECT $1::uuid", _KEY),
    ("SELECT $1::text", 'it\'s \\ "quoted" % $1 ü'),
    ("SELECT $1::text", ""),
    ("SELECT $1::bigint", -(2**63)),
    ("SELECT $1::boolean", True),
    ("SELECT $1::timestamptz", _AT),
    ("SELECT $1::numeric", Decimal("0.00000000000000000001")),
    ("SELECT $1::bytea", b"\x00\xff\\"),
    ("SELECT $1::bigint[]", [3, -1]),
    ("SELECT $1::text[]", ["a,b", 'c"d', "e\\f", ""]),
    ("SELECT $1::text[]", []),
    ("SELECT $1::uuid", None),
    ("SELECT $1::date", dt.date(2026, 1, 31)),
]


@pytest.mark.parametrize(("sql", "value"), _VALUES)
@pytest.mark.django_db
def test_a_value_comes_back_as_it_went(sql, value):
    assert prepared.rows(sql, [value]) == [(value,)]
    assert prepared.rows(sql, [value]) == [(value,)], "the second time it is prepared"


@pytest.mark.parametrize("is_prepared", [True, False])
@pytest.mark.django_db(transaction=True)
def test_values_come_back_over_a_shared_connection_too(is_prepared):
    prepared.close_idle()
    shared = prepared.take()
    if not is_prepared:
        shared.connection.prepare_threshold = None
    prepared.release(shared)

    for sql, value in _VALUES:
        assert [prepared.rows(sql, [value]) for _ in range(2)] == [[(value,)]] * 2

    assert bool(shared.connection.names) == is_prepared
    prepared.close_idle()


@pytest.mark.django_db(transaction=True)
def test_a_rollback_that_makes_the_driver_forget_is_survived():
    for _ in range(10):
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 WHERE 1 = %s", [1])
    with transaction.atomic():
        assert prepared.rows("SELECT $1::bigint + 1", [1]) == [(2,)]

    with pytest.raises(ZeroDivisionError), transaction.atomic():
        prepared.rows("SELECT $1::bigint + 1", [1])
        raise ZeroDivisionError

    with transaction.atomic():
        assert prepared.rows("SELECT $1::bigint + 1", [1]) == [(2,)]


@pytest.mark.django_db(transaction=True)
def test_it_takes_part_in_the_database_transaction():
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        prepared.rows("CREATE TABLE never_committed (id int)", [])
        raise ZeroDivisionError

    assert prepared.rows("SELECT to_regclass('never_committed')::text", []) == [(None,)]


@pytest.mark.django_db(transaction=True)
def test_errors_are_those_of_a_cursor():
    with pytest.raises(ProgrammingError, match="does not exist"):
        prepared.rows("SELECT nothing_of_this_name($1::bigint)", [1])
    with pytest.raises(IntegrityError, match="platform_currency"):
        prepared.rows(
            "INSERT INTO platforms_platformcurrency"
            " (platform_id, code, position, min_amount, max_amount, enabled_transaction_types,"
            " required_counterparty_fields)"
            " VALUES ($1, 'USD', 0, 5, 1, '{}', '[]')",
            [_KEY],
        )
    assert prepared.rows("SELECT 1", []) == [(1,)]


@pytest.mark.django_db(transaction=True)
def test_recorded_queries_show_it(django_assert_num_queries):
    with django_assert_num_queries(1):
        assert prepared.rows("SELECT $1::bigint, $1::bigint", [5]) == [(5, 5)]


_WHO = "SELECT pg_backend_pid() WHERE $1::text <> '%'"


@pytest.mark.parametrize("is_in_transaction", [False, True])
@pytest.mark.django_db(transaction=True)
def test_a_statement_that_is_watched_takes_the_way_of_others(is_in_transaction):
    """Before, it went through a cursor over the thread's own connection: what tests counted was not what is sent."""
    seen = []

    def watch(execute, sql, parameters, many, context):
        seen.append((sql, parameters, context["connection"].connection.info.backend_pid))
        return execute(sql, parameters, many, context)

    with transaction.atomic() if is_in_transaction else contextlib.nullcontext():
        [(usual,)] = prepared.rows(_WHO, ["it's"])
        with CaptureQueriesContext(connection) as captured, connection.execute_wrapper(watch):
            [(watched,)] = prepared.rows(_WHO, ["it's"])
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            [own] = cursor.fetchone()

    assert watched == usual
    assert (watched == own) == is_in_transaction
    assert seen == [("SELECT pg_backend_pid() WHERE %(p1)s::text <> '%%'", {"p1": "it's"}, usual)]
    assert [query["sql"] for query in captured] == ["SELECT pg_backend_pid() WHERE 'it''s'::text <> '%'"]


@pytest.mark.django_db(transaction=True)
def test_a_watched_statement_that_fails_is_seen_and_raises_what_others_raise():
    with CaptureQueriesContext(connection) as captured, pytest.raises(ProgrammingError, match="does not exist"):
        prepared.rows("SELECT nothing_of_this_name($1::bigint)", [1])

    assert len(captured) == 1


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_is_lost_is_told_as_lost_while_it_is_watched():
    shared = prepared.take()
    shared.connection.execute("RESET ROLE")  # to end its own process is the superuser's right
    prepared.release(shared)

    with CaptureQueriesContext(connection), pytest.raises(prepared.ConnectionLost):
        prepared.rows("SELECT pg_terminate_backend(pg_backend_pid())", [])
