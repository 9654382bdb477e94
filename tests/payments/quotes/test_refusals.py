"""Refusals of POST /quotes: by which code, and that nothing is stored."""

import datetime as dt

import pytest

from payments.models import ExternalAccount, Lookup, Quote
from platforms.base import clock
from tests.conftest import Api
from tests.support import factories
from tests.support.payments import account_examples, quote_requests

pytestmark = pytest.mark.django_db
_ABSENT = "0197d6f0-0000-7000-8000-000000000001"
NO_INTERNAL, NO_EXTERNAL = (404, "INTERNAL_ACCOUNT_NOT_FOUND"), (404, "EXTERNAL_ACCOUNT_NOT_FOUND")


@pytest.mark.parametrize(
    "wrong", [f"InternalAccount:{_ABSENT}", f"Customer:{_ABSENT}", "x", _ABSENT, "InternalAccount:"]
)
def test_an_account_that_is_not_there_is_not_found(api, dollars, pesos, wrong):
    assert quote_requests.code_of(quote_requests.quote(api, wrong, pesos)) == NO_INTERNAL
    assert quote_requests.code_of(quote_requests.quote(api, dollars, wrong)) == NO_INTERNAL


def test_an_external_account_that_is_not_there_is_not_found(api, dollars, pesos):
    wrong = f"ExternalAccount:{_ABSENT}"

    assert quote_requests.code_of(quote_requests.quote(api, wrong, pesos)) == NO_EXTERNAL
    assert quote_requests.code_of(quote_requests.quote(api, dollars, wrong)) == NO_EXTERNAL


def test_another_platforms_accounts_and_customers_are_not_there(api, rival_api, dollars, pesos):
    outsider = rival_api.customer()
    theirs, outside = rival_api.internal_account(outsider), rival_api.external_account(outsider)

    assert quote_requests.code_of(quote_requests.quote(api, theirs, pesos)) == NO_INTERNAL
    assert quote_requests.code_of(quote_requests.quote(api, dollars, theirs)) == NO_INTERNAL
    assert quote_requests.code_of(quote_requests.quote(api, outside, pesos)) == NO_EXTERNAL
    assert quote_requests.code_of(quote_requests.quote(api, dollars, outside)) == NO_EXTERNAL
    assert quote_requests.code_of(quote_requests.quote(api, quote_requests.realtime("USD", outsider), pesos)) == (
        404,
        "USER_NOT_FOUND",
    )


def test_a_deleted_account_is_not_there(api, alice, dollars, pesos, traces):
    source = api.external_account(alice)
    for account in (source, pesos):
        assert api.delete(f"/customers/external-accounts/{account}").status_code == 204
    before = traces()

    assert quote_requests.code_of(quote_requests.quote(api, dollars, pesos)) == NO_EXTERNAL
    assert quote_requests.code_of(quote_requests.quote(api, source, dollars)) == NO_EXTERNAL
    assert traces() == before


def test_money_moves_only_for_approved_customers(api, bob, pesos, traces):
    account, bank = api.internal_account(bob), api.external_account(bob)
    before = traces()

    for source in (account, bank, quote_requests.realtime("USD", bob)):
        reply = quote_requests.quote(api, source, pesos)
        assert quote_requests.code_of(reply) == (403, "USER_NOT_READY")
        assert reply.json()["details"] == {"side": "PAYER", "customerStatus": "PENDING"}
    assert traces() == before


def test_only_approved_customers_are_paid(api, dollars, bob, traces):
    account, bank = api.internal_account(bob), api.external_account(bob)
    before = traces()

    for destination in (account, bank):
        reply = quote_requests.quote(api, dollars, destination)
        assert quote_requests.code_of(reply) == (403, "USER_NOT_READY")
        assert reply.json()["details"] == {"side": "PAYEE", "customerStatus": "PENDING"}
    assert traces() == before


def test_deleted_customers_neither_pay_nor_are_paid(api, dollars, pesos):
    gone = api.customer("Gone Approved")
    account = api.internal_account(gone)
    assert api.delete(f"/customers/{gone}").status_code == 200

    for source, destination in ((account, pesos), (dollars, account), (quote_requests.realtime("USD", gone), pesos)):
        assert quote_requests.code_of(quote_requests.quote(api, source, destination)) == (410, "CUSTOMER_DELETED")


@pytest.mark.parametrize("suffix", ["104", "102"])
def test_an_account_that_is_not_active_does_not_take_part(api, alice, dollars, suffix):
    bank = api.external_account(alice, factories.usd_account(suffix))
    ExternalAccount.objects.filter(id=bank.partition(":")[2]).update(
        status="INACTIVE" if suffix == "102" else "PENDING"
    )

    for source, destination, field in ((dollars, bank, "destination.accountId"), (bank, dollars, "source.accountId")):
        reply = quote_requests.quote(api, source, destination)
        assert quote_requests.code_of(reply) == (400, "INVALID_BANK_ACCOUNT")
        assert quote_requests.fields_of(reply) == [field]


def test_only_some_rails_can_be_collected_from(api, dollars, pesos):
    assert quote_requests.code_of(quote_requests.quote(api, pesos, dollars)) == (400, "PULL_NOT_SUPPORTED")


def test_nobody_pays_from_an_account_to_itself(api, alice, dollars):
    bank = api.external_account(alice)

    assert quote_requests.code_of(quote_requests.quote(api, dollars, dollars)) == (400, "SELF_PAYMENT")
    assert quote_requests.code_of(quote_requests.quote(api, bank, bank)) == (400, "SELF_PAYMENT")


def test_a_currency_that_the_platform_does_not_have_is_refused(api, alice, dollars):
    currency, info = account_examples.EXAMPLES["KES_ACCOUNT"]
    shillings = api.external_account(alice, info, currency)

    to = quote_requests.quote(api, dollars, shillings)
    by = quote_requests.quote(api, quote_requests.realtime("KES", alice), dollars)

    assert (quote_requests.code_of(to), quote_requests.fields_of(to)) == ((400, "INVALID_CURRENCY"), ["destination"])
    assert (quote_requests.code_of(by), quote_requests.fields_of(by)) == ((400, "INVALID_CURRENCY"), ["source"])
    for nonsense in ("XXX", "usd", "US", "        "):
        assert quote_requests.quote(api, quote_requests.realtime(nonsense, alice), dollars).status_code == 400


def test_a_direction_that_the_platform_has_not_enabled_is_refused(api, alice, dollars, pesos):
    quote_requests.change_currency(api, "USD", enabledTransactionTypes=["INCOMING"])

    for source in (dollars, quote_requests.realtime("USD", alice)):
        reply = quote_requests.quote(api, source, pesos)
        assert (quote_requests.code_of(reply), quote_requests.fields_of(reply)) == (
            (400, "INVALID_CURRENCY"),
            ["source"],
        )


def test_a_rail_that_does_not_serve_the_account_is_refused(api, alice, dollars, pesos):
    wallet = api.external_account(alice, account_examples.EXAMPLES["SOLANA_WALLET"][1], "USDC")
    euros = api.internal_account(alice, "EUR")

    for destination, rail, problem in (
        (pesos, "PIX", {"reason": "must be one of SPEI", "expected": ["SPEI"]}),
        (wallet, "TRON", {"reason": "must be one of SOLANA", "expected": ["SOLANA"]}),
        (euros, "SEPA", {"reason": "must be left out: no rail leads to an internal account"}),
    ):
        body = quote_requests.body(dollars, destination)
        body["destination"]["paymentRail"] = rail
        reply = api.post("/quotes", body)
        assert quote_requests.code_of(reply) == (400, "INVALID_INPUT")
        assert reply.json()["details"]["errors"] == [{"field": "destination.paymentRail", **problem}]


def test_a_wallets_network_is_its_rail(api, alice, dollars):
    wallet = api.external_account(alice, account_examples.EXAMPLES["SOLANA_WALLET"][1], "USDC")
    body = quote_requests.body(dollars, wallet)
    listed = api.get("/exchange-rates", sourceCurrency="USD", destinationCurrency="USDC").json()["data"]
    body["destination"]["paymentRail"] = "SOLANA"

    assert "SOLANA" in {row["destinationPaymentRail"] for row in listed}
    assert api.post("/quotes", body).status_code == 201


def test_a_network_that_the_asset_is_not_on_is_refused(api, alice, dollars):
    for currency, network in (("USDC", "TRON"), ("USDC", "nonsense"), ("USD", "SOLANA")):
        reply = quote_requests.quote(
            api, quote_requests.realtime(currency, alice, cryptoNetwork=network), dollars, amount=10**6
        )
        assert quote_requests.fields_of(reply) == ["source.cryptoNetwork"]


def test_the_customer_of_the_source_must_be_its_holder(api, alice, dollars, pesos):
    other = api.customer("Carol Approved")
    platforms_own = api.internal_account(None)

    for account, named in ((dollars, other), (platforms_own, alice), (api.external_account(None), alice)):
        reply = quote_requests.quote(api, {"sourceType": "ACCOUNT", "accountId": account, "customerId": named}, pesos)
        assert quote_requests.code_of(reply) == (400, "INVALID_INPUT")
        assert quote_requests.fields_of(reply) == ["source.customerId"]
    source = {"sourceType": "ACCOUNT", "accountId": dollars, "customerId": alice}
    assert quote_requests.quote(api, source, pesos).status_code == 201


@pytest.mark.parametrize("customer", [f"Customer:{_ABSENT}", f"Token:{_ABSENT}", "x"])
def test_a_customer_that_is_not_there_is_not_found(api, alice, pesos, customer):
    assert quote_requests.code_of(quote_requests.quote(api, quote_requests.realtime("USD", customer), pesos)) == (
        404,
        "USER_NOT_FOUND",
    )


def test_a_payment_to_a_uma_address_needs_its_lookup(api, dollars):
    body = quote_requests.body(dollars, "")
    body["destination"] = {"destinationType": "UMA_ADDRESS", "umaAddress": "$bob@example.com", "currency": "EUR"}

    unknown = api.post("/quotes", {**body, "lookupId": f"Lookup:{_ABSENT}"})
    none = api.post("/quotes", body)

    assert quote_requests.code_of(unknown) == (400, "LOOKUP_REQUEST_FAILED")
    assert quote_requests.fields_of(none) == ["lookupId"]


def look_up(api, account, customer) -> str:
    return str(api.get(f"/receiver/external-account/{account}", customerId=customer).json()["lookupId"])


def test_a_lookup_of_the_receiver_may_be_named(api, alice, ask, pesos):
    assert ask(lookupId=look_up(api, pesos, alice)).status_code == 201


def test_a_lookup_that_does_not_stand_for_the_quote_is_refused(api, rival_api, alice, ask, traces):
    outsider = rival_api.customer()
    of_another = look_up(api, api.external_account(alice), alice)
    of_a_rival = look_up(rival_api, rival_api.external_account(outsider), outsider)
    before = traces()

    for wrong in (of_another, of_a_rival, f"Lookup:{_ABSENT}", f"Quote:{_ABSENT}", "x"):
        assert quote_requests.code_of(ask(lookupId=wrong)) == (400, "LOOKUP_REQUEST_FAILED")
    assert traces() == before


def test_a_lookup_is_good_for_half_an_hour(api, alice, ask, pesos):
    found = look_up(api, pesos, alice)
    expires = Lookup.objects.get().expires_at
    api.post("/sandbox/clock/advance", {"seconds": 1790})
    in_time = ask(lookupId=found)
    api.post("/sandbox/clock/advance", {"seconds": 20})

    assert in_time.status_code == 201
    assert quote_requests.code_of(ask(lookupId=found)) == (400, "LOOKUP_REQUEST_FAILED")
    assert expires - clock.real_now() < dt.timedelta(minutes=31)


def test_a_lookup_does_not_stand_for_an_internal_account(api, alice, dollars, pesos):
    euros = api.internal_account(alice, "EUR")

    reply = quote_requests.quote(api, dollars, euros, lookupId=look_up(api, pesos, alice))

    assert quote_requests.code_of(reply) == (400, "LOOKUP_REQUEST_FAILED")


@pytest.mark.parametrize(("permission", "status"), [("VIEW", 403), ("MANAGE", 403), ("TRANSACT", 201)])
def test_only_a_token_that_may_transact_quotes_and_pays(acme, ask, permission, status):
    sides = [ask().json()[side]["accountId"] for side in ("source", "destination")]
    made = factories.token(acme.platform, (permission,))
    api = Api(made.token.client_id, made.client_secret)

    assert quote_requests.quote(api, *sides).status_code == status
    shown = ask().json()["id"]
    assert api.get(f"/quotes/{shown}").status_code == 200
    assert api.post(f"/quotes/{shown}/execute").status_code == (200 if status == 201 else 403)
    funding = {"quoteId": shown, "currencyCode": "USD"}
    assert api.post("/sandbox/send", funding).status_code == (400 if status == 201 else 403)


def test_a_quote_that_names_another_currency_than_its_accounts_is_refused(api, alice, dollars):
    target = {"destinationType": "ACCOUNT", "accountId": api.internal_account(api.customer("Carol Approved"), "USD")}
    source = {"sourceType": "ACCOUNT", "accountId": dollars}

    def ask(of_source: dict[str, str], of_target: dict[str, str]):
        return api.post("/quotes", quote_requests.body(source | of_source, "") | {"destination": target | of_target})

    assert ask({"currency": "USD"}, {"currency": "USD"}).status_code == 201
    assert quote_requests.code_of(ask({}, {"currency": "EUR"})) == (400, "CURRENCY_MISMATCH")
    assert quote_requests.code_of(ask({"currency": "EUR"}, {})) == (400, "CURRENCY_MISMATCH")
    assert Quote.objects.count() == 1


@pytest.mark.parametrize("wrong", [" {id}", "{id} ", "x" * 100])
def test_an_id_is_taken_exactly_as_it_was_given(api, dollars, pesos, wrong):
    assert quote_requests.quote(api, wrong.replace("{id}", dollars), pesos).status_code == 404
    assert quote_requests.quote(api, dollars, wrong.replace("{id}", pesos)).status_code == 404
