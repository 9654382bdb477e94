"""An external account that was deleted after the quote: nobody is paid there, and nothing is collected from it."""

import pytest

from payments.ledger import check
from payments.models import FundingReceipt, SuspenseItem
from platforms.base import errors
from tests.support import factories
from tests.support.payments import quote_requests, scenarios
from tests.support.payments.arrivals import resolve

pytestmark = pytest.mark.django_db(transaction=True)


def _delete(api, account: str) -> None:
    assert api.delete(f"/customers/external-accounts/{account}").status_code in {200, 204}


@pytest.mark.parametrize("deleted", ["destination", "source"])
def test_a_quote_is_not_executed_with_a_deleted_account(api, alice, worker, deleted):
    pesos = api.external_account(alice, quote_requests.clabe(), "MXN")
    source = api.internal_account(alice) if deleted == "destination" else api.external_account(alice)
    if deleted == "destination":
        api.fund(source, 100_00)
    quote = quote_requests.quote(api, source, pesos).json()
    _delete(api, pesos if deleted == "destination" else source)

    reply = api.post(f"/quotes/{quote['id']}/execute")
    worker.run()

    assert quote_requests.code_of(reply) == (404, "EXTERNAL_ACCOUNT_NOT_FOUND")
    assert api.get(f"/transactions/{quote['transactionId']}").json()["status"] == "PENDING"
    if deleted == "destination":
        assert factories.balance_of(source) == 100_00
    assert list(check.find()) == []


@pytest.mark.parametrize("is_collected", [False, True], ids=["paid in real time", "collected"])
def test_money_for_a_deleted_account_goes_back(api, alice, worker, is_collected):
    pesos = api.external_account(alice, quote_requests.clabe(), "MXN")
    source = api.external_account(alice) if is_collected else quote_requests.realtime("USD", alice)
    quote = quote_requests.quote(api, source, pesos, **({"immediatelyExecute": True} if is_collected else {})).json()
    _delete(api, pesos)

    if not is_collected:
        body = {"quoteId": quote["id"], "currencyCode": "USD", "currencyAmount": 100_00}
        assert api.post("/sandbox/send", body).status_code == 200
    worker.run()

    assert FundingReceipt.objects.get().reason == "PAYEE_ACCOUNT_GONE"
    payment = api.get(f"/transactions/{quote['transactionId']}").json()
    assert (payment["status"], payment["failureReason"]) == ("FAILED", "QUOTE_EXECUTION_FAILED")
    assert payment["refund"]["status"] == "COMPLETED"
    assert list(check.find()) == []


def test_money_in_suspense_is_not_paid_again_to_a_deleted_account(api, alice, worker):
    payment = scenarios.quoted("007")(api, alice)
    worker.run()
    _delete(api, api.get(f"/transactions/{payment}").json()["destination"]["accountId"])
    item = scenarios.item_of(payment)

    with pytest.raises(errors.InvalidInput):
        resolve(item, "PAY_AGAIN")

    assert SuspenseItem.objects.get().way == ""
    resolve(item, "GIVE_BACK")
    assert list(check.find()) == []
