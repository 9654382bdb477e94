"""Internal and external accounts: opening, funding, the name check, duplicates, both holders, deletion."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from compliance.models import Customer
from payments.account_types import table
from payments.models import ExternalAccount, InternalAccount
from platforms.base import money
from tests.conftest import Api
from tests.support import factories
from tests.support.payments import account_examples


def create(api, customer, info, currency="USD", **fields):
    body = {"customerId": customer, "currency": currency, "accountInfo": info, **fields}
    return api.post("/customers/external-accounts", body)


def test_a_customer_has_an_account_with_instructions_in_every_currency(api, acme, alice):
    accounts = api.get("/customers/internal-accounts", customerId=alice, limit=100).json()["data"]

    assert {account["balance"]["currency"]["code"] for account in accounts} == set(factories.CURRENCIES)
    for account in accounts:
        assert account["customerId"] == alice
        assert account["balance"]["amount"] == 0
        assert account["fundingPaymentInstructions"]
    references = InternalAccount.objects.filter(platform=acme.platform).values_list("funding_reference", flat=True)
    assert len(set(references)) == len(references)


def test_the_platform_has_an_account_in_every_currency(api):
    accounts = api.get("/platform/internal-accounts").json()["data"]
    dollars = api.get("/platform/internal-accounts", currency="USD").json()["data"]

    assert len(accounts) == len(factories.CURRENCIES)
    assert all("customerId" not in account for account in accounts)
    assert [account["balance"]["currency"]["code"] for account in dollars] == ["USD"]


@pytest.mark.django_db
def test_a_production_account_shows_no_way_to_pay_into_it_until_one_is_configured():
    live = factories.tenant("live", environment="PRODUCTION", regulated=True)
    api = Api(live.client_id, live.client_secret)
    customer = api.customer()

    of_customer = api.get("/customers/internal-accounts", customerId=customer, limit=100).json()["data"]
    of_platform = api.get("/platform/internal-accounts").json()["data"]

    assert len(of_customer) == len(of_platform) == len(factories.CURRENCIES)
    assert [account["fundingPaymentInstructions"] for account in of_customer + of_platform] == [[]] * 22


@pytest.mark.django_db
def test_a_production_account_shows_what_the_configured_adapter_says(settings):
    production = settings.PROVIDERS["PRODUCTION"] | {
        "funding_instructions": "tests.payments.deposits.instructions.AtOurBank"
    }
    settings.PROVIDERS = settings.PROVIDERS | {"PRODUCTION": production}
    live = factories.tenant("live", environment="PRODUCTION", regulated=True)
    api = Api(live.client_id, live.client_secret)

    [dollars] = api.get("/platform/internal-accounts", currency="USD").json()["data"]
    [euros] = api.get("/platform/internal-accounts", currency="EUR").json()["data"]

    reference = InternalAccount.objects.get(currency="USD", platform=live.platform).funding_reference
    assert [way["accountOrWalletInfo"]["reference"] for way in dollars["fundingPaymentInstructions"]] == [reference]
    assert euros["fundingPaymentInstructions"] == []


def test_new_currencies_open_accounts_for_the_platform_and_every_customer(api, alice, bob):
    held = api.get(f"/customers/{alice}").json()["currencies"]
    currencies = api.get("/config").json()["supportedCurrencies"]
    currencies += [currencies[0] | {"currencyCode": code} for code in ("KES", "AED")]

    assert api.patch("/config", {"supportedCurrencies": currencies}).status_code == 200

    for customer in (alice, bob):
        for code in ("KES", "AED"):
            reply = api.get("/customers/internal-accounts", customerId=customer, currency=code)
            assert reply.json()["totalCount"] == 1
        assert api.get(f"/customers/{customer}").json()["currencies"] == [*held, "KES", "AED"]
    for code in ("KES", "AED"):
        assert len(api.get("/platform/internal-accounts", currency=code).json()["data"]) == 1


def test_a_new_currency_is_given_to_those_who_lack_it(api, acme, alice, bob):
    Customer.objects.filter(id=alice.partition(":")[2]).update(currencies=["KES", "USD"])
    currencies = api.get("/config").json()["supportedCurrencies"]
    currencies += [currencies[0] | {"currencyCode": code} for code in ("AED", "KES")]

    assert api.patch("/config", {"supportedCurrencies": currencies}).status_code == 200

    assert api.get(f"/customers/{alice}").json()["currencies"] == ["KES", "USD", "AED"]
    assert api.get(f"/customers/{bob}").json()["currencies"][-2:] == ["AED", "KES"]


def test_a_platform_of_every_currency_costs_as_many_statements_as_one_of_two(db, django_assert_num_queries):
    with CaptureQueriesContext(connection) as captured:
        factories.platform("two", currencies=("USD", "EUR"))

    with django_assert_num_queries(len(captured)):
        factories.platform("all", currencies=sorted(money.SUPPORTED_CURRENCIES))
    assert len(captured) < 30


def test_a_currency_in_which_money_is_held_is_not_dropped(api, alice):
    api.fund(api.internal_account(alice, "GBP"), 1)
    currencies = api.get("/config").json()["supportedCurrencies"]
    kept = [entry for entry in currencies if entry["currencyCode"] != "GBP"]

    reply = api.patch("/config", {"supportedCurrencies": kept})

    assert reply.status_code == 400
    assert len(api.get("/config").json()["supportedCurrencies"]) == len(currencies)


@pytest.mark.parametrize("amount", [0, -1, 100_000_000_001, 1.5, "5", None])
def test_funding_takes_one_to_a_hundred_billion(api, alice, amount):
    account = api.internal_account(alice)

    reply = api.post(f"/sandbox/internal-accounts/{account}/fund", {"amount": amount})

    assert (reply.status_code, reply.json()["code"]) == (400, "INVALID_INPUT")
    assert factories.balance_of(account) == 0


def test_funding_adds_at_once_and_shows_the_account(api, alice):
    account = api.internal_account(alice)

    reply = api.post(f"/sandbox/internal-accounts/{account}/fund", {"amount": 100_000_000_000})

    assert reply.status_code == 200
    assert reply.json()["balance"]["amount"] == 100_000_000_000
    assert reply.json()["updatedAt"] > reply.json()["createdAt"]


@pytest.mark.parametrize(
    ("suffix", "answer", "status"),
    [
        ("102", "NOT_MATCHED", "ACTIVE"),
        ("103", "PARTIAL_MATCH", "ACTIVE"),
        ("104", "PENDING", "PENDING"),
        ("106", "UNSUPPORTED", "ACTIVE"),
        ("107", "CHECKED_BY_RECEIVING_FI", "ACTIVE"),
        ("789", "MATCHED", "ACTIVE"),
        ("002", "MATCHED", "ACTIVE"),
    ],
)
def test_the_digits_choose_what_the_name_check_says(api, alice, suffix, answer, status):
    account = create(api, alice, factories.usd_account(suffix)).json()

    assert account["beneficiaryVerificationStatus"] == answer
    assert account["status"] == status


def test_digits_105_name_an_account_that_does_not_exist(api, alice):
    reply = create(api, alice, factories.usd_account("105"))

    assert (reply.status_code, reply.json()["code"]) == (400, "INVALID_BANK_ACCOUNT")
    assert ExternalAccount.objects.count() == 0


def test_digits_109_break_the_provider_and_nothing_is_kept(api, alice):
    info = factories.usd_account("109")

    replies = [create(api, alice, info), create(api, alice, info)]

    for reply in replies:
        assert (reply.status_code, reply.json()["code"]) == (500, "SWITCH_ERROR")
        assert reply.json()["details"]["requestId"] == reply.headers["X-Request-Id"]
    assert ExternalAccount.objects.count() == 0


def test_the_same_account_again_is_refused_until_it_is_deleted(api, alice, bob):
    info = factories.usd_account()
    first = create(api, alice, info)

    again = create(api, alice, info)
    of_another = create(api, bob, info)
    assert api.delete(f"/customers/external-accounts/{first.json()['id']}").status_code == 204
    after_deletion = create(api, alice, info)

    assert (again.status_code, again.json()["code"]) == (409, "EXTERNAL_ACCOUNT_EXISTS")
    assert of_another.status_code == 201
    assert after_deletion.status_code == 201


def test_every_type_can_be_registered_for_a_customer_and_for_the_platform():
    assert table.ACCOUNT_TYPES.keys() == account_examples.EXAMPLES.keys()
    for row in table.ACCOUNT_TYPES.values():
        assert set(row.currencies) <= money.SUPPORTED_CURRENCIES


@pytest.mark.parametrize("code", sorted(table.ACCOUNT_TYPES))
def test_an_account_of_each_type_is_shown_as_it_was_given(api, alice, code):
    currency, given = account_examples.EXAMPLES[code]

    for path, holder in (("customers", {"customerId": alice}), ("platform", {})):
        body = {"currency": currency, "accountInfo": given, **holder}
        created = api.post(f"/{path}/external-accounts", body)
        assert created.status_code == 201, created.content
        shown = api.get(f"/{path}/external-accounts/{created.json()['id']}").json()
        assert shown == created.json()
        assert given.items() <= shown["accountInfo"].items()
        assert shown.get("customerId") == holder.get("customerId")


def test_lists_keep_the_holders_apart(api, rival_api, alice, bob):
    hers, his, ours = (api.external_account(holder) for holder in (alice, bob, None))
    platforms_own = api.post(
        "/platform/external-accounts", {"currency": "USD", "accountInfo": factories.usd_account()}
    ).json()["id"]

    def listed(path, **query):
        return {account["id"] for account in api.get(path, **query).json()["data"]}

    assert listed("/customers/external-accounts") == {hers, his}
    assert listed("/customers/external-accounts", customerId=alice) == {hers}
    assert listed("/customers/external-accounts", currency="EUR") == set()
    assert listed("/platform/external-accounts") == {ours, platforms_own}
    assert rival_api.get("/customers/external-accounts").json()["data"] == []
    assert api.get(f"/platform/external-accounts/{hers}").json()["code"] == "EXTERNAL_ACCOUNT_NOT_FOUND"


def test_one_default_deposit_account_at_a_time(api, alice):
    first = create(api, alice, factories.usd_account(), defaultUmaDepositAccount=True).json()
    second = create(api, alice, factories.usd_account(), defaultUmaDepositAccount=True).json()

    assert first["defaultUmaDepositAccount"] is second["defaultUmaDepositAccount"] is True
    assert api.get(f"/customers/external-accounts/{first['id']}").json()["defaultUmaDepositAccount"] is False


def test_all_that_is_wrong_with_an_account_is_named_at_once(api, alice):
    info = factories.usd_account() | {"accountNumber": 5, "routingNumber": "12"}
    info["beneficiary"] = info["beneficiary"] | {"fullName": ""}

    reply = create(api, alice, info)

    assert (reply.status_code, reply.json()["code"]) == (400, "INVALID_INPUT")
    fields = {error["field"] for error in reply.json()["details"]["errors"]}
    assert {"accountInfo.accountNumber", "accountInfo.routingNumber", "accountInfo.beneficiary.fullName"} <= fields


def test_an_account_for_a_customer_who_is_not_there_is_refused(api, rival_api, alice):
    assert create(rival_api, alice, factories.usd_account()).json()["code"] == "USER_NOT_FOUND"
    assert create(api, "Customer:nobody", factories.usd_account()).json()["code"] == "USER_NOT_FOUND"


def test_what_lists_cost_does_not_grow_with_the_accounts(api, alice, bob, costs):
    assert api.get("/config").status_code == 200  # the token has been read
    with costs.of("few of customers"):
        api.get("/customers/internal-accounts", limit=5)
    with costs.of("many of customers"):
        api.get("/customers/internal-accounts", limit=100)
    with costs.of("the platform's"):
        api.get("/platform/internal-accounts")
