"""Export of a list as CSV: the rows that its filters and search leave, with the columns and the masks of the screen."""

import functools
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from typing import Any

from django.contrib import messages
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.urls import reverse

from platforms import audit
from platforms.backoffice import amounts, dialogs
from platforms.backoffice.columns import Column
from platforms.backoffice.lists.attachments import attachment
from platforms.base import clock
from platforms.base.reports import csv_text
from platforms.database import replica

MOST_ROWS = 50_000
"""A longer list is refused that is not cut to days."""
_SLAB = 50_000
"""Keys that are read at once of the rows of some days, which may be any number."""
_MARK = "\ufeff"
"""By the byte order mark spreadsheets know the encoding."""
_FIRST, _CHUNK = 100, 250
"""Rows that are read and sent at once, some 0.1 s; at first fewer, so that the file begins soon."""
_LONGEST = 64
_OF_PAGES = frozenset({"q", "p", "o", "all", "_changelist_filters"})
_VERB = "list.export"
# Of the columns' own markup, whose texts and attributes are escaped: a parser of HTML costs several times as much.
_BESIDE = re.compile(r'<span class="text-subtle[^"]*">.*?</span>', re.DOTALL)
_EMPTY = re.compile(r"<(?:br|hr|img|input)\b[^>]*>")
_TAG = re.compile(r"<[^>]*>")


def export(page: Any, request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """Return the rows of a list as a file, after writing to the audit log who gets it. POST, with the list's query.

    Who may see the list may export it. What was searched for may be personal: the log says only that a search was made.
    """
    if request.method != "POST" or not page.has_view_permission(request):
        raise PermissionDenied
    address = reverse(f"admin:{page.opts.app_label}_{page.opts.model_name}_changelist")
    try:
        shown = replica.read(lambda: page.get_changelist_instance(request))
    except IncorrectLookupParameters:
        return HttpResponseRedirect(f"{address}?e=1")
    if shown.has_problems:
        return HttpResponseRedirect(f"{address}?{request.GET.urlencode()}")
    keys = None if shown.days else replica.read(lambda: shown.keys(request, MOST_ROWS + 1))
    number = replica.read(shown.queryset.order_by().count) if keys is None else len(keys)
    if keys is not None and number > MOST_ROWS:
        message = f"An export has {MOST_ROWS:,} rows at most, unless you choose its days. Narrow the list by filters."
        messages.error(request, message)
        return HttpResponseRedirect(f"{address}?{request.GET.urlencode()}")
    with transaction.atomic(durable=True):
        audit.record(
            audit.Subject(None, page.opts.label[:_LONGEST]),
            _VERB,
            actor=dialogs.actor(request),
            now=clock.real_now(),
            rows=number,
            filters=_filters(request),
            searched=bool(request.GET.get("q")),
        )
    name = f"{page.opts.model_name}-{clock.real_now():%Y-%m-%dT%H-%M}.csv"
    chunks = _lines(page, request, _slabs(shown.queryset) if keys is None else [keys])
    return attachment(name, chunks, content_type="text/csv; charset=utf-8")


def plain(shown: object) -> str:
    """Return what a cell of the screen says, without markup and without the code or the small units beside."""
    if not hasattr(shown, "__html__"):
        return str(shown)
    text = _TAG.sub("", _EMPTY.sub(" ", _BESIDE.sub("", str(shown))))
    return " ".join(unescape(text).split())


def _filters(request: HttpRequest) -> dict[str, str]:
    return {name[:_LONGEST]: str(value)[:_LONGEST] for name, value in request.GET.items() if name not in _OF_PAGES}


def _slabs(rows: models.QuerySet[Any]) -> Iterator[Sequence[Any]]:
    """Yield the keys of rows, the newest first, a part at a time: so few are in memory, however many there are."""
    every = rows.order_by("-pk").values_list("pk", flat=True)
    keys = replica.read(lambda: list(every[:_SLAB]))
    while keys:
        yield keys
        # Asked again, the database may sort all that are left: so the parts are large.
        after = keys[-1]
        keys = replica.read(functools.partial(list, every.filter(pk__lt=after)[:_SLAB])) if len(keys) == _SLAB else []


def _lines(page: Any, request: HttpRequest, slabs: Iterable[Sequence[Any]]) -> Iterator[str]:
    columns = [*page.get_list_display(request), *page.more_in_files]
    shown = [part for column in columns for part in column.in_files or (column,)]
    yield _MARK + csv_text.lines([[title for column in shown for title in _titles(column)]])
    for keys in slabs:
        ends = [*range(_FIRST, len(keys), _CHUNK), len(keys)] if keys else []
        for first, last in itertools.pairwise([0, *ends]):
            yield replica.read(functools.partial(_chunk, page, request, shown, keys[first:last]))


def _chunk(page: Any, request: HttpRequest, shown: Sequence[Column], keys: Sequence[Any]) -> str:
    found = {row.pk: row for row in page.get_queryset(request).filter(pk__in=keys)}
    rows = [found[key] for key in keys if key in found]
    page.load_beside(request, rows)
    page.load_for_files(rows)
    return csv_text.lines([[csv_text.safe(text) for column in shown for text in _cells(column, row)] for row in rows])


def _titles(column: Column) -> Sequence[str]:
    title = str(column.short_description)
    title = f"{title[:1].upper()}{title[1:]}"
    if column.money is None:
        return (title,)
    return title if column.sign in title else f"{title} ({column.sign})", f"{title.partition(' (')[0]}: currency"


def _cells(column: Column, row: Any) -> Sequence[str]:
    if column.money is None:
        return (column.written(row) if column.written else plain(column.show(row)),)
    amount, currency = column.money(row)
    if amount is None:
        return "", ""
    number, _, code = amounts.major_units(amount, currency).rpartition(" ")
    return number.replace(",", ""), code
