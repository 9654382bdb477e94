"""Filters of lists that are no column: each choice is a condition, such as "open" for what has no end yet."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest


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


def by(parameter: str, title: str, conditions: Mapping[str, tuple[str, Callable[[], Q]]]) -> type[Narrowing]:
    """Return a filter for a page's `list_filter`."""
    members = {"parameter_name": parameter, "title": title, "conditions": conditions}
    return type(f"By{parameter.capitalize()}", (Narrowing,), members)
