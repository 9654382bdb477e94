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
    EmailField,
    IndividualType,
    Kept,
    OwnerPersonalInfo,
    PercentageField,
    PhoneField,
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
from platforms.http.metadata import METADATA, METADATA_SHOWN
from platforms.http.representation import Ready, Representation


class _CustomerRepresentation(Representation):
    id = PublicId("Customer", help_text="Names the customer in other requests.")
    platformCustomerId = serializers.CharField(
        source="platform_customer_id",
        help_text="Your own name of the customer; the service makes one where you gave none.",
    )
    region = CountryField(
        required=False, help_text="The country that you gave as the one whose rules apply. Absent where none was given."
    )
    currencies = serializers.ListField(
        child=serializers.CharField(),
        help_text=(
            "Codes of the currencies that the customer has internal accounts in; the first is what invitations are"
            " sent in."
        ),
    )
    umaAddress = serializers.CharField(
        source="uma_address", help_text="The UMA address, `$user@domain` in small letters."
    )
    address = Address(required=False, help_text="Postal address. Absent while it is not known.")
    metadata = Ready(METADATA, required=False, help_text=METADATA_SHOWN)
    createdAt = MomentField(source="created_at")
    updatedAt = MomentField(source="updated_at")
    isDeleted = serializers.BooleanField(
        source="is_deleted",
        help_text="Whether the customer was deleted: its history can be read, and nothing new done.",
    )


class IndividualCustomer(_CustomerRepresentation):
    """A customer who is a person."""

    customerType = IndividualType(source="customer_type", help_text="A person.")
    kycStatus = serializers.ChoiceField(
        source="kyc_status",
        choices=CustomerStatus.choices,
        help_text="Whether the identity was verified: only an `APPROVED` customer pays and is paid.",
    )
    fullName = serializers.CharField(
        source="full_name", required=False, help_text="First and last names. Absent while they are not known."
    )
    birthDate = DayField(source="birth_date", required=False, help_text="Day of birth. Absent while it is not known.")
    nationality = CountryField(required=False, help_text="Nationality. Absent while it is not known.")
    email = EmailField(required=False, help_text="E-mail address. Absent where none was given.")
    phoneNumber = PhoneField(
        source="phone_number", required=False, help_text="Telephone number. Absent where none was given."
    )


class BeneficialOwner(Representation):
    """A person who owns or controls a business."""

    id = PublicId("BeneficialOwner", help_text="Names the beneficial owner in other requests.")
    customerId = PublicId("Customer", source="customer_id", help_text="The business.")
    roles = serializers.ListField(
        child=serializers.ChoiceField(choices=business.OwnerRole.choices),
        help_text="What the person is to the business.",
    )
    ownershipPercentage = PercentageField(
        source="ownership_percentage", help_text="Share of the business, in per cent."
    )
    personalInfo = OwnerPersonalInfo(source="personal_info", help_text="Who the person is.")
    kycStatus = serializers.ChoiceField(
        source="kyc_status",
        choices=business.OwnerStatus.choices,
        help_text="How the check of the person's identity stands.",
    )
    createdAt = MomentField(source="created_at")
    updatedAt = MomentField(source="updated_at")


class BusinessCustomer(_CustomerRepresentation):
    """A customer that is a business."""

    customerType = BusinessType(source="customer_type", help_text="A business.")
    kybStatus = serializers.ChoiceField(
        source="kyb_status",
        choices=CustomerStatus.choices,
        help_text="Whether the business was verified: only an `APPROVED` customer pays and is paid.",
    )
    businessInfo = BusinessInfo(
        source="business_info", required=False, help_text="What is known of the business. Absent while nothing is."
    )
    beneficialOwners = BeneficialOwner(
        source="beneficial_owners", many=True, help_text="Who owns or controls the business, as far as it was told."
    )


class Document(Representation):
    """A document of a customer or of a beneficial owner. Its content is not shown."""

    id = PublicId("Document", help_text="Names the document in other requests.")
    documentHolder = serializers.CharField(
        source="holder_id", help_text="Whose document it is: `Customer:<uuid>` or `BeneficialOwner:<uuid>`."
    )
    documentType = serializers.ChoiceField(
        source="document_type", choices=DocumentType.choices, help_text="What kind of document it is."
    )
    side = serializers.ChoiceField(
        choices=DocumentSide.choices,
        required=False,
        help_text="Which side of it the file shows. Absent where that was not said.",
    )
    country = CountryField(help_text="The country that has issued it.")
    documentNumber = serializers.CharField(
        source="document_number", required=False, help_text="The number on it. Absent where none was given."
    )
    fileName = serializers.CharField(source="file_name", help_text="The name that the file was uploaded with.")
    createdAt = MomentField(source="created_at")
    updatedAt = MomentField(source="updated_at", required=False)


class VerificationError(Kept):
    """Something that has to be resolved, or the ground of a rejection."""

    resourceId = serializers.CharField(
        help_text="What has the problem: `Customer:<uuid>`, `BeneficialOwner:<uuid>` or `Document:<uuid>`."
    )
    type = serializers.ChoiceField(choices=VerificationErrorType.choices, help_text="What is wrong or missing.")
    field = serializers.CharField(
        required=False, help_text="The field in question, as a dotted path. Absent where it is about no field."
    )
    acceptedDocumentTypes = serializers.ListField(
        child=serializers.ChoiceField(choices=DocumentType.choices),
        required=False,
        help_text="Documents of which any one would do. Absent where no document is asked for.",
    )
    reason = serializers.CharField(help_text="A sentence for people.")


class Verification(Representation):
    """One verification of a customer."""

    id = PublicId("Verification", help_text="Names the verification in paths.")
    customerId = PublicId("Customer", source="customer_id", help_text="Who is verified.")
    verificationStatus = serializers.ChoiceField(
        source="status", choices=VerificationStatus.choices, help_text="Where the verification stands."
    )
    errors = VerificationError(
        many=True,
        help_text=(
            "What has to be resolved before it can be decided, or why it was rejected; empty where there is nothing."
        ),
    )  # type: ignore[assignment]  # a property of the framework's
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

    total = serializers.IntegerField(min_value=0, help_text="Rows of the file. Zero until they are counted.")
    processed = serializers.IntegerField(min_value=0, help_text="Rows that are done, well or not.")
    successful = serializers.IntegerField(min_value=0, help_text="Rows that became customers.")
    failed = serializers.IntegerField(min_value=0, help_text="Rows that did not.")


@extend_schema_serializer(component_name="BulkCustomerImportErrorEntry")
class BulkImportError(serializers.Serializer[Any]):
    """Why a row did not become a customer."""

    correlationId = serializers.CharField(
        help_text="Which row: its `platformCustomerId`, or `row_` and its number from 1."
    )
    code = serializers.CharField(help_text="Why: a code of the catalogue of errors.")
    message = serializers.CharField(help_text="A sentence for people.")
    details = serializers.DictField(
        help_text="Where a column is wrong, `errors` names it with the reason; otherwise empty."
    )


@extend_schema_serializer(component_name="BulkCustomerImportJob")
class BulkImport(serializers.Serializer[Any]):
    """The import of a file of customers."""

    id = PublicId("Job", help_text="Names the job in paths.")
    status = serializers.ChoiceField(
        choices=models.BulkImportStatus.choices,
        help_text="`COMPLETED` when at least one row became a customer, `FAILED` when none did.",
    )
    progress = BulkImportProgress(help_text="How far it is.")
    errors = BulkImportError(
        many=True,
        required=False,
        help_text="The rows that failed, in the order of the file; not all where there are many.",
    )  # type: ignore[assignment]
    errorsOmitted = serializers.IntegerField(
        required=False, min_value=1, help_text="How many more errors there are than are listed. Absent where all are."
    )
    completedAt = MomentField(required=False, help_text="When the last row was done. Absent before.")


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


def customer_schema(*, many: bool = False, **options: Any) -> PolymorphicProxySerializer:
    """Return the shape of a customer for the OpenAPI document."""
    return PolymorphicProxySerializer(
        component_name="Customer",
        serializers={"INDIVIDUAL": IndividualCustomer, "BUSINESS": BusinessCustomer},
        resource_type_field_name="customerType",
        many=many,
        **options,
    )
