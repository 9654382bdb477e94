"""The OpenAPI document shows the table: every type, field and pattern, under its published name."""

from typing import Any

import pytest
from django.urls import path
from drf_spectacular.drainage import reset_generator_stats
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema, extend_schema_field
from jsonschema import Draft202012Validator
from rest_framework import serializers, views

from payments.account_types import schema, table
from tests.payments.account_types import shapes
from tests.payments.account_types.shapes import FUNDING, KEY
from tests.support.payments import account_examples


class ExternalAccountCreateRequest(serializers.Serializer[Any]):
    accountInfo = schema.AccountInfoRequestField()


class OneExternalAccount(serializers.Serializer[Any]):
    accountInfo = schema.AccountInfoResponseField()


@extend_schema_field(schema.FUNDING_INSTRUCTIONS)
class FundingInstructionsField(serializers.JSONField): ...


class FundedAccount(serializers.Serializer[Any]):
    fundingPaymentInstructions = FundingInstructionsField()


class ExternalAccounts(views.APIView):
    @extend_schema(request=ExternalAccountCreateRequest, responses=OneExternalAccount)
    def post(self, request): ...


class FundedAccounts(views.APIView):
    @extend_schema(responses=FundedAccount)
    def get(self, request): ...


@pytest.fixture(scope="module")
def document():
    patterns = [
        path("2025-10-13/external", ExternalAccounts.as_view()),
        path("2025-10-13/internal", FundedAccounts.as_view()),
    ]
    reset_generator_stats()
    return SchemaGenerator(patterns=patterns).get_schema(request=None, public=True)


def variants(document, union):
    """Return the schema of each variant by the account type that it is for."""
    components = document["components"]["schemas"]
    shown = [components[variant["$ref"].rpartition("/")[2]] for variant in components[union]["oneOf"]]
    return {schema["properties"]["accountType"]["const"]: schema for schema in shown}


def assert_matches(value, document, union):
    Draft202012Validator({"$ref": f"#/components/schemas/{union}", **document}).validate(value)


@pytest.mark.parametrize(
    ("part", "union"),
    [
        ("request", "ExternalAccountCreateInfo"),
        ("response", "ExternalAccountInfo"),
        ("funding", "PaymentAccountOrWalletInfo"),
    ],
)
def test_every_variant_has_the_fields_published(document, part, union):
    shown = variants(document, union)

    published = shapes.published()[part]
    assert set(shown) == set(published)
    for code, shape in published.items():
        assert set(shown[code]["properties"]) == set(shape["properties"]), code
        assert set(shown[code]["required"]) == set(shape["required"]), code


def test_patterns_lengths_and_values_are_shown(document):
    shown = variants(document, "ExternalAccountCreateInfo")

    assert shown["USD_ACCOUNT"]["properties"]["routingNumber"] == {
        "type": "string",
        "pattern": "^[0-9]{9}$",
        "minLength": 9,
        "maxLength": 9,
        "description": (
            "The routing number of the bank: 9 digits. It starts with 00 to 12, 21 to 32, 61 to 72, or 80; the last"
            " digit is the check digit of ABA."
        ),
    }
    assert shown["JMD_ACCOUNT"]["properties"]["bankAccountType"] == {
        "type": "string",
        "enum": ["CHECKING", "SAVINGS"],
        "description": "What kind of account it is: one of CHECKING, SAVINGS.",
    }


def test_every_type_is_a_variant(document):
    components = document["components"]["schemas"]

    for union in ("ExternalAccountCreateInfo", "ExternalAccountInfo"):
        assert list(components[union]["discriminator"]["mapping"]) == list(table.ACCOUNT_TYPES)
        assert list(variants(document, union)) == list(table.ACCOUNT_TYPES)
    assert list(variants(document, "PaymentAccountOrWalletInfo")) == list(table.FUNDING_TYPES)


def test_the_document_is_made_without_a_warning(capsys):
    patterns = [
        path("2025-10-13/external", ExternalAccounts.as_view()),
        path("2025-10-13/internal", FundedAccounts.as_view()),
    ]
    reset_generator_stats()

    SchemaGenerator(patterns=patterns).get_schema(request=None, public=True)

    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("code", sorted(table.ACCOUNT_TYPES))
def test_an_example_matches_exactly_one_variant(document, code):
    _, info = account_examples.EXAMPLES[code]

    assert_matches(info, document, "ExternalAccountCreateInfo")


def test_a_company_matches_too(document):
    _, info = account_examples.EXAMPLES["EUR_ACCOUNT"]

    assert_matches(info | {"beneficiary": account_examples.COMPANY}, document, "ExternalAccountCreateInfo")


@pytest.mark.parametrize("currency", sorted(table.CURRENCIES))
def test_payment_instructions_match_what_is_shown(document, currency):
    found = FUNDING.instructions(currency=currency, account_key=KEY, reference="F-1", holder_is_platform=True)

    for instruction in found:
        assert_matches(instruction, document, "PaymentInstructions")
