"""Model instances built without the model's constructor, which costs more than the query that loaded the row."""

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import orjson
from django.db import models
from django.db.models.base import ModelState

_Model = TypeVar("_Model", bound=models.Model)


@functools.cache
def columns(model: type[models.Model]) -> tuple[str, ...]:
    """Return the names of a model's columns."""
    return tuple(_defaults(model))


def build_row(
    model: type[_Model], values: Mapping[str, Any] | Iterable[tuple[str, Any]], **related: models.Model
) -> _Model:
    """Return an instance with these columns, the rest at their defaults: to be shown, or written as a row.

    `related` holds instances by the name of their relation. Sends no signals; a save updates the row.
    """
    instance = model.__new__(model)
    instance.__dict__.update(_defaults(model))
    instance.__dict__.update(values)
    instance._state = ModelState()
    instance._state.adding = False
    if related:
        instance._state.fields_cache.update(related)
    return instance


def shown(model: type[_Model], names: Sequence[str], values: Sequence[Any], **related: models.Model) -> _Model:
    """Return an instance to be shown, of a row of these columns: JSON columns come as text, and stay encoded JSON."""
    built = build_row(model, zip(names, values, strict=True), **related)
    loaded = built.__dict__
    for name in _json_columns(model):
        if loaded[name] is not None:
            loaded[name] = orjson.Fragment(loaded[name])
    return built


def row(instance: models.Model) -> dict[str, Any]:
    """Return the values of an instance by the names of their columns."""
    values = instance.__dict__
    return {name: values[name] for name in columns(type(instance))}


@functools.cache
def _defaults(model: type[models.Model]) -> dict[str, Any]:
    """Return the default of each column; None where there is none, or a new one each time."""
    return {
        field.attname: None if callable(field.default) or not field.has_default() else field.default
        for field in model._meta.concrete_fields
    }


@functools.cache
def _json_columns(model: type[models.Model]) -> tuple[str, ...]:
    return tuple(field.attname for field in model._meta.concrete_fields if isinstance(field, models.JSONField))
