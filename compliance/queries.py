"""Reads of the compliance app that deserve a name."""

import dataclasses
import uuid
from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from compliance.models import BeneficialOwner, Customer, Document
from platforms import queries
from platforms.kit import errors, identifiers

_LOOKUPS = {
    "platformCustomerId": "platform_customer_id",
    "customerType": "customer_type",
    "kycStatus": "kyc_status",
    "kybStatus": "kyb_status",
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


class BeneficialOwnerNotFound(errors.NotFound):
    """The platform has no such beneficial owner."""

    code = "BENEFICIAL_OWNER_NOT_FOUND"
    message = "There is no such beneficial owner."


class DocumentNotFound(errors.NotFound):
    """The platform has no such document, or no longer."""

    code = "DOCUMENT_NOT_FOUND"
    message = "There is no such document."


@dataclasses.dataclass(frozen=True, slots=True)
class Holder:
    """Whom a document is about: a customer, or one of its beneficial owners."""

    customer_id: uuid.UUID
    owner_id: uuid.UUID | None = None


def document_holder(*, platform_id: uuid.UUID, public_id: str) -> Holder:
    """Return whom `Customer:...` or `BeneficialOwner:...` names; raises CustomerNotFound, BeneficialOwnerNotFound."""
    if public_id.partition(":")[0] != "BeneficialOwner":
        return Holder(customer(platform_id=platform_id, customer_id=public_id).id)
    key = identifiers.parse("BeneficialOwner", public_id)
    owner = BeneficialOwner.objects.for_platform(platform_id).filter(id=key).first() if key else None
    if owner is None:
        raise BeneficialOwnerNotFound
    return Holder(owner.customer_id, owner.id)


def document(*, platform_id: uuid.UUID, document_id: object) -> Document:
    """Return a document by its public identifier, with its owner; raises DocumentNotFound."""
    key = identifiers.parse("Document", document_id)
    rows = Document.objects.for_platform(platform_id).select_related("beneficial_owner")
    found: Document | None = rows.filter(id=key, deleted_at=None).first() if key else None
    if found is None:
        raise DocumentNotFound
    return found


def documents(*, platform_id: uuid.UUID, filters: Mapping[str, Any]) -> QuerySet[Document]:
    """Return a platform's documents, or those of one holder."""
    rows: QuerySet[Document] = Document.objects.for_platform(platform_id).filter(deleted_at=None)
    if "documentHolder" not in filters:
        return rows
    holder = filters["documentHolder"]
    customer_id, owner_id = identifiers.parse("Customer", holder), identifiers.parse("BeneficialOwner", holder)
    if customer_id is not None:
        return rows.filter(customer_id=customer_id)
    return rows.none() if owner_id is None else rows.filter(beneficial_owner_id=owner_id)
