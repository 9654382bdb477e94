"""The table says what the published interface says."""

from typing import Any

import pytest

from payments.account_types import fields, table
from platforms.base import money
from tests.payments.account_types import shapes
from tests.support.payments import account_examples

EVERY_TYPE = sorted(table.ACCOUNT_TYPES)
CURRENCY_TYPES = [code for code in EVERY_TYPE if table.get(code).beneficiaries]
WALLETS = [code for code in EVERY_TYPE if not table.get(code).beneficiaries]


def facts(field: fields.Field) -> dict[str, Any]:
    said = {
        "enum": list(field.choices),
        "pattern": field.pattern,
        "minLength": field.min_length,
        "maxLength": field.max_length,
    }
    if field.choices and not field.pattern:
        said.pop("minLength")
        said.pop("maxLength")
    return {"type": "string"} | {name: value for name, value in said.items() if value}


def defined(reference: dict[str, str]) -> Any:
    return shapes.published()["$defs"][reference["$ref"].removeprefix("#/$defs/")]


def test_the_types_are_those_published():
    published = shapes.published()["request"]
    assert set(WALLETS) == {code for code, shape in published.items() if "beneficiary" not in shape["properties"]}
    assert set(EVERY_TYPE) == set(shapes.published()["request"]) == set(account_examples.EXAMPLES)


@pytest.mark.parametrize("code", CURRENCY_TYPES)
def test_fields_of_a_currency_type_are_those_published(code):
    shape = shapes.published()["request"][code]

    mine = {field.name: facts(field) for field in table.get(code).fields}
    required = {field.name for field in table.get(code).fields if field.required}

    theirs = {name: fact for name, fact in shape["properties"].items() if name not in {"accountType", "beneficiary"}}
    assert mine == theirs
    assert required == set(shape["required"]) - {"accountType", "beneficiary"}


@pytest.mark.parametrize("code", WALLETS)
def test_fields_of_a_wallet_are_those_published_with_a_form_of_their_own(code):
    shape = shapes.published()["request"][code]

    mine = {field.name: field.required for field in table.get(code).fields}

    names = set(shape["properties"]) - {"accountType"}
    assert mine == {name: name in shape["required"] for name in names}


@pytest.mark.parametrize("code", CURRENCY_TYPES)
def test_rails_are_those_published(code):
    published = shapes.published()["response"][code]["properties"]["paymentRails"]

    assert list(table.get(code).rails) == published["items"]["enum"]


@pytest.mark.parametrize("code", CURRENCY_TYPES)
def test_beneficiary_fields_are_those_published(code):
    published = {
        shape["properties"]["beneficiaryType"]["enum"][0]: shape
        for shape in map(defined, shapes.published()["request"][code]["properties"]["beneficiary"]["oneOf"])
    }

    for kind, group in table.get(code).beneficiaries.items():
        shape = published[kind]
        assert {member.name for member in group.members} == set(shape["properties"]) - {"beneficiaryType"}
        required = {member.name for member in group.members if member.required}
        assert required == set(shape["required"]) - {"beneficiaryType"}


def test_every_type_but_wallets_without_a_holder_supports_the_name_check():
    without = {code for code, row in table.ACCOUNT_TYPES.items() if not row.name_check}

    assert without == set(WALLETS) - {"SPARK_WALLET"}


def test_money_can_be_pulled_from_american_european_and_canadian_accounts_only():
    pullable = {code for code, row in table.ACCOUNT_TYPES.items() if row.pull}

    assert pullable == {"USD_ACCOUNT", "EUR_ACCOUNT", "CAD_ACCOUNT"}


@pytest.mark.parametrize("code", EVERY_TYPE)
def test_the_primary_identifier_is_a_field_of_the_type(code):
    row = table.get(code)

    assert set(row.primary_identifier) <= {field.name for field in row.fields}


def test_every_currency_of_a_type_is_supported():
    held = {currency for row in table.ACCOUNT_TYPES.values() for currency in row.currencies}

    assert held | {"ARS"} == set(table.CURRENCIES) == set(table.SANDBOX_RATES) == money.SUPPORTED_CURRENCIES
    assert {"USD", "EUR", "BTC", "USDC", "USDT", "USDB"} <= money.SUPPORTED_CURRENCIES


def test_an_unknown_type_has_no_row():
    with pytest.raises(KeyError):
        table.get("XYZ_ACCOUNT")
