"""Cursor lists: newest first, paged by key, stable while rows are added."""

import base64
import contextlib
import dataclasses
import datetime as dt
import functools
import hashlib
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import orjson
from django.core import signing
from django.db.models import Q, QuerySet

from platforms.base import errors
from platforms.database import replica, sql
from platforms.database.postgresql.base import planned_for_values
from platforms.encryption import encryption

COUNT_LIMIT = 10_000
"""Beyond this many matches `totalCount` is this number: a list must cost the same however long it is."""
LONG_SECONDS = 60
"""How long a list that had so many matches is taken to have them still: counting them costs more than the page."""
CHANGED = "updatedAfter"
"""The filter whose rows come in the order of their changes, oldest first: what changes meanwhile moves to the end."""
_NO_FILTERS = frozenset({"limit", "cursor", "sortOrder"})
_MOST_LISTS = 10_000
_USUAL_LIMIT = 20
"""Rows of a page where the client does not say how many: `fields.PageQuery`."""
long_until: dict[str, float] = {}
"""Lists that had COUNT_LIMIT matches, by their salt: until when, by the monotonic clock, they are not counted again."""


def page(
    rows: "QuerySet[Any]",
    *,
    query: Mapping[str, Any],
    scope: str,
    represent: Callable[[Any], dict[str, Any]],
    prepare: Callable[[list[Any]], None] | None = None,
    total: int | None = None,
    is_key_secret: bool = False,
    changed: str = "",
) -> dict[str, Any]:
    """Return one page of `rows` as `data`, `hasMore`, `nextCursor`, `totalCount`.

    `query` is the validated query (its `limit`, `cursor`, `sortOrder` and filters); `scope` names list and
    tenant. `prepare` gets the rows of the page before they are shown, to load related rows at once. A cursor
    belongs to its scope and filters; raises InvalidInput for any other. `is_key_secret`: nobody can read a key in a
    cursor, because keys are numbers that count the rows of all platforms. `changed` names the column of the last change
    where a list with `updatedAfter` comes in the order of the changes.
    """
    by = changed if changed and CHANGED in query else "created_at"
    ascending = by == changed or query.get("sortOrder") == "asc"
    limit = query["limit"]
    salt = _salt(scope, query)
    found = rows
    if query.get("cursor"):
        opened = (_open_secret if is_key_secret else _open)(query["cursor"], salt)
        found = found.filter(_after(opened, by, ascending=ascending))
    order = (by, "id") if ascending else (f"-{by}", "-id")
    is_filtered = not query.keys() <= _NO_FILTERS
    with planned_for_values(using=replica.alias()) if is_filtered else contextlib.nullcontext():
        window = list(found.order_by(*order)[: limit + 1])
        total = _count(rows, salt) if total is None else total
    shown = window[:limit]
    if prepare is not None:
        prepare(shown)
    result: dict[str, Any] = {"data": [represent(row) for row in shown], "hasMore": len(window) > limit}
    if result["hasMore"]:
        seal = _seal_secret if is_key_secret else _seal
        result["nextCursor"] = seal((getattr(shown[-1], by), shown[-1].id), salt)
    result["totalCount"] = total
    return result


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Listing:
    """A list in SQL, from constants of the code: one statement reads a page, and building it costs nothing."""

    name: str
    table: str
    columns: Sequence[str]
    """Among them `created_at`, `id`, and `updated_at` where there is a filter `updatedAfter`."""
    filters: Mapping[str, str]
    """The conditions, with `{}` for the value, by the names of the filters."""
    show: Callable[[Sequence[Any]], dict[str, Any]]
    """Returns the JSON of a row of these columns."""
    totals: Mapping[tuple[str, ...], str]
    """SQL that counts, for some combinations of filters; their values are `$2` and so on, the platform's key `$1`."""
    branches: Mapping[str, Sequence["Branch"]] = dataclasses.field(default_factory=dict)
    """By the names of filters that no single index answers: the parts of the list, which have no row in common."""


@dataclasses.dataclass(frozen=True, slots=True)
class Branch:
    """A part of a list: the rows that an index has in the order of the list."""

    condition: str
    """With `{0}` for the value of the filter."""
    each: str = "(SELECT) AS nothing"
    """The table of the keys whose rows are meant, where they are several; those of each are read by themselves."""
    narrowed: str = "true"
    """Which rows of that table."""


def page_of(listing: Listing, *, platform_id: uuid.UUID, query: Mapping[str, Any], **keys: object) -> dict[str, Any]:
    """Return one page of a platform's rows as `page` does. `keys` replace values of filters, where they are names."""
    names = tuple(name for name in (*listing.filters, *listing.branches) if name in query)
    salt = _salt(f"{listing.name}:{platform_id}", query)
    values: list[Any] = [platform_id, *(keys.get(name, query[name]) for name in names)]
    position = _open(query["cursor"], salt) if query.get("cursor") else ()
    limit, is_exact = query["limit"], names in listing.totals
    is_long = not is_exact and long_until.get(salt, 0.0) > time.monotonic()
    by = "updated_at" if CHANGED in names else "created_at"
    ascending = CHANGED in names or query.get("sortOrder") == "asc"
    form = _Form(names, by, ascending, bool(position), is_counted=not is_long, most=limit + 1)
    # A client chooses among very many combinations of filters, each a statement; few of them come again and again.
    # How many rows have certain metadata depends on the values, so no plan is kept for them.
    is_common = len(names) <= 1 and limit == _USUAL_LIMIT and "metadata" not in names
    window = replica.rows(_statement(listing, form), [*values, *position], is_kept=is_common)
    shown = window[:limit]
    result: dict[str, Any] = {"data": [listing.show(row[1:]) for row in shown], "hasMore": len(window) > limit}
    if result["hasMore"]:
        at, key = (listing.columns.index(name) + 1 for name in (by, "id"))
        result["nextCursor"] = _seal((shown[-1][at], shown[-1][key]), salt)
    if is_long:
        result["totalCount"] = COUNT_LIMIT
    elif window or not position:
        result["totalCount"] = int(window[0][0]) if window else 0
    else:
        counted = replica.rows(_count_statement(listing, names), values, is_kept=False)
        result["totalCount"] = int(counted[0][0])
    if not is_exact and result["totalCount"] == COUNT_LIMIT and not is_long:
        _note_long(salt)
    return result


@dataclasses.dataclass(frozen=True, slots=True)
class _Form:
    """What the text of a page's statement depends on."""

    names: tuple[str, ...]
    by: str
    ascending: bool
    is_after: bool
    is_counted: bool
    most: int


@functools.lru_cache(maxsize=1000)
def _statement(listing: Listing, form: _Form) -> str:
    after = ""
    if form.is_after:
        moment, key = len(form.names) + 2, len(form.names) + 3
        way, not_after = (">=", "<=") if form.ascending else ("<=", ">=")
        after = f" AND {form.by} {way} ${moment} AND NOT ({form.by} = ${moment} AND id {not_after} ${key})"
    return sql.of_constants(
        "SELECT {total}, {columns} FROM {rows}",
        total=_total(listing, form.names) if form.is_counted else "NULL",
        columns=", ".join(listing.columns),
        rows=_rows(
            listing,
            form.names,
            columns=", ".join(listing.columns),
            more=after,
            order=sql.of_constants(
                " ORDER BY {by} {way}, id {way} LIMIT {most}",
                by=form.by,
                way="ASC" if form.ascending else "DESC",
                most=form.most,
            ),
        ),
    )


def _rows(listing: Listing, names: tuple[str, ...], *, columns: str, more: str = "", order: str) -> str:
    """Return what follows FROM: the matching rows in this order, of which `more` is a further condition."""
    parts = {"table": listing.table, "conditions": f"{_conditions(listing, names)}{more}", "order": order}
    divided = next((name for name in names if name in listing.branches), None)
    if divided is None:
        return sql.of_constants('"{table}" WHERE {conditions}{order}', **parts)
    value = _parameter(names, divided)
    branches = [
        sql.of_constants(
            "SELECT listed.* FROM {each} CROSS JOIN LATERAL"
            ' (SELECT {columns} FROM "{table}" WHERE {conditions} AND {condition}{order}) AS listed WHERE {narrowed}',
            **parts,
            columns=columns,
            condition=branch.condition.format(value),
            each=branch.each,
            narrowed=branch.narrowed.format(value),
        )
        for branch in listing.branches[divided]
    ]
    return sql.of_constants("({branches}) AS listed{order}", branches=" UNION ALL ".join(branches), order=order)


def _count_statement(listing: Listing, names: tuple[str, ...]) -> str:
    return f"SELECT {_total(listing, names)}"


def _total(listing: Listing, names: tuple[str, ...]) -> str:
    if names in listing.totals:
        return listing.totals[names]
    rows = _rows(listing, names, columns="id", order=f" LIMIT {COUNT_LIMIT}")
    return sql.of_constants("(SELECT count(*) FROM (SELECT FROM {rows}) AS counted)", rows=rows)


def _conditions(listing: Listing, names: tuple[str, ...]) -> str:
    return " AND ".join(
        ["platform_id = $1"]
        + [listing.filters[name].format(_parameter(names, name)) for name in names if name in listing.filters]
    )


def _parameter(names: tuple[str, ...], name: str) -> str:
    return f"${names.index(name) + 2}"


def _count(rows: "QuerySet[Any]", salt: str) -> int:
    """Count matching rows exactly up to COUNT_LIMIT, and no further."""
    if long_until.get(salt, 0.0) > time.monotonic():
        return COUNT_LIMIT
    found = rows.order_by()[:COUNT_LIMIT].count()
    if found == COUNT_LIMIT:
        _note_long(salt)
    return found


def _note_long(salt: str) -> None:
    if len(long_until) >= _MOST_LISTS:
        long_until.clear()
    long_until[salt] = time.monotonic() + LONG_SECONDS


def _after(position: "tuple[dt.datetime, uuid.UUID | int]", by: str, *, ascending: bool) -> Q:
    moment, key = position
    if ascending:
        return Q(**{f"{by}__gte": moment}) & ~Q(**{by: moment}, id__lte=key)
    return Q(**{f"{by}__lte": moment}) & ~Q(**{by: moment}, id__gte=key)


def _salt(scope: str, query: Mapping[str, Any]) -> str:
    filters = {key: str(value) for key, value in query.items() if key not in {"limit", "cursor"}}
    digest = hashlib.sha256(orjson.dumps(filters, option=orjson.OPT_SORT_KEYS)).hexdigest()
    return f"cursor:{scope}:{digest}"


def _seal(position: tuple[dt.datetime, uuid.UUID], salt: str) -> str:
    text = f"{position[0].isoformat()}|{position[1]}"
    return base64.urlsafe_b64encode(signing.Signer(salt=salt).sign(text).encode()).decode().rstrip("=")


def _open(cursor: str, salt: str) -> tuple[dt.datetime, uuid.UUID]:
    try:
        signed = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
        moment, _, key = signing.Signer(salt=salt).unsign(signed).partition("|")
        return dt.datetime.fromisoformat(moment), uuid.UUID(key)
    except (ValueError, signing.BadSignature):
        raise _not_of_this_list() from None


def _seal_secret(position: tuple[dt.datetime, int], salt: str) -> str:
    text = f"{position[0].isoformat()}|{position[1]}"
    return base64.urlsafe_b64encode(encryption.encrypt(text.encode(), context=salt)).decode().rstrip("=")


def _open_secret(cursor: str, salt: str) -> tuple[dt.datetime, int]:
    try:
        sealed = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        moment, _, key = encryption.decrypt(sealed, context=salt).decode().partition("|")
        return dt.datetime.fromisoformat(moment), int(key)
    except (ValueError, encryption.Unreadable):
        raise _not_of_this_list() from None


def _not_of_this_list() -> errors.InvalidInput:
    return errors.InvalidInput.field("cursor", "must be nextCursor of a page of this list, with the same filters")
