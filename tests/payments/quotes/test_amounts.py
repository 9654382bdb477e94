"""Amounts of quotes, compared with results calculated by hand."""

from decimal import Decimal

import pytest

from payments.models import Quote, Transaction
from tests.conftest import Api
from tests.payments.rates.conftest import exchange_at, staff_rates  # noqa: F401 - fixtures
from tests.support import factories
from tests.support.payments import quote_requests, rate_entries

pytestmark = pytest.mark.django_db


def amounts(reply):
    assert reply.status_code == 201, reply.content
    quote = reply.json()
    return quote["totalSendingAmount"], quote["totalReceivingAmount"], quote["feesIncluded"]


@pytest.fixture
def charged(acme):
    """1.50 USD and 1.5 % on payments from US dollars to pesos, and a margin of 1 %: 0.0545945945945946 USD a peso."""
    return rate_entries.schedule(
        acme,
        source_currency="USD",
        destination_currency="MXN",
        fixed_fee=150,
        variable_rate="0.015",
        rate_multiplier="1.01",
    )


@pytest.mark.parametrize(
    ("side", "amount", "expected"),
    [
        # 100.00 / 0.0540540540540541 is a little less than 1850.00.
        ("SENDING", 100_00, (100_00, 1_849_99, 0)),
        # 1849.99 x 0.0540540540540541 = 99.9994...: the next whole cent is 100.00.
        ("RECEIVING", 1_849_99, (100_00, 1_849_99, 0)),
        # 1850.00 x 0.0540540540540541 = 100.00000000000008...: one cent more.
        ("RECEIVING", 1_850_00, (100_01, 1_850_00, 0)),
        # 0.01 / 0.0540540540540541 = 0.1849...
        ("SENDING", 1, (1, 18, 0)),
        ("RECEIVING", 1, (1, 1, 0)),
        ("RECEIVING", 18, (1, 18, 0)),
        ("RECEIVING", 19, (2, 19, 0)),
    ],
)
def test_without_fees(ask, side, amount, expected):
    assert amounts(ask(side=side, amount=amount)) == expected


@pytest.mark.parametrize(
    ("side", "amount", "expected"),
    [
        # 100.00 less 1.50 less 1.50 is 97.00; / 0.0545945945945946 = 1776.7326...
        ("SENDING", 100_00, (100_00, 1_776_73, 3_00)),
        # 1776.74 x 0.0545945945945946 = 97.0004, so 97.01 is exchanged; (97.01 + 1.50) / 0.985 = 100.0101...;
        # 1.5 % of 100.02 is 1.5003, charged as 1.51.
        ("RECEIVING", 1_776_74, (100_02, 1_776_74, 3_01)),
        # 1.5 % of 1.57 is 0.02355, charged as 0.03: 0.04 is left.
        ("SENDING", 1_57, (1_57, 73, 1_53)),
    ],
)
@pytest.mark.usefixtures("charged")
def test_with_a_fixed_a_variable_fee_and_a_margin(api, ask, side, amount, expected):
    reply = ask(side=side, amount=amount)

    assert amounts(reply) == expected
    details = reply.json()["rateDetails"]
    assert reply.json()["exchangeRate"] == 0.0545945945945946
    assert details == {
        "counterpartyMultiplier": 0.0540540540540541,
        "counterpartyFixedFee": 0,
        "serviceApiMultiplier": 1.01,
        "serviceApiFixedFee": 150,
        "serviceApiVariableFeeRate": 0.015,
        "serviceApiVariableFeeAmount": expected[2] - 150,
    }
    payment = api.get(f"/transactions/{reply.json()['transactionId']}").json()
    assert (payment["fees"], payment["rateDetails"]) == (expected[2], details)


def test_what_rounding_leaves_is_stored_to_the_last_digit(charged, ask):
    ask()

    kept = Quote.objects.get()
    # 97.00 USD less 1776.73 x 0.0545945945945946 USD, in cents.
    assert kept.rounding == Decimal(97_00) - Decimal(1776_73) * Decimal("0.0545945945945946")
    assert kept.fee_schedule_id == charged.id
    assert kept.rate_snapshot_id is not None


def test_without_an_exchange_the_rate_is_one_and_fees_still_apply(api, acme, alice, dollars):
    rate_entries.schedule(acme, source_currency="USD", fixed_fee=25)
    bank = api.external_account(alice)

    reply = quote_requests.quote(api, dollars, bank)

    assert amounts(reply) == (100_00, 99_75, 25)
    assert reply.json()["exchangeRate"] == 1
    assert Quote.objects.get().rate_snapshot_id is None


def test_currencies_of_other_decimals(api, alice, dollars):
    bitcoin, coins = (api.internal_account(alice, code) for code in ("BTC", "USDC"))

    # 80,000 USD a bitcoin: 100.00 USD buy 0.00125000.
    assert amounts(quote_requests.quote(api, dollars, bitcoin)) == (100_00, 125_000, 0)
    # One satoshi costs 0.08 cents, and nobody pays less than a cent.
    assert amounts(quote_requests.quote(api, dollars, bitcoin, side="RECEIVING", amount=1)) == (1, 1, 0)
    # A dollar costs 0.0000125 bitcoin, 1250 satoshi; 1.00 USDC is 1,000,000 units.
    assert amounts(quote_requests.quote(api, bitcoin, dollars, amount=1_250)) == (1_250, 1_00, 0)
    assert amounts(quote_requests.quote(api, bitcoin, coins, side="RECEIVING", amount=1_000_000)) == (
        1_250,
        1_000_000,
        0,
    )


@pytest.mark.parametrize(("amount", "code"), [(99, 400), (100, 201), (200, 201), (201, 400)])
def test_the_platforms_limits_bound_what_is_sent(api, ask, amount, code):
    quote_requests.change_currency(api, "USD", minAmount=100, maxAmount=200)

    reply = ask(amount=amount)

    assert reply.status_code == code
    if code == 400:
        assert quote_requests.code_of(reply) == (400, "AMOUNT_OUT_OF_RANGE")
        assert reply.json()["details"]["errors"] == [
            {
                "field": "lockedCurrencyAmount",
                "reason": "must be between 100 and 200",
                "expected": {"minimum": 100, "maximum": 200},
            }
        ]
        assert Transaction.objects.count() == 0


def test_the_limits_hold_for_what_a_receiving_lock_costs(api, ask):
    quote_requests.change_currency(api, "USD", maxAmount=100_00)

    assert ask(side="RECEIVING", amount=1_849_99).status_code == 201
    too_much = ask(side="RECEIVING", amount=1_850_00)
    assert quote_requests.code_of(too_much) == (400, "AMOUNT_OUT_OF_RANGE")


def test_the_largest_amount_that_a_quote_takes(api, ask):
    quote_requests.change_currency(api, "USD", maxAmount=2**63 - 1)

    assert amounts(ask(amount=9 * 10**15))[0] == 9 * 10**15
    assert quote_requests.fields_of(ask(amount=9 * 10**15 + 1)) == ["lockedCurrencyAmount"]


def test_an_amount_that_leaves_nothing_is_refused(charged, ask):
    # 1.52 USD less 1.50 less 0.03 is less than nothing; 1.53 less 1.50 less 0.03 is nothing.
    for amount in (1, 1_52, 1_53):
        assert quote_requests.code_of(ask(amount=amount)) == (400, "AMOUNT_OUT_OF_RANGE")


def test_it_says_the_least_amount_which_is_taken(api, charged, ask):
    refused = ask(amount=1_53).json()

    least = refused["details"]["minimum"]
    assert f"least amount is {least}" in refused["message"]
    assert quote_requests.code_of(ask(amount=least - 1)) == (400, "AMOUNT_OUT_OF_RANGE")
    assert ask(amount=least).status_code == 201


def test_the_least_amount_is_also_within_the_platform_s_limits(api, charged, ask):
    quote_requests.change_currency(api, "USD", minAmount=20_00)

    assert ask(amount=1_53).json()["details"]["minimum"] == 20_00


def test_an_amount_that_no_account_could_hold_is_refused(api, alice, dollars):
    quote_requests.change_currency(api, "USD", maxAmount=2**63 - 1)
    naira = api.internal_account(alice, "NGN")

    reply = quote_requests.quote(api, dollars, naira, amount=9 * 10**15)

    assert quote_requests.code_of(reply) == (400, "AMOUNT_OUT_OF_RANGE")


@pytest.fixture
def live(staff_rates):  # noqa: F811
    """A platform in production that exchanges at the rates of staff."""
    tenant = factories.tenant("live", environment="PRODUCTION", regulated=True)
    return Api(tenant.client_id, tenant.client_secret)


def test_a_pair_without_a_rate_is_refused(live):
    rate_entries.rate("USD", "EUR", "1.08")
    customer = live.customer()
    source, destination = (live.internal_account(customer, code) for code in ("USD", "BTC"))

    reply = quote_requests.quote(live, source, destination)

    assert quote_requests.code_of(reply) == (400, "QUOTE_REQUEST_FAILED")
    assert reply.json()["message"] == "There is no exchange rate between USD and BTC."
    assert Transaction.objects.count() == 0


def test_a_quote_is_not_paid_from_outside_where_there_is_no_account_to_pay_to(live):
    rate_entries.rate("USD", "EUR", "1.08")
    customer = live.customer()

    reply = quote_requests.quote(live, quote_requests.realtime("USD", customer), live.internal_account(customer, "EUR"))

    assert quote_requests.code_of(reply) == (400, "QUOTE_REQUEST_FAILED")
    assert reply.json()["message"] == "A quote in USD can't be paid from outside here. Pay it from an account."
    assert Transaction.objects.count() == Quote.objects.count() == 0


def test_extreme_rates_are_quoted_to_the_last_unit(live):
    rate_entries.rate("BTC", "NGN", "5000000000")
    customer = live.customer()
    source, destination = (live.internal_account(customer, code) for code in ("BTC", "NGN"))
    quote_requests.change_currency(live, "BTC", maxAmount=2**63 - 1)

    # A kobo costs 50,000,000 bitcoin, 5 x 10^15 satoshi.
    reply = quote_requests.quote(live, source, destination, amount=8 * 10**15)

    assert amounts(reply) == (8 * 10**15, 1, 0)
    assert Quote.objects.get().rounding == 3 * 10**15
