"""GET /receiver/external-account/{accountId}: what it says, the row it leaves, and who may name that row later."""

import datetime as dt
import uuid
from decimal import Decimal
from fractions import Fraction

import pytest
from django.db import transaction

from payments import rates, tasks
from payments.accounts import lookups
from payments.models import FeeSchedule, Lookup
from payments.pricing import arithmetic, fee_schedules
from payments.rates import RatesStale
from platforms.base import clock, identifiers
from tests.conftest import Api
from tests.support import factories
from tests.support.payments import account_examples, quote_requests

pytestmark = pytest.mark.django_db
_ABSENT = "0197d6f0-0000-7000-8000-000000000001"


@pytest.fixture
def dollars(api, alice):
    return api.external_account(alice)


@pytest.fixture
def pesos(api, alice):
    currency, info = account_examples.EXAMPLES["MXN_ACCOUNT"]
    return api.external_account(alice, info, currency)


def look_up(api, account, **query):
    return api.get(f"/receiver/external-account/{account}", **query)


def limit(api, code, **changes):
    """Change what the platform allows in a currency."""
    currencies = api.get("/config").json()["supportedCurrencies"]
    changed = [row | changes if row["currencyCode"] == code else row for row in currencies]
    assert api.patch("/config", {"supportedCurrencies": changed}).status_code == 200


def row_of(reply):
    assert reply.status_code == 200, reply.content
    return Lookup.objects.get(id=identifiers.parse("Lookup", reply.json()["lookupId"]))


def test_a_customer_with_the_receiving_currency_sends_it_at_par(api, alice, dollars):
    fields = [{"name": "FULL_NAME", "mandatory": True}, {"name": "BIRTH_DATE", "mandatory": False}]
    limit(api, "USD", minAmount=100, maxAmount=5000, requiredCounterpartyFields=fields)

    reply = look_up(api, dollars, customerId=alice)

    assert reply.json() == {
        "accountId": dollars,
        "supportedCurrencies": [
            {
                "currency": {"code": "USD", "name": "US Dollar", "symbol": "$", "decimals": 2},
                "sendingCurrency": {"code": "USD", "name": "US Dollar", "symbol": "$", "decimals": 2},
                "estimatedExchangeRate": 1.0,
                "min": 100,
                "max": 5000,
            }
        ],
        "requiredPayerDataFields": fields,
        "lookupId": f"Lookup:{Lookup.objects.get().id}",
    }


@pytest.mark.parametrize(
    ("funded", "sending"),
    [
        ([], "MXN"),
        (["MXN", "USD", "EUR"], "MXN"),
        (["USD"], "USD"),
        (["EUR"], "EUR"),
        (["EUR", "USD"], "USD"),
    ],
)
def test_the_estimate_is_of_what_the_customer_can_pay(api, pesos, funded, sending):
    customer = api.customer("Cara Approved", currencies=["USD", "MXN", "EUR"])
    for code in funded:
        api.fund(api.internal_account(customer, code), 10_000)

    [receivable] = look_up(api, pesos, customerId=customer).json()["supportedCurrencies"]

    assert receivable["sendingCurrency"]["code"] == sending
    source = api.internal_account(customer, sending)
    quoted = quote_requests.quote(api, source, pesos, amount=1_000) if funded and sending != "MXN" else None
    rate = quoted.json()["exchangeRate"] if quoted is not None else 1.0
    assert receivable["estimatedExchangeRate"] == rate


def test_another_customer_sends_its_first_currency_at_the_present_rate(api, pesos):
    sender = api.customer("Cara Approved", currencies=["USD", "EUR"])
    limit(api, "USD", minAmount=100, maxAmount=5000)
    rate = rates.ensure("SANDBOX").rate("USD", "MXN")

    receivable = look_up(api, pesos, customerId=sender).json()["supportedCurrencies"][0]

    assert receivable["currency"]["code"] == "MXN"
    assert Decimal(str(receivable["estimatedExchangeRate"])) == rate
    assert (receivable["min"] - 1) * rate < 100 <= receivable["min"] * rate
    assert receivable["max"] * rate <= 5000 < (receivable["max"] + 1) * rate


def test_bounds_mind_the_decimals_of_both_currencies(api, alice):
    account = api.external_account(alice, *reversed(account_examples.EXAMPLES["LIGHTNING"]))
    sender = api.customer("Cara Approved", currencies=["USD"])
    limit(api, "USD", minAmount=0, maxAmount=1_000_00)
    rate = rates.ensure("SANDBOX").rate("USD", "BTC")

    receivable = look_up(api, account, customerId=sender).json()["supportedCurrencies"][0]

    assert receivable["currency"]["decimals"] == 8
    assert receivable["min"] == 1
    assert receivable["max"] == int(1000 / rate * 10**8)


def test_the_platforms_margin_is_in_the_rate(acme, api, pesos):
    sender = api.customer("Cara Approved", currencies=["USD"])
    mid = rates.ensure("SANDBOX").rate("USD", "MXN")
    with transaction.atomic():
        fee_schedules.create(
            platform_id=acme.platform.id,
            source_currency="USD",
            destination_currency="MXN",
            fixed_fee=0,
            variable_rate=Decimal(0),
            rate_multiplier=Decimal("1.25"),
            effective_from=None,
            effective_until=None,
            reason="as agreed",
            actor=factories.OPERATOR,
            now=clock.real_now(),
        )

    shown = look_up(api, pesos, customerId=sender).json()["supportedCurrencies"][0]["estimatedExchangeRate"]

    assert FeeSchedule.objects.count() == 1
    assert Decimal(str(shown)) == arithmetic.round_rate(Fraction(mid) * Fraction(5, 4))


def test_a_currency_that_the_platform_does_not_have_can_be_received(api, alice):
    currency, info = account_examples.EXAMPLES["KES_ACCOUNT"]
    account = api.external_account(alice, info, currency)

    reply = look_up(api, account, customerId=alice)

    assert reply.json()["supportedCurrencies"][0]["currency"]["code"] == "KES"
    assert reply.json()["requiredPayerDataFields"] == []


def test_the_sender_can_be_named_by_uma_address_in_any_case(api, alice, dollars):
    address = api.get(f"/customers/{alice}").json()["umaAddress"]

    reply = look_up(api, dollars, senderUmaAddress=address.upper())

    assert row_of(reply).customer_id == identifiers.parse("Customer", alice)


def test_accounts_of_the_platform_and_of_other_customers_can_be_looked_up(api, alice, bob):
    for account in (api.external_account(None), api.external_account(bob)):
        assert look_up(api, account, customerId=alice).status_code == 200


def test_a_sender_named_by_id_and_address_is_one_customer(api, alice, bob, dollars):
    address = api.get(f"/customers/{alice}").json()["umaAddress"]

    same = look_up(api, dollars, customerId=alice, senderUmaAddress=address.upper())
    two = look_up(api, dollars, customerId=bob, senderUmaAddress=address)

    assert row_of(same).customer_id == identifiers.parse("Customer", alice)
    assert (two.status_code, two.json()["message"]) == (
        400,
        "senderUmaAddress: must be the UMA address of the customer that customerId names",
    )
    assert Lookup.objects.count() == 1


def test_a_sender_who_is_not_named_is_the_account_s_holder(api, alice, dollars):
    own, platforms = look_up(api, dollars), look_up(api, api.external_account(None))

    assert row_of(own).customer_id == identifiers.parse("Customer", alice)
    assert (platforms.status_code, platforms.json()["code"]) == (400, "INVALID_INPUT")
    assert platforms.json()["message"] == "customerId: is required, or senderUmaAddress in its place"
    assert Lookup.objects.count() == 1


@pytest.mark.parametrize(
    "query",
    [
        {"customerId": f"Customer:{_ABSENT}"},
        {"customerId": f"ExternalAccount:{_ABSENT}"},
        {"customerId": "x"},
        {"senderUmaAddress": "$nobody@example.com"},
        {"senderUmaAddress": "x"},
    ],
)
def test_a_sender_that_is_not_there_is_not_found(api, dollars, query):
    reply = look_up(api, dollars, **query)

    assert (reply.status_code, reply.json()["code"]) == (404, "USER_NOT_FOUND")


def test_a_deleted_customer_sends_nothing(api, dollars):
    gone = api.customer("Gone Approved")
    api.delete(f"/customers/{gone}")

    reply = look_up(api, dollars, customerId=gone)

    assert (reply.status_code, reply.json()["code"]) == (410, "CUSTOMER_DELETED")


@pytest.mark.parametrize("account", [f"ExternalAccount:{_ABSENT}", f"InternalAccount:{_ABSENT}", "x", _ABSENT])
def test_an_account_that_is_not_there_is_not_found(api, alice, account):
    reply = look_up(api, account, customerId=alice)

    assert (reply.status_code, reply.json()["code"]) == (404, "EXTERNAL_ACCOUNT_NOT_FOUND")


def test_a_deleted_account_is_not_found(api, alice, dollars):
    api.delete(f"/customers/external-accounts/{dollars}")

    assert look_up(api, dollars, customerId=alice).status_code == 404


def test_neither_account_nor_sender_of_another_platform_is_found(api, rival_api, alice, dollars):
    theirs = rival_api.customer("Rita Rival")

    replies = [
        look_up(rival_api, dollars, customerId=theirs),
        look_up(api, dollars, customerId=theirs),
        look_up(api, dollars, senderUmaAddress=rival_api.get(f"/customers/{theirs}").json()["umaAddress"]),
    ]

    codes = [reply.json()["code"] for reply in replies]
    assert codes == ["EXTERNAL_ACCOUNT_NOT_FOUND", "USER_NOT_FOUND", "USER_NOT_FOUND"]
    assert Lookup.objects.count() == 0


@pytest.mark.parametrize(("held", "status"), [("VIEW", 403), ("MANAGE", 403), ("TRANSACT", 200)])
def test_looking_up_a_receiver_takes_the_permission_to_pay(acme, alice, dollars, held, status):
    created = factories.token(acme.platform, (held,))

    reply = look_up(Api(created.token.client_id, created.client_secret), dollars, customerId=alice)

    assert reply.status_code == status


def test_a_lookup_asked_again_under_its_key_is_the_same_lookup(api, alice, dollars):
    first, again = (
        api._client.get(
            f"/2025-10-13/receiver/external-account/{dollars}",
            {"customerId": alice},
            headers={**api.headers, "Idempotency-Key": "k"},
        )
        for _ in range(2)
    )

    assert (first.content, again["Idempotent-Replayed"]) == (again.content, "true")
    assert Lookup.objects.count() == 1


def test_a_lookup_costs_three_reads_and_one_row(api, alice, dollars, costs):
    look_up(api, dollars, customerId=alice)

    # Rate feed, token and parties, fee schedule, the row.
    with costs.of():
        look_up(api, dollars, customerId=alice)


def test_where_there_are_no_rates_the_lookup_fails_and_leaves_nothing(alice, settings):
    live = factories.tenant("live", environment="PRODUCTION", regulated=True)
    production = Api(live.client_id, live.client_secret)
    customer = production.customer("Lena Live")
    account = production.external_account(customer)
    settings.ECB_RATES_URL = "https://127.0.0.1:9/nothing"

    reply = look_up(production, account, customerId=customer)

    assert (reply.status_code, reply.json()["code"]) == (400, RatesStale.code)
    assert Lookup.objects.count() == 0


# --- the row, and the quote that names it ---


def require(acme, lookup_id, account, *, now=None):
    return lookups.require(
        platform_id=acme.platform.id,
        lookup_id=lookup_id,
        external_account_id=identifiers.parse("ExternalAccount", account),
        now=now or clock.real_now(),
    )


def test_a_lookup_is_good_for_its_account_for_half_an_hour(acme, api, alice, dollars):
    lookup = row_of(look_up(api, dollars, customerId=alice))

    assert lookup.expires_at - lookup.created_at == dt.timedelta(minutes=30)
    assert require(acme, lookup.id, dollars, now=lookup.expires_at - dt.timedelta(microseconds=1)) == lookup
    with pytest.raises(lookups.LookupRefused, match="expired"):
        require(acme, lookup.id, dollars, now=lookup.expires_at)


def test_the_half_hour_passes_by_the_platforms_clock(acme, api, alice, dollars):
    lookup = row_of(look_up(api, dollars, customerId=alice))
    api.post("/sandbox/clock/advance", {"seconds": 1800})
    acme.platform.refresh_from_db()

    later = row_of(look_up(api, dollars, customerId=alice))

    assert later.created_at >= lookup.created_at + dt.timedelta(minutes=30)
    require(acme, later.id, dollars, now=acme.platform.now())
    with pytest.raises(lookups.LookupRefused, match="expired"):
        require(acme, lookup.id, dollars, now=acme.platform.now())


def test_a_lookup_is_good_for_no_other_account(acme, api, alice, dollars, pesos):
    lookup = row_of(look_up(api, dollars, customerId=alice))

    with pytest.raises(lookups.LookupRefused, match="another receiver"):
        require(acme, lookup.id, pesos)


def test_a_lookup_that_is_unknown_or_anothers_is_refused(acme, rival, api, alice, dollars):
    lookup = row_of(look_up(api, dollars, customerId=alice))

    with pytest.raises(lookups.LookupRefused, match="no such lookup"):
        require(rival, lookup.id, dollars)
    for unknown in (None, uuid.UUID(_ABSENT)):
        with pytest.raises(lookups.LookupRefused, match="no such lookup"):
            require(acme, unknown, dollars)


def test_old_lookups_are_forgotten_and_young_ones_kept(api, alice, dollars):
    young = row_of(look_up(api, dollars, customerId=alice))
    month_ago = clock.real_now() - lookups.KEPT_FOR
    for days in (1, 2, 3):
        moment = int((month_ago - dt.timedelta(days=days)).timestamp() * 1000)
        Lookup.objects.create(
            id=uuid.UUID(int=moment << 80 | 7),
            platform_id=young.platform_id,
            customer_id=young.customer_id,
            kind="ACCOUNT",
            external_account_id=young.external_account_id,
            created_at=month_ago,
            expires_at=clock.real_now() + dt.timedelta(days=3650),
        )

    assert tasks.forget_lookups() == 3
    assert list(Lookup.objects.all()) == [young]


@pytest.mark.django_db(transaction=True)
def test_a_lookup_is_committed_by_its_one_statement(api, alice, dollars, costs):
    look_up(api, dollars, customerId=alice)

    with costs.of():
        reply = look_up(api, dollars, customerId=alice)

    assert row_of(reply).platform_id == row_of(look_up(api, dollars, customerId=alice)).platform_id
    assert Lookup.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_a_failed_lookup_leaves_nothing(api, dollars):
    assert look_up(api, dollars, customerId=f"Customer:{_ABSENT}").status_code == 404
    assert Lookup.objects.count() == 0
