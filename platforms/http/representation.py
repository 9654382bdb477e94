"""Representations: the public JSON of a resource, declared once for REST, webhooks and the OpenAPI document.

A representation is a read-only serializer. It is made once per process and compiled to a list of getters, because the
generic machinery costs more than the database query behind most replies.
"""

import functools
import operator
from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

_AS_STORED = {serializers.CharField, serializers.ChoiceField, serializers.IntegerField, serializers.BooleanField}
"""Fields whose value is JSON already, as the database returned it."""


class Representation(serializers.Serializer[Any]):
    """The JSON of a resource. Fields that are not required are left out when they are None."""

    @functools.cached_property
    def _plan(self) -> list[tuple[str, Callable[[Any], Any], Callable[[Any], Any] | None, bool]]:
        return [
            (
                name,
                _getter(str(field.source)),
                None if type(field) in _AS_STORED else field.to_representation,
                not field.required,
            )
            for name, field in self.fields.items()
        ]

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Return the JSON-ready dictionary of `instance`."""
        result: dict[str, Any] = {}
        for name, get, convert, optional in self._plan:
            value = get(instance)
            if value is None:
                if not optional:
                    result[name] = None
            elif convert is None:
                result[name] = value
            else:
                result[name] = convert(value)
        return result


class Ready(serializers.JSONField):
    """A value that is JSON already, also encoded JSON; the document shows it as `schema`, any JSON without one."""

    def __init__(self, schema: Any = None, **options: Any) -> None:
        super().__init__(**options)
        if schema is not None:
            extend_schema_field(schema)(self)  # type: ignore[type-var]

    def to_representation(self, value: Any) -> Any:
        """Return the value as it is."""
        return value


def _getter(source: str) -> Callable[[Any], Any]:
    if source == "*":
        return lambda instance: instance
    if "." not in source:
        return operator.attrgetter(source)
    first, rest = source.split(".", 1)
    inner = _getter(rest)

    def get(instance: Any) -> Any:
        owner = getattr(instance, first)
        return None if owner is None else inner(owner)

    return get
