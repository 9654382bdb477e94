"""Locks by name: each purpose has keys of its own."""

import collections
import pathlib
import re

import pytest
from django.db import connection, connections, transaction

from platforms.database.locks import Lock
from tests.support import apps

pytestmark = pytest.mark.django_db(transaction=True)
_ROOT = pathlib.Path(__file__).parents[3]
_SEEDS = {lock: int(seed) for lock in Lock for seed in re.findall(r"hashtextextended\(\{name\}, (\d+)\)", lock.value)}


@pytest.fixture
def other():
    """A cursor of another connection, in a database transaction."""
    second = connections.create_connection("default")
    second.set_autocommit(False)
    with second.cursor() as cursor:
        yield cursor
    second.close()


def test_no_two_purposes_have_one_number():
    assert len(_SEEDS) >= 10
    assert [seed for seed, times in collections.Counter(_SEEDS.values()).items() if times > 1] == []


def test_the_database_function_takes_the_lock_by_its_number():
    structure = (_ROOT / "config/database/structure.sql").read_text()

    assert re.findall(r"hashtextextended\(.*, (\d+)\)", structure) == [str(_SEEDS[Lock.COMMAND])]


def test_nobody_takes_such_a_lock_by_a_number_of_his_own():
    paths = [path for app in apps.EVERY for path in (_ROOT / app).rglob("*.py")]
    taking = [path for path in paths if re.search("pg_(try_)?advisory", path.read_text())]

    assert [str(path.relative_to(_ROOT)) for path in taking] == ["platforms/database/locks.py"]


@pytest.mark.parametrize("lock", Lock, ids=lambda lock: lock.name)
def test_who_holds_it_keeps_others_out_until_the_transaction_ends(lock, other):
    with transaction.atomic(), connection.cursor() as cursor:
        lock.hold(cursor, "a name")

        assert lock.try_to_hold(other, "a name") is False
        assert all(each.try_to_hold(other, "a name") for each in Lock if each is not lock)
    assert lock.try_to_hold(other, "a name") is True


def test_another_name_is_another_lock(other):
    with transaction.atomic(), connection.cursor() as cursor:
        Lock.DEPOSIT.hold(cursor, "a name")

        assert Lock.DEPOSIT.try_to_hold(other, "another name") is True


def test_who_shares_it_keeps_out_those_who_do_not(other):
    with transaction.atomic(), connection.cursor() as cursor:
        Lock.BANK_MONEY.hold(cursor, "a name", is_shared=True)
        Lock.BANK_MONEY.hold(other, "a name", is_shared=True)

        assert Lock.BANK_MONEY.try_to_hold(cursor, "a name") is False


def test_what_is_kept_stays_until_it_is_released(other):
    with connection.cursor() as cursor:
        assert Lock.MIGRATION.try_to_keep(cursor, "a name") is True
        assert Lock.MIGRATION.try_to_keep(other, "a name") is False
        Lock.MIGRATION.release(cursor, "a name")

        assert Lock.MIGRATION.try_to_keep(other, "a name") is True
