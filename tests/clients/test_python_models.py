"""The models in Python read what the service answers, each as what it is, and write it as it was."""

import copy
import datetime as dt
from typing import Any

import pytest
from payments_platform_client import models

from payments.account_types import table
from platforms.base import money
from platforms.models import Platform
from tests.conftest import Api
from tests.support import databases, factories
from tests.support.payments import account_examples, quote_requests

pytestmark = pytest.mark.beside


@pytest.fixture(scope="session")
def _of_all_currencies(django_db_setup, django_db_blocker) -> Platform:
    with django_db_blocker.unblock(), databases.recorded("of all currencies"):
        return factories.platform("of-all-currencies", currencies=sorted(money.SUPPORTED_CURRENCIES))


@pytest.fixture
def api(_of_all_currencies, db) -> Api:
    databases.put("of all currencies")
    tenant = factories.with_token(copy.deepcopy(_of_all_currencies))
    return Api(tenant.client_id, tenant.client_secret)


def same(written: Any, came: Any) -> bool:
    """Tell whether two pieces of JSON are alike, times by their moments: they are written in several ways."""
    match written, came:
        case dict(), dict():
            return written.keys() == came.keys() and all(same(written[name], came[name]) for name in came)
        case list(), list():
            return len(written) == len(came) and all(map(same, written, came))
        case str(), str() if came.endswith("Z") and came[:2] == "20":
            return dt.datetime.fromisoformat(written) == dt.datetime.fromisoformat(came)
    return bool(written == came and type(written) is type(came))


@pytest.mark.parametrize("code", sorted(table.ACCOUNT_TYPES))
def test_an_external_account_of_every_type(api, code):
    currency, info = account_examples.EXAMPLES[code]
    body = models.PlatformExternalAccountCreateRequest.from_dict({"currency": currency, "accountInfo": info})
    assert body.to_dict() == {"currency": currency, "accountInfo": info}
    assert body.account_info.account_type == code
    assert body.account_info.additional_properties == {}

    reply = api.post("/platform/external-accounts", body.to_dict())

    assert reply.status_code == 201, reply.content
    account = models.ExternalAccount.from_dict(reply.json())
    assert account.account_info.account_type == code
    assert account.account_info.additional_properties == {}
    assert same(account.to_dict(), reply.json())


def test_an_internal_account_of_every_currency(api):
    came = api.get("/platform/internal-accounts").json()

    accounts = models.PlatformInternalAccountListResponse.from_dict(came)

    assert {account.balance.currency.code for account in accounts.data} == set(money.SUPPORTED_CURRENCIES)
    shown = [each.account_or_wallet_info for account in accounts.data for each in account.funding_payment_instructions]
    told = [
        each["accountOrWalletInfo"]["accountType"] for row in came["data"] for each in row["fundingPaymentInstructions"]
    ]
    assert [each.account_type for each in shown] == told
    assert len(set(told)) > 20
    assert same(accounts.to_dict(), came)


def test_a_quote_and_its_payment(api, worker):
    source = api.internal_account(None)
    api.fund(source, 100_00)
    pesos = api.post("/platform/external-accounts", {"currency": "MXN", "accountInfo": quote_requests.clabe()}).json()[
        "id"
    ]
    asked = quote_requests.body(source, pesos, senderCustomerInfo=_SENDER)
    assert models.QuoteRequest.from_dict(asked).to_dict() == asked
    came = api.post("/quotes", asked).json()
    quote = models.Quote.from_dict(came)
    assert (type(quote.source), type(quote.destination)) == (models.AccountQuoteSource, models.AccountQuoteDestination)
    assert same(quote.to_dict(), came)

    assert api.post(f"/quotes/{quote.id}/execute").status_code == 200
    worker.run()

    listed = api.get("/transactions").json()
    [payment] = models.TransactionListResponse.from_dict(listed).data
    assert isinstance(payment, models.OutgoingTransaction)
    assert payment.status == models.TransactionStatus.COMPLETED
    assert same(payment.to_dict(), listed["data"][0])


_SENDER = {"FULL_NAME": "Acme", "BIRTH_DATE": "1990-01-31", "NATIONALITY": "GB", "COUNTRY_OF_RESIDENCE": "GB"}


def test_customers_of_both_kinds(api):
    api.customer("Ada Lovelace")
    api.post("/customers", {"customerType": "BUSINESS", "businessInfo": {"legalName": "Quarry Works Ltd"}})
    came = api.get("/customers").json()

    customers = models.CustomerListResponse.from_dict(came)

    assert [type(customer) for customer in customers.data] == [models.BusinessCustomer, models.IndividualCustomer]
    assert same(customers.to_dict(), came)
