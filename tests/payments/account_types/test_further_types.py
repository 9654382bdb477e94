"""Types beside the one that a currency is known by: by SWIFT, in India by account number; and rails to be named."""

from typing import Any

import pytest

from platforms.models import PlatformCurrency
from tests.support.payments import account_examples, quote_requests

pytestmark = pytest.mark.django_db
_WITHOUT_ADDRESS = {name: value for name, value in account_examples.COMPANY.items() if name != "address"}


def opened(api, customer: str, code: str, currency: str = "", **changes: Any) -> Any:
    """Ask for an account like the example of a type; a change to None leaves a member out."""
    example, info = account_examples.EXAMPLES[code]
    members = {name: value for name, value in (info | changes).items() if value is not None}
    body = {"currency": currency or example, "accountInfo": members, "customerId": customer}
    return api.post("/customers/external-accounts", body)


def reasons(reply: Any) -> dict[str, str]:
    return {problem["field"]: problem["reason"] for problem in reply.json()["details"]["errors"]}


@pytest.fixture
def payer(api, alice, acme):
    """Id of an account with dollars, of a platform that uses the currencies that are paid out here."""
    quote_requests.add_currencies(api, "INR", "PHP", "CNY", "EUR")
    assert PlatformCurrency.objects.filter(platform=acme.platform, code="CNY").exists()
    dollars = api.internal_account(alice)
    api.fund(dollars, 1_000_000)
    return dollars


def paid(api, worker, payer: str, account: str, **destination: str) -> Any:
    """Return the payment by a quote to an account, once it has come to its end."""
    body = quote_requests.body(payer, account, amount=10_000)
    body["destination"] |= destination
    quote = api.post("/quotes", body)
    assert quote.status_code == 201, quote.content
    assert api.post(f"/quotes/{quote.json()['id']}/execute", {}).status_code == 200
    worker.run()
    return api.get(f"/transactions/{quote.json()['transactionId']}").json()


@pytest.mark.parametrize(
    ("account_type", "rails", "named", "gone_by"),
    [
        ("INR_BANK_ACCOUNT INR", ["NEFT", "RTGS"], None, "NEFT"),
        ("INR_BANK_ACCOUNT INR", ["NEFT", "RTGS"], "NEFT", "NEFT"),
        ("SWIFT_ACCOUNT EUR", ["SWIFT"], None, "SWIFT"),
        ("SWIFT_ACCOUNT CNY", ["SWIFT"], "SWIFT", "SWIFT"),
        ("CNY_ACCOUNT CNY", ["BANK_TRANSFER"], None, "BANK_TRANSFER"),
        ("PHP_ACCOUNT PHP", ["BANK_TRANSFER"], "INSTAPAY", "INSTAPAY"),
        ("PHP_ACCOUNT PHP", ["BANK_TRANSFER"], None, "BANK_TRANSFER"),
    ],
)
def test_it_is_paid_by_the_rail_that_is_named_or_the_first(
    api, alice, worker, payer, *, account_type, rails, named, gone_by
):
    account = opened(api, alice, *account_type.split())

    payment = paid(api, worker, payer, account.json()["id"], **({"paymentRail": named} if named else {}))

    assert account.json()["accountInfo"]["paymentRails"] == rails
    assert (payment["status"], payment["paymentRail"]) == ("COMPLETED", gone_by)


@pytest.mark.parametrize(
    ("code", "changes", "field", "reason"),
    [
        ("INR_BANK_ACCOUNT", {"ifscCode": "HDFC1000001"}, "ifscCode", "must be an IFSC of 11 characters"),
        ("INR_BANK_ACCOUNT", {"ifscCode": None}, "ifscCode", "is required"),
        ("INR_BANK_ACCOUNT", {"accountNumber": "12345678"}, "accountNumber", "must be 9 to 18 digits"),
        ("CNY_ACCOUNT", {"accountNumber": "1234567"}, "accountNumber", "must be 8 to 32 digits"),
        ("SWIFT_ACCOUNT", {"accountNumber": None}, "", "must contain exactly one of iban, accountNumber"),
        ("SWIFT_ACCOUNT", {"iban": "DE89370400440532013000"}, "", "must contain exactly one of iban, accountNumber"),
        (
            "SWIFT_ACCOUNT",
            {"iban": "DE89370400440532013000", "accountNumber": None, "swiftCode": "EBILAEAD"},
            "swiftCode",
            "must be the BIC of a bank in the country of the IBAN",
        ),
        (
            "SWIFT_ACCOUNT",
            {"beneficiary": {**account_examples.PERSON, "address": None}},
            "beneficiary.address",
            "must be",
        ),
        ("SWIFT_ACCOUNT", {"beneficiary": _WITHOUT_ADDRESS}, "beneficiary.address", "is required"),
    ],
)
def test_details_that_reach_nobody_are_refused(api, alice, *, code, changes, field, reason):
    reply = opened(api, alice, code, **changes)

    assert reply.status_code == 400
    path = ".".join(filter(None, ("accountInfo", field)))
    assert reasons(reply)[path].startswith(reason)


def test_swift_carries_some_currencies_alone(api, alice):
    reply = opened(api, alice, "SWIFT_ACCOUNT", "KES")

    assert (reply.status_code, reply.json()["code"]) == (400, "INVALID_CURRENCY")


def test_one_account_by_two_ways_is_two_and_by_one_way_it_is_one(api, alice):
    iban = {"iban": "DE89370400440532013000", "accountNumber": None}
    first, again = (opened(api, alice, "SWIFT_ACCOUNT", "EUR", **iban) for _ in range(2))

    assert (first.status_code, again.status_code) == (201, 409)
    assert again.json()["details"] == {"externalAccountId": first.json()["id"]}
    assert opened(api, alice, "EUR_ACCOUNT", iban=iban["iban"]).status_code == 201


def test_who_asks_for_none_of_them_sees_none(api, alice, payer):
    rates = api.get("/exchange-rates", sourceCurrency="USD", destinationCurrency="INR,PHP,EUR").json()["data"]
    instructions = api.get("/customers/internal-accounts", currency="INR", customerId=alice).json()["data"]

    assert {row["destinationPaymentRail"] for row in rates} == {"UPI", "BANK_TRANSFER", "SEPA", "SEPA_INSTANT"}
    ways = [way for account in instructions for way in account["fundingPaymentInstructions"]]
    assert {way["accountOrWalletInfo"]["accountType"] for way in ways} == {"INR_ACCOUNT"}


def test_a_rail_of_another_type_is_refused_with_those_that_there_are(api, alice, payer):
    account = opened(api, alice, "PHP_ACCOUNT").json()["id"]
    body = quote_requests.body(payer, account, amount=10_000)
    body["destination"]["paymentRail"] = "NEFT"

    reply = api.post("/quotes", body)

    assert reasons(reply) == {"destination.paymentRail": "must be one of BANK_TRANSFER, INSTAPAY"}
    assert reply.json()["details"]["expected"] == ["BANK_TRANSFER", "INSTAPAY"]
