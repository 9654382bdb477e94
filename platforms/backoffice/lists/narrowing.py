"""Filters of lists: by conditions, such as "open" for what has no end yet, and by codes, in the list's own words."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from platforms.backoffice import columns


class Narrowing(admin.SimpleListFilter):
    """A filter whose choices are conditions. A subclass is made by `by`."""

    conditions: Mapping[str, tuple[str, Callable[[], Q]]] = {}
    """Value in the address → its name, and a function that returns the condition."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the choices."""
        return [(value, title) for value, (title, _) in self.conditions.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Narrow the rows by the choice; one that does not exist narrows nothing."""
        chosen = self.conditions.get(self.value() or "")
        return queryset.filter(chosen[1]()) if chosen else queryset


class OfFew(admin.SimpleListFilter):
    """A filter whose choices are constants, or the few rows of another table, such as platforms and staff."""


def by(parameter: str, title: str, conditions: Mapping[str, tuple[str, Callable[[], Q]]]) -> type[Narrowing]:
    """Return a filter for a page's `list_filter`."""
    members = {"parameter_name": parameter, "title": title, "conditions": conditions}
    return type(f"By{parameter.capitalize()}", (Narrowing,), members)


class _InWords(admin.ChoicesFieldListFilter):
    """A filter by a code, each written as in the list's column. Django writes each word with a capital letter."""

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Yield the choices: first "all", then the codes as the field lists them."""
        made: Iterator[Any] = super().choices(changelist)
        yield next(made)
        for (code, title), choice in zip(self.field.flatchoices, made, strict=False):
            is_named = title != str(code).replace("_", " ").title()
            yield {**choice, "display": title if is_named else columns.words(code)}


admin.FieldListFilter.register(lambda field: bool(field.choices), _InWords, take_priority=True)
