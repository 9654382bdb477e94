"""What rates and schedules mean to quotes."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest

from payments.models import Quote, RateFeed, RateSnapshot
from payments.providers.rate_source import Pair
from payments.rates.book import Crossings
from platforms.base import clock
from tests.conftest import Api
from tests.support import factories
from tests.support.payments import account_examples, rate_entries

pytestmark = pytest.mark.django_db


def quote(api: Api, **changes: Any) -> Any:
    currency, info = account_examples.EXAMPLES["MXN_ACCOUNT"]
    customer = api.customer()
    body = {
        "source": {"sourceType": "ACCOUNT", "accountId": api.internal_account(customer, "USD")},
        "destination": {"destinationType": "ACCOUNT", "accountId": api.external_account(customer, info, currency)},
        "lockedCurrencySide": "SENDING",
        "lockedCurrencyAmount": 10_000,
        **changes,
    }
    return api.post("/quotes", body)


@pytest.fixture
def live(db: None) -> Api:
    """A platform in production whose customers need no checks."""
    tenant = factories.tenant("live", environment="PRODUCTION", regulated=True)
    return Api(tenant.client_id, tenant.client_secret)


def test_rates_that_are_too_old_refuse_a_quote_and_say_since_when(live, bank):
    bank.publish(days_ago=7)
    day = (clock.real_now() - dt.timedelta(days=7)).date()

    reply = quote(live)

    assert (reply.status_code, reply.json()["code"]) == (400, "QUOTE_REQUEST_FAILED")
    assert reply.json()["message"] == (
        f"The exchange rate between USD and MXN is as of {day}T14:00:00.000000Z, too long ago to quote from."
        " Try again later."
    )
    assert reply.json()["details"] == {"asOf": f"{day}T14:00:00.000000Z"}
    assert not Quote.objects.exists()


def test_a_source_that_fails_is_quoted_from_until_it_is_too_old(live, bank):
    assert quote(live).status_code == 201
    bank.serve(b"<html>", status=200)
    RateFeed.objects.update(due_at=clock.real_now())

    assert quote(live).status_code == 201


def test_a_quote_can_be_explained_when_the_rates_have_changed(live, bank):
    shown = quote(live).json()
    bank.publish(USD="2.2000", days_ago=1)
    RateFeed.objects.update(due_at=clock.real_now(), taken_at=clock.real_now() - dt.timedelta(days=30))
    assert quote(live).json()["exchangeRate"] != shown["exchangeRate"]

    kept: Any = Quote.objects.get(id=shown["id"].partition(":")[2])
    snapshot = RateSnapshot.objects.get(id=kept.rate_snapshot_id)
    found = Crossings(map(Pair.from_json, snapshot.pairs)).find("USD", "MXN")

    assert found is not None
    assert found.rate == kept.exchange_rate == Decimal("0.0540540540540541")
    assert shown["exchangeRate"] == 0.0540540540540541


def test_the_schedule_of_the_corridor_is_shown_in_the_quote(api, acme):
    rate_entries.schedule(
        acme,
        source_currency="USD",
        destination_currency="MXN",
        fixed_fee=50,
        variable_rate="0.01",
        rate_multiplier="1.01",
    )

    shown = quote(api).json()

    assert shown["exchangeRate"] == 0.0545945945945946
    assert shown["rateDetails"] == {
        "counterpartyMultiplier": 0.0540540540540541,
        "counterpartyFixedFee": 0,
        "serviceApiMultiplier": 1.01,
        "serviceApiFixedFee": 50,
        "serviceApiVariableFeeRate": 0.01,
        "serviceApiVariableFeeAmount": 100,
    }
