"""Reads of the compliance app that deserve a name."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from compliance.models import Customer
from platforms import queries
from platforms.kit import errors, identifiers

_LOOKUPS = {
    "platformCustomerId": "platform_customer_id",
    "customerType": "customer_type",
    "region": "region",
}


class CustomerNotFound(errors.NotFound):
    """The platform has no such customer."""

    code = "USER_NOT_FOUND"
    message = "There is no such customer."


def customer(*, platform_id: uuid.UUID, customer_id: object) -> Customer:
    """Return a customer by its public identifier, deleted or not; raises CustomerNotFound."""
    key = identifiers.parse("Customer", customer_id)
    found: Customer | None = Customer.objects.for_platform(platform_id).filter(id=key).first() if key else None
    if found is None:
        raise CustomerNotFound
    return found


def customers(*, platform_id: uuid.UUID, filters: Mapping[str, Any]) -> QuerySet[Customer]:
    """Return a platform's customers that match the API's filters; deleted ones only when asked for."""
    rows: QuerySet[Customer] = Customer.objects.for_platform(platform_id)
    if not filters.get("isIncludingDeleted"):
        rows = rows.filter(deleted_at=None)
    if "umaAddress" in filters:
        rows = rows.filter(uma_address=filters["umaAddress"].lower())
    if "currency" in filters:
        rows = rows.filter(currencies__contains=[filters["currency"]])
    exact = {column: filters[name] for name, column in _LOOKUPS.items() if name in filters}
    return rows.filter(**exact, **queries.date_conditions(filters))
