"""The public JSON of customers and of the owners of businesses."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_serializer
from rest_framework import serializers

from compliance import models
from compliance.fields import (
    Address,
    BusinessInfo,
    BusinessType,
    CountryField,
    DayField,
    IndividualType,
    Kept,
    OwnerPersonalInfo,
    PercentageField,
)
from compliance.models import (
    Customer,
    CustomerStatus,
    CustomerType,
    DocumentSide,
    DocumentType,
    VerificationErrorType,
    VerificationStatus,
    business,
)
from platforms.base import clock
from platforms.http.fields import MomentField, PublicId
from platforms.http.representation import Representation


class _CustomerRepresentation(Representation):
    id = PublicId("Customer")
    platformCustomerId = serializers.CharField(source="platform_customer_id")
    region = CountryField(required=False)
    currencies = serializers.ListField(child=serializers.CharField())
    umaAddress = serializers.CharField(source="uma_address")
    address = Address(required=False)
    createdAt = MomentField(source="created_at")
    updatedAt = MomentField(source="updated_at")
    isDeleted = serializers.BooleanField(source="is_deleted")


class IndividualCustomer(_CustomerRepresentation):
    """A customer who is a person."""

    customerType = IndividualType(source="customer_type")
    kycStatus = serializers.ChoiceField(source="kyc_status", choices=CustomerStatus.choices)
    fullName = serializers.CharField(source="full_name", required=False)
    birthDate = DayField(source="birth_date", required=False)
    nationality = CountryField(required=False)


class BeneficialOwner(Representation):
    """A person who owns or controls a business."""

    id = PublicId("BeneficialOwner")
    customerId = PublicId("Customer", source="customer_id")
    roles = serializers.ListField(child=serializers.ChoiceField(choices=business.OwnerRole.choices))
    ownershipPercentage = PercentageField(source="ownership_percentage")
    personalInfo = OwnerPersonalInfo(source="personal_info")
    kycStatus = serializers.ChoiceField(source="kyc_status", choices=business.OwnerStatus.choices)
    createdAt = MomentField(source="created_at")
    updatedAt = MomentField(source="updated_at")


class BusinessCustomer(_CustomerRepresentation):
    """A customer that is a business."""

    customerType = BusinessType(source="customer_type")
    kybStatus = serializers.ChoiceField(source="kyb_status", choices=CustomerStatus.choices)
    businessInfo = BusinessInfo(source="business_info", required=False)
    beneficialOwners = BeneficialOwner(source="beneficial_owners", many=True)


class Document(Representation):
    """A document of a customer or of a beneficial owner. Its content is not shown."""

    id = PublicId("Document")
    documentHolder = serializers.CharField(source="holder_id")
    documentType = serializers.ChoiceField(source="document_type", choices=DocumentType.choices)
    side = serializers.ChoiceField(choices=DocumentSide.choices, required=False)
    country = CountryField()
    documentNumber = serializers.CharField(source="document_number", required=False)
    fileName = serializers.CharField(source="file_name")
    createdAt = MomentField(source="created_at")
    updatedAt = MomentField(source="updated_at", required=False)


class VerificationError(Kept):
    """Something that has to be resolved, or the ground of a rejection."""

    resourceId = serializers.CharField()
    type = serializers.ChoiceField(choices=VerificationErrorType.choices)
    field = serializers.CharField(required=False)
    acceptedDocumentTypes = serializers.ListField(
        child=serializers.ChoiceField(choices=DocumentType.choices), required=False
    )
    reason = serializers.CharField()


class Verification(Representation):
    """One verification of a customer."""

    id = PublicId("Verification")
    customerId = PublicId("Customer", source="customer_id")
    verificationStatus = serializers.ChoiceField(source="status", choices=VerificationStatus.choices)
    errors = VerificationError(many=True)  # type: ignore[assignment]  # a property of the framework's
    createdAt = MomentField(source="created_at")
    updatedAt = MomentField(source="updated_at")


DOCUMENT = Document()
BENEFICIAL_OWNER = BeneficialOwner()
VERIFICATION = Verification()
INDIVIDUAL = IndividualCustomer()
BUSINESS = BusinessCustomer()


@extend_schema_serializer(component_name="BulkCustomerImportProgress")
class BulkImportProgress(serializers.Serializer[Any]):
    """How many rows of a file there are, and what became of those that are done."""

    total = serializers.IntegerField(min_value=0, help_text="Zero until the rows are counted.")
    processed = serializers.IntegerField(min_value=0)
    successful = serializers.IntegerField(min_value=0)
    failed = serializers.IntegerField(min_value=0)


@extend_schema_serializer(component_name="BulkCustomerImportErrorEntry")
class BulkImportError(serializers.Serializer[Any]):
    """Why a row did not become a customer."""

    correlationId = serializers.CharField(help_text="The row's platformCustomerId, or row_ and its number from 1.")
    code = serializers.CharField()
    message = serializers.CharField()
    details = serializers.DictField()


@extend_schema_serializer(component_name="BulkCustomerImportJob")
class BulkImport(serializers.Serializer[Any]):
    """The import of a file of customers."""

    id = PublicId("Job")
    status = serializers.ChoiceField(choices=models.BulkImportStatus.choices)
    progress = BulkImportProgress()
    errors = BulkImportError(many=True, required=False)  # type: ignore[assignment]
    errorsOmitted = serializers.IntegerField(
        required=False, min_value=1, help_text="How many more errors there are than are listed."
    )
    completedAt = MomentField(required=False)


def bulk_import(job: models.BulkImport) -> dict[str, Any]:
    """Return the JSON of a bulk import, as REST and webhooks show it."""
    found = [
        {"correlationId": row.correlation_id, "code": row.code, "message": row.message, "details": row.details}
        for row in job.errors.order_by("row")
    ]
    shown: dict[str, Any] = {
        "id": job.public_id,
        "status": job.status,
        "progress": {
            "total": job.total,
            "processed": job.processed,
            "successful": job.successful,
            "failed": job.failed,
        },
        "errors": found,
    }
    if job.failed > len(found):
        shown["errorsOmitted"] = job.failed - len(found)
    if job.completed_at is not None:
        shown["completedAt"] = clock.iso(job.completed_at)
    return shown


def customer(customer: Customer) -> dict[str, Any]:
    """Return the JSON of a customer, as REST and webhooks show it."""
    shape = INDIVIDUAL if customer.customer_type == CustomerType.INDIVIDUAL else BUSINESS
    return shape.to_representation(customer)


def beneficial_owner(owner: models.BeneficialOwner) -> dict[str, Any]:
    """Return the JSON of a beneficial owner."""
    return BENEFICIAL_OWNER.to_representation(owner)


def verification(verification: models.Verification) -> dict[str, Any]:
    """Return the JSON of a verification, as REST and webhooks show it."""
    return VERIFICATION.to_representation(verification)


def customer_schema(*, many: bool = False) -> PolymorphicProxySerializer:
    """Return the shape of a customer for the OpenAPI document."""
    return PolymorphicProxySerializer(
        component_name="CustomerOneOf",
        serializers={"INDIVIDUAL": IndividualCustomer, "BUSINESS": BusinessCustomer},
        resource_type_field_name="customerType",
        many=many,
    )
