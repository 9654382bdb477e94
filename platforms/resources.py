"""What an object of another app is doing, asked by its public identifier: each app registers its tables."""

import uuid
from typing import Any, NamedTuple

from platforms.base import identifiers


class Resource(NamedTuple):
    """An object that a reply is about."""

    type: str
    id: str
    """The public identifier."""
    status: str | None
    """As it is now; None where objects of this type have none, and where the object is gone."""


_models: dict[str, tuple[Any, tuple[str, ...]]] = {}


def register(model: Any, *related: str) -> None:
    """Register a table whose rows belong to platforms and have a `status`, which may need rows related to them."""
    _models[model.public_type] = model, related


def read(public_id: object, *, platform_id: uuid.UUID) -> Resource | None:
    """Return a platform's object with its present status; None for what is no public identifier."""
    if not isinstance(public_id, str) or not identifiers.is_one(public_id):
        return None
    type_name = public_id.partition(":")[0]
    return Resource(type_name, public_id, _status(type_name, identifiers.parse(type_name, public_id), platform_id))


def _status(type_name: str, key: uuid.UUID | None, platform_id: uuid.UUID) -> str | None:
    if type_name not in _models:
        return None
    model, related = _models[type_name]
    # By the key alone, and the platform compared afterwards: see payments.queries.
    rows = model.objects.filter(pk=key)
    row = (rows.select_related(*related) if related else rows).first()
    if row is None or row.platform_id != platform_id or getattr(row, "deleted_at", None) is not None:
        return None
    return str(row.status)
