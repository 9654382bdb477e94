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
from typing import Any, NamedTuple

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
from platforms.backoffice.spoken import names
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
_EXAMPLES = (
    ("Müller 25.00 Tuesday failed", "A payment: name, amount, day and status, in any order"),
    ("about 170 dollars", "A rounded amount; also 1'234.50, MX$ 250, twenty-five dollars, 5000 sats"),
    ("failed yesterday", "All payments that ended so on a day"),
    ("TX01 23AB", "A bank reference: whole, in groups, or its first letters"),
    ("6789", "An account, by the last four of its number; also a whole IBAN, phone or e-mail key"),
)
_TELLING = re.compile(r"\d|@")
_SHORTEST_PIECE, _MOST_PIECES = 6, 2
"""Of a text of several words, as many pieces are looked up as an identifier each."""
_MOST_WORDS = 6
"""Of a description, by which objects are found that fit some of it."""
Key = tuple[type[models.Model], object]


class Partly(NamedTuple):
    """An object that fits all parts of a term but some."""

    model: type[models.Model]
    key: object
    without: tuple[str, ...]
    """The parts left out, as they were typed."""


Find = Callable[["Term", int], Iterable[Key | Partly]]
"""Takes a term and a maximum; returns models and primary keys, most likely first."""


@dataclasses.dataclass(frozen=True)
class _Source:
    why: str
    rank: int
    needs: str
    fits: Callable[[Term], bool]
    find: Find
    is_likeness: bool


class _Place(NamedTuple):
    model: type[models.Model]
    key: object
    rank: int
    why: str
    without: str = ""


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
    without: str = ""
    """The parts of what was typed that none of them fits."""
    kind: str = ""
    """What its hits are called, in their number."""


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


def is_dictated(term: Term) -> bool:
    """Tell whether a term could be a reference or a name that a program gave, read out in any groups and capitals."""
    return len(term.compact) >= _SHORTEST_NAME_OF_PROGRAMS and not term.is_identifier


def is_several(term: Term) -> bool:
    """Tell whether a term has parts of which some may be left out."""
    return not term.is_identifier and not term.amount and "@" not in term.text and bool(term.parts.words)


def all_words(words: Sequence[str]) -> str:
    """Return a text search for names that have all words, each as a beginning or in a form that people use for it."""
    return names.query(words)


def rows(model: type[models.Model], query: str, parameters: Sequence[Any]) -> Iterator[Key]:
    """Yield the objects whose keys a query returns."""
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        keys = [key for (key,) in cursor.fetchall()]
    yield from ((model, key) for key in keys)


def named(model: type[models.Model], table: str, name: str, words: Sequence[str], limit: int) -> Iterator[Key]:
    """Yield the objects of a table whose names have all words, in their own letters or in Latin ones.

    `name` is the expression of an index, and the table has `spellings`.
    """
    wanted = all_words(words)
    yield from rows(
        model,
        sql.of_constants(
            """
SELECT id FROM (
    (SELECT id FROM {table}
      WHERE to_tsvector('simple', {name}) @@ to_tsquery('simple', search_fold(%s)) LIMIT 500)
     UNION
    (SELECT id FROM {table}
      WHERE spellings <> '' AND to_tsvector('simple', spellings) @@ to_tsquery('simple', search_fold(%s)) LIMIT 500)
) named ORDER BY id DESC LIMIT %s
""",
            table=table,
            name=name,
        ),
        [wanted, wanted, limit],
    )


def sounding(model: type[models.Model], table: str, words: Sequence[str], limit: int) -> Iterator[Key]:
    """Yield the objects of a table whose names in other scripts have the consonants of all words."""
    if sounds := names.by_sound(words):
        yield from rows(
            model,
            sql.of_constants(
                """
SELECT id FROM (
    SELECT id FROM {table}
     WHERE spellings <> '' AND to_tsvector('simple', spellings) @@ to_tsquery('simple', %s) LIMIT 500
) named ORDER BY id DESC LIMIT %s
""",
                table=table,
            ),
            [sounds, limit],
        )


def partly_named(model: type[models.Model], table: str, name: str, term: Term, limit: int) -> Iterator[Partly]:
    """Yield the objects of a table whose names have most of a term's words, and what else the term says."""
    words = term.parts.words[:_MOST_WORDS]
    statement = sql.of_constants(
        """
SELECT id, ARRAY(SELECT named.words @@ to_tsquery('simple', search_fold(each.query))
                   FROM unnest(%(each)s::text[]) WITH ORDINALITY AS each (query, place) ORDER BY place) AS fitting
  FROM (SELECT id, to_tsvector('simple', {name} || ' ' || spellings) AS words FROM {table}
         WHERE to_tsvector('simple', {name}) @@ to_tsquery('simple', search_fold(%(some)s))
            OR (spellings <> '' AND to_tsvector('simple', spellings) @@ to_tsquery('simple', search_fold(%(some)s)))
         LIMIT 500) named
 ORDER BY id DESC
""",
        table=table,
        name=name,
    )
    for least in dict.fromkeys((len(words), len(words) - 1, 1)):
        some = all_words(words) if least == len(words) else names.any_of(words, least=least)
        with connection.cursor() as cursor:
            cursor.execute(statement, {"some": some, "each": [all_words([word]) for word in words]})
            found = cursor.fetchall()
        if found:
            break
        if least == 1:
            return
    most = max(sum(fitting) for _, fitting in found)
    for key, fitting in [row for row in found if sum(row[1]) == most][:limit]:
        yield Partly(model, key, (*_others(words, fitting), *term.parts.others))


def _others(words: Sequence[str], fitting: Sequence[bool]) -> list[str]:
    return [word for word, fits in zip(words, fitting, strict=True) if not fits]


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


def named_by(public_id: str) -> list[Key]:
    """Return the object that has a public identifier, if its type has pages."""
    model = links.public_types().get(public_id.partition(":")[0])
    parsed = links.key_in(public_id)
    return [(model, parsed[1])] if model and parsed else []


def everywhere(request: HttpRequest, _term: str) -> list[SearchResult]:
    """Return the objects named by a term, for the search box."""
    typed = request.GET.get("s", "")  # the site passes on a lower-case copy
    hit_groups = groups(request, typed, limit=IN_THE_BOX)
    hits = [
        SearchResult(hit.note or hit.title, _described(group, hit), hit.address, "data_object")
        for group in hit_groups
        for hit in group.hits
    ]
    if any(group.is_cut for group in hit_groups):
        address = f"{reverse('search')}?{urlencode({'q': typed})}"
        hits.append(SearchResult("Show more", "all results", address, "manage_search"))
    return hits


def _described(group: Group, hit: Hit) -> str:
    without = f"without {group.without}" if group.without else ""
    return " · ".join(filter(None, (group.title, without, links.cut(hit.title) if hit.note else "")))


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
        "examples": _EXAMPLES,
    }
    return TemplateResponse(request, "admin/backoffice/search.html", context)


def groups(request: HttpRequest, typed: str, *, limit: int = ON_THE_PAGE) -> list[Group]:
    """Return the objects named by a term that the person may see, by kind, the most likely kind first.

    Where all of the term names nothing, its least useful parts are left out, which the groups tell.
    """
    term = _term(typed)
    if term is None:
        return []
    found = list(_found(request, term, limit)) or list(_of_a_piece(request, term, limit))
    kinds: dict[type[models.Model], dict[str, _Place]] = defaultdict(dict)
    for place in found:
        if _may_see(request, place.model):
            kinds[place.model].setdefault(str(place.key), place)
    by_rank = sorted(kinds.items(), key=lambda kind: min((each.rank, len(each.without)) for each in kind[1].values()))
    hit_groups = (_group(request, model, list(places.values()), limit) for model, places in by_rank)
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


def _found(request: HttpRequest, term: Term, limit: int, *, with_likeness: bool = True) -> Iterator[_Place]:
    bounds = links.bounds_in(term.text)
    found_at: int | None = None
    if bounds is not None:
        for model, key in _by_key(request, *bounds, limit + 1):
            found_at = -1
            yield _Place(model, key, 0, "identifier")
    for known in sorted(_sources, key=lambda known: (known.is_likeness, known.rank)):
        if known.is_likeness and (not with_likeness or found_at not in {None, known.rank}):
            return
        if known.fits(term) and _may_see(request, apps.get_model(known.needs)):
            for model, key, *without in known.find(term, limit + 1):
                found_at = known.rank if known.is_likeness else -1
                yield _Place(model, key, known.rank, known.why, ", ".join(*without) if without else "")


def _of_a_piece(request: HttpRequest, term: Term, limit: int) -> Iterator[_Place]:
    """Yield what an identifier, an address or a reference among other words names."""
    pieces = term.text.split()
    telling = [piece for piece in pieces if _TELLING.search(piece) and len(piece) >= _SHORTEST_PIECE]
    for piece in telling[:_MOST_PIECES] if len(pieces) > 1 else ():
        without = " ".join(other for other in pieces if other is not piece)
        word = dataclasses.replace(term, text=piece.strip(",;()\"'"))
        if word.amount is not None:
            continue
        for place in _found(request, word, limit, with_likeness=False):
            yield place._replace(without=without)


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


def _group(request: HttpRequest, model: type[models.Model], places: Sequence[_Place], limit: int) -> Group:
    page: Any = admin.site._registry[model]
    wanted = sorted(places, key=operator.attrgetter("rank"))[:limit]
    rows = {str(row.pk): row for row in page.get_queryset(request).filter(pk__in=[place.key for place in wanted])}
    parties.load(list(rows.values()), page.parties_in)
    hits = [
        Hit(str(row), page.summary(row), place.why, links.page(model, row.pk))
        for place in wanted
        if (row := rows.get(str(place.key))) is not None
    ]
    without = {place.without for place in wanted}
    return Group(
        capfirst(str(page.opts.verbose_name_plural)),
        hits,
        is_cut=len(places) > limit,
        without=without.pop() if len(without) == 1 else "",
        kind=str(page.opts.verbose_name if len(hits) == 1 else page.counted_as or page.opts.verbose_name_plural),
    )


def _may_see(request: HttpRequest, model: type[models.Model]) -> bool:
    page = admin.site._registry.get(model)
    return page is not None and page.has_view_permission(request)
