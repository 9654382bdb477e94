"""The fields of a customer to be created or changed: in a request, or in a row of a file."""

from collections.abc import Mapping

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from compliance.fields import (
    Address,
    BusinessInfo,
    BusinessInfoChanges,
    BusinessType,
    CountryField,
    DayField,
    EmailField,
    IndividualType,
    PhoneField,
)
from compliance.models import CustomerStatus, CustomerType
from platforms.http.fields import Body, ChoiceField, CurrencyField, NameField, TextField, UmaAddressField
from platforms.http.metadata import METADATA_HELP, MetadataField

_CURRENCIES = (
    "What the customer gets internal accounts in: currencies of the platform's, each once; the first is what"
    " invitations are sent in."
)


class AnyCustomer(Body):
    """Validates a body of unknown type, so that all its problems are reported."""

    customerType = ChoiceField(
        choices=CustomerType.choices, help_text="Whether the customer is a person or a business."
    )
    platformCustomerId = TextField(
        required=False,
        max_length=255,
        help_text="Your own name of the customer, unique among yours. Left out: the service makes one.",
    )
    region = CountryField(required=False, help_text="The country whose rules apply to the customer. It never changes.")
    currencies = serializers.ListField(
        child=CurrencyField(), required=False, min_length=1, max_length=200, help_text=_CURRENCIES
    )
    # The operation checks the form of an address: it has a specific error code.
    umaAddress = UmaAddressField(
        required=False,
        allow_blank=True,
        max_length=None,
        help_text=(
            "The address that the customer is paid at, of the platform's `umaDomain`. The user has 1 to 64"
            " characters; it is kept in small letters."
        ),
    )
    metadata = MetadataField(help_text=f"{METADATA_HELP} It is replaced as a whole; an empty object removes it.")


class _Individual(AnyCustomer):
    customerType = IndividualType(help_text="A person.")
    kycStatus = ChoiceField(
        choices=CustomerStatus.choices,
        required=False,
        help_text="Ignored, so that what was read can be sent back: only the service decides.",
    )
    fullName = NameField(
        required=False,
        max_length=255,
        help_text="First and last names. In the sandbox the last three characters choose the outcome of the check.",
    )
    birthDate = DayField(required=False, help_text="Day of birth: from 1900 on, and not in the future.")
    nationality = CountryField(required=False, help_text="Nationality.")
    email = EmailField(required=False, max_length=254, help_text="E-mail address.")
    phoneNumber = PhoneField(required=False, help_text="Telephone number.")
    address = Address(required=False, help_text="Postal address; it is replaced as a whole.")


class _Business(AnyCustomer):
    customerType = BusinessType(help_text="A business.")
    kybStatus = ChoiceField(
        choices=CustomerStatus.choices,
        required=False,
        help_text="Ignored, so that what was read can be sent back: only the service decides.",
    )
    address = Address(required=False, help_text="Postal address; it is replaced as a whole.")


@extend_schema_serializer(component_name="IndividualCustomerCreate")
class NewIndividual(_Individual):
    """An individual to create."""


@extend_schema_serializer(component_name="BusinessCustomerCreate")
class NewBusiness(_Business):
    """A business to create."""

    businessInfo = BusinessInfo(required=False, help_text="What is known of the business.")


# Region and platformCustomerId never change. They are read to refuse a change, and not shown as if they could be sent.
@extend_schema_serializer(component_name="IndividualCustomerUpdate")
@extend_schema_serializer(exclude_fields=["region", "platformCustomerId"])
class IndividualChanges(_Individual):
    """What may change of an individual."""


@extend_schema_serializer(component_name="BusinessCustomerUpdate")
@extend_schema_serializer(exclude_fields=["region", "platformCustomerId"])
class BusinessChanges(_Business):
    """What may change of a business."""

    businessInfo = BusinessInfoChanges(
        required=False, help_text="What changes of the business; facts that are left out stay."
    )


NEW: Mapping[str, type[Body]] = {"INDIVIDUAL": NewIndividual, "BUSINESS": NewBusiness}
CHANGES: Mapping[str, type[Body]] = {"INDIVIDUAL": IndividualChanges, "BUSINESS": BusinessChanges}
