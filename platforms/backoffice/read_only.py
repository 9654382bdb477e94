"""`ReadOnlyAdmin`: the page of a model that shows everything and changes nothing."""

import dataclasses
import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from unfold.admin import ModelAdmin
from unfold.views import ChangeList

from platforms.backoffice import actions, columns, dialogs, links, masking, panels, reveal, search
from platforms.backoffice.actions import Action
from platforms.backoffice.paginator import BoundedPaginator
from platforms.base import identifiers


class ReadOnlyAdmin(ModelAdmin):  # type: ignore[misc]
    """Lists and pages that nobody can change anything on, whatever permissions they have.

    A subclass says what is special; every field it does not name is shown by its type.
    """

    list_display: Sequence[Any] = ("__str__",)
    """Names of columns; the first one links to the page."""
    exact: Sequence[str] = ()
    """Columns of text that a search term is compared with, character for character."""
    exact_by_platform: Sequence[str] = ()
    """The same for columns that only an index behind the platform finds."""
    through: Mapping[str, str] = {}
    """Type of public identifier → column that holds its key."""
    names_others_in = ""
    """The column in which these rows name any other object by its public identifier."""
    has_personal_data = False
    """The page masks personal data, and offers to show it."""
    loads: Sequence[str] = ()
    """Related objects that columns link to: one query each, whatever the number of rows."""
    shown: Sequence[columns.Column] = ()
    """Columns that replace a field's usual one, or that are no field."""
    titles: Mapping[str, str] = {}
    """Column → its heading, where the words of its name are not plain."""
    link_title = ""
    """What links from the pages of other objects say; without it, the plural of the model."""
    groups: Sequence[tuple[str, Sequence[str]]] = ()
    """Headings of the page and the columns under each. Fields that no group names come last."""

    ordering: Sequence[str] = ("-pk",)  # keys grow with time: the newest first, from an index
    sortable_by = ()
    actions = None
    actions_list: Sequence[str] = ()
    actions_detail: Sequence[str] = ()
    date_hierarchy = None
    show_full_result_count = False
    paginator = BoundedPaginator
    list_per_page = 50
    list_max_show_all = 0
    show_facets = 0
    change_form_outer_after_template = "admin/backoffice/panels.html"

    def __init__(self, model: type[models.Model], site: Any) -> None:
        """Turn the names in `list_display` into columns, and the staff actions of the model into buttons."""
        super().__init__(model, site)
        everywhere = (reveal.SHOW,) if self.has_personal_data else ()
        self.staff_actions = {one.word: one for one in (*actions.of_model(model), *everywhere)}
        for word, one in self.staff_actions.items():
            setattr(self, word, dialogs.method(self, one))
        self.actions_list = [*self.actions_list, *(word for word, one in self.staff_actions.items() if one.is_of_list)]
        detail = (word for word, one in self.staff_actions.items() if not one.is_of_list)
        self.actions_detail = [*self.actions_detail, *detail]
        self.list_display = [self.column(name).brief() for name in type(self).list_display]

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Return the tables below the fields. None stands for one that the person may not see."""
        return ()

    def summary(self, row: Any) -> str:
        """Return what tells a row from others where it was found; the platform, if nothing better is known."""
        platform = getattr(row, "platform", None)
        return str(platform) if platform is not None else ""

    def column(self, name: str) -> columns.Column:
        """Return the column of a name: a special one, or that of the model's field."""
        made = next((column for column in self.shown if column.name == name), None)
        if made is None and name == "public_id":
            return columns.text("public_id", title="ID", is_wide=True)
        made = made or columns.default(self.opts.get_field(name))
        return dataclasses.replace(made, short_description=self.titles.get(name, made.short_description))

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse."""
        return False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Show the list. Nothing can be sent to it."""
        if request.method != "GET":
            raise PermissionDenied
        page: HttpResponse = super().changelist_view(request, extra_context)
        return page

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> Any:
        """Show the page of an object; personal data in it unmasked when that was just asked for, and written down."""
        if not (self.has_personal_data and reveal.is_granted(request)):
            return super().changeform_view(request, object_id, form_url, extra_context)
        with masking.off():
            page: Any = super().changeform_view(request, object_id, form_url, extra_context)
            return page.render() if isinstance(page, TemplateResponse) else page

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """Lead to the audit log, where the history of an object is kept."""
        row = self.get_object(request, object_id)
        if row is None or not self.public_type or not self.has_view_permission(request, row):
            raise PermissionDenied
        from platforms.models import AuditEntry

        return HttpResponseRedirect(links.listing(AuditEntry, subject=row.public_id))

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """Add the tables and the links to related lists."""
        row = context["original"]
        made = (*panels.contributed(request, row), *self.panels(request, row))
        context["panels"] = [panel for panel in made if panel is not None]
        shown = {panel.more for panel in context["panels"]}
        context["related_lists"] = [link for link in panels.related_lists(request, row) if link.address not in shown]
        context["title"] = str(self.opts.verbose_name).capitalize()
        page: HttpResponse = super().render_change_form(request, context, *args, **kwargs)
        return page

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        """Load what the columns link to. Not by a join: that would hide a row whose relation is missing."""
        rows: models.QuerySet[Any] = super().get_queryset(request)
        return rows.prefetch_related(*self.loads)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Find an object by its key, or by its public identifier as it stands in a log or a webhook."""
        key = identifiers.parse(self.public_type, object_id) if self.public_type else None
        return super().get_object(request, str(key or object_id), from_field)

    @property
    def public_type(self) -> str:
        """Type in the public identifiers of these objects; empty where they have none."""
        return getattr(self.model, "public_type", "")

    def get_search_fields(self, request: HttpRequest) -> Sequence[str]:
        """Show the search box wherever something can be found."""
        return (*self.exact, *self.exact_by_platform, *self.through.values(), self.names_others_in, "pk")

    def get_search_results(
        self,
        request: HttpRequest,
        queryset: models.QuerySet[Any],
        search_term: str,
    ) -> tuple[models.QuerySet[Any], bool]:
        """Find by exact identifiers."""
        term = search_term.strip()
        if not term:
            return queryset, False
        wanted = search.condition(self, term)
        return (queryset.filter(wanted) if wanted is not None else queryset.none()), False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Allow filters that the page offers or links to; any other could be used to guess what is not shown."""
        name, _, rest = lookup.partition("__")
        offered = {*self._relations, *(str(name) for name in self.list_filter), self.names_others_in}
        return name in offered and rest in {"", "exact", "id__exact", "isnull"}

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """Return the kind of list."""
        return _ChangeList

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return every field, under the headings that the subclass gives."""
        return self._fieldsets

    def get_actions_list(self, request: HttpRequest) -> list[Any]:
        """Offer above the list what the person may do."""
        return self._offered(super().get_actions_list(request), request, None)

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Offer only what the person may do and what fits the object, which is loaded if that depends on it."""
        return self._offered(super().get_actions_detail(request, object_id), request, object_id)

    def _offered(self, buttons: list[Any], request: HttpRequest, object_id: Any) -> list[Any]:
        row = functools.cache(lambda: dialogs.find(self.model, object_id))
        mine = self.staff_actions
        return [one for one in buttons if one.path not in mine or _is_offered(mine[one.path], request.user, row)]

    @functools.cached_property
    def _relations(self) -> frozenset[str]:
        return frozenset(field.name for field in self.opts.concrete_fields if field.is_relation)

    @functools.cached_property
    def _fieldsets(self) -> list[tuple[str | None, dict[str, Any]]]:
        named = {name for _, names in self.groups for name in names}
        special = [column.name for column in self.shown]
        fields = [field.name for field in self.opts.concrete_fields]
        if "public_id" in named:
            named.add(self.opts.pk.name)  # the public identifier holds it
        rest = [name for name in dict.fromkeys([*fields, *special]) if name not in named]
        groups = [*self.groups, ("Details" if self.groups else "", rest)]
        return [
            (title or None, {"fields": _lines([self.column(name) for name in names])})
            for title, names in groups
            if names
        ]


class _ChangeList(ChangeList):  # type: ignore[misc]
    """A list that offers to show all rows only while it shows some."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        if not self.query and not self.get_filters_params():
            self.full_result_count = self.result_count


def _is_offered(action: Action, user: Any, row: Callable[[], Any]) -> bool:
    if not actions.may(user, action, row() if action.lets else None):
        return False
    return action.offered is None or (row() is not None and action.offered(row(), user))


def _lines(shown: Sequence[columns.Column]) -> list[tuple[columns.Column, ...]]:
    """Put two narrow columns that follow each other on one line."""
    lines: list[tuple[columns.Column, ...]] = []
    for column in shown:
        if lines and len(lines[-1]) == 1 and not lines[-1][0].is_wide and not column.is_wide:
            lines[-1] += (column,)
        else:
            lines.append((column,))
    return lines
