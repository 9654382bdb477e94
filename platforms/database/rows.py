"""One row, by a key that a client or a page has named."""

from typing import TypeVar

from django.db.models import Manager, Model, QuerySet

_Row = TypeVar("_Row", bound=Model)


def by_key(rows: Manager[_Row] | QuerySet[_Row], key: object) -> _Row | None:
    """Return the row with this primary key; None without a key, or where none of the rows has it."""
    return rows.filter(pk=key).first() if key else None
