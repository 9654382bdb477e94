"""What is said of a customer that is made or changed: in a request, or in a row of a file."""

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
    IndividualType,
)
from compliance.models import CustomerStatus, CustomerType
from platforms.http.fields import Body, CurrencyField, NameField, TextField, UmaAddressField

_CURRENCIES = "Of the platform's, each once; the first is what invitations are sent in."


class AnyCustomer(Body):
    """What a body of an unknown type is checked against, so that all that can be said of it is said."""

    customerType = serializers.ChoiceField(choices=CustomerType.choices)
    platformCustomerId = TextField(required=False, max_length=255)
    region = CountryField(required=False)
    currencies = serializers.ListField(
        child=CurrencyField(), required=False, min_length=1, max_length=200, help_text=_CURRENCIES
    )
    # What an address must look like is the operation's to say: it has a code of its own.
    umaAddress = UmaAddressField(
        required=False,
        allow_blank=True,
        max_length=None,
        help_text="Of the platform's `umaDomain`. The user has 1 to 64 characters; it is kept in small letters.",
    )


class _Individual(AnyCustomer):
    customerType = IndividualType()
    kycStatus = serializers.ChoiceField(
        choices=CustomerStatus.choices, required=False, help_text="Ignored: only the service decides."
    )
    fullName = NameField(required=False, max_length=255)
    birthDate = DayField(required=False, help_text="From 1900 on, and not in the future.")
    nationality = CountryField(required=False)
    address = Address(required=False)


class _Business(AnyCustomer):
    customerType = BusinessType()
    kybStatus = serializers.ChoiceField(
        choices=CustomerStatus.choices, required=False, help_text="Ignored: only the service decides."
    )
    address = Address(required=False)


@extend_schema_serializer(component_name="IndividualCustomerCreate")
class NewIndividual(_Individual):
    """An individual to create."""


@extend_schema_serializer(component_name="BusinessCustomerCreate")
class NewBusiness(_Business):
    """A business to create."""

    businessInfo = BusinessInfo(required=False)


# Region and platformCustomerId never change. They are read to refuse a change, and not shown as if they could be sent.
@extend_schema_serializer(component_name="IndividualCustomerUpdate")
@extend_schema_serializer(exclude_fields=["region", "platformCustomerId"])
class IndividualChanges(_Individual):
    """What may change of an individual."""


@extend_schema_serializer(component_name="BusinessCustomerUpdate")
@extend_schema_serializer(exclude_fields=["region", "platformCustomerId"])
class BusinessChanges(_Business):
    """What may change of a business."""

    businessInfo = BusinessInfoChanges(required=False)


NEW: Mapping[str, type[Body]] = {"INDIVIDUAL": NewIndividual, "BUSINESS": NewBusiness}
CHANGES: Mapping[str, type[Body]] = {"INDIVIDUAL": IndividualChanges, "BUSINESS": BusinessChanges}
