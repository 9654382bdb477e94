"""Addresses and names of holders: what is asked for in which country, and texts that show nothing."""

import copy
from typing import Any

import pytest

from payments.account_types import validation
from tests.support.payments import account_examples


def with_address(address: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    currency, info = copy.deepcopy(account_examples.EXAMPLES["EUR_ACCOUNT"])
    info["beneficiary"]["address"] = address
    return currency, info


def fields_refused(info: object, currency: str) -> list[str]:
    with pytest.raises(validation.AccountInfoInvalid) as refused:
        validation.validate(info, currency=currency)
    return [field for field, _ in refused.value.errors]


@pytest.mark.parametrize("code", [{}, {"postalCode": ""}, {"postalCode": " \u3164"}])
@pytest.mark.parametrize(("country", "is_taken"), [("HK", True), ("AE", True), ("GB", False), ("XK", False)])
def test_a_holder_s_postal_code_is_asked_for_where_addresses_have_one(code, country, is_taken):
    currency, info = with_address({"line1": "1 Main", "country": country} | code)

    if is_taken:
        stored = validation.validate(info, currency=currency).info["beneficiary"]["address"]
        assert stored == {"line1": "1 Main", "postalCode": "", "country": country}
    else:
        assert fields_refused(info, currency) == ["accountInfo.beneficiary.address.postalCode"]


@pytest.mark.parametrize("country", [["HK"], {"HK": 1}, None, 7, "hk"])
def test_a_country_that_is_none_needs_no_other_problem_than_that(country):
    currency, info = with_address({"line1": "1 Main", "country": country})

    address = "accountInfo.beneficiary.address"
    assert fields_refused(info, currency) == [f"{address}.postalCode", f"{address}.country"]


@pytest.mark.parametrize("text", ["\u3164", "\u115f\u0301", "\u2800"])
def test_a_text_that_shows_nothing_is_none(text):
    for path in ("beneficiary.fullName", "beneficiary.address.line1"):
        address = {"line1": "1", "postalCode": "1", "country": "DE"}
        currency, info = with_address(address)
        beneficiary = info["beneficiary"]
        (beneficiary["address"] if "line1" in path else beneficiary)[path.rpartition(".")[2]] = text
        assert fields_refused(info, currency) == [f"accountInfo.{path}"]
