"""Model instances made by hand, for the hot paths: a model's constructor costs more than the query that fed it."""

import functools
from typing import Any, TypeVar

from django.db import models
from django.db.models.base import ModelState

_Model = TypeVar("_Model", bound=models.Model)


def fill(model: type[_Model], columns: dict[str, Any], **related: models.Model) -> _Model:
    """Return an instance with these columns, the rest None: to be shown, or written by a statement of its own.

    `related` are instances by the name of their relation. No signals, no defaults; a save updates the row.
    """
    instance = model.__new__(model)
    instance.__dict__.update(_nothing(model), **columns)
    instance._state = ModelState()
    instance._state.adding = False
    if related:
        instance._state.fields_cache.update(related)
    return instance


@functools.cache
def _nothing(model: type[models.Model]) -> dict[str, None]:
    return {field.attname: None for field in model._meta.concrete_fields}
