"""The account types table in the OpenAPI document. Only a description; `validation.py` does the checking."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from payments.account_types import beneficiaries, table
from payments.account_types.fields import Field, Group, Member
from payments.account_types.rows import AccountType, FundingType
from platforms.base import patterns

Schema: TypeAlias = dict[str, Any]
Properties: TypeAlias = dict[str, tuple[Schema, bool]]
"""By name: the schema, and whether the property is always present."""

_SCHEMAS = "#/components/schemas/"
FUNDING_INSTRUCTIONS: Schema = {"type": "array", "items": {"$ref": f"{_SCHEMAS}PaymentInstructions"}}
"""A list of payment instructions, as accounts and quotes show them."""


@extend_schema_field({"$ref": f"{_SCHEMAS}ExternalAccountCreateInfo"})
class AccountInfoRequestField(serializers.JSONField):
    """`accountInfo` in a request: any JSON; `validation.validate` checks it."""


@extend_schema_field({"$ref": f"{_SCHEMAS}ExternalAccountInfo"})
class AccountInfoResponseField(serializers.JSONField):
    """`accountInfo` in a response."""


def add_components(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add to the document the components that the fields refer to. A hook of its generator."""
    components = _Components()
    components.add_union(
        "ExternalAccountCreateInfo",
        "accountType",
        {row.code: _request_type(row, components) for row in table.ACCOUNT_TYPES.values()},
    )
    components.add_union(
        "ExternalAccountInfo",
        "accountType",
        {row.code: _response_type(row, components) for row in table.ACCOUNT_TYPES.values()},
    )
    _add_payment_instructions(components)
    result["components"]["schemas"].update(components.schemas)
    return result


class _Components:
    """Components whose names end alike. Methods that add one return the reference to it."""

    def __init__(self) -> None:
        self.schemas: dict[str, Schema] = {}

    def add(self, name: str, schema: Schema) -> Schema:
        self.schemas[name] = schema
        return {"$ref": f"{_SCHEMAS}{name}"}

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
        _account_type(row.code) | _members(row.fields, components) | _beneficiary(row, components),
    )


def _response_type(row: AccountType, components: _Components) -> Schema:
    own = _account_type(row.code) | _members(row.fields, components)
    return components.add_object(
        f"{row.component}ExternalAccountInfo",
        f"An external account of type {row.code}. {_currency(row)}",
        own | _rails(row.rails) | _beneficiary(row, components),
    )


def _add_payment_instructions(components: _Components) -> None:
    # Told apart by their constants alone: in the published interface the list of types that all of these refer to lacks
    # 18 of them, so that no discriminator with a value for each agrees with it.
    variants = components.add(
        "PaymentAccountOrWalletInfo",
        {"oneOf": [_funding_type(row, components) for row in table.FUNDING_TYPES.values()]},
    )
    components.add_object(
        "PaymentInstructions",
        "Where to send the money, and what to name in the payment.",
        {
            "instructionsNotes": (
                _said({"type": "string"}, "What else to know, for people. Absent where there is nothing."),
                False,
            ),
            "isPlatformAccount": (
                _said({"type": "boolean"}, "Whether what is paid so is the platform's own; false for a customer's."),
                False,
            ),
            "accountOrWalletInfo": (_said(variants, "Where to pay: `accountType` says which fields there are."), True),
        },
    )


def _funding_type(row: FundingType, components: _Components) -> Schema:
    own = _account_type(row.code) | _members(row.fields, components)
    asset: Properties = {}
    if row.assets:
        asset["assetType"] = (_said(_enumeration(row.assets), "What is to be sent."), row.asset_required)
    text = f"An account of type {row.code} to pay into."
    return components.add_object(row.component, text, own | asset | _rails(row.rails))


def _beneficiary(row: AccountType, components: _Components) -> Properties:
    if not row.beneficiaries:
        return {}
    kinds = {kind: _beneficiary_type(row, kind, group, components) for kind, group in row.beneficiaries.items()}
    union = components.add_union(f"{row.component}Beneficiary", "beneficiaryType", kinds)
    said = "The holder of the account: `beneficiaryType` says which fields there are."
    return {"beneficiary": (_said(union, said), True)}


def _beneficiary_type(row: AccountType, kind: str, group: Group, components: _Components) -> Schema:
    # The rules for a company are the same in nearly every row, those for a person are not.
    is_common = group == beneficiaries.business()
    name = "BusinessBeneficiary" if is_common else f"{row.component}{kind.title()}Beneficiary"
    holder = "A person" if kind == beneficiaries.INDIVIDUAL else "A business"
    constant: Properties = {"beneficiaryType": (_said(_enumeration((kind,)), f"{holder}."), True)}
    return components.add_object(name, "Who receives the money.", constant | _members(group.members, components))


def _account_type(code: str) -> Properties:
    said = "Which type of account it is: says which fields there are."
    return {"accountType": (_said(_enumeration((code,)), said), True)}


def _rails(rails: tuple[str, ...]) -> Properties:
    if not rails:
        return {}
    said = "The rails that reach it: names that `paymentRail` of a quote takes."
    return {"paymentRails": (_said({"type": "array", "items": _enumeration(rails)}, said), True)}


def _members(members: Iterable[Member], components: _Components) -> Properties:
    return {member.name: (_schema(member, components), member.required) for member in members}


def _schema(member: Member, components: _Components) -> Schema:
    if isinstance(member, Group):
        address = components.add_object("BeneficiaryAddress", "A postal address.", _members(member.members, components))
        return _said(address, "The holder's postal address.")
    return _said(_enumeration(member.choices) if member.choices else _text(member), member.sentence)


def _said(schema: Schema, sentence: str) -> Schema:
    """Return a schema with what is said of it. A reference is wrapped, like the generator of the document does it."""
    return ({"allOf": [schema]} if "$ref" in schema else schema) | {"description": sentence}


def _text(field: Field) -> Schema:
    schema: Schema = {"type": "string", "maxLength": field.max_length}
    if field.schema_format:
        schema["format"] = field.schema_format
    if field.min_length:
        schema["minLength"] = field.min_length
    schema["pattern"] = field.schema_pattern or field.pattern or patterns.PRINTABLE
    return schema


def _currency(row: AccountType) -> str:
    """Return the schema that ties an account's currency to its type; for a wallet with its rules between fields."""
    one_of = " Exactly one of its fields is given." if len(row.primary_identifier) > 1 else ""
    return f"Its `currency` is {' or '.join(row.currencies)}.{one_of}"


def _enumeration(values: Sequence[str]) -> Schema:
    # A single value as a constant: by it, generated clients tell variants apart.
    return {"type": "string"} | ({"const": values[0]} if len(values) == 1 else {"enum": list(values)})
