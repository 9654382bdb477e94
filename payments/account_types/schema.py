"""The account types table as the OpenAPI document shows it. It only describes; `validation.py` does the checking."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from payments.account_types import beneficiaries, table
from payments.account_types.fields import Field, Group, Member
from payments.account_types.rows import AccountType, FundingType
from platforms.base import patterns

Schema: TypeAlias = dict[str, Any]
Properties: TypeAlias = dict[str, tuple[Schema, bool]]
"""By name: the schema, and whether the property is always there."""

_SCHEMAS = "#/components/schemas/"
FUNDING_INSTRUCTIONS: Schema = {"type": "array", "items": {"$ref": f"{_SCHEMAS}PaymentInstructions"}}
"""A list of payment instructions, as accounts and quotes show them."""


@extend_schema_field({"$ref": f"{_SCHEMAS}ExternalAccountCreateInfoOneOfRequest"})
class AccountInfoRequestField(serializers.JSONField):
    """`accountInfo` in a request: any JSON, for `validation.validate` to judge."""


@extend_schema_field({"$ref": f"{_SCHEMAS}ExternalAccountInfoOneOf"})
class AccountInfoResponseField(serializers.JSONField):
    """`accountInfo` in a response."""


def add_components(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add to the document what the fields refer to. A hook of its generator."""
    sent, shown = _Components("Request"), _Components()
    sent.add_union(
        "ExternalAccountCreateInfoOneOf",
        "accountType",
        {row.code: _request_type(row, sent) for row in table.ACCOUNT_TYPES.values()},
    )
    shown.add_union(
        "ExternalAccountInfoOneOf",
        "accountType",
        {row.code: _response_type(row, shown) for row in table.ACCOUNT_TYPES.values()},
    )
    _add_payment_instructions(shown)
    catalogues = {
        "ExternalAccountType": {"type": "string", "enum": list(table.ACCOUNT_TYPES)},
        "PaymentAccountType": {"type": "string", "enum": list(table.FUNDING_TYPES)},
    }
    schemas = result["components"]["schemas"] | sent.schemas | shown.schemas | catalogues
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


class _Components:
    """Components whose names end alike. What adds one returns the reference to it."""

    def __init__(self, ending: str = "") -> None:
        self.ending = ending
        self.schemas: dict[str, Schema] = {}

    def add(self, name: str, schema: Schema) -> Schema:
        self.schemas[name + self.ending] = schema
        return {"$ref": f"{_SCHEMAS}{name}{self.ending}"}

    def add_object(self, name: str, text: str, properties: Properties) -> Schema:
        return self.add(
            name,
            {
                "type": "object",
                "description": text,
                "properties": {each: schema for each, (schema, _) in properties.items()},
                "required": sorted(each for each, (_, is_required) in properties.items() if is_required),
            },
        )

    def add_union(self, name: str, discriminator: str, variants: Mapping[str, Schema]) -> Schema:
        mapping = {value: reference["$ref"] for value, reference in variants.items()}
        return self.add(
            name,
            {
                "oneOf": list(variants.values()),
                "discriminator": {"propertyName": discriminator, "mapping": mapping},
            },
        )


def _request_type(row: AccountType, components: _Components) -> Schema:
    if not row.beneficiaries:
        return _response_type(row, components)
    return components.add_object(
        f"{row.component}ExternalAccountCreateInfo",
        f"An external account of type {row.code}, to be created. {_currency(row)}",
        _account_type("External", row.code) | _members(row.fields, components) | _beneficiary(row, components),
    )


def _response_type(row: AccountType, components: _Components) -> Schema:
    own = _account_type("External", row.code) | _members(row.fields, components)
    return components.add_object(
        f"{row.component}ExternalAccountInfo",
        f"An external account of type {row.code}. {_currency(row)}",
        own | _rails(row.rails) | _beneficiary(row, components),
    )


def _add_payment_instructions(components: _Components) -> None:
    variants = components.add_union(
        "PaymentAccountOrWalletInfo",
        "accountType",
        {row.code: _funding_type(row, components) for row in table.FUNDING_TYPES.values()},
    )
    components.add_object(
        "PaymentInstructions",
        "Where to send the money, and what to name in the payment.",
        {
            "instructionsNotes": ({"type": "string"}, False),
            "isPlatformAccount": ({"type": "boolean"}, False),
            "accountOrWalletInfo": (variants, True),
        },
    )


def _funding_type(row: FundingType, components: _Components) -> Schema:
    own = _account_type("Payment", row.code) | _members(row.fields, components)
    asset: Properties = {"assetType": (_enumeration(row.assets), row.asset_required)} if row.assets else {}
    text = f"An account of type {row.code} to pay into."
    return components.add_object(row.component, text, own | asset | _rails(row.rails))


def _beneficiary(row: AccountType, components: _Components) -> Properties:
    if not row.beneficiaries:
        return {}
    kinds = {kind: _beneficiary_type(row, kind, group, components) for kind, group in row.beneficiaries.items()}
    return {"beneficiary": (components.add_union(f"{row.component}BeneficiaryOneOf", "beneficiaryType", kinds), True)}


def _beneficiary_type(row: AccountType, kind: str, group: Group, components: _Components) -> Schema:
    # The rules for a company are the same in every row, those for a person are not.
    name = "BusinessBeneficiary" if kind == beneficiaries.BUSINESS else f"{row.component}Beneficiary"
    constant: Properties = {"beneficiaryType": (_enumeration((kind,)), True)}
    return components.add_object(name, "Who receives the money.", constant | _members(group.members, components))


def _account_type(kind: str, code: str) -> Properties:
    catalogue = {"$ref": f"{_SCHEMAS}{kind}AccountType"}
    return {"accountType": ({"allOf": [{"enum": [code]}], "anyOf": [catalogue]}, True)}


def _rails(rails: tuple[str, ...]) -> Properties:
    return {"paymentRails": ({"type": "array", "items": _enumeration(rails)}, True)} if rails else {}


def _members(members: Iterable[Member], components: _Components) -> Properties:
    return {member.name: (_schema(member, components), member.required) for member in members}


def _schema(member: Member, components: _Components) -> Schema:
    if isinstance(member, Group):
        return components.add_object("BeneficiaryAddress", "A postal address.", _members(member.members, components))
    return _enumeration(member.choices) if member.choices else _text(member)


def _text(field: Field) -> Schema:
    schema: Schema = {"type": "string", "maxLength": field.max_length}
    if field.schema_format:
        schema["format"] = field.schema_format
    if field.min_length:
        schema["minLength"] = field.min_length
    schema["pattern"] = field.schema_pattern or field.pattern or patterns.PRINTABLE
    if field.note:
        schema["description"] = field.note
    return schema


def _currency(row: AccountType) -> str:
    """Return what ties an account's currency to its type; with a wallet's rules, which tie its fields to each other."""
    one_of = " Exactly one of its fields is given." if row.rules and not row.beneficiaries else ""
    return f"Its `currency` is {' or '.join(row.currencies)}.{one_of}"


def _enumeration(values: Iterable[str]) -> Schema:
    # In two parts: the form that the document has had from the start, and that clients were generated from.
    return {"allOf": [{"type": "string"}, {"enum": list(values)}]}
