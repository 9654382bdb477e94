"""`ReadOnlyAdmin`: pages of a model that show everything and change nothing."""

import dataclasses
import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.text import capfirst
from unfold.admin import ModelAdmin

from platforms.backoffice import actions, columns, dialogs, links, masking, page_lines, panels, parties, reveal, search
from platforms.backoffice.actions import Action
from platforms.backoffice.lists import days, entered, exports, lookups, views
from platforms.backoffice.lists.paginator import BoundedPaginator
from platforms.backoffice.lists.rows import ExportedList, ShownList
from platforms.base import identifiers
from platforms.database import replica
from platforms.database.postgresql.base import planned_for_values
from platforms.models import AuditEntry


class ReadOnlyAdmin(ModelAdmin):  # type: ignore[misc]
    """Lists and pages on which nobody can change anything, whatever their permissions.

    A subclass declares what is special; every field that it does not name is shown by its type.
    """

    list_display: Sequence[Any] = ("__str__",)
    """Names of columns; the first one that is no relation links to the page."""
    exact: Sequence[str] = ()
    """Columns of text that a search term is compared with, character for character."""
    exact_by_platform: Sequence[str] = ()
    """The same for columns whose only index leads with the platform."""
    through: Mapping[str, str] = {}
    """Type of public identifier → column that holds its key."""
    written_in: Mapping[str, Sequence[str]] = {}
    """Type of public identifier → columns in which it is written, of which an index leads with the platform."""
    stand_for: Mapping[str, str] = {}
    """Relation without an index → type of public identifier that `written_in` finds the same rows by."""
    parties_in = ""
    """The attribute with the public identifier of what says who a row concerns: see `parties`."""
    names_others_in = ""
    """The column in which a row names another object of any type by its public identifier."""
    has_personal_data = False
    """Whether the page masks personal data, and offers to reveal it."""
    loads: Sequence[str] = ()
    """Related objects that columns link to: one query each, whatever the number of rows."""
    shown: Sequence[columns.Column] = ()
    """Columns that replace a field's usual one, or that are not a field."""
    titles: Mapping[str, str] = {}
    """Column → its heading, where the column's name would not make a plain one."""
    hidden: Sequence[str] = ()
    """Fields of no use to people, shown nowhere."""
    link_title = ""
    """The text of links to this list on pages of other objects; by default the plural of the model."""
    groups: Sequence[tuple[str, Sequence[str]]] = ()
    """Headings of the page and the columns under each. Fields that no group names come last."""
    if_filled: frozenset[str] = frozenset()
    """Columns that a page leaves out while they have nothing to say, with their heading if nothing else is under it."""

    more_in_files: Sequence[columns.Column] = ()
    """Columns that an export has after those of the list."""

    ordering: Sequence[str] = ("-pk",)  # keys grow with time: the newest first, from an index
    time_of_keys = ""
    """The column with the time at which a row was written: keys grow with it, so the list can be turned round by it.

    By no other column: to sort ten million rows by one without an index reads all of them.
    """
    sortable_by: Sequence[columns.Column] = ()
    actions = None
    actions_list: Sequence[str] = ()
    actions_detail: Sequence[str] = ()
    date_hierarchy = None
    show_full_result_count = False
    paginator = BoundedPaginator
    list_per_page = 50
    list_max_show_all = 0
    show_facets = 0
    names_relations = True
    """Links to related objects say what these are called. False: their identifiers, where names are on need to know."""
    change_form_template = "admin/backoffice/page.html"
    change_form_outer_after_template = "admin/backoffice/panels.html"
    list_after_template = "admin/backoffice/export.html"
    counted_as = ""
    """What the rows are counted as, where the list is called otherwise."""
    first_links: frozenset[str] = frozenset()
    """Titles of the related lists that stand first, with the others folded; empty: all of them stand."""
    page_help: Any = None
    """What an empty list would hold, in words, and the address of its section of the documents."""

    def __init__(self, model: type[models.Model], site: Any) -> None:
        """Turn the names in `list_display` into columns, and the staff actions of the model into buttons."""
        super().__init__(model, site)
        self._take_actions()
        self.list_display = [self.column(name).brief() for name in type(self).list_display]
        by_time = next((column for column in self.list_display if column.name == self.time_of_keys), None)
        if by_time is not None:
            sorts = dataclasses.replace(by_time, admin_order_field="pk")
            self.list_display[self.list_display.index(by_time)] = sorts
            self.sortable_by = (sorts,)
        # A relation is a link to another page already.
        own = (column for column in self.list_display if column.name not in self._relations)
        self.list_display_links = [next(own, self.list_display[0])]

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Return the tables below the fields. None stands for a table that the person may not see."""
        return ()

    def named(self, row: Any) -> str:
        """Return what a row is called where it is mentioned, an account by holder and last four; empty: its id."""
        return ""

    def heading(self, row: Any) -> str:
        """Return what heads the page of a row, as people speak of it: by default its name. May cost a query."""
        return self.named(row) or str(row)

    def summary(self, row: Any) -> str:
        """Return a short description of a row for search results; by default the platform."""
        platform = getattr(row, "platform", None)
        return str(platform) if platform is not None else ""

    def prepare(self, request: HttpRequest, rows: Sequence[Any], *, is_page: bool) -> None:
        """Load what columns show beside the rows of a list, or the one of a page, for the person who looks."""

    def load_beside(self, request: HttpRequest, rows: Sequence[Any]) -> None:
        """Load at once what columns show beside the rows of a list or an export."""
        self.prepare(request, rows, is_page=False)
        shown: Iterable[columns.Column] = self.get_list_display(request)
        if any(column.name in {parties.CUSTOMER, parties.OTHER} for column in shown):
            parties.load(rows, self.parties_in)

    def load_for_files(self, rows: Sequence[Any]) -> None:
        """Load at once what `more_in_files` shows of the rows of an export."""

    def column(self, name: str) -> columns.Column:
        """Return the column of a name: a special one, or that of the model's field."""
        made = next((column for column in self.shown if column.name == name), None)
        if made is None and name in {parties.CUSTOMER, parties.OTHER}:
            return parties.column(name, self.parties_in)
        if made is None and name == "public_id":
            return columns.text("public_id", title="ID", is_wide=True)
        made = made or columns.default(self.opts.get_field(name))
        return dataclasses.replace(made, short_description=self.titles.get(name, made.short_description))

    @property
    def media(self) -> forms.Media:
        """Return no scripts and styles of Django's forms. A page's own are those of its class `Media`."""
        return forms.Media()

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
        """Show the list. It accepts no POST."""
        if request.method != "GET":
            raise PermissionDenied

        context = {"title": capfirst(str(self.opts.verbose_name_plural)), **(extra_context or {})}

        def show() -> Any:
            with planned_for_values(using=replica.alias()):
                page = super(ReadOnlyAdmin, self).changelist_view(request, context)
                if isinstance(page, TemplateResponse):
                    self._look_anywhere(request, (page.context_data or {}).get("cl"))
                # The rows are read when the page is written.
                return page.render() if isinstance(page, TemplateResponse) else page

        shown: HttpResponse = replica.read(show)
        return shown

    def _look_anywhere(self, request: HttpRequest, shown: Any) -> None:
        """Look everywhere for the words that were typed above a list which has nothing for them."""
        if shown is not None and shown.query and not shown.result_count:
            shown.anywhere = search.groups(request, shown.query, limit=search.IN_THE_BOX)

    def get_urls(self) -> list[URLPattern]:
        """Add the addresses of the list's export, of its saved views and of the staff actions."""
        self._take_actions()  # once more: apps above have declared theirs since
        name = f"{self.opts.app_label}_{self.opts.model_name}_export"
        export = path("export/", self.admin_site.admin_view(self.export_view), name=name)
        return [export, *views.urls(self), *super().get_urls()]

    def _take_actions(self) -> None:
        everywhere = (reveal.SHOW,) if self.has_personal_data else ()
        self.staff_actions = {action.word: action for action in (*actions.of_model(self.model), *everywhere)}
        for word, action in self.staff_actions.items():
            setattr(self, word, dialogs.method(self, action))
        of_list = (word for word, action in self.staff_actions.items() if action.is_of_list)
        of_page = (word for word, action in self.staff_actions.items() if not action.is_of_list)
        self.actions_list = [*type(self).actions_list, *of_list]
        self.actions_detail = [*type(self).actions_detail, *of_page]

    def export_view(self, request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
        """Return the rows that filters and search leave as CSV."""
        return exports.export(self, request)

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> Any:
        """Show the page of an object; with personal data unmasked if a reveal was just granted and recorded."""
        if not (self.has_personal_data and reveal.is_granted(request)):
            return super().changeform_view(request, object_id, form_url, extra_context)
        with masking.off():
            page: Any = super().changeform_view(request, object_id, form_url, extra_context)
            return page.render() if isinstance(page, TemplateResponse) else page

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """Redirect to the audit log, which holds the history of an object."""
        row = self.get_object(request, object_id)
        if row is None or not self.public_type or not self.has_view_permission(request, row):
            raise PermissionDenied
        return HttpResponseRedirect(links.listing(AuditEntry, subject=row.public_id))

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """Add the tables and the links to related lists."""
        row = context["original"]
        made = (*panels.contributed(request, row), *self.panels(request, row))
        context["panels"] = [panel for panel in made if panel is not None]
        shown = {panel.more for panel in context["panels"]}
        related = [link for link in panels.related_lists(request, row) if link.address not in shown]
        first = [link for link in related if not self.first_links or link.title in self.first_links]
        context["related_lists"] = first
        context["further_lists"] = [link for link in related if link not in first]
        context["title"] = capfirst(str(self.opts.verbose_name))
        if "page_name" not in context:
            context["page_name"] = links.heading(row)
        context["subtitle"] = context["page_name"]  # the browser's title begins with it
        page: HttpResponse = super().render_change_form(request, context, *args, **kwargs)
        return page

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        """Load the objects that columns link to. Not by a join: that would hide a row whose relation is missing."""
        rows: models.QuerySet[Any] = super().get_queryset(request)
        return rows.prefetch_related(*self.loads)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Find an object by its key or by its public identifier."""
        key = identifiers.parse(self.public_type, object_id) if self.public_type else None
        row = super().get_object(request, str(key or object_id), from_field)
        if row is not None:
            self.prepare(request, [row], is_page=True)
        return row

    @property
    def public_type(self) -> str:
        """Type in the public identifiers of these objects; empty where they have none."""
        return getattr(self.model, "public_type", "")

    def get_search_fields(self, request: HttpRequest) -> Sequence[str]:
        """Show the search box wherever a search can find something."""
        named = (*self.exact, *self.exact_by_platform, *self.through.values(), *self.written_in)
        return (*named, self.names_others_in, "pk")

    def get_search_results(
        self,
        request: HttpRequest,
        queryset: models.QuerySet[Any],
        search_term: str,
    ) -> tuple[models.QuerySet[Any], bool]:
        """Find by exact identifiers, and by identifiers as lists shorten them."""
        term = search_term.strip()
        if not term:
            return queryset, False
        return lookups.find(self, queryset, term), False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Allow filters that the page offers or links to; any other could be used to guess hidden values."""
        name, _, rest = lookup.partition("__")
        offered = {*self._relations, *entered.names(self.list_filter), self.names_others_in}
        return name in offered and rest in {"", "exact", "id__exact", "isnull"}

    def get_ordering(self, request: HttpRequest) -> Sequence[str]:
        """Return the list's order; that of its keys for the rows of some days, which are found by their keys."""
        return ("-pk",) if days.is_asked(request, self.list_filter) else self.ordering

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ShownList]:
        """Return the kind of list: for an export, which is no GET, one that reads no page of it."""
        return ShownList if request.method == "GET" else ExportedList

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return every field, under the headings that the subclass gives."""
        if obj is None or not self.if_filled:
            return self._fieldsets
        return page_lines.fieldsets(page_lines.filled(self._under, obj, if_filled=self.if_filled))

    def get_actions_list(self, request: HttpRequest) -> list[Any]:
        """Offer above the list the actions that the person may carry out."""
        return self._offered(super().get_actions_list(request), request, None)

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Offer the actions that the person may carry out and that fit the object, loaded only where that matters."""
        return self._offered(super().get_actions_detail(request, object_id), request, object_id)

    def _offered(self, buttons: list[Any], request: HttpRequest, object_id: Any) -> list[Any]:
        row = functools.cache(lambda: dialogs.find(self.model, object_id))
        mine = self.staff_actions
        return [one for one in buttons if one.path not in mine or _is_offered(mine[one.path], request.user, row)]

    @functools.cached_property
    def _relations(self) -> frozenset[str]:
        return frozenset(field.name for field in self.opts.concrete_fields if field.is_relation)

    @functools.cached_property
    def _under(self) -> page_lines.Under:
        return page_lines.under_headings(self)

    @functools.cached_property
    def _fieldsets(self) -> page_lines.Fieldsets:
        return page_lines.fieldsets(self._under)


def _is_offered(action: Action, user: Any, row: Callable[[], Any]) -> bool:
    if not actions.may(user, action, row() if action.lets else None):
        return False
    return action.offered is None or (row() is not None and action.offered(row(), user))
