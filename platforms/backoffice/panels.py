"""Panels: the tables and links below an object's fields."""

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.utils.text import capfirst

from platforms.backoffice import columns as column_types
from platforms.backoffice import links, parties
from platforms.backoffice.charts import Chart

ROWS = 20


@dataclasses.dataclass(frozen=True)
class Panel:
    """A table: `numeric` columns stand at the right; `more` is the address of the whole list."""

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    numeric: frozenset[int] = frozenset()
    totals: Sequence[str] = ()
    note: str = ""
    more: str = ""
    more_text: str = "Open the list"
    chart: Chart | None = None
    """The same numbers drawn: the table is folded below it then."""


@dataclasses.dataclass(frozen=True)
class Link:
    """A related list."""

    title: str
    address: str


def by_keyboard(waiting: models.QuerySet[Any], row: models.Model, letters: Mapping[str, str]) -> Panel | None:
    """Return what letters do on a page of a queue: `letters` name its buttons, j and k the next row and that before."""
    ways = (("j", "Next one", links.next_of), ("k", "The one before", links.before))
    others = [(letter, text, way(waiting, row.pk)) for letter, text, way in ways]
    rows = [
        (letter, links.to(links.page(type(other), other.pk), text, letter=letter))
        for letter, text, other in others
        if other is not None
    ]
    return Panel("By keyboard", ("key", "what it does"), [*letters.items(), *rows]) if letters or rows else None


Make = Callable[[HttpRequest, Any], Iterable[Panel | None]]
_contributed: dict[str, list[Make]] = {}


def contributed_to(label: str, *, place: str = "") -> Callable[[Make], Make]:
    """Register a function that adds tables to the pages of a model of a lower app, which must not know of it.

    `place`: another page about such an object, which asks for them under this name; empty for the object's own.
    """

    def register(make: Make) -> Make:
        _contributed.setdefault(f"{label} {place}", []).append(make)
        return make

    return register


def contributed(request: HttpRequest, row: models.Model, *, place: str = "") -> list[Panel | None]:
    """Return the tables that higher apps add to an object's page, or to another page about it."""
    makes = _contributed.get(f"{row._meta.label} {place}", ())
    return [panel for make in makes for panel in make(request, row)]


def rows_of(request: HttpRequest, label: str, *columns: str, title: str = "", **filters: Any) -> Panel | None:
    """Return the newest rows of another model, as that model's own list shows them.

    `columns` are names of its columns, `filters` narrow it. None when the person may not see that model. Costs one
    query, and one for each relation among the columns.
    """
    model = apps.get_model(label)
    page: Any = admin.site._registry[model]
    if not page.has_view_permission(request):
        return None
    shown: list[column_types.Column] = [page.column(name).brief() for name in columns]
    loads = [name for name in page.loads if name.partition("__")[0] in columns]
    objects = list(model._default_manager.prefetch_related(*loads).filter(**filters).order_by("-pk")[: ROWS + 1])
    if {parties.CUSTOMER, parties.OTHER} & set(columns):
        parties.load(objects, page.parties_in)
    rows = [[column(row) for column in shown] for row in objects]
    return Panel(
        title=title or capfirst(str(model._meta.verbose_name_plural)),
        headers=[column.short_description for column in shown],
        rows=[
            [links.to(links.page(model, row.pk), cells[0]), *cells[1:]]
            for row, cells in zip(objects, rows, strict=True)
        ][:ROWS],
        note=f"The newest {ROWS}." if len(rows) > ROWS else "",
        more=links.listing(model, **filters),
    )


def related_lists(request: HttpRequest, row: models.Model) -> list[Link]:
    """Return a link for every list of rows that refer to this one: by a foreign key, or by its public identifier."""
    pointing = _pointing_at(request, row)
    titles = {link.title for link in pointing}
    # Of a platform, say: what happened at it, and what was done about itself.
    about_it = [
        Link(f"{link.title}: about it", link.address) if link.title in titles else link
        for link in _naming(request, row)
    ]
    return [*pointing, *about_it]


def _pointing_at(request: HttpRequest, row: models.Model) -> list[Link]:
    found = []
    for relation in row._meta.get_fields(include_hidden=True):
        if not (relation.auto_created and (relation.one_to_many or relation.one_to_one)) or relation.concrete:
            continue
        model: Any = relation.related_model
        page = admin.site._registry.get(model)
        if page is not None and page.has_view_permission(request):
            field = relation.field.name  # type: ignore[union-attr]
            found.append((relation, Link(_list_title(model, relation), links.listing(model, **{field: row.pk}))))
    return _told_apart(found)


def _told_apart(found: Sequence[tuple[Any, Link]]) -> list[Link]:
    """Return the links: where a list refers to the row in several ways, each says by which."""
    times = Counter(link.title for _, link in found)
    return [
        Link(f"{link.title}: {relation.field.verbose_name}", link.address) if times[link.title] > 1 else link
        for relation, link in found
    ]


def _list_title(model: type[models.Model], relation: Any) -> str:
    title = capfirst(str(model._meta.verbose_name_plural))
    return f"Reversed by: {title.lower()}" if relation.related_model is relation.model else title


def _naming(request: HttpRequest, row: models.Model) -> list[Link]:
    public_id = getattr(row, "public_id", "")
    registered: Iterable[Any] = admin.site._registry.values()
    pages = [page for page in registered if getattr(page, "names_others_in", "")]
    return [
        Link(
            page.link_title or capfirst(str(page.opts.verbose_name_plural)),
            links.listing(page.model, **{page.names_others_in: public_id}),
        )
        for page in pages
        if public_id and page.has_view_permission(request)
    ]
