"""A row by a key that may name none."""

import pytest

from platforms.base import identifiers
from platforms.database.rows import by_key
from platforms.models import Platform


def test_a_row_is_found_by_its_key(acme):
    assert by_key(Platform.objects, acme.platform.pk) == acme.platform
    assert by_key(Platform.objects.filter(environment="SANDBOX"), str(acme.platform.pk)) == acme.platform


def test_a_key_of_no_row_finds_none(acme):
    assert by_key(Platform.objects, identifiers.new_key()) is None
    assert by_key(Platform.objects.filter(environment="PRODUCTION"), acme.platform.pk) is None


@pytest.mark.parametrize("key", [None, ""])
def test_without_a_key_the_database_is_not_asked(key):
    # This test has no database: a statement would fail.
    assert by_key(Platform.objects, key) is None
