"""POST /quotes and GET /quotes/{id}: the JSON of each kind of source, to the letter."""

import datetime as dt
import uuid

import pytest

from payments.account_types import encodings
from tests.support import factories
from tests.support.payments import quote_requests

pytestmark = pytest.mark.django_db

USD = {"code": "USD", "name": "US Dollar", "symbol": "$", "decimals": 2}
MXN = {"code": "MXN", "name": "Mexican Peso", "symbol": "MX$", "decimals": 2}
MID_RATE = 0.0540540540540541
"""1/18.5 to fifteen digits."""
RECEIVER = {
    "FULL_NAME": "Ada Lovelace",
    "BIRTH_DATE": "1990-01-31",
    "NATIONALITY": "GB",
    "COUNTRY_OF_RESIDENCE": "GB",
}
NO_FEES = {
    "counterpartyMultiplier": MID_RATE,
    "counterpartyFixedFee": 0,
    "serviceApiMultiplier": 1.0,
    "serviceApiFixedFee": 0,
    "serviceApiVariableFeeRate": 0.0,
    "serviceApiVariableFeeAmount": 0,
}


def instructions(api, customer, pesos, currency, **fields):
    """The payment instructions of a quote that is paid in real time, and the reference that its payment carries."""
    amount = 100_000_000 if currency == "USDC" else 100_00
    quote = quote_requests.quote(
        api, quote_requests.realtime(currency, customer, **fields), pesos, amount=amount
    ).json()
    payment = api.get(f"/transactions/{quote['transactionId']}").json()
    assert payment["paymentInstructions"] == quote["paymentInstructions"]
    return quote["paymentInstructions"], payment["reconciliationInstructions"]["reference"]


def test_a_quote_from_an_internal_account(api, alice, dollars, pesos):
    reply = quote_requests.quote(api, dollars, pesos)

    shown = reply.json()
    assert reply.status_code == 201
    assert shown == {
        "id": shown["id"],
        "status": "PENDING",
        "createdAt": shown["createdAt"],
        "expiresAt": shown["expiresAt"],
        "source": {"sourceType": "ACCOUNT", "accountId": dollars, "customerId": alice},
        "destination": {"destinationType": "ACCOUNT", "accountId": pesos},
        "sendingCurrency": USD,
        "receivingCurrency": MXN,
        "totalSendingAmount": 10_000,
        "totalReceivingAmount": 184_999,
        "exchangeRate": MID_RATE,
        "feesIncluded": 0,
        "transactionId": shown["transactionId"],
        "counterpartyInformation": RECEIVER,
        "rateDetails": NO_FEES,
    }
    assert shown["id"].startswith("Quote:")
    assert uuid.UUID(shown["id"].partition(":")[2]).version == 7
    assert dt.datetime.fromisoformat(shown["expiresAt"]) - dt.datetime.fromisoformat(
        shown["createdAt"]
    ) == dt.timedelta(minutes=5)
    assert api.get(f"/quotes/{shown['id']}").json() == shown
    assert factories.balance_of(dollars) == 1_000_00


def test_the_payment_exists_from_the_quote_on(api, alice, dollars, pesos):
    quote = quote_requests.quote(api, dollars, pesos, description="Rent for May").json()

    shown = api.get(f"/transactions/{quote['transactionId']}").json()

    assert shown == {
        "id": quote["transactionId"],
        "type": "OUTGOING",
        "status": "PENDING",
        "direction": "OUT",
        "paymentRail": "SPEI",
        "pendingReason": "EXECUTION",
        "source": {"sourceType": "ACCOUNT", "accountId": dollars, "currency": "USD", "customerId": alice},
        "destination": {"destinationType": "ACCOUNT", "accountId": pesos, "currency": "MXN"},
        "customerId": alice,
        "platformCustomerId": shown["platformCustomerId"],
        "description": "Rent for May",
        "counterpartyInformation": RECEIVER,
        "sentAmount": {"amount": 10_000, "currency": USD},
        "receivedAmount": {"amount": 184_999, "currency": MXN},
        "reconciliationInstructions": {"reference": shown["reconciliationInstructions"]["reference"]},
        "exchangeRate": MID_RATE,
        "fees": 0,
        "quoteId": quote["id"],
        "rateDetails": NO_FEES,
        "createdAt": quote["createdAt"],
        "updatedAt": quote["createdAt"],
    }


def test_a_quote_from_an_external_account_names_its_holder(api, alice, pesos):
    source = api.external_account(alice, factories.usd_account("789"))

    shown = quote_requests.quote(api, source, pesos).json()

    assert shown["source"] == {"sourceType": "ACCOUNT", "accountId": source, "customerId": alice}
    assert "paymentInstructions" not in shown


def test_a_quote_from_the_platforms_own_account_names_no_customer(api, pesos):
    source = api.internal_account(None)

    shown = quote_requests.quote(api, source, pesos).json()

    assert shown["source"] == {"sourceType": "ACCOUNT", "accountId": source}
    assert api.get(f"/transactions/{shown['transactionId']}").json()["customerId"] == ""


def test_a_quote_to_an_internal_account_says_nothing_about_its_holder(api, alice, dollars):
    euros = api.internal_account(alice, "EUR")

    shown = quote_requests.quote(api, dollars, euros).json()

    assert shown["destination"] == {"destinationType": "ACCOUNT", "accountId": euros}
    assert "counterpartyInformation" not in shown


def test_a_rail_that_was_asked_for_is_shown(api, alice, dollars, pesos):
    body = quote_requests.body(dollars, pesos)
    body["destination"]["paymentRail"] = "SPEI"

    shown = api.post("/quotes", body).json()

    assert shown["destination"] == {"destinationType": "ACCOUNT", "accountId": pesos, "paymentRail": "SPEI"}
    assert api.get(f"/quotes/{shown['id']}").json() == shown


def test_a_quote_paid_by_bank_transfer_says_where_to_pay(api, alice, pesos):
    quote = quote_requests.quote(api, quote_requests.realtime("USD", alice), pesos).json()
    found, reference = instructions(api, alice, pesos, "USD")

    assert quote["source"] == {"sourceType": "REALTIME_FUNDING", "currency": "USD", "customerId": alice}
    assert found == [
        {
            "accountOrWalletInfo": {
                "accountType": "USD_ACCOUNT",
                "accountNumber": found[0]["accountOrWalletInfo"]["accountNumber"],
                "routingNumber": "990000107",
                "reference": reference,
                "paymentRails": ["ACH", "WIRE", "RTP", "FEDNOW", "BANK_TRANSFER"],
            },
            "instructionsNotes": f"Name the reference {reference} in the payment, so that it reaches this account.",
            "isPlatformAccount": False,
        }
    ]


def test_a_quote_paid_by_sepa_says_which_iban(api, alice, pesos):
    found, reference = instructions(api, alice, pesos, "EUR")

    info = found[0]["accountOrWalletInfo"]
    assert info == {
        "accountType": "EUR_ACCOUNT",
        "iban": info["iban"],
        "swiftCode": "SETLDES0",
        "reference": reference,
        "paymentRails": ["SEPA", "SEPA_INSTANT"],
    }
    assert info["iban"] == encodings.iban("DE", info["iban"][4:])


def test_a_quote_paid_by_pix_carries_a_qr_code(api, alice, pesos):
    found, reference = instructions(api, alice, pesos, "BRL")

    info = found[0]["accountOrWalletInfo"]
    assert info == {"accountType": "BRL_ACCOUNT", "qrCode": info["qrCode"]}
    assert info["qrCode"].startswith("000201")
    assert f"{len(reference):02d}{reference}" in info["qrCode"]


def test_a_quote_paid_by_upi_carries_an_address_of_its_own(api, alice, pesos):
    quote = quote_requests.quote(api, quote_requests.realtime("INR", alice), pesos).json()

    key = quote["id"].partition(":")[2].replace("-", "")
    assert quote["paymentInstructions"] == [
        {
            "accountOrWalletInfo": {
                "accountType": "INR_ACCOUNT",
                "vpa": f"fund.{key}@settlement",
                "paymentRails": ["UPI"],
            },
            "instructionsNotes": "These details belong to this account alone; no further reference is needed.",
            "isPlatformAccount": False,
        }
    ]


def test_a_quote_paid_by_spei_carries_a_clabe(api, alice, dollars):
    quote = quote_requests.quote(api, quote_requests.realtime("MXN", alice), dollars).json()
    reference = api.get(f"/transactions/{quote['transactionId']}").json()["reconciliationInstructions"]["reference"]

    info = quote["paymentInstructions"][0]["accountOrWalletInfo"]
    assert info == {
        "accountType": "MXN_ACCOUNT",
        "clabeNumber": encodings.clabe("000001", info["clabeNumber"][6:17]),
        "reference": reference,
        "paymentRails": ["SPEI"],
    }


def test_a_quote_paid_in_a_crypto_asset_names_each_wallet(api, alice, pesos):
    found, _ = instructions(api, alice, pesos, "USDC")

    kinds = [way["accountOrWalletInfo"]["accountType"] for way in found]
    assert kinds == ["SOLANA_WALLET", "POLYGON_WALLET", "BASE_WALLET", "ETHEREUM_WALLET"]
    for way in found:
        assert way["accountOrWalletInfo"].keys() == {"accountType", "address", "assetType"}
        assert way["accountOrWalletInfo"]["assetType"] == "USDC"
    assert found[0]["instructionsNotes"] == "Send only USDC, and only on the Solana network, to this address."


def test_a_network_that_was_asked_for_is_the_only_one(api, alice, pesos):
    source = quote_requests.realtime("USDC", alice, cryptoNetwork="SOLANA")

    quote = quote_requests.quote(api, source, pesos, amount=100_000_000).json()

    assert [way["accountOrWalletInfo"]["accountType"] for way in quote["paymentInstructions"]] == ["SOLANA_WALLET"]
    assert quote["source"] == source
    assert api.get(f"/quotes/{quote['id']}").json() == quote


def test_the_platform_itself_can_pay_in_real_time(api, pesos):
    quote = quote_requests.quote(api, quote_requests.realtime("USD"), pesos).json()

    assert quote["source"] == {"sourceType": "REALTIME_FUNDING", "currency": "USD"}
    assert [way["isPlatformAccount"] for way in quote["paymentInstructions"]] == [True]


def test_no_two_quotes_share_payment_details(api, alice, pesos):
    one, two = (instructions(api, alice, pesos, "USD") for _ in range(2))

    assert one[1] != two[1]
    assert one[0][0]["accountOrWalletInfo"] != two[0][0]["accountOrWalletInfo"]


def test_fields_that_are_not_known_are_tolerated(api, dollars, pesos):
    body = quote_requests.body(dollars, pesos, surprise={"a": [1]}, lockedCurrencyCode="USD")
    body["source"]["surprise"] = body["destination"]["currency"] = "MXN"

    assert api.post("/quotes", body).status_code == 201
