"""Reads of the payments app that deserve a name."""

import uuid
from collections.abc import Mapping
from typing import Any

import orjson
from django.db.models import Field, JSONField, QuerySet

from payments.models import ExternalAccount, Institution, InternalAccount, Quote, Transaction, UmaProvider
from payments.operations import external_accounts
from platforms.kit import identifiers, instances, prepared

_TRANSACTION_FILTERS = {
    "platformCustomerId": "platform_customer_id",
    "senderAccountIdentifier": "sender",
    "receiverAccountIdentifier": "receiver",
    "status": "status",
    "type": "type",
    "reference": "reference",
    "startDate": "created_at__gte",
    "endDate": "created_at__lte",
}


# Reading one payment is the most frequent request of all; building this statement anew each time would cost more
# than running it. JSON columns come as text and go out as they are. The key alone finds the row, and the platform
# is compared afterwards: without statistics the database may take an index on the platform, and read all of it.
_COLUMNS = [field for field in Transaction._meta.concrete_fields if isinstance(field, Field)]
_NAMES = [str(field.attname) for field in _COLUMNS]
_JSON_POSITIONS = [index for index, field in enumerate(_COLUMNS) if isinstance(field, JSONField)]
_PLATFORM_POSITION = _NAMES.index("platform_id")
_ONE = (
    f"SELECT {', '.join(_NAMES)} FROM {Transaction._meta.db_table}"  # noqa: S608 - names of our own columns
    " WHERE id = $1"
)


def transaction(*, platform_id: uuid.UUID, key: uuid.UUID | None) -> Transaction | None:
    """Return one of a platform's transactions for showing: its JSON columns are encoded JSON."""
    found = prepared.rows(_ONE, [key])
    if not found or found[0][_PLATFORM_POSITION] != platform_id:
        return None
    values = list(found[0])
    for position in _JSON_POSITIONS:
        if values[position] is not None:
            values[position] = orjson.Fragment(values[position])
    return instances.fill(Transaction, dict(zip(_NAMES, values, strict=True)))


def quote(*, platform_id: uuid.UUID, key: uuid.UUID | None) -> Quote | None:
    """Return one of a platform's quotes with its transaction."""
    found = Quote.objects.select_related("transaction").filter(id=key).first() if key else None
    return found if found is not None and found.platform_id == platform_id else None


def transactions(*, platform_id: uuid.UUID, filters: Mapping[str, Any]) -> QuerySet[Transaction]:
    """Return a platform's transactions that match the API's filters."""
    rows = Transaction.objects.for_platform(platform_id)
    rows = rows.filter(**{lookup: filters[name] for name, lookup in _TRANSACTION_FILTERS.items() if name in filters})
    if "customerId" in filters:
        rows = rows.filter(customer_id=_customer_key(filters))
    return rows


def internal_accounts(*, platform_id: uuid.UUID, filters: Mapping[str, Any]) -> QuerySet[InternalAccount]:
    """Return the internal accounts of a platform's customers that match the API's filters."""
    rows = InternalAccount.objects.for_platform(platform_id).exclude(customer=None).select_related("ledger_account")
    return _narrow(rows, filters)


def external_accounts_of_customers(*, platform_id: uuid.UUID, filters: Mapping[str, Any]) -> QuerySet[ExternalAccount]:
    """Return the external accounts of a platform's customers that match the API's filters."""
    return _narrow(external_accounts.live(platform_id).exclude(customer=None), filters)


def institutions(*, filters: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the JSON of the institutions of a `country`, a `currency`, both or all, from one statement."""
    rows = Institution.objects.filter(is_active=True, **filters).order_by("country", "currency", "bank_name")
    names = {"bankName": "bank_name", "displayName": "display_name"}
    same = ("country", "currency", "kind", "rails")
    keys = [*names, *same]
    return [dict(zip(keys, row, strict=True)) for row in rows.values_list(*names.values(), *same)]


def uma_providers(*, environment: str, filters: Mapping[str, Any]) -> QuerySet[UmaProvider]:
    """Return the UMA providers of an environment that match the API's filters; blocked ones only when asked for."""
    rows = UmaProvider.objects.filter(environment=environment)
    if not filters.get("hasBlockedProviders"):
        rows = rows.filter(is_blocked=False)
    if "countryCode" in filters:
        rows = rows.filter(regions__contains=[filters["countryCode"].upper()])
    if "currencyCode" in filters:
        rows = rows.filter(currencies__contains=[filters["currencyCode"].upper()])
    return rows


def _narrow(rows: QuerySet[Any], filters: Mapping[str, Any]) -> QuerySet[Any]:
    if "currency" in filters:
        rows = rows.filter(currency=filters["currency"])
    if "customerId" in filters:
        rows = rows.filter(customer_id=_customer_key(filters))
    return rows


def _customer_key(filters: Mapping[str, Any]) -> uuid.UUID | None:
    # A filter that is no customer's id matches nothing.
    return identifiers.parse("Customer", filters["customerId"]) or uuid.UUID(int=0)
