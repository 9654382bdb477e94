"""Beneficiary objects of the account types table: who can receive the money."""

from collections.abc import Mapping

from payments.account_types import checks
from payments.account_types.fields import Field, Group, Severity
from platforms.base import countries, names

INDIVIDUAL = "INDIVIDUAL"
BUSINESS = "BUSINESS"
_MEANINGS: Mapping[str, str] = {
    "city": "City or place",
    "country": "Country of the address",
    "countryOfResidence": "Where the holder lives or has its seat",
    "fullName": "First and last names of the account's holder",
    "legalName": "The registered name of the account's holder",
    "line1": "Street and number, or what stands for them",
    "line2": "Flat, floor or the like",
    "nationality": "Nationality of the account's holder",
    "postalCode": "Postal code",
    "registrationNumber": "The holder's number in a register",
    "state": "State, province or region",
    "taxId": "The holder's tax number",
}
"""What texts, names and countries are."""


def _text(name: str, *, required: bool = False) -> Field:
    """Return a free text of at most 255 characters; it may be empty where it may be missing."""
    return Field(
        name=name,
        meaning=_MEANINGS[name],
        expected="a text of 1 to 255 characters" if required else "a text of up to 255 characters",
        min_length=1 if required else 0,
        required=required,
    )


def _name(name: str) -> Field:
    """Return the name of a person or a company."""
    return Field(
        name=name,
        meaning=_MEANINGS[name],
        expected="a text of 1 to 255 characters",
        check=names.problem,
        severity=Severity.INVALID_INPUT,
        note="With a letter that is spoken, and without characters that are not seen.",
    )


def _country(name: str, *, required: bool = False) -> Field:
    """Return an ISO 3166-1 alpha-2 country code."""
    return Field(
        name=name,
        meaning=_MEANINGS[name],
        expected="a country code of two capital letters (ISO 3166-1)",
        pattern="^[A-Z]{2}$",
        schema_pattern=countries.PATTERN,
        min_length=2,
        max_length=2,
        required=required,
        check=checks.country_problem,
        severity=Severity.INVALID_INPUT,
    )


def _email() -> Field:
    """Return an e-mail address."""
    return Field(
        name="email",
        meaning="The holder's e-mail address",
        expected='an e-mail address such as "name@example.com"',
        pattern=r"^[^@\s]+@[^@\s]+\.[^@\s]+$",
        min_length=5,
        max_length=254,
        required=False,
        schema_format="email",
    )


def _birth_date() -> Field:
    """Return a date of birth."""
    return Field(
        name="birthDate",
        meaning="The holder's day of birth",
        expected="a date of the form YYYY-MM-DD",
        pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
        min_length=10,
        max_length=10,
        required=False,
        schema_format="date",
        check=checks.date_problem,
        severity=Severity.INVALID_INPUT,
    )


def _phone_number(*, required: bool = False) -> Field:
    """Return a telephone number as people write it."""
    return Field(
        name="phoneNumber",
        meaning="The holder's telephone number",
        expected='a telephone number of 6 to 32 characters, such as "+12125550123"',
        pattern=r"^\+?[0-9][0-9 ()./\-]{4,30}$",
        min_length=6,
        max_length=32,
        required=required,
    )


def _has_no_postal_codes(address: Mapping[str, object]) -> bool:
    """Tell whether addresses have none in the country of this one."""
    country = address.get("country")
    return isinstance(country, str) and country in countries.WITHOUT_POSTAL_CODES


_POSTAL_CODE = Field(
    name="postalCode",
    meaning=_MEANINGS["postalCode"],
    expected="a text of 1 to 255 characters",
    note="Empty or left out in countries where addresses have none; empty in replies then.",
    min_length=0,
    may_be_empty=_has_no_postal_codes,
)


def _address(*, required: bool = False) -> Group:
    """Return a postal address."""
    return Group(
        name="address",
        members=(
            _text("line1", required=True),
            _text("line2"),
            _text("city"),
            _text("state"),
            _POSTAL_CODE,
            _country("country", required=True),
        ),
        required=required,
    )


def individual(*, requires: tuple[str, ...] = (), registration_number: bool = False) -> Group:
    """Return the rules for a person; `requires` names what is needed beside the full name."""
    return Group(
        name="beneficiary",
        members=(
            _name("fullName"),
            _birth_date(),
            _country("nationality"),
            _email(),
            _phone_number(required="phoneNumber" in requires),
            *((_text("registrationNumber"),) if registration_number else ()),
            _country("countryOfResidence", required="countryOfResidence" in requires),
            _address(required="address" in requires),
        ),
    )


def business(*, requires: tuple[str, ...] = ()) -> Group:
    """Return the rules for a company; `requires` names what is needed beside the legal name."""
    return Group(
        name="beneficiary",
        members=(
            _name("legalName"),
            _text("registrationNumber"),
            _text("taxId"),
            _email(),
            _phone_number(),
            _country("countryOfResidence"),
            _address(required="address" in requires),
        ),
    )
