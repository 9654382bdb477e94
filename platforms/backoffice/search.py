"""Search: by exact identifiers, and by what apps register, so that a search in millions of rows is a few look-ups.

Each source asks one index for at most a page of keys; nothing is searched by reading a table. A source that leads to
what a person may not see is not even asked.
"""

import dataclasses
import functools
import operator
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.db import models
from django.db.models import Value
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from unfold.dataclasses import SearchResult

from platforms.backoffice import links
from platforms.models import Platform

SHORTEST, LONGEST = 3, 320
IN_THE_BOX = 5
"""Objects of one kind that the pop-up shows; the page of results shows more."""
ON_THE_PAGE = 25
_WORDS = re.compile(r"\w+")
Key = tuple[type[models.Model], object]
Find = Callable[["Term", int], Iterable[Key]]
"""Takes a term and how many to return at most; returns models and primary keys, most likely first."""


@dataclasses.dataclass(frozen=True)
class Term:
    """What somebody typed."""

    text: str

    @property
    def words(self) -> list[str]:
        """The words in it."""
        return _WORDS.findall(self.text)

    @property
    def is_identifier(self) -> bool:
        """Tell whether it is a UUID, with a type or without."""
        return links.key_in(self.text) is not None


@dataclasses.dataclass(frozen=True)
class _Source:
    why: str
    rank: int
    needs: str
    fits: Callable[[Term], bool]
    find: Find


@dataclasses.dataclass(frozen=True)
class Hit:
    """Something that was found, and by what."""

    title: str
    note: str
    why: str
    address: str


@dataclasses.dataclass(frozen=True)
class Group:
    """What was found of one kind."""

    title: str
    hits: Sequence[Hit]
    is_cut: bool
    """There is more than is shown."""


_sources: list[_Source] = []


def source(why: str, *, rank: int, needs: str, fits: Callable[[Term], bool]) -> Callable[[Find], Find]:
    """Register a function that finds objects by `why`; it is asked for terms that fit, by who may see `needs`.

    `rank` says how likely it is what was meant: 0 for what names one object, more for what many share.
    """

    def register(find: Find) -> Find:
        _sources.append(_Source(why, rank, needs, fits, find))
        return find

    return register


def is_plain(term: Term) -> bool:
    """Tell whether a term could be a reference or a name that a program gave: one piece, long enough."""
    return len(term.text) >= SHORTEST + 1 and not re.search(r"\s", term.text)


def everywhere(request: HttpRequest, _term: str) -> list[SearchResult]:
    """Return what a term names, for the search box."""
    typed = request.GET.get("s", "")  # the site hands over a lower-case copy
    found = groups(request, typed, limit=IN_THE_BOX)
    hits = [
        SearchResult(hit.title, " · ".join(filter(None, (group.title, hit.note))), hit.address, "data_object")
        for group in found
        for hit in group.hits
    ]
    if any(group.is_cut for group in found):
        address = f"{reverse('search')}?{urlencode({'q': typed})}"
        hits.append(SearchResult("Show more", "all results", address, "manage_search"))
    return hits


def page(request: HttpRequest) -> TemplateResponse:
    """Show what a term names, more of it than the box does, with the time that it took."""
    started = time.perf_counter()
    typed = request.GET.get("q", "")
    found = groups(request, typed)
    context = {
        **admin.site.each_context(request),
        "title": "Search",
        "typed": typed,
        "groups": found,
        "milliseconds": round((time.perf_counter() - started) * 1000),
        "shortest": SHORTEST,
    }
    return TemplateResponse(request, "admin/backoffice/search.html", context)


def groups(request: HttpRequest, typed: str, *, limit: int = ON_THE_PAGE) -> list[Group]:
    """Return what a term names of all that the person may see, by kind, the most likely kind first."""
    term = Term(typed.strip())
    if not SHORTEST <= len(term.text) <= LONGEST or "\0" in term.text:
        return []
    found: dict[type[models.Model], dict[str, tuple[int, str, object]]] = defaultdict(dict)
    for rank, why, (model, key) in _found(request, term, limit):
        if _may_see(request, model):
            found[model].setdefault(str(key), (rank, why, key))
    by_rank = sorted(found.items(), key=lambda kind: min(rank for rank, _, _ in kind[1].values()))
    made = (_group(request, model, list(keys.values()), limit) for model, keys in by_rank)
    return [group for group in made if group.hits]


def _found(request: HttpRequest, term: Term, limit: int) -> Iterator[tuple[int, str, Key]]:
    if term.is_identifier:
        yield from ((0, "identifier", key) for key in _by_key(request, term))
    for known in sorted(_sources, key=lambda known: known.rank):
        if known.fits(term) and _may_see(request, apps.get_model(known.needs)):
            yield from ((known.rank, known.why, key) for key in known.find(term, limit + 1))


def _by_key(request: HttpRequest, term: Term) -> Iterator[Key]:
    """Yield what has this key, of all models at once: one query."""
    named = links.key_in(term.text)
    assert named is not None
    prefix, key = named
    by_label: dict[str, type[models.Model]] = {}
    asked: list[models.QuerySet[Any, Any]] = []
    for page in admin.site._registry.values():
        fits = hasattr(page, "public_type") and _has_uuid_key(page) and prefix in {"", page.public_type}
        if fits and _may_see(request, page.model):
            by_label[page.model._meta.label] = page.model
            label = Value(page.model._meta.label, output_field=models.CharField())
            rows = page.model._default_manager.filter(pk=key).order_by().annotate(_label=label)
            asked.append(rows.values_list("_label", "pk"))
    if asked:
        first, *rest = asked
        yield from ((by_label[label], found) for label, found in first.union(*rest, all=True))


def _group(
    request: HttpRequest, model: type[models.Model], keys: Sequence[tuple[int, str, object]], limit: int
) -> Group:
    page: Any = admin.site._registry[model]
    wanted = sorted(keys, key=operator.itemgetter(0))[:limit]
    rows = {str(row.pk): row for row in page.get_queryset(request).filter(pk__in=[key for *_, key in wanted])}
    hits = [
        Hit(str(row), page.summary(row), why, links.page(model, row.pk))
        for _, why, key in wanted
        if (row := rows.get(str(key))) is not None
    ]
    return Group(str(page.opts.verbose_name_plural).capitalize(), hits, is_cut=len(keys) > limit)


def _may_see(request: HttpRequest, model: type[models.Model]) -> bool:
    page = admin.site._registry.get(model)
    return page is not None and page.has_view_permission(request)


def condition(page: Any, term: str) -> models.Q | None:
    """Return what a term means in one model's list: its own or a related public id, a key, a reference.

    None when the term can't match anything.
    """
    meanings = [models.Q(**{name: term}) for name in page.exact]
    if page.exact_by_platform:
        # The index leads with the platform: all of them are named, so that it can be used.
        platforms = list(Platform.objects.values_list("pk", flat=True))
        meanings += [models.Q(**{name: term, "platform__in": platforms}) for name in page.exact_by_platform]
    if page.names_others_in:
        meanings.append(models.Q(**{page.names_others_in: term}))
    found = links.key_in(term)
    if found is not None:
        prefix, key = found
        if _has_uuid_key(page) and prefix in {"", page.public_type}:
            meanings.append(models.Q(pk=key))
        meanings += [models.Q(**{name: key}) for kind, name in page.through.items() if prefix in {"", kind}]
    elif term.lstrip("#").isascii() and term.lstrip("#").isdigit() and _has_number_key(page):
        number = int(term.lstrip("#"))
        meanings += [models.Q(pk=number)] if number < 2**63 else []
    return functools.reduce(operator.or_, meanings) if meanings else None


def _has_uuid_key(page: Any) -> bool:
    return isinstance(page.opts.pk, models.UUIDField)


def _has_number_key(page: Any) -> bool:
    return isinstance(page.opts.pk, models.IntegerField)
