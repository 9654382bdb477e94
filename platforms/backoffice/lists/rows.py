"""What a list shows: the rows that its filters and its search leave, a page at a time, and never a whole table."""

import functools
import uuid
from collections.abc import Set as AbstractSet
from typing import Any

from django.contrib import messages
from django.db import models
from django.db.models import Q
from django.http import HttpRequest
from django.utils.text import capfirst
from unfold.views import ChangeList

from platforms.backoffice.lists import lookups
from platforms.backoffice.lists.days import USUAL, Days
from platforms.backoffice.lists.entered import Entered

_BY_KEY = (("-pk",), ("pk",))
"""Orders of lists by their keys."""


class ShownList(ChangeList):  # type: ignore[misc]
    """A list that names columns and rows as people do, reads no whole table, and offers "show all" only of a part."""

    preserved_filters: str
    _kept = ""
    """The list's own filters, as part of an address."""
    days: Days | None = None
    """The days whose rows are asked for."""

    def get_filters(self, request: HttpRequest) -> Any:
        """Name the filters by columns as their columns are."""
        found = super().get_filters(request)
        for one in found[0]:
            if hasattr(one, "field_path"):  # Filters of our own have a title already.
                one.title = self.model_admin.column(one.field_path).short_description
        return found

    def get_filters_params(self, params: Any = None) -> dict[str, Any]:
        """Leave out what the page finds by other columns."""
        found: dict[str, Any] = super().get_filters_params(params)
        return {name: value for name, value in found.items() if name not in self.model_admin.stand_for}

    def get_queryset(self, request: HttpRequest, *args: Any, **options: Any) -> models.QuerySet[Any]:
        """Narrow the rows, by conditions with which no whole table is read."""
        rows: models.QuerySet[Any] = super().get_queryset(request, *args, **options)
        page = self.model_admin
        for name, kind in page.stand_for.items():
            if key := request.GET.get(name):
                rows = rows.filter(lookups.written(page, kind, key))
        active = [one for one in self.filter_specs if isinstance(one, Entered) and one.is_active]
        self.days = next((one for one in active if isinstance(one, Days)), None)
        own = {name for one in self.filter_specs if isinstance(one, Entered) for name in one.parameters}
        filtered = {_column(name) for name in self.get_filters_params() if name not in own}
        if filtered & {getattr(one, "parameter_name", None) for one in page.list_filter}:
            return rows  # Filters that are no column are conditions for which there is an index.
        others = [one for one in active if one is not self.days]
        filtered |= {column for one in others for column in one.columns}
        if not filtered or self.query or any(one.is_indexed for one in others):
            return rows
        return rows.filter(self._bound(request, filtered))

    def _bound(self, request: HttpRequest, filtered: AbstractSet[str]) -> Q:
        """Return what the list needs beside these columns, so that it reads no whole table; say what is left out."""
        page = self.model_admin
        if self.days is None:
            bound = lookups.bound(page.model, filtered)
        elif lookups.is_indexed(page.model, filtered) or not self.days.keys:
            return lookups.bound(page.model, filtered) if lookups.is_indexed(page.model, filtered) else Q()
        else:
            bound = self._newest_of(self.days.keys)
        if bound and not lookups.is_indexed(page.model, filtered):
            which = "Older ones are found by search." if self.days is None else "Choose fewer days for the others."
            messages.info(request, f"Looked at: the newest {lookups.NEWEST:,}. {which}")
        return bound

    def _newest_of(self, keys: Q) -> Q:
        return lookups.newest(self.model, keys)

    @property
    def has_problems(self) -> bool:
        """Tell whether what was entered into a filter makes no sense."""
        return any(one.problem for one in self.entered_filters)

    @property
    def entered_filters(self) -> list[Any]:
        """The filters with fields, which are one form."""
        return [one for one in self.filter_specs if isinstance(one, Entered)]

    @property
    def chosen_filters(self) -> list[Any]:
        """The filters whose choices are links."""
        return [one for one in self.filter_specs if not isinstance(one, Entered)]

    @property
    def kept_beside_fields(self) -> list[tuple[str, str]]:
        """Names and values in the address that the form of the fields keeps."""
        fields = {name for one in self.entered_filters for name in one.parameters} - {USUAL}
        return [(name, value) for name, values in self.filter_params.items() if name not in fields for value in values]

    @functools.cached_property
    def narrowed_by(self) -> list[str]:
        """Return what the list is narrowed by, in words."""
        return [said for one in self.filter_specs if (said := self._said(one))]

    def _said(self, one: Any) -> str:
        if isinstance(one, Entered):
            return one.said() if one.is_active else ""
        if not any(name in self.filter_params for name in one.expected_parameters()):
            return ""
        chosen = (choice["display"] for choice in one.choices(self) if choice["selected"])
        return f"{capfirst(str(one.title))}: {next(chosen, '')}"

    def url_for_result(self, result: Any) -> str:
        """Return the address of a row's page, which keeps the list's filters."""
        address = super().url_for_result(result)
        return f"{address}?{self._kept}" if self._kept else address

    def get_results(self, request: HttpRequest) -> None:
        """Read the rows of the page, and what stands beside them."""
        # The theme resolves the address of each row to which it adds them: a tenth of the time of a list.
        self._kept, self.preserved_filters = self.preserved_filters, ""
        super().get_results(request)
        is_narrowed = bool(self.query or self.get_filters_params())
        if is_narrowed and not self.paginator.is_cut and self._order(request) in _BY_KEY:
            self.result_list = self._by_keys(request)
        # The rows stay in the query's cache, from which the template takes them.
        self.model_admin.load_beside(request, list(self.result_list))
        if not is_narrowed:
            self.full_result_count = self.result_count

    def _order(self, request: HttpRequest) -> tuple[str, ...]:
        """Return the order that is asked for by a heading, or the list's own."""
        order = tuple(map(str, self.get_ordering(request, self.root_queryset)))
        # Keys are unique: what follows them orders nothing.
        return order[:1] if order[:1] in _BY_KEY else order

    def _by_keys(self, request: HttpRequest) -> models.QuerySet[Any]:
        """Return the rows of the page by their keys, which are read before in any order.

        Asked for the newest rows that fit, the database may walk along the keys: through the whole table where few fit.
        """
        rows: models.QuerySet[Any] = self.root_queryset
        if not self.result_count:
            return rows.none()
        first = (self.page_num - 1) * self.list_per_page
        shown = self.keys(request, self.paginator.bound)[first : first + self.list_per_page]
        return rows.filter(pk__in=shown).order_by(*self._order(request))

    def keys(self, request: HttpRequest, most: int) -> list[Any]:
        """Return the keys of the list's rows in its order; of more than `most` rows any so many."""
        keys: models.QuerySet[Any] = self.queryset.values_list("pk", flat=True)
        order = self._order(request)
        if order not in _BY_KEY:
            return list(keys[:most])
        return sorted(keys.order_by()[:most], key=_number, reverse=order[0].startswith("-"))


class ExportedList(ShownList):
    """A list whose rows are exported: those of some days all of them, whatever else narrows them."""

    def _newest_of(self, keys: Q) -> Q:
        return Q()

    def get_results(self, request: HttpRequest) -> None:
        """Read nothing."""


def _number(key: Any) -> Any:
    """Return what a key is compared by: a UUID's number is compared four times as fast as the UUID."""
    return key.int if isinstance(key, uuid.UUID) else key


def _column(lookup: str) -> str:
    return lookup.partition("__")[0]
