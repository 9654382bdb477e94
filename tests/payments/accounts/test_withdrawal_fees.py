"""POST /crypto/estimate-withdrawal-fee."""

from decimal import Decimal

import pytest
from django.db import transaction

from payments.account_types import networks, table
from payments.pricing import fee_schedules
from payments.providers.sandbox.network_fees import FEES
from platforms.base import clock
from tests.conftest import Api
from tests.support import factories
from tests.support.payments import lightning_invoices
from tests.support.payments.withdrawal_fees import _ADDRESSES, estimate

pytestmark = pytest.mark.django_db
_ABSENT = "0197d6f0-0000-7000-8000-000000000001"


@pytest.fixture
def coins(api, alice):
    return api.internal_account(alice, "USDC")


def problem(reply) -> tuple[int, str, str]:
    return reply.status_code, reply.json()["code"], reply.json()["details"]["errors"][0]["field"]


def test_the_fee_is_shown_in_the_networks_asset_and_taken_in_the_currency(api, coins):
    reply = estimate(api, coins)

    # 5,000 lamports at 150 USD a SOL: 0.00075 USD, 750 millionths of a USDC.
    assert reply.status_code == 200
    assert reply.json() == {
        "networkFee": 5000,
        "networkFeeAsset": "SOL",
        "applicationFee": 0,
        "totalFee": 750,
        "netAmount": 4_999_250,
    }
    assert factories.balance_of(coins) == 0


@pytest.mark.parametrize(
    ("currency", "network", "fee"),
    [
        ("USDC", "SOLANA", (5_000, "SOL", 750)),
        ("USDC", "POLYGON", (3_250_000_000_000_000, "POL", 1_300)),
        ("USDC", "BASE", (650_000_000_000, "ETH", 1_950)),
        ("USDC", "ETHEREUM", (325_000_000_000_000, "ETH", 975_000)),
        ("BTC", "LIGHTNING", (10, "BTC", 10)),
        ("BTC", "SPARK", (0, "BTC", 0)),
        ("USDC", "solana", (5_000, "SOL", 750)),
    ],
)
def test_each_network_has_its_fee(api, alice, currency, network, fee):
    account = api.internal_account(alice, currency)

    reply = estimate(
        api,
        account,
        currency=currency,
        cryptoNetwork=network,
        destinationAddress=_ADDRESSES[network.upper()],
        amount=10_000_000,
    )

    assert reply.status_code == 200, reply.content
    shown = reply.json()
    assert (shown["networkFee"], shown["networkFeeAsset"], shown["totalFee"]) == fee
    assert shown["netAmount"] == 10_000_000 - shown["totalFee"]


def test_the_table_knows_every_network_of_the_account_types_and_no_other():
    wallets = {code for code, row in table.ACCOUNT_TYPES.items() if not row.countries and not row.is_further}

    assert set(networks.NETWORKS) == set(FEES) == set(_ADDRESSES)
    assert len(wallets) == len(FEES)


def test_a_fraction_of_a_unit_is_charged_whole():
    fee = FEES["TRON"]

    assert fee.in_major_units() == Decimal("3.375")


def test_the_platforms_fee_schedule_adds_its_fees(acme, api, coins):
    with transaction.atomic():
        fee_schedules.create(
            platform_id=acme.platform.id,
            source_currency="USDC",
            destination_currency="",
            fixed_fee=10_000,
            variable_rate=Decimal("0.00333333"),
            rate_multiplier=Decimal(1),
            effective_from=None,
            effective_until=None,
            reason="as agreed",
            actor=factories.OPERATOR,
            now=clock.real_now(),
        )

    shown = estimate(api, coins, amount=1_000_000).json()

    # 3,333.33 is rounded up.
    assert shown["applicationFee"] == 10_000 + 3_334
    assert shown["totalFee"] == 13_334 + 750
    assert shown["netAmount"] == 1_000_000 - 14_084


def test_something_must_be_left(api, coins):
    just_enough, too_little = estimate(api, coins, amount=751), estimate(api, coins, amount=750)

    assert just_enough.json()["netAmount"] == 1
    assert (too_little.status_code, too_little.json()["code"]) == (400, "AMOUNT_OUT_OF_RANGE")
    assert too_little.json()["details"] == {"totalFee": 750}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"currency": "USD"}, (400, "INVALID_CURRENCY", "currency")),
        ({"currency": "DOGE"}, (400, "INVALID_CURRENCY", "currency")),
        ({"cryptoNetwork": "LIGHTNING"}, (400, "INVALID_INPUT", "cryptoNetwork")),
        ({"cryptoNetwork": "TRON"}, (400, "INVALID_INPUT", "cryptoNetwork")),
        ({"cryptoNetwork": "USD_ACCOUNT"}, (400, "INVALID_INPUT", "cryptoNetwork")),
        ({"destinationAddress": _ADDRESSES["ETHEREUM"] + "!"}, (400, "INVALID_INPUT", "destinationAddress")),
        ({"cryptoNetwork": "BASE"}, (400, "INVALID_INPUT", "destinationAddress")),
        ({"amount": 0}, (400, "INVALID_INPUT", "amount")),
        ({"amount": -5}, (400, "INVALID_INPUT", "amount")),
        ({"amount": 1.5}, (400, "INVALID_INPUT", "amount")),
        ({"amount": 2**63}, (400, "INVALID_INPUT", "amount")),
        ({"destinationAddress": ""}, (400, "INVALID_INPUT", "destinationAddress")),
        ({"internalAccountId": None}, (400, "INVALID_INPUT", "internalAccountId")),
    ],
)
def test_what_makes_no_sense_is_named(api, coins, changes, expected):
    assert problem(estimate(api, coins, **changes)) == expected


@pytest.mark.parametrize(
    "address",
    [
        "ana@wallet.example",
        lightning_invoices.text(),
        "lno1zcss9mk8y3wkklfvevcrszlmu23kfrxh49px20665dqwmn4p72pksese",
    ],
)
def test_lightning_takes_addresses_invoices_and_offers(api, alice, address):
    account = api.internal_account(alice, "BTC")

    reply = estimate(api, account, currency="BTC", cryptoNetwork="LIGHTNING", destinationAddress=address, amount=1_000)

    assert reply.status_code == 200, reply.content


@pytest.mark.parametrize(
    ("network", "address", "reason"),
    [
        (
            "ETHEREUM",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD",
            "must have its capitals as EIP-55 sets them, or be in small letters throughout",
        ),
        ("BASE", "0x" + "0" * 40, "must not be an address that nobody has the key of, such as the zero address"),
    ],
)
def test_an_address_that_nobody_can_be_paid_at_is_refused(api, coins, network, address, reason):
    reply = estimate(api, coins, cryptoNetwork=network, destinationAddress=address)

    assert reply.json()["details"]["errors"] == [{"field": "destinationAddress", "reason": reason}]


def test_the_account_must_hold_the_currency(api, alice):
    reply = estimate(api, api.internal_account(alice, "BTC"))

    assert (reply.status_code, reply.json()["code"]) == (400, "CURRENCY_MISMATCH")
    assert reply.json()["details"] == {"accountCurrency": "BTC"}


def test_only_an_account_of_the_platform_is_found(api, rival_api, coins):
    assert estimate(api, api.internal_account(None, "USDC")).status_code == 200
    for client, account in ((rival_api, coins), (api, f"InternalAccount:{_ABSENT}"), (api, f"Customer:{_ABSENT}")):
        reply = estimate(client, account)
        assert (reply.status_code, reply.json()["code"]) == (404, "INTERNAL_ACCOUNT_NOT_FOUND")


def test_a_key_gives_the_first_reply_again(api, coins):
    first, again = estimate(api, coins, key="k"), estimate(api, coins, key="k")

    assert again.content == first.content
    assert again.headers["Idempotent-Replayed"] == "true"
    assert estimate(api, coins, key="k", amount=6_000_000).status_code == 422


def test_an_estimate_takes_the_opening_the_account_and_the_schedule(api, coins, costs):
    estimate(api, coins)

    with costs.of():
        estimate(api, coins)


def test_a_production_platform_without_a_source_of_fees_is_told_so():
    live = factories.tenant("live", environment="PRODUCTION")
    production = Api(live.client_id, live.client_secret)

    reply = estimate(production, production.internal_account(None, "USDC"))

    assert (reply.status_code, reply.json()["code"]) == (400, "QUOTE_REQUEST_FAILED")


def test_a_fee_that_nobody_can_tell_is_asked_for_again_under_the_same_key(api, coins, settings, adapters):
    known, replies = settings.PROVIDERS["SANDBOX"]["network_fees"], []
    for fees in ("payments.providers.unavailable.UnavailableNetworkFees", known):
        adapters(network_fees=fees)
        replies.append(estimate(api, coins, key="k"))

    assert [reply.status_code for reply in replies] == [400, 200]
    assert replies[0].json()["code"] == "QUOTE_REQUEST_FAILED"
