"""GET /exchange-rates."""

import datetime as dt
import json
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from payments import rates
from payments.models import RateFeed
from payments.pricing import fee_schedules
from platforms.base import clock
from platforms.models import PlatformCurrency
from tests.conftest import Api
from tests.support import factories
from tests.support.payments import quote_requests, rate_entries

pytestmark = [pytest.mark.django_db, pytest.mark.any_clock]
DAY = dt.timedelta(days=1)


def corridors(reply) -> dict[tuple[str, str, str], dict[str, Any]]:
    assert reply.status_code == 200, reply.content
    return {
        (row["sourceCurrency"]["code"], row["destinationCurrency"]["code"], row["destinationPaymentRail"]): row
        for row in reply.json()["data"]
    }


def test_a_corridor_shows_rate_limits_and_what_the_amount_gives(api, acme):
    limits = PlatformCurrency.objects.get(platform=acme.platform, code="USD")

    rows = corridors(api.get("/exchange-rates", sourceCurrency="USD", destinationCurrency="MXN", sendingAmount=12_345))

    row = rows["USD", "MXN", "SPEI"]
    assert len(rows) == 1
    assert dt.datetime.fromisoformat(row.pop("updatedAt")) <= clock.real_now()
    assert row == {
        "sourceCurrency": {"code": "USD", "name": "US Dollar", "symbol": "$", "decimals": 2},
        "destinationCurrency": {"code": "MXN", "name": "Mexican Peso", "symbol": "MX$", "decimals": 2},
        "destinationPaymentRail": "SPEI",
        "minSendingAmount": limits.min_amount,
        "maxSendingAmount": limits.max_amount,
        "sendingAmount": 12_345,
        "receivingAmount": 228_382,
        "exchangeRate": 0.0540540540540541,
        "fees": {"fixed": 0, "variableRate": 0.0},
    }


def test_without_parameters_every_corridor_is_listed_by_every_rail_for_ten_thousand(api):
    rows = corridors(api.get("/exchange-rates"))

    assert {row["sendingAmount"] for row in rows.values()} == {10_000}
    assert {(source, destination) for source, destination, _ in rows} == {
        (source, destination)
        for source in factories.CURRENCIES
        for destination in factories.CURRENCIES
        if source != destination
    }
    rails = {rail for source, destination, rail in rows if (source, destination) == ("EUR", "USD")}
    assert rails == {"ACH", "WIRE", "RTP", "FEDNOW", "BANK_TRANSFER"}
    wallets = {rail for source, destination, rail in rows if (source, destination) == ("USD", "BTC")}
    assert wallets == {"SPARK", "LIGHTNING"}


def test_several_destinations_may_be_named(api):
    rows = corridors(api.get("/exchange-rates", sourceCurrency="USD", destinationCurrency=["GBP", "INR", "GBP"]))

    assert {(destination, rail) for _, destination, rail in rows} == {("GBP", "FASTER_PAYMENTS"), ("INR", "UPI")}


def test_other_parameters_are_given_once(api):
    reply = api.get("/exchange-rates", sourceCurrency=["USD", "EUR"])

    assert reply.status_code == 400
    assert reply.json()["details"]["errors"] == [{"field": "sourceCurrency", "reason": "is given more than once"}]


def test_a_currency_against_itself_is_listed_when_both_are_named(api):
    rows = corridors(api.get("/exchange-rates", sourceCurrency="GBP", destinationCurrency="GBP", sendingAmount=7))

    assert rows["GBP", "GBP", "FASTER_PAYMENTS"]["exchangeRate"] == 1
    assert rows["GBP", "GBP", "FASTER_PAYMENTS"]["receivingAmount"] == 7


@pytest.mark.parametrize("parameter", ["sourceCurrency", "destinationCurrency"])
@pytest.mark.parametrize("code", ["XXX", "KES", "usd", "U"])
def test_a_currency_that_the_platform_does_not_have_is_refused(api, parameter, code):
    reply = api.get("/exchange-rates", **{parameter: code})

    assert (reply.status_code, reply.json()["code"]) == (400, "INVALID_CURRENCY")
    assert reply.json()["details"]["errors"] == [
        {"field": parameter, "reason": f"must be a currency of the platform: PATCH /config adds {code}"}
    ]


@pytest.mark.parametrize("amount", ["-1", "1.5", "", "ten", str(2**63)])
def test_an_amount_is_a_whole_number_of_smallest_units(api, amount):
    reply = api.get("/exchange-rates", sendingAmount=amount)

    assert (reply.status_code, reply.json()["code"]) == (400, "INVALID_INPUT")
    assert [error["field"] for error in reply.json()["details"]["errors"]] == ["sendingAmount"]


def test_an_amount_that_gives_more_than_the_service_can_hold_is_refused(api):
    reply = api.get("/exchange-rates", sourceCurrency="USD", sendingAmount=2**63 - 1)

    assert (reply.status_code, reply.json()["code"]) == (400, "AMOUNT_OUT_OF_RANGE")


@pytest.mark.parametrize("amount", [0, 50])
def test_an_amount_that_gives_nothing_is_shown_to_give_nothing(api, acme, amount):
    rate_entries.schedule(acme, source_currency="USD", fixed_fee=50)

    rows = corridors(api.get("/exchange-rates", sourceCurrency="USD", destinationCurrency="EUR", sendingAmount=amount))

    assert {row["receivingAmount"] for row in rows.values()} == {0}
    assert {row["fees"]["fixed"] for row in rows.values()} == {50}


def test_the_platforms_fees_and_margin_are_included(api, rival_api, acme):
    rate_entries.schedule(
        acme,
        source_currency="USD",
        destination_currency="EUR",
        fixed_fee=100,
        variable_rate="0.01",
        rate_multiplier="1.02",
    )
    query = {"sourceCurrency": "USD", "destinationCurrency": "EUR", "sendingAmount": 100_000}

    with_fees = corridors(api.get("/exchange-rates", **query))["USD", "EUR", "SEPA"]
    without = corridors(rival_api.get("/exchange-rates", **query))["USD", "EUR", "SEPA"]

    # 1 EUR = 1/0.92 USD; (1000 - 1 - 10) USD / (1/0.92 * 1.02) = 892.039... EUR
    assert without["receivingAmount"] == 92_000
    assert without["exchangeRate"] == 1.08695652173913
    assert with_fees["receivingAmount"] == 89_203
    assert with_fees["exchangeRate"] == 1.10869565217391
    assert with_fees["fees"] == {"fixed": 100, "variableRate": 0.01}


def test_the_number_shown_is_exactly_the_rate_that_is_computed_with(api, acme):
    rate_entries.schedule(acme, rate_multiplier="1.00123457")
    text = api.get("/exchange-rates").content.decode()

    shown = json.loads(text, parse_float=str)["data"]

    terms = fee_schedules.find(platform_id=acme.platform.id, sending="MXN", receiving="BTC", now=acme.platform.now())
    exact = terms.exchange_rate(rates.ensure("SANDBOX").rate("MXN", "BTC"))
    row = next(r for r in shown if (r["sourceCurrency"]["code"], r["destinationCurrency"]["code"]) == ("MXN", "BTC"))
    assert Decimal(row["exchangeRate"]) == exact


def test_the_age_of_the_rates_is_shown(api):
    api.get("/exchange-rates")
    old = clock.real_now() - dt.timedelta(minutes=30)
    RateFeed.objects.update(taken_at=old)

    rows = corridors(api.get("/exchange-rates", sourceCurrency="USD"))

    assert {row["updatedAt"] for row in rows.values()} == {clock.iso(old)}


def test_what_it_costs_does_not_grow_with_currencies_corridors_or_schedules(api, acme, costs):
    api.get("/exchange-rates")

    def statements(**query) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert api.get("/exchange-rates", **query).status_code == 200
        return len(captured)

    few = statements(sourceCurrency="USD", destinationCurrency="EUR")
    for source in ("USD", "EUR", "GBP", ""):
        for _ in range(3):
            rate_entries.schedule(acme, source_currency=source, variable_rate="0.01")

    assert statements() == few
    costs(few)


def test_reading_rates_takes_the_permission_to_view(acme):
    with transaction.atomic():
        viewer = factories.token(acme.platform, ["VIEW"])
    assert Api(viewer.token.client_id, viewer.client_secret).get("/exchange-rates").status_code == 200


@pytest.fixture
def production_api(db: None) -> Api:
    tenant = factories.tenant("live", environment="PRODUCTION")
    return Api(tenant.client_id, tenant.client_secret)


def test_a_pair_without_a_known_rate_is_not_listed(production_api, staff_rates):
    rate_entries.rate("USD", "EUR", "1.25")

    rows = corridors(production_api.get("/exchange-rates"))

    assert {(source, destination) for source, destination, _ in rows} == {("USD", "EUR"), ("EUR", "USD")}
    assert corridors(production_api.get("/exchange-rates", sourceCurrency="GBP")) == {}


def test_rates_too_old_for_a_quote_are_shown(production_api, bank):
    bank.publish(days_ago=20)

    rows = corridors(production_api.get("/exchange-rates", sourceCurrency="USD", destinationCurrency="EUR"))

    assert rows["USD", "EUR", "SEPA"]["exchangeRate"] == 1.1


def test_where_there_never_were_any_rates_that_is_said(production_api, bank):
    bank.serve(b"", status=404)

    reply = production_api.get("/exchange-rates")

    assert (reply.status_code, reply.json()["code"]) == (400, "QUOTE_REQUEST_FAILED")
    assert reply.json()["message"] == "There are no exchange rates at the moment. Try again later."


def test_the_fee_of_tomorrow_is_shown_from_the_moment_that_a_quote_takes_it(acme, api, alice):
    """By the clock of the platform, also where another process has moved it."""
    rate_entries.schedule(acme, fixed_fee=200, source_currency="USD", effective_from=acme.platform.now() + DAY)
    before = fees(api)

    assert api.post("/sandbox/clock/advance", {"seconds": 86_401}).status_code == 200

    account = api.internal_account(alice)
    quote = quote_requests.quote(api, account, api.external_account(alice, quote_requests.clabe(), "MXN")).json()
    assert (before, fees(api), quote["feesIncluded"]) == (0, 200, 200)


def fees(api) -> int:
    rows = corridors(api.get("/exchange-rates", sourceCurrency="USD", destinationCurrency="MXN"))
    return int(rows["USD", "MXN", "SPEI"]["fees"]["fixed"])
