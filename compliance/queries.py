"""Reads of the compliance app."""

import dataclasses
import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import OuterRef, QuerySet, prefetch_related_objects

from compliance.models import (
    REJECTED_CUSTOMERS,
    BeneficialOwner,
    BulkImport,
    Customer,
    CustomerStatus,
    CustomerStatusChange,
    CustomerType,
    Document,
    Verification,
)
from platforms import queries
from platforms.base import errors, identifiers
from platforms.database.rows import by_key

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
    found: Customer | None = by_key(Customer.objects.for_platform(platform_id), key)
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
    if "metadata" in filters:
        rows = rows.filter(metadata__contains=filters["metadata"])
    exact = {column: filters[name] for name, column in _LOOKUPS.items() if name in filters}
    return rows.filter(**exact, **queries.date_conditions(filters))


def rejected() -> QuerySet[Customer]:
    """Return the live customers whose identity was rejected: an index holds them."""
    rows: QuerySet[Customer] = Customer.objects.filter(REJECTED_CUSTOMERS)
    return rows


def rejections(customer: OuterRef) -> QuerySet[CustomerStatusChange]:
    """Return when the customer of an outer query was rejected, the latest first."""
    rows: QuerySet[CustomerStatusChange] = CustomerStatusChange.objects.filter(
        customer=customer, to_status=CustomerStatus.REJECTED
    )
    return rows.order_by("-id")


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
    """The subject of a document: a customer, or one of its beneficial owners."""

    customer_id: uuid.UUID
    owner_id: uuid.UUID | None = None


def document_holder(*, platform_id: uuid.UUID, public_id: str) -> Holder:
    """Return the holder named by `Customer:...` or `BeneficialOwner:...`; raises the error of a missing one."""
    if public_id.partition(":")[0] != "BeneficialOwner":
        return Holder(customer(platform_id=platform_id, customer_id=public_id).id)
    key = identifiers.parse("BeneficialOwner", public_id)
    owner = by_key(BeneficialOwner.objects.for_platform(platform_id), key)
    if owner is None:
        raise BeneficialOwnerNotFound
    return Holder(owner.customer_id, owner.id)


def document(*, platform_id: uuid.UUID, document_id: object) -> Document:
    """Return a document by its public identifier, with its owner; raises DocumentNotFound."""
    key = identifiers.parse("Document", document_id)
    rows = Document.objects.for_platform(platform_id).select_related("beneficial_owner")
    found: Document | None = by_key(rows.filter(deleted_at=None), key)
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


class VerificationNotFound(errors.NotFound):
    """The platform has no such verification."""

    code = "VERIFICATION_NOT_FOUND"
    message = "There is no such verification."


def load_owners(customers: Iterable[Customer]) -> None:
    """Load the owners of those customers that are businesses: one query for all, none when there is no business."""
    businesses = [customer for customer in customers if customer.customer_type == CustomerType.BUSINESS]
    prefetch_related_objects(businesses, "beneficial_owners")


def beneficial_owner(*, platform_id: uuid.UUID, owner_id: object) -> BeneficialOwner:
    """Return a beneficial owner by its public identifier; raises BeneficialOwnerNotFound."""
    key = identifiers.parse("BeneficialOwner", owner_id)
    found: BeneficialOwner | None = by_key(BeneficialOwner.objects, key)
    if found is None or found.platform_id != platform_id:
        raise BeneficialOwnerNotFound
    return found


def beneficial_owners(*, platform_id: uuid.UUID, customer_id: str) -> QuerySet[BeneficialOwner]:
    """Return the beneficial owners of a customer; none for a customer of another platform."""
    key = identifiers.parse("Customer", customer_id)
    rows: QuerySet[BeneficialOwner] = BeneficialOwner.objects.for_platform(platform_id)
    return rows.none() if key is None else rows.filter(customer_id=key)


def verification(*, platform_id: uuid.UUID, verification_id: object) -> Verification:
    """Return a verification by its public identifier; raises VerificationNotFound."""
    key = identifiers.parse("Verification", verification_id)
    found: Verification | None = by_key(Verification.objects, key)
    if found is None or found.platform_id != platform_id:
        raise VerificationNotFound
    return found


def verifications(*, platform_id: uuid.UUID, filters: Mapping[str, Any]) -> QuerySet[Verification]:
    """Return a platform's verifications that match the API's filters."""
    rows: QuerySet[Verification] = Verification.objects.for_platform(platform_id)
    if "verificationStatus" in filters:
        rows = rows.filter(status=filters["verificationStatus"])
    if "customerId" in filters:
        key = identifiers.parse("Customer", filters["customerId"])
        rows = rows.none() if key is None else rows.filter(customer_id=key)
    return rows


class BulkImportNotFound(errors.NotFound):
    """The platform has no such job."""

    code = "BULK_UPLOAD_JOB_NOT_FOUND"
    message = "There is no such bulk import job."


def bulk_import(*, platform_id: uuid.UUID, job_id: object) -> BulkImport:
    """Return a bulk import by its public identifier; raises BulkImportNotFound."""
    key = identifiers.parse("Job", job_id)
    found: BulkImport | None = by_key(BulkImport.objects.for_platform(platform_id), key)
    if found is None:
        raise BulkImportNotFound
    return found
