"""The public JSON of customers and of the owners of businesses."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from compliance.fields import Address, BusinessInfo, BusinessType, CountryField, DayField, IndividualType
from compliance.models import Customer, CustomerStatus, CustomerType, DocumentSide, DocumentType, business
from platforms.rest.fields import MomentField, PublicId
from platforms.rest.representation import Representation


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


class OwnerPersonalInfo(serializers.Serializer[Any]):
    """The person behind a beneficial owner."""

    firstName = serializers.CharField()
    middleName = serializers.CharField(required=False)
    lastName = serializers.CharField()
    birthDate = DayField()
    nationality = CountryField()
    email = serializers.EmailField(required=False)
    phoneNumber = serializers.RegexField(r"^\+[1-9]\d{1,14}$", required=False)
    address = Address()
    idType = serializers.ChoiceField(choices=business.IdentificationType.choices)
    identifier = serializers.CharField()
    countryOfIssuance = CountryField(required=False)

    class Meta:
        ref_name = "BeneficialOwnerPersonalInfo"


class BeneficialOwner(Representation):
    """A person who owns or controls a business."""

    id = PublicId("BeneficialOwner")
    customerId = PublicId("Customer", source="customer_id")
    roles = serializers.ListField(child=serializers.ChoiceField(choices=business.OwnerRole.choices))
    ownershipPercentage = serializers.FloatField(source="ownership_percentage", min_value=0, max_value=100)
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


DOCUMENT = Document()
INDIVIDUAL = IndividualCustomer()
BUSINESS = BusinessCustomer()


def customer(customer: Customer) -> dict[str, Any]:
    """Return the JSON of a customer, as REST and webhooks show it."""
    shape = INDIVIDUAL if customer.customer_type == CustomerType.INDIVIDUAL else BUSINESS
    return shape.to_representation(customer)


def customer_schema(*, many: bool = False) -> PolymorphicProxySerializer:
    """Return the shape of a customer for the OpenAPI document."""
    return PolymorphicProxySerializer(
        component_name="CustomerOneOf",
        serializers={"INDIVIDUAL": IndividualCustomer, "BUSINESS": BusinessCustomer},
        resource_type_field_name="customerType",
        many=many,
    )
