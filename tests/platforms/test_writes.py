"""Writes that are sent together: order, atomicity, refusals, values that only the statement knows."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from platforms.kit import writes
from tests import databases

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _notes():
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE writes_note (text text UNIQUE, other text)")
        cursor.execute(f"GRANT ALL ON writes_note TO {databases.SERVICE}")
    yield
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE writes_note")


def note(text, other="", **options):
    writes.write("INSERT INTO writes_note (text, other) VALUES (%s, %s)", [text, other], **options)


def notes():
    with connection.cursor() as cursor:
        cursor.execute("SELECT text FROM writes_note ORDER BY text")
        return [text for (text,) in cursor.fetchall()]


def test_outside_of_a_block_a_write_happens_at_once():
    note("a")

    assert notes() == ["a"]


def test_a_block_is_one_statement(django_assert_num_queries):
    with django_assert_num_queries(1), writes.in_one_statement():
        note("a")
        note("b")
        note("c")

    assert notes() == ["a", "b", "c"]


def test_all_of_a_statement_happens_or_nothing():
    note("b")

    with pytest.raises(IntegrityError), writes.in_one_statement():
        note("a")
        note("b")

    assert notes() == ["b"]


def test_an_exception_in_the_block_sends_nothing():
    with pytest.raises(ZeroDivisionError), writes.in_one_statement():
        note("a")
        raise ZeroDivisionError

    assert notes() == []
    note("b")
    assert notes() == ["b"]


def test_a_refusal_is_raised_in_the_words_of_the_step_that_knows_it():
    class Taken(Exception):
        pass

    def translate(error: DatabaseError) -> Exception:
        return Taken() if "duplicate key" in str(error) else error

    note("a")
    with pytest.raises(Taken), writes.in_one_statement():
        note("b")
        note("a", translate=translate)


def test_together_commits_with_the_transaction_around_it():
    with pytest.raises(ZeroDivisionError), transaction.atomic(), writes.together():
        note("a")
        writes.flush()
        raise ZeroDivisionError

    assert notes() == []


def test_many_parameters_go_in_several_statements(django_assert_num_queries):
    with transaction.atomic(), writes.together(), django_assert_num_queries(1):
        for number in range(30):
            note(f"{number:02}")

    assert len(notes()) == 30


def test_a_later_step_can_store_what_an_earlier_one_found():
    with writes.in_one_statement():
        writes.write("SELECT %s::int + 1 AS sum", [41], name="added")
        writes.write("INSERT INTO writes_note (text) SELECT added.sum::text FROM added WHERE %s", [True])

    assert notes() == ["42"]


def test_what_is_called_back_after_the_commit_sees_it():
    seen = []
    with writes.in_one_statement():
        writes.after_commit(lambda: seen.append(notes()))
        note("a")

    assert seen == [["a"]]


def test_a_percent_sign_in_a_value_is_only_a_value():
    with writes.in_one_statement():
        note("100%s", "50%")
        note("%(p0)s")

    assert notes() == ["%(p0)s", "100%s"]
