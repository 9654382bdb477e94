"""The account types table as the OpenAPI document shows it.

The serializers here are built from the table and only describe; `validation.py` does the checking.
A resource's serializer uses the two field classes, or `funding_instructions_response()`; a view
may also hand the functions to `extend_schema`.
"""

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, TypeAlias

from drf_spectacular import utils
from rest_framework import serializers

from payments.account_types import beneficiaries, funding_table, table
from payments.account_types.fields import Field, Group, Member
from platforms.kit import patterns

AnyField: TypeAlias = serializers.Field[Any, Any, Any, Any]

# The fields of a described object, each as what builds it afresh.
Described: TypeAlias = Mapping[str, Callable[[], AnyField]]

EXTERNAL_ACCOUNT_TYPE = "ExternalAccountType"
PAYMENT_ACCOUNT_TYPE = "PaymentAccountType"
CATALOGUES: Mapping[str, tuple[str, ...]] = {
    EXTERNAL_ACCOUNT_TYPE: tuple(table.ACCOUNT_TYPES),
    PAYMENT_ACCOUNT_TYPE: tuple(funding_table.FUNDING_TYPES),
}
"""Name of a catalogue of account types to its codes."""


def account_info_request() -> utils.PolymorphicProxySerializer:
    """Return the shape of `accountInfo` as a client sends it."""
    return utils.PolymorphicProxySerializer(
        component_name="ExternalAccountCreateInfoOneOf",
        serializers={row.code: _request_type(row) for row in table.ACCOUNT_TYPES.values()},
        resource_type_field_name="accountType",
    )


def account_info_response() -> utils.PolymorphicProxySerializer:
    """Return the shape of `accountInfo` as the service shows it."""
    return utils.PolymorphicProxySerializer(
        component_name="ExternalAccountInfoOneOf",
        serializers={row.code: _response_type(row) for row in table.ACCOUNT_TYPES.values()},
        resource_type_field_name="accountType",
    )


def funding_instructions_response() -> serializers.BaseSerializer[Any]:
    """Return the shape of a list of payment instructions, as accounts and quotes show them."""
    return _payment_instructions()(many=True)


class DescribedSerializer(serializers.Serializer[Any]):
    """A serializer that describes a row of a table; `_describe` makes the subclasses."""

    described: ClassVar[Described] = {}

    def get_fields(self) -> dict[str, AnyField]:
        """Build the fields afresh: their annotations do not survive a copy."""
        return {name: build() for name, build in self.described.items()}

    def to_representation(self, instance: Any) -> Any:
        """Return what is shown as it is: it was put together from the same table."""
        return instance


class AccountTypeField(serializers.JSONField):
    """The discriminator of a variant: one code out of a catalogue of codes."""

    def __init__(self, *, catalogue: str, code: str) -> None:
        """Remember the code and the name of the component that lists all of its kind."""
        super().__init__()
        self.catalogue = catalogue
        self.code = code


def _describe(component: str, text: str, described: Described) -> type[DescribedSerializer]:
    made = type(component, (DescribedSerializer,), {"described": described, "__doc__": text})
    return utils.extend_schema_serializer(component_name=component)(made)


@functools.cache
def _request_type(row: table.AccountType) -> type[DescribedSerializer]:
    if not row.beneficiaries:
        return _response_type(row)
    return _describe(
        f"{row.component}ExternalAccountCreateInfo",
        f"An external account of type {row.code}, to be created. {_currency(row)}",
        _type_name(EXTERNAL_ACCOUNT_TYPE, row.code) | _members(row.fields) | _beneficiary(row),
    )


@functools.cache
def _response_type(row: table.AccountType) -> type[DescribedSerializer]:
    described = _type_name(EXTERNAL_ACCOUNT_TYPE, row.code) | _members(row.fields)
    return _describe(
        f"{row.component}ExternalAccountInfo",
        f"An external account of type {row.code}. {_currency(row)}",
        described | _rails(row.rails) | _beneficiary(row),
    )


@functools.cache
def _payment_instructions() -> type[DescribedSerializer]:
    variants = utils.PolymorphicProxySerializer(
        component_name="PaymentAccountOrWalletInfo",
        serializers={row.code: _funding_type(row) for row in funding_table.FUNDING_TYPES.values()},
        resource_type_field_name="accountType",
    )
    return _describe(
        "PaymentInstructions",
        "Where to send the money, and what to name in the payment.",
        {
            "instructionsNotes": _builder({"type": "string"}, required=False),
            "isPlatformAccount": _builder({"type": "boolean"}, required=False),
            "accountOrWalletInfo": _builder(variants, required=True),
        },
    )


@functools.cache
def _funding_type(row: funding_table.FundingType) -> type[DescribedSerializer]:
    described = _type_name(PAYMENT_ACCOUNT_TYPE, row.code) | _members(row.fields)
    if row.assets:
        described["assetType"] = _builder(_enumeration(row.assets), required=row.asset_required)
    return _describe(row.component, f"An account of type {row.code} to pay into.", described | _rails(row.rails))


def _beneficiary(row: table.AccountType) -> dict[str, Callable[[], AnyField]]:
    if not row.beneficiaries:
        return {}
    kinds = utils.PolymorphicProxySerializer(
        component_name=f"{row.component}BeneficiaryOneOf",
        serializers={
            kind: _beneficiary_type(_beneficiary_component(row, kind), kind, group)
            for kind, group in row.beneficiaries.items()
        },
        resource_type_field_name="beneficiaryType",
    )
    return {"beneficiary": _builder(kinds, required=True)}


def _beneficiary_component(row: table.AccountType, kind: str) -> str:
    # The rules for a company are the same in every row, those for a person are not.
    return "BusinessBeneficiary" if kind == beneficiaries.BUSINESS else f"{row.component}Beneficiary"


@functools.cache
def _beneficiary_type(component: str, kind: str, group: Group) -> type[DescribedSerializer]:
    constant = {"beneficiaryType": _builder(_enumeration((kind,)), required=True)}
    return _describe(component, "Who receives the money.", constant | _members(group.members))


@functools.cache
def _address_type(members: tuple[Member, ...]) -> type[DescribedSerializer]:
    return _describe("BeneficiaryAddress", "A postal address.", _members(members))


def _type_name(catalogue: str, code: str) -> dict[str, Callable[[], AnyField]]:
    return {"accountType": functools.partial(AccountTypeField, catalogue=catalogue, code=code)}


def _rails(rails: tuple[str, ...]) -> dict[str, Callable[[], AnyField]]:
    if not rails:
        return {}
    schema = {"type": "array", "items": _enumeration(rails)}
    return {"paymentRails": _builder(schema, required=True)}


def _members(members: Iterable[Member]) -> dict[str, Callable[[], AnyField]]:
    return {
        member.name: _builder(
            _address_type(member.members) if isinstance(member, Group) else _schema(member),
            required=member.required,
        )
        for member in members
    }


def _builder(shape: Any, *, required: bool) -> Callable[[], AnyField]:
    """Return what builds a field of this shape: a JSON schema or a serializer."""

    def build() -> AnyField:
        field: AnyField = serializers.JSONField(required=required)
        annotate: Callable[[Any], AnyField] = utils.extend_schema_field(shape)
        return annotate(field)

    return build


def _schema(field: Field) -> dict[str, Any]:
    if field.choices:
        return _enumeration(field.choices)
    schema: dict[str, Any] = {"type": "string", "maxLength": field.max_length}
    if field.schema_format:
        schema["format"] = field.schema_format
    if field.min_length:
        schema["minLength"] = field.min_length
    schema["pattern"] = field.schema_pattern or field.pattern or patterns.PRINTABLE
    if field.note:
        schema["description"] = field.note
    return schema


def _currency(row: table.AccountType) -> str:
    """Return what ties an account's currency to its type; with a wallet's rules, which tie its fields to each other."""
    one_of = " Exactly one of its fields is given." if row.rules and not row.beneficiaries else ""
    return f"Its `currency` is {' or '.join(row.currencies)}.{one_of}"


def _enumeration(values: Iterable[str]) -> dict[str, Any]:
    # In two parts, so that it stays where it is: a plain enumeration would become a component with
    # an invented name, one for each of some sixty sets of values that share few field names.
    return {"allOf": [{"type": "string"}, {"enum": list(values)}]}


@utils.extend_schema_field(account_info_request())
class AccountInfoRequestField(serializers.JSONField):
    """`accountInfo` in a request: any JSON, for `validation.validate` to judge."""


@utils.extend_schema_field(account_info_response())
class AccountInfoResponseField(serializers.JSONField):
    """`accountInfo` in a response."""
