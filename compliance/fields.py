"""Fields and nested objects that requests and representations of this app share."""

import datetime as dt
import re
from collections.abc import Mapping
from decimal import ROUND_DOWN, Decimal
from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers
from rest_framework.fields import empty

from compliance.models import business
from platforms.base import countries
from platforms.http.fields import ChoiceField, NameField, TextField

_PHONE = re.compile(r"^\+[1-9]\d{1,14}$", re.ASCII)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


@extend_schema_field({"type": "string", "pattern": countries.PATTERN})
class CountryField(TextField):
    """A country: ISO 3166-1 alpha-2 in capitals."""

    form = "ISO 3166-1 alpha-2 in capitals, such as `MX`."

    default_error_messages = {"country": "must be a country code of ISO 3166-1 alpha-2, such as US"}

    def to_internal_value(self, data: Any) -> str:
        """Refuse codes that the standard does not list."""
        code = super().to_internal_value(data)
        if code not in countries.CODES:
            self.fail("country")
        return code


class DayField(serializers.DateField):
    """A calendar day as `YYYY-MM-DD`, and in no other of the many forms of ISO 8601."""

    form = "A day of the calendar, `YYYY-MM-DD`."

    default_error_messages = {"day": "must be a date such as 1990-01-31"}

    def to_internal_value(self, value: Any) -> dt.date:
        """Refuse what is not a day of the calendar."""
        if not isinstance(value, str) or not _DATE.fullmatch(value):
            self.fail("day")
        try:
            return dt.date.fromisoformat(value)
        except ValueError:
            self.fail("day")

    def to_representation(self, value: dt.date | str) -> str:
        """Return `YYYY-MM-DD`."""
        return value if isinstance(value, str) else value.isoformat()


class EmailField(TextField, serializers.EmailField):
    """An e-mail address."""

    default_error_messages = {"invalid": "must be an e-mail address such as ada@example.com"}


@extend_schema_field({"type": "string", "pattern": _PHONE.pattern})
class PhoneField(TextField):
    """A telephone number as E.164 writes it."""

    form = "As E.164 writes it, such as `+14155550123`."

    default_error_messages = {"phone": "must be a telephone number such as +14155550123"}

    def to_internal_value(self, data: Any) -> str:
        """Refuse what E.164 does not allow."""
        number = super().to_internal_value(data)
        if not _PHONE.fullmatch(number):
            self.fail("phone")
        return number


@extend_schema_field({"type": "string", "const": "INDIVIDUAL"})
class IndividualType(ChoiceField):
    """The discriminator of individuals."""

    def __init__(self, **kwargs: Any) -> None:
        """Take one value only."""
        super().__init__(choices=["INDIVIDUAL"], **kwargs)


@extend_schema_field({"type": "string", "const": "BUSINESS"})
class BusinessType(ChoiceField):
    """The discriminator of businesses."""

    def __init__(self, **kwargs: Any) -> None:
        """Take one value only."""
        super().__init__(choices=["BUSINESS"], **kwargs)


@extend_schema_field({"type": "number", "minimum": 0, "maximum": 100})
class PercentageField(serializers.Field[Any, Any, Any, Any]):
    """A JSON number from 0 to 100. Kept to six decimal places; more are cut off, so that thirds fit into a whole."""

    form = "A number from 0 to 100, kept to six decimal places."

    default_error_messages = {"invalid": "must be a number", "range": "must be from 0 to 100"}

    def to_internal_value(self, data: Any) -> Decimal:
        """Refuse anything but a number in range."""
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid")
        if not 0 <= data <= 100:
            self.fail("range")
        return Decimal(repr(data)).quantize(Decimal("0.000001"), rounding=ROUND_DOWN)

    def to_representation(self, value: Decimal) -> int | float:
        """Return a JSON number."""
        return int(value) if value == int(value) else float(value)


class Kept(serializers.Serializer[Any]):
    """A JSON object that is validated in requests and shown as it was stored."""

    def to_representation(self, instance: Any) -> Any:
        """Return the stored object."""
        return instance


class _Refused(str):
    """An empty text in a place that needs one."""

    __slots__ = ()


class _ReplaceableField(TextField):
    """A text that stands in each reply, and may be empty or left out where the object that it is in says so."""

    def __init__(self, **kwargs: Any) -> None:
        """Take the options of a text field."""
        super().__init__(allow_blank=True, **kwargs)

    def may_be_empty(self, given: Mapping[str, Any]) -> bool:
        """Tell whether an object, as it was sent, needs no text here."""
        raise NotImplementedError

    def get_value(self, dictionary: Any) -> Any:
        """Return the text that was sent; an empty one where none is needed."""
        value = super().get_value(dictionary)
        if _is_given(value):
            return value
        if self.may_be_empty(dictionary):
            return ""
        return _Refused() if isinstance(value, str) else value

    def run_validation(self, data: Any = empty) -> Any:
        """Refuse an empty text where one is needed."""
        if isinstance(data, _Refused):
            self.fail("blank")
        return super().run_validation(data)


def _is_given(value: object) -> bool:
    return bool(value.strip()) if isinstance(value, str) else value is not empty and value is not None


class PostalCodeField(_ReplaceableField):
    """A postal code. It may be empty in an address of a country where addresses have none."""

    def may_be_empty(self, given: Mapping[str, Any]) -> bool:
        """Look at the country of the address."""
        country = given.get("country")
        return isinstance(country, str) and country.strip() in countries.WITHOUT_POSTAL_CODES


class PartOfNameField(_ReplaceableField, NameField):
    """A first or last name. It may be empty for a person with one name, which is the other one."""

    def may_be_empty(self, given: Mapping[str, Any]) -> bool:
        """Look at the other part."""
        return _is_given(given.get("lastName" if self.field_name == "firstName" else "firstName"))


class Address(Kept):
    """A postal address."""

    line1 = TextField(max_length=255, help_text="Street and number, or what stands for them.")
    line2 = TextField(required=False, max_length=255, help_text="Flat, floor or the like.")
    city = TextField(required=False, max_length=255, help_text="City or place.")
    state = TextField(required=False, max_length=255, help_text="State, province or region, where addresses have one.")
    postalCode = PostalCodeField(
        max_length=32,
        help_text="Postal code. Empty or left out in countries where addresses have none; empty in replies then.",
    )
    country = CountryField(help_text="Country of the address.")


@extend_schema_serializer(component_name="BusinessInfoUpdate")
class BusinessInfoChanges(Kept):
    """What is known of a business; every fact may be given later."""

    legalName = NameField(required=False, max_length=255, help_text="The registered name.")
    doingBusinessAs = NameField(required=False, max_length=255, help_text="The name in trade, where it is another.")
    country = CountryField(required=False, help_text="Where the business is registered.")
    registrationNumber = TextField(
        required=False,
        max_length=64,
        help_text=(
            "Its number in the register. In the sandbox its last three digits choose the outcome of a verification."
        ),
    )
    incorporatedOn = DayField(required=False, help_text="The day on which it was registered. Not in the future.")
    entityType = ChoiceField(choices=business.EntityType.choices, required=False, help_text="Its legal form.")
    taxId = TextField(required=False, max_length=64, help_text="Its tax number.")
    countriesOfOperation = serializers.ListField(
        child=CountryField(), required=False, max_length=250, help_text="Where it does business."
    )
    businessType = ChoiceField(choices=business.BusinessType.choices, required=False, help_text="What it does.")
    purposeOfAccount = ChoiceField(
        choices=business.PurposeOfAccount.choices, required=False, help_text="What it wants the account for."
    )
    sourceOfFunds = TextField(
        required=False, max_length=1000, help_text="Where its money comes from, in its own words."
    )
    expectedMonthlyTransactionCount = ChoiceField(
        choices=business.MonthlyTransactionCount.choices,
        required=False,
        help_text="How many payments it expects in a month.",
    )
    expectedMonthlyTransactionVolume = ChoiceField(
        choices=business.MonthlyTransactionVolume.choices,
        required=False,
        help_text="How much money it expects to move in a month.",
    )
    expectedRecipientJurisdictions = serializers.ListField(
        child=CountryField(), required=False, max_length=250, help_text="The countries that it expects to pay to."
    )


@extend_schema_serializer(component_name="BusinessInfo")
class BusinessInfo(BusinessInfoChanges):
    """What is known of a business: at least its legal name."""

    legalName = NameField(max_length=255, help_text="The registered name.")


_BORN = "Day of birth: from 1900 on, and at least 18 years ago."
_IDENTIFIER = "The number itself: a valid number of its `idType`; of NON_US_TAX_ID any text."
_ISSUED = (
    "The country that has issued the number: US for SSN, ITIN and EIN, and may be left out there; another"
    " country for NON_US_TAX_ID."
)


_FIRST_NAME = (
    "First name. Of a person with one name either this or `lastName` is empty or left out; it is empty in replies then."
)
_LAST_NAME = (
    "Family name. In the sandbox the last three characters of it, or of the only name, choose the outcome of the check."
)


@extend_schema_serializer(component_name="BeneficialOwnerPersonalInfoUpdate")
class OwnerPersonalInfoChanges(Kept):
    """The person behind a beneficial owner; what is left out stays."""

    firstName = NameField(required=False, allow_blank=True, max_length=255, help_text=_FIRST_NAME)
    middleName = NameField(required=False, max_length=255, help_text="Middle names.")
    lastName = NameField(required=False, allow_blank=True, max_length=255, help_text=_LAST_NAME)
    birthDate = DayField(required=False, help_text=_BORN)
    nationality = CountryField(required=False, help_text="Nationality.")
    email = EmailField(required=False, max_length=254, help_text="E-mail address.")
    phoneNumber = PhoneField(required=False, help_text="Telephone number.")
    address = Address(required=False, help_text="Where the person lives.")
    idType = ChoiceField(
        choices=business.IdentificationType.choices,
        required=False,
        help_text="The kind of number that `identifier` is.",
    )
    identifier = TextField(required=False, max_length=64, help_text=_IDENTIFIER)
    countryOfIssuance = CountryField(required=False, help_text=_ISSUED)


@extend_schema_serializer(component_name="BeneficialOwnerPersonalInfo")
class OwnerPersonalInfo(OwnerPersonalInfoChanges):
    """The person behind a beneficial owner."""

    firstName = PartOfNameField(max_length=255, help_text=_FIRST_NAME)
    lastName = PartOfNameField(max_length=255, help_text=_LAST_NAME)
    birthDate = DayField(help_text=_BORN)
    nationality = CountryField(help_text="Nationality.")
    address = Address(help_text="Where the person lives.")
    idType = ChoiceField(
        choices=business.IdentificationType.choices, help_text="The kind of number that `identifier` is."
    )
    identifier = TextField(max_length=64, help_text=_IDENTIFIER)
