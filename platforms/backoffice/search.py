"""Search by exact identifiers and by sources that apps register: a few index look-ups among millions of rows.

Each source reads a bounded number of keys from its indexes; no source reads a whole table. A source for objects that
the person may not see is not asked, and one for likenesses only when nothing else was found.
"""

import dataclasses
import operator
import re
import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.db import connection, models, transaction
from django.db.models import Value
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import capfirst
from unfold.dataclasses import SearchResult

from platforms.backoffice import links, parties
from platforms.backoffice.terms import Term
from platforms.base import clock
from platforms.database import sql

SHORTEST, LONGEST = 2, 320
_SHORTEST_NAME_OF_PROGRAMS = 4
IN_THE_BOX = 5
"""Objects of one kind shown in the pop-up; the page of results shows more."""
ON_THE_PAGE = 25
_WHOLE_WORD = re.compile("[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]")
"""A letter of scripts in which one is a name: Chinese, Japanese, Korean."""
Key = tuple[type[models.Model], object]
Find = Callable[["Term", int], Iterable[Key]]
"""Takes a term and a maximum; returns models and primary keys, most likely first."""


@dataclasses.dataclass(frozen=True)
class _Source:
    why: str
    rank: int
    needs: str
    fits: Callable[[Term], bool]
    find: Find
    is_likeness: bool


@dataclasses.dataclass(frozen=True)
class Hit:
    """An object that was found, and by what."""

    title: str
    note: str
    why: str
    address: str


@dataclasses.dataclass(frozen=True)
class Group:
    """The hits of one kind."""

    title: str
    hits: Sequence[Hit]
    is_cut: bool
    """There are more hits than are shown."""


LEAST_ALIKE = "SET LOCAL pg_trgm.word_similarity_threshold = 0.4"
"""Of the trigrams of a word. With two letters in the wrong order a name of eight keeps two thirds of them."""
_sources: list[_Source] = []
Advise = Callable[[Term], str]
"""Takes a term that nothing was found by; returns what would help, or an empty text."""
_advice: list[Advise] = []


def source(
    why: str, *, rank: int, needs: str, fits: Callable[[Term], bool], is_likeness: bool = False
) -> Callable[[Find], Find]:
    """Register a function that finds objects by `why`, called for terms that `fits` accepts and people with `needs`.

    `rank` orders the kinds: 0 for a term that names one object, more for one that many share.
    """

    def register(find: Find) -> Find:
        _sources.append(_Source(why, rank, needs, fits, find, is_likeness))
        return find

    return register


def advice(advise: Advise) -> Advise:
    """Register a function that says what would help where nothing was found."""
    _advice.append(advise)
    return advise


def is_plain(term: Term) -> bool:
    """Tell whether a term could be a reference or a name that a program gave: one piece, long enough."""
    return len(term.text) >= _SHORTEST_NAME_OF_PROGRAMS and not re.search(r"\s", term.text)


def is_name(term: Term) -> bool:
    """Tell whether a term could be words of a name: at least one is of letters alone, and it is nothing else."""
    is_other = term.is_identifier or "@" in term.text or term.amount
    return not is_other and any(word.isalpha() for word in term.words)


def is_misspelt(term: Term) -> bool:
    """Tell whether a term could be a name with a mistake in it."""
    return is_name(term) and all(len(word) > SHORTEST and word.isalpha() for word in term.words)


def all_words(words: Iterable[str]) -> str:
    """Return a text search for names that have all words, each as a beginning."""
    return " & ".join(f"{word}:*" for word in words)


def rows(model: type[models.Model], query: str, parameters: Sequence[Any]) -> Iterator[Key]:
    """Yield the objects whose keys a query returns."""
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        keys = [key for (key,) in cursor.fetchall()]
    yield from ((model, key) for key in keys)


def alike(model: type[models.Model], table: str, name: str, words: Sequence[str], limit: int) -> Iterator[Key]:
    """Yield the objects of a table whose names have words like these, the most alike first.

    `name` is the expression of an index of trigrams. Of more than 500 the index chooses which ones are compared.
    """
    condition = " AND ".join(f"{name} %%> search_fold(%s)" for _ in words)
    statement = sql.of_constants(
        """
        SELECT id FROM (SELECT id, {name} AS name FROM {table} WHERE {condition} LIMIT 500) alike
         ORDER BY word_similarity(search_fold(%s), name) DESC, id DESC LIMIT %s
    """,
        name=name,
        table=table,
        condition=condition,
    )
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(LEAST_ALIKE)
        yield from rows(model, statement, [*words, " ".join(words), limit])


def everywhere(request: HttpRequest, _term: str) -> list[SearchResult]:
    """Return the objects named by a term, for the search box."""
    typed = request.GET.get("s", "")  # the site passes on a lower-case copy
    hit_groups = groups(request, typed, limit=IN_THE_BOX)
    hits = [
        SearchResult(hit.title, " · ".join(filter(None, (group.title, hit.note))), hit.address, "data_object")
        for group in hit_groups
        for hit in group.hits
    ]
    if any(group.is_cut for group in hit_groups):
        address = f"{reverse('search')}?{urlencode({'q': typed})}"
        hits.append(SearchResult("Show more", "all results", address, "manage_search"))
    return hits


def page(request: HttpRequest) -> TemplateResponse:
    """Show the objects named by a term, more of them than the box does, with the time taken."""
    started = time.perf_counter()
    typed = request.GET.get("q", "")
    hit_groups = groups(request, typed)
    context = {
        "advice": advice_for(typed) if typed and not hit_groups else (),
        **admin.site.each_context(request),
        "title": "Search",
        "typed": typed,
        "groups": hit_groups,
        "milliseconds": round((time.perf_counter() - started) * 1000),
        "shortest": SHORTEST,
    }
    return TemplateResponse(request, "admin/backoffice/search.html", context)


def groups(request: HttpRequest, typed: str, *, limit: int = ON_THE_PAGE) -> list[Group]:
    """Return the objects named by a term that the person may see, by kind, the most likely kind first."""
    term = _term(typed)
    if term is None:
        return []
    keys_of: dict[type[models.Model], dict[str, tuple[int, str, object]]] = defaultdict(dict)
    for rank, why, (model, key) in _found(request, term, limit):
        if _may_see(request, model):
            keys_of[model].setdefault(str(key), (rank, why, key))
    by_rank = sorted(keys_of.items(), key=lambda kind: min(rank for rank, _, _ in kind[1].values()))
    hit_groups = (_group(request, model, list(keys.values()), limit) for model, keys in by_rank)
    return [group for group in hit_groups if group.hits]


def advice_for(typed: str) -> list[str]:
    """Return what would help who has found nothing."""
    term = _term(typed)
    return [said for advise in _advice if (said := advise(term))] if term else []


def _term(typed: str) -> Term | None:
    """Return what was typed; None where it is too short or too long to find anything by."""
    text = typed.strip()
    shortest = 1 if _WHOLE_WORD.search(text) else SHORTEST
    is_fit = shortest <= len(text) <= LONGEST and "\0" not in text
    return Term(text, clock.real_now().date()) if is_fit else None


def _found(request: HttpRequest, term: Term, limit: int) -> Iterator[tuple[int, str, Key]]:
    bounds = links.bounds_in(term.text)
    has_found = False
    if bounds is not None:
        for key in _by_key(request, *bounds, limit + 1):
            has_found = True
            yield 0, "identifier", key
    for known in sorted(_sources, key=lambda known: (known.is_likeness, known.rank)):
        if has_found and known.is_likeness:
            return
        if known.fits(term) and _may_see(request, apps.get_model(known.needs)):
            for key in known.find(term, limit + 1):
                has_found = True
                yield known.rank, known.why, key


def _by_key(request: HttpRequest, prefix: str, first: uuid.UUID, last: uuid.UUID, limit: int) -> Iterator[Key]:
    """Yield the objects of all models whose keys lie in a range: one query."""
    by_label: dict[str, type[models.Model]] = {}
    queries: list[models.QuerySet[Any, Any]] = []
    registered: Iterable[Any] = admin.site._registry.values()
    for page in registered:
        fits = hasattr(page, "public_type") and isinstance(page.opts.pk, models.UUIDField)
        if fits and prefix in {"", page.public_type} and _may_see(request, page.model):
            by_label[page.model._meta.label] = page.model
            label = Value(page.model._meta.label, output_field=models.CharField())
            rows = page.model._default_manager.filter(pk__range=(first, last)).annotate(_label=label)
            queries.append(rows.order_by("-pk").values_list("_label", "pk")[:limit])
    if queries:
        first_query, *rest = queries
        yield from ((by_label[label], key) for label, key in first_query.union(*rest, all=True))


def _group(
    request: HttpRequest, model: type[models.Model], keys: Sequence[tuple[int, str, object]], limit: int
) -> Group:
    page: Any = admin.site._registry[model]
    wanted = sorted(keys, key=operator.itemgetter(0))[:limit]
    rows = {str(row.pk): row for row in page.get_queryset(request).filter(pk__in=[key for *_, key in wanted])}
    parties.load(list(rows.values()), page.parties_in)
    hits = [
        Hit(str(row), page.summary(row), why, links.page(model, row.pk))
        for _, why, key in wanted
        if (row := rows.get(str(key))) is not None
    ]
    return Group(capfirst(str(page.opts.verbose_name_plural)), hits, is_cut=len(keys) > limit)


def _may_see(request: HttpRequest, model: type[models.Model]) -> bool:
    page = admin.site._registry.get(model)
    return page is not None and page.has_view_permission(request)
