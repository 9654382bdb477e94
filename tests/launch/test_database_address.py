"""Addresses of the database: read by the driver's own parser, several hosts and all parameters included."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.variables import values

pytestmark = pytest.mark.service


def _parts(url: str) -> list[object]:
    found = values.database(url, prepare_threshold=3)
    return [*(found[name] for name in ("USER", "PASSWORD", "HOST", "PORT", "NAME")), found["OPTIONS"]]


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        ("postgresql:///payments", ["", "", "", "", "payments", {}]),
        ("postgresql://u:p%40ss@db:5433/n%C3%A4me", ["u", "p@ss", "db", "5433", "näme", {}]),
        ("postgresql://u@/payments?host=%2Frun%2Fpg", ["u", "", "/run/pg", "", "payments", {}]),
        ("postgresql://u@[2001:db8::1]:5432/p", ["u", "", "2001:db8::1", "5432", "p", {}]),
        ("postgres://u@db/p?sslmode=verify-full", ["u", "", "db", "", "p", {"sslmode": "verify-full"}]),
        (
            "postgresql://u:p@one:5432,two:5433/payments?target_session_attrs=read-write",
            ["u", "p", "one,two", "5432,5433", "payments", {"target_session_attrs": "read-write"}],
        ),
    ],
)
def test_every_part_is_read(url, parts):
    assert _parts(url) == [*parts[:-1], {"prepare_threshold": 3, **parts[-1]}]


@pytest.mark.parametrize(
    "url", ["mysql://u:secret@db/p", "postgresql://u:secret@db/p?no_such=1", "postgresql://u:secret@[db"]
)
def test_what_is_no_address_is_refused_without_being_repeated(url):
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL") as refused:
        values.database(url)

    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("url", ["mysql://u:secret@db/p", "postgresql://u:secret@[db"])
def test_the_variable_with_the_fault_is_named(url):
    with pytest.raises(ImproperlyConfigured, match=r"^DATABASE_REPLICA_URL"):
        values.database(url, "DATABASE_REPLICA_URL")
