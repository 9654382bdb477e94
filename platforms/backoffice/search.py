"""Search: by exact identifiers only, so that a search in millions of rows is a look-up."""

import functools
import operator
from typing import Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from unfold.dataclasses import SearchResult

from platforms.backoffice import links

SHORTEST = 8
RESULTS_PER_MODEL = 5


def condition(page: Any, term: str, *, through: bool = True) -> models.Q | None:
    """Return what a term means in one model's list: its own or a related public id, a key, a reference.

    With `through=False` related objects' ids do not count. None when the term can't match anything.
    """
    meanings = [models.Q(**{name: term}) for name in page.exact]
    if page.names_others_in and through:
        meanings.append(models.Q(**{page.names_others_in: term}))
    found = links.key_in(term)
    if found is not None:
        prefix, key = found
        if _has_uuid_key(page) and prefix in {"", page.public_type}:
            meanings.append(models.Q(pk=key))
        if through:
            meanings += [models.Q(**{name: key}) for kind, name in page.through.items() if prefix in {"", kind}]
    elif term.lstrip("#").isascii() and term.lstrip("#").isdigit() and _has_number_key(page):
        number = int(term.lstrip("#"))
        meanings += [models.Q(pk=number)] if number < 2**63 else []
    return functools.reduce(operator.or_, meanings) if meanings else None


def everywhere(request: HttpRequest, _term: str) -> list[SearchResult]:
    """Return the objects that a term names, of all models that the person may see, for the search box."""
    term = request.GET.get("s", "").strip()  # the site hands over a lower-case copy
    results = []
    for page in admin.site._registry.values():
        if len(term) < SHORTEST or not hasattr(page, "public_type") or not page.has_view_permission(request):
            continue
        wanted = condition(page, term, through=False)
        if wanted is None:
            continue
        results += [
            SearchResult(str(row), str(page.opts.verbose_name), links.page(page.model, row.pk), "data_object")
            for row in page.get_queryset(request).filter(wanted).order_by()[:RESULTS_PER_MODEL]
        ]
    return results


def _has_uuid_key(page: Any) -> bool:
    return isinstance(page.opts.pk, models.UUIDField)


def _has_number_key(page: Any) -> bool:
    return isinstance(page.opts.pk, models.IntegerField)
