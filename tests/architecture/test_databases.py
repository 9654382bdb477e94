"""What the tests stand on: the database that is emptied after each that commits, and the rows that are put into it."""

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection
from django.db.models import Value
from django.db.models.functions import Concat

from payments.models import Institution
from platforms.models import ApiToken, Platform
from tests.support import databases, factories

pytestmark = pytest.mark.django_db(transaction=True)


def _rows() -> dict[str, list[tuple[object, ...]]]:
    with connection.cursor() as cursor:
        return {table: _of(cursor, table) for table in connection.introspection.table_names(cursor)}


def _of(cursor, table: str) -> list[tuple[object, ...]]:
    cursor.execute(f'SELECT rows::text FROM "{table}" rows ORDER BY 1')
    return list(cursor.fetchall())


def test_emptying_leaves_what_migrations_left():
    databases.empty()
    before = _rows()
    factories.tenant("short-lived")
    Institution.objects.all().delete()
    Group.objects.latest("id").delete()
    assert _rows() != before

    databases.empty()

    assert _rows() == before
    assert before["payments_institution"]


def test_what_a_test_has_changed_is_changed_back_each_time():
    databases.empty()
    before = _rows()

    for _ in range(2):
        Group.objects.update(name=Concat("name", Value("?")))
        Institution.objects.filter(id=Institution.objects.latest("id").id).update(display_name_key="?")
        databases.empty()

        assert _rows() == before


def test_many_rows_are_emptied_as_few_are():
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO auth_group (name) SELECT 'Group ' || n FROM generate_series(1, 50000) n")

    databases.empty()

    assert not Group.objects.filter(name__startswith="Group ").exists()
    assert Group.objects.exists()


def test_a_recording_is_put_into_the_database_as_it_was_written():
    with databases.recorded("made"):
        made = factories.tenant("made")
    databases.put("made")
    with databases.recorded("changed"):
        Platform.objects.filter(id=made.platform.id).update(name="changed")
        factories.token(made.platform)
        written = _rows()
    assert not Platform.objects.exists()

    databases.put("made")
    databases.put("changed")

    assert _rows() == written
    assert Platform.objects.get().name == "changed"


def test_a_recording_that_deletes_is_refused():
    made = factories.tenant("made")

    with pytest.raises(DatabaseError, match="rows of platforms_apitoken are gone"), databases.recorded("deleted"):
        ApiToken.objects.filter(platform=made.platform).delete()
