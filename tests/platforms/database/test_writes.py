"""Writes that are sent together: order, atomicity, how many statements."""

import pytest
from django.db import IntegrityError, connection, transaction

from platforms.database import writes
from tests.support import databases

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _notes():
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE writes_note (text text UNIQUE, other text)")
        cursor.execute(f"GRANT ALL ON writes_note TO {databases.SERVICE}")
    yield
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE writes_note")


def note(text, other=""):
    writes.write("INSERT INTO writes_note (text, other) VALUES (%s, %s)", [text, other])


def notes():
    with connection.cursor() as cursor:
        cursor.execute("SELECT text FROM writes_note ORDER BY text")
        return [text for (text,) in cursor.fetchall()]


def test_outside_of_a_block_a_write_happens_at_once():
    note("a")

    assert notes() == ["a"]


def test_a_block_is_one_statement_and_rows_for_one_table_are_one_insert(django_assert_num_queries):
    with transaction.atomic(), django_assert_num_queries(1) as sent, writes.together():
        note("a")
        for text in "bcd":
            writes.insert("writes_note (text)", "(%s)", [text])

    assert notes() == ["a", "b", "c", "d"]
    assert sent.captured_queries[0]["sql"].count("INSERT") == 2


def test_all_of_a_statement_happens_or_nothing():
    note("b")

    with pytest.raises(IntegrityError), transaction.atomic(), writes.together():
        note("a")
        note("b")

    assert notes() == ["b"]


def test_an_exception_in_the_block_sends_nothing(django_assert_num_queries):
    with transaction.atomic(), django_assert_num_queries(0), pytest.raises(ZeroDivisionError), writes.together():
        note("a")
        raise ZeroDivisionError

    assert notes() == []
    note("b")
    assert notes() == ["b"]


def test_what_was_flushed_is_rolled_back_with_the_transaction_around_it():
    with pytest.raises(ZeroDivisionError), transaction.atomic(), writes.together():
        note("a")
        writes.flush()
        raise ZeroDivisionError

    assert notes() == []


def test_many_parameters_go_in_several_statements(django_assert_num_queries):
    with transaction.atomic(), django_assert_num_queries(2), writes.together():
        for number in range(30):
            note(f"{number:02}")

    assert len(notes()) == 30


def test_a_percent_sign_in_a_value_is_only_a_value():
    with transaction.atomic(), writes.together():
        note("100%s", "50%")
        note("%(p0)s")

    assert notes() == ["%(p0)s", "100%s"]
