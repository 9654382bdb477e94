"""Reads of the payments app that deserve a name."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from payments.models import ExternalAccount, InternalAccount, Transaction
from payments.operations import external_accounts
from platforms.kit import identifiers

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


def _narrow(rows: QuerySet[Any], filters: Mapping[str, Any]) -> QuerySet[Any]:
    if "currency" in filters:
        rows = rows.filter(currency=filters["currency"])
    if "customerId" in filters:
        rows = rows.filter(customer_id=_customer_key(filters))
    return rows


def _customer_key(filters: Mapping[str, Any]) -> uuid.UUID | None:
    # A filter that is no customer's id matches nothing.
    return identifiers.parse("Customer", filters["customerId"]) or uuid.UUID(int=0)
