"""Statements outside of database transactions share connections, and get over lost ones."""

import os
import threading

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from platforms.database import prepared

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]
_WHO = "SELECT pg_backend_pid()"


@pytest.fixture(autouse=True)
def _no_connections_of_other_tests():
    prepared.close_idle()


def _number() -> int:
    [(number,)] = prepared.rows(_WHO, [])
    return int(number)


def _in_a_thread() -> int:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(_number()))
    thread.start()
    thread.join()
    return found[0]


def _end(*numbers: int) -> None:
    with connection.cursor() as cursor:
        for number in numbers:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [number])


def test_threads_that_take_turns_use_one_connection():
    assert len({_number(), _in_a_thread(), _in_a_thread(), _number()}) == 1


def test_statements_at_the_same_moment_use_one_each_and_the_one_released_last_is_next():
    first, second = prepared.take(), prepared.take()
    numbers = [database.connection.info.backend_pid for database in (first, second)]

    for database in (first, second):
        prepared.release(database)

    assert numbers[0] != numbers[1]
    assert [_number(), _number()] == [numbers[1]] * 2


def test_a_database_transaction_has_the_connection_of_its_thread():
    shared = _number()

    with transaction.atomic():
        inside = _number()
        with connection.cursor() as cursor:
            cursor.execute(_WHO)
            assert (inside,) == cursor.fetchone()

    assert inside != shared


def test_a_refused_statement_leaves_its_connection_usable():
    before = _number()

    with pytest.raises(IntegrityError):
        prepared.rows("INSERT INTO platforms_platformcurrency (code) VALUES ($1)", ["USD"])

    assert _number() == before


def test_connections_that_the_server_has_ended_are_not_used():
    first, second = prepared.take(), prepared.take()
    numbers = [database.connection.info.backend_pid for database in (first, second)]
    for database in (first, second):
        prepared.release(database)

    _end(*numbers)

    assert _number() not in numbers


def test_a_connection_that_is_lost_with_its_statement_is_told_and_takes_the_idle_ones_with_it():
    first, second = prepared.take(), prepared.take()
    idle = first.connection.info.backend_pid
    for database in (first, second):
        database.connection.execute("RESET ROLE")  # to end its own process is the superuser's right
        prepared.release(database)

    with pytest.raises(prepared.ConnectionLost):
        prepared.rows("SELECT pg_terminate_backend(pg_backend_pid())", [])

    assert _number() != idle


def test_a_payment_that_meets_a_lost_connection_is_made(api, alice):
    source, target = api.internal_account(alice), api.external_account(alice)
    api.fund(source, 10_00)
    assert api.transfer_out(source, target, 1_00).status_code == 201
    _end(_number())

    reply = api.transfer_out(source, target, 2_00)

    [account] = api.get("/customers/internal-accounts", customerId=alice, currency="USD").json()["data"]
    assert (reply.status_code, account["balance"]["amount"]) == (201, 7_00)


def test_a_child_process_does_not_speak_over_its_parents_connections():
    before = _number()
    child = os.fork()
    if child == 0:
        os._exit(len(prepared._idle))

    _, status = os.waitpid(child, 0)

    assert os.waitstatus_to_exitcode(status) == 0
    assert _number() == before


def test_fixed_statements_are_not_planned_anew_for_their_values():
    assert prepared.rows("SHOW plan_cache_mode", []) == [("force_generic_plan",)]
    with connection.cursor() as cursor:
        cursor.execute("SHOW plan_cache_mode")
        assert cursor.fetchone() == ("auto",)


def test_a_statement_that_is_not_kept_is_planned_for_its_values():
    assert prepared.rows("SHOW plan_cache_mode", [], is_kept=False) == [("auto",)]
    with pytest.raises(DatabaseError):
        prepared.rows("SELECT 1 / $1::int", [0], is_kept=False)
    assert prepared.rows("SHOW plan_cache_mode", []) == [("force_generic_plan",)]
