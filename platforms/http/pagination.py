"""Cursor lists: newest first, paged by key, stable while rows are added."""

import base64
import datetime as dt
import hashlib
import time
import uuid
from collections.abc import Callable, Mapping
from typing import Any

import orjson
from django.core import signing
from django.db.models import Q, QuerySet

from platforms.base import errors

COUNT_LIMIT = 10_000
"""Beyond this many matches `totalCount` is this number: a list must cost the same however long it is."""
LONG_SECONDS = 60
"""How long a list that had so many matches is taken to have them still: counting them costs more than the page."""
_MOST_LISTS = 10_000
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
) -> dict[str, Any]:
    """Return one page of `rows` as `data`, `hasMore`, `nextCursor`, `totalCount`.

    `query` is the validated query (its `limit`, `cursor`, `sortOrder` and filters); `scope` names list and
    tenant. `prepare` gets the rows of the page before they are shown, to load related rows at once. A cursor
    belongs to its scope and filters; raises InvalidInput for any other.
    """
    ascending = query.get("sortOrder") == "asc"
    limit = query["limit"]
    salt = _salt(scope, query)
    found = rows
    if query.get("cursor"):
        found = found.filter(_after(_open(query["cursor"], salt), ascending=ascending))
    order = ("created_at", "id") if ascending else ("-created_at", "-id")
    window = list(found.order_by(*order)[: limit + 1])
    shown = window[:limit]
    if prepare is not None:
        prepare(shown)
    result: dict[str, Any] = {"data": [represent(row) for row in shown], "hasMore": len(window) > limit}
    if result["hasMore"]:
        result["nextCursor"] = _seal((shown[-1].created_at, shown[-1].id), salt)
    result["totalCount"] = _count(rows, salt) if total is None else total
    return result


def _count(rows: "QuerySet[Any]", salt: str) -> int:
    """Count matching rows exactly up to COUNT_LIMIT, and no further."""
    if long_until.get(salt, 0.0) > time.monotonic():
        return COUNT_LIMIT
    found = rows.order_by()[:COUNT_LIMIT].count()
    if found == COUNT_LIMIT:
        if len(long_until) >= _MOST_LISTS:
            long_until.clear()
        long_until[salt] = time.monotonic() + LONG_SECONDS
    return found


def _after(position: tuple[dt.datetime, uuid.UUID], *, ascending: bool) -> Q:
    moment, key = position
    if ascending:
        return Q(created_at__gte=moment) & ~Q(created_at=moment, id__lte=key)
    return Q(created_at__lte=moment) & ~Q(created_at=moment, id__gte=key)


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
        raise errors.InvalidInput.field("cursor", "is not a cursor of this list with these filters") from None
