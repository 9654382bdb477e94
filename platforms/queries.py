"""Reads of the platforms app."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.db.models import F, QuerySet

from platforms.models import ApiToken, Platform, UmaDomain
from platforms.models.platform import OwnedQuerySet

DATE_FILTERS = {
    "createdAfter": "created_at__gte",
    "createdBefore": "created_at__lte",
    "updatedAfter": "updated_at__gte",
    "updatedBefore": "updated_at__lte",
}
"""Query parameters that every list with dates takes; inclusive at both ends."""


def live_tokens(platform_id: uuid.UUID) -> OwnedQuerySet:
    """Return the platform's tokens that are not revoked."""
    return ApiToken.objects.for_platform(platform_id).filter(revoked_at=None)


def tokens(*, platform_id: uuid.UUID, filters: Mapping[str, Any]) -> QuerySet[ApiToken]:
    """Return a platform's live tokens that match the API's filters."""
    rows = live_tokens(platform_id)
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


def date_conditions(filters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the conditions for the date filters that are present."""
    return {lookup: filters[name] for name, lookup in DATE_FILTERS.items() if name in filters}
