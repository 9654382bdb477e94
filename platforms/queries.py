"""Reads of the platforms app."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any

import orjson
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import JSONObject

from platforms import resources
from platforms.base import errors
from platforms.database import prepared, sql
from platforms.database.locks import Lock
from platforms.models import ApiToken, Platform, Recurrence, TokenSpending, UmaDomain
from platforms.models.idempotency_key import ENCRYPTED_BODY, VOIDED, State, lock_name, sealed_row
from platforms.models.platform import OwnedQuerySet

DATE_FILTERS = {
    "createdAfter": "created_at__gte",
    "createdBefore": "created_at__lte",
    "updatedAfter": "updated_at__gte",
    "updatedBefore": "updated_at__lte",
}
"""Query parameters that every list with dates takes; inclusive at both ends."""
_KEY_IS_HELD = sql.of_constants(
    "SELECT NOT ({command} AND {alone})",
    command=Lock.COMMAND.tried("$1::text", is_shared=True),
    alone=Lock.COMMAND_ALONE.tried("$1::text", is_shared=True),
)
# Shared, so that two look-ups of one key are not taken for a request.
_KEY_USE = (
    "SELECT method, path, created_at, status, body, is_sealed"
    " FROM platforms_idempotencykey WHERE platform_id = $1 AND key = $2"
)


def only_platform() -> Platform | None:
    """Return the platform of an installation on which no other one has tokens; None on any other installation."""
    with_tokens = Platform.objects.filter(Exists(ApiToken.objects.filter(platform=OuterRef("pk"))))
    few = list(with_tokens[:2])
    return few[0] if len(few) == 1 else None


def live_tokens(platform_id: uuid.UUID) -> OwnedQuerySet:
    """Return the platform's tokens that are not revoked."""
    return ApiToken.objects.for_platform(platform_id).filter(revoked_at=None)


def shown_tokens(platform_id: uuid.UUID, now: dt.datetime) -> OwnedQuerySet:
    """Return the live tokens with what they have spent in the windows of `now`, as `spent_now`: one query."""
    sums = spent_in_windows(now).filter(token=OuterRef("pk"))
    each = JSONObject(currency="currency", recurrence="recurrence", spent="spent")
    rows: OwnedQuerySet = live_tokens(platform_id).annotate(spent_now=ArraySubquery(sums.values(each=each)))
    return rows


def spent_in_windows(now: dt.datetime) -> QuerySet[TokenSpending]:
    """Return what tokens have spent in the windows of this moment."""
    in_window = Q()
    for recurrence in Recurrence:
        in_window |= Q(recurrence=recurrence, began_at=recurrence.window(now)[0])
    return TokenSpending.objects.filter(in_window)


def tokens(*, platform_id: uuid.UUID, filters: Mapping[str, Any], now: dt.datetime) -> QuerySet[ApiToken]:
    """Return a platform's live tokens that match the API's filters, as `shown_tokens` does."""
    rows = shown_tokens(platform_id, now)
    if "name" in filters:
        rows = rows.filter(name=filters["name"])
    return rows.filter(**date_conditions(filters))


def configuration(platform_id: uuid.UUID) -> Platform:
    """Return a platform with its currencies and the state of its domain: two queries."""
    named = UmaDomain.objects.for_platform(platform_id).filter(domain=F("platform__uma_domain"))
    found = named.select_related("platform").prefetch_related("platform__currencies").first()
    if found is None:  # an earlier release has named the domain
        return Platform.objects.prefetch_related("currencies").get(id=platform_id)
    platform: Platform = found.platform
    platform.named_domain = found
    return platform


def features(platform_id: uuid.UUID) -> list[str]:
    """Return the names of the features that a platform has turned on. All that depends on one asks here."""
    return list(Platform.objects.values_list("features", flat=True).get(id=platform_id))


def date_conditions(filters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the conditions for the date filters that are present."""
    return {lookup: filters[name] for name, lookup in DATE_FILTERS.items() if name in filters}


class KeyUnknown(errors.NotFound):
    """No request with the key has done anything up to now."""

    message = (
        "No request with this idempotency key has done anything. One may still be on its way: void the key, and none"
        " of them will."
    )


@dataclasses.dataclass(frozen=True, slots=True)
class KeyUse:
    """What became of a key. What is not known, or not kept, is None."""

    key: str
    state: State
    method: str | None = None
    path: str | None = None
    created_at: dt.datetime | None = None
    """Real time."""
    status: int | None = None
    """The HTTP status of the reply."""
    reply: dict[str, Any] | None = None
    """The JSON of the reply; None where it has no content."""
    is_sealed: bool = False
    """The reply is kept encrypted."""
    resource: resources.Resource | None = None
    """The object that a success is about."""


def look_key_up(*, platform_id: uuid.UUID, key: str) -> KeyUse:
    """Return what became of a platform's key; raises KeyUnknown where nothing did.

    Asked in this order, and by two statements: a request that ends between the two has its row by then.
    """
    [[is_held]] = prepared.rows(_KEY_IS_HELD, [lock_name(platform_id, key)], is_kept=False)
    use = key_use(platform_id=platform_id, key=key)
    if use is not None:
        return use
    if is_held:
        return KeyUse(key, State.IN_PROGRESS)
    raise KeyUnknown


def key_use(*, platform_id: uuid.UUID, key: str) -> KeyUse | None:
    """Return what became of a platform's key by its row; None where it has none."""
    for method, path, created_at, status, body, is_sealed in prepared.rows(_KEY_USE, [platform_id, key], is_kept=False):
        if status == VOIDED:
            return KeyUse(key, State.VOIDED, created_at=created_at)
        opened = ENCRYPTED_BODY.open(bytes(body), row=sealed_row(platform_id, key)) if is_sealed else bytes(body)
        reply = orjson.loads(opened) if opened else None
        resource = resources.read(reply.get("id"), platform_id=platform_id) if reply and status < 400 else None
        return KeyUse(key, State.COMPLETED, method, path, created_at, status, reply, is_sealed, resource)
    return None
