"""What the search box and the filters of a list ask the database: never for a whole table.

Each meaning of a term is asked by itself, from its index, and the keys are united: joined by OR, one column without an
index would have the whole table read. Where there is no index, only the newest rows are looked at.
"""

import functools
import operator
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db import models

from platforms.backoffice import links
from platforms.base import identifiers
from platforms.models import Platform

NEWEST = 50_000
"""Rows that are looked at where no index helps: some 0.05 s."""
_LARGEST_NUMBER = 2**63 - 1


def find(page: Any, rows: models.QuerySet[Any], term: str) -> models.QuerySet[Any]:
    """Return the rows that a term names: by their own or a related public id, a key, a reference."""
    every = page.model._default_manager.order_by()
    meanings = _found(every, [narrowed(page.model, **meaning) for meaning in _meanings(page, term)])
    if not meanings:
        return rows.none()
    if len(meanings) == 1:
        return rows.filter(meanings[0])
    first, *rest = (every.filter(meaning).values("pk") for meaning in meanings)
    return rows.filter(pk__in=first.union(*rest))


def _found(every: models.QuerySet[Any], meanings: Sequence[models.Q]) -> list[models.Q]:
    """Return the meanings that at least one row has: one query. Mostly it is one, for which nothing has to be united.

    To unite, the database reads all keys of each: a fifth of a second where a customer has fifty thousand payments.
    """
    if len(meanings) < 2:
        return list(meanings)
    number = models.IntegerField()
    first, *rest = (
        every.filter(meaning).values_list(models.Value(which, output_field=number))[:1]
        for which, meaning in enumerate(meanings)
    )
    return [meanings[which] for (which,) in sorted(first.union(*rest, all=True))]


def narrowed(model: type[models.Model], **wanted: object) -> models.Q:
    """Return the condition that columns have these values, in a form for which an index serves."""
    return models.Q(**wanted) & bound(model, wanted)


def bound(model: type[models.Model], names: Iterable[str]) -> models.Q:
    """Return what conditions on these columns need beside them, so that no whole table is read; often nothing.

    Where no index serves, it is the condition for the newest rows.
    """
    names = set(names)
    form = _best(model, names)
    if form == _NOT_AT_ALL:
        return newest(model)
    if form == _BY_PLATFORM and names.isdisjoint(_PLATFORM):
        # The index leads with the platform: all of them are named, so that it can be used.
        return models.Q(platform__in=list(Platform.objects.values_list("pk", flat=True)))
    return models.Q()


def newest(model: type[models.Model], keys: models.Q | None = None) -> models.Q:
    """Return the condition for the newest rows of a table, or of those of `keys`; for all rows of a small one."""
    rows = model._default_manager.filter(keys or models.Q()).order_by("-pk").values_list("pk", flat=True)
    floor = rows[NEWEST : NEWEST + 1].first()
    return models.Q() if floor is None else models.Q(pk__gt=floor)


def is_indexed(model: type[models.Model], names: Iterable[str]) -> bool:
    """Tell whether an index finds the rows with values of these columns, some of which may be of related rows."""
    return _best(model, names) != _NOT_AT_ALL


_PLATFORM = frozenset({"platform", "platform_id"})
_BY_ITSELF, _BY_PLATFORM, _NOT_AT_ALL = "BY_ITSELF", "BY_PLATFORM", "NOT_AT_ALL"


def _best(model: type[models.Model], names: Iterable[str]) -> str:
    """Return how the best index serves: that of the platform only where it is alone, which may have most of a table."""
    others = set(names) - _PLATFORM
    forms = {_form(model, name) for name in others or {"platform"}}
    return next(form for form in (_BY_ITSELF, _BY_PLATFORM, _NOT_AT_ALL) if form in forms)


@functools.cache
def _form(model: type[models.Model], name: str) -> str:
    if name == "pk" or "__" in name:
        return _BY_ITSELF  # a relation is followed by its key
    field: Any = model._meta.get_field(name.removesuffix("_id") if _is_relation(model, name) else name)
    leading = set(_leading(model))
    if field.primary_key or field.unique or field.db_index or (field.name,) in leading:
        return _BY_ITSELF
    return _BY_PLATFORM if ("platform", field.name) in leading else _NOT_AT_ALL


def _is_relation(model: type[models.Model], name: str) -> bool:
    return name in {field.attname for field in model._meta.concrete_fields if field.is_relation}


def _leading(model: type[models.Model]) -> Iterator[tuple[str, ...]]:
    """Yield the first column, and the first two, of each index that has all rows with a value there."""
    unique = [made for made in model._meta.constraints if isinstance(made, models.UniqueConstraint)]
    for made in (*model._meta.indexes, *unique):
        names = [*made.fields] or [getattr(part, "name", "") for part in _parts(made.expressions)]
        if names and made.condition in {None, *_has_value(names[0]), *_has_value(names[-1])}:
            yield (names[0],)
            yield tuple(names[:2])


def _parts(expressions: Iterable[Any]) -> Iterator[Any]:
    for part in expressions:
        yield getattr(part, "expression", part)


def _has_value(name: str) -> tuple[models.Q, ...]:
    return models.Q(**{f"{name}__isnull": False}), ~models.Q(**{name: ""})


def _meanings(page: Any, term: str) -> Iterator[dict[str, object]]:
    for name in (*page.exact, *page.exact_by_platform, *filter(None, [page.names_others_in])):
        yield {name: term}
    bounds = links.bounds_in(term)
    if bounds is None:
        digits = term.lstrip("#")
        is_number = digits.isascii() and digits.isdigit() and isinstance(page.opts.pk, models.IntegerField)
        if is_number and int(digits) <= _LARGEST_NUMBER:
            yield {"pk": int(digits)}
        return
    prefix, first, last = bounds
    if isinstance(page.opts.pk, models.UUIDField) and prefix in {"", page.public_type}:
        yield {"pk": first} if first == last else {"pk__range": (first, last)}
    if first != last:
        return
    for kind, name in page.through.items():
        if prefix in {"", kind}:
            yield {name: first}
    for kind, names in page.written_in.items():
        for name in names if prefix in {"", kind} else ():
            yield {name: identifiers.public(kind, first)}


def written(page: Any, kind: str, key: object) -> models.Q:
    """Return the condition for rows in which a public identifier is written, by the columns of `written_in`."""
    parsed = identifiers.parse(kind, f"{kind}:{key}")
    conditions = [narrowed(page.model, **{name: f"{kind}:{parsed}"}) for name in page.written_in[kind]]
    return functools.reduce(operator.or_, conditions) if parsed else models.Q(pk__in=[])
