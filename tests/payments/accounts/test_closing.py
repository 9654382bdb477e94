"""Whose money is under way, in suspense or on its way back stays; and the account that a payment goes to."""

import pytest
from django.db import transaction

from compliance.customers.customers import CustomerHasFunds
from payments.ledger import check, holds
from payments.models import ExternalAccount, InternalAccount, SuspenseItem, Transaction
from platforms.base import clock
from tests.support import factories
from tests.support.compliance.erasing import erase
from tests.support.payments import quote_requests, scenarios
from tests.support.payments.arrivals import arrive, item_of, resolve

pytestmark = pytest.mark.django_db(transaction=True)


def _refused_to_delete(api, customer: str) -> None:
    reply = api.delete(f"/customers/{customer}")
    assert (reply.status_code, reply.json()["code"]) == (409, "CUSTOMER_HAS_FUNDS")
    assert not api.get(f"/customers/{customer}").json()["isDeleted"]


def _refused_to_drop(api, customer: str, code: str) -> None:
    """Neither the customer nor the platform can drop the currency."""
    kept = [one for one in api.get(f"/customers/{customer}").json()["currencies"] if one != code]
    reply = api.patch(f"/customers/{customer}", {"currencies": kept})
    assert (reply.status_code, quote_requests.fields_of(reply)) == (400, ["currencies"])
    others = [one for one in api.get("/config").json()["supportedCurrencies"] if one["currencyCode"] != code]
    reply = api.patch("/config", {"supportedCurrencies": others})
    assert (reply.status_code, quote_requests.fields_of(reply)) == (400, ["supportedCurrencies"])


@pytest.mark.parametrize(
    "play",
    [scenarios.quoted("007"), scenarios.funded(100_00, 100_00)],
    ids=["failed payout", "paid again"],
)
def test_nobody_is_deleted_whose_money_is_in_suspense(api, alice, worker, play):
    payment = play(api, alice)
    worker.run()
    item = scenarios.item_of(payment)

    _refused_to_delete(api, alice)
    _refused_to_drop(api, alice, "USD" if item.currency == "USD" else "MXN")

    resolve(item, "WRITE_OFF", "WRITTEN_OFF")
    assert api.delete(f"/customers/{alice}").status_code == 200
    assert list(check.find()) == []


def test_a_currency_without_money_is_dropped_while_money_of_another_is_in_suspense(api, acme):
    arrive(acme.platform, 70_00)
    others = [one for one in api.get("/config").json()["supportedCurrencies"] if one["currencyCode"] != "BRL"]

    assert api.patch("/config", {"supportedCurrencies": others}).status_code == 200


@pytest.mark.parametrize("is_resolving", [False, True], ids=["open", "being sent back"])
def test_nobody_is_deleted_whose_deposit_is_in_suspense(api, acme, alice, is_resolving):
    account = InternalAccount.objects.get(id=api.internal_account(alice).partition(":")[2])
    with transaction.atomic():
        holds.hold({account.ledger_account_id}, now=clock.real_now())
    item = item_of(arrive(acme.platform, named=account.public_id))
    if is_resolving:
        resolve(item, "GIVE_BACK")

    _refused_to_delete(api, alice)
    _refused_to_drop(api, alice, "USD")


@pytest.mark.parametrize("amount", [99_00, 100_01])
def test_nobody_is_deleted_whose_refund_waits(api, alice, worker, amount):
    payment = scenarios.funded(amount)(api, alice)
    assert scenarios.payment_of(payment).status == "FAILED"

    _refused_to_delete(api, alice)
    _refused_to_drop(api, alice, "USD")

    worker.run()
    assert scenarios.refund_of(payment) == "COMPLETED"
    assert api.delete(f"/customers/{alice}").status_code == 200


@pytest.mark.parametrize("is_quoted", [False, True], ids=["transfer", "payout of a quote"])
def test_the_account_that_a_payment_of_another_goes_to_is_not_erased(api, alice, worker, is_quoted):
    payee = api.customer("Zelda Approved")
    currency, info = ("MXN", quote_requests.clabe()) if is_quoted else ("USD", factories.usd_account())
    outside = api.external_account(payee, info, currency)
    source = api.internal_account(alice)
    api.fund(source, 100_00)
    if is_quoted:
        reply = quote_requests.quote(api, source, outside, immediatelyExecute=True)
    else:
        reply = api.transfer_out(source, outside, 100_00)
    assert reply.status_code == 201, reply.content
    assert api.delete(f"/customers/{payee}").status_code == 200

    with pytest.raises(CustomerHasFunds, match="on its way to an external account"):
        erase(payee)
    worker.run()

    account = ExternalAccount.objects.get(id=outside.partition(":")[2])
    assert account.primary_identifier
    assert Transaction.objects.get().status == "COMPLETED"
    erase(payee)
    account.refresh_from_db()
    assert not account.primary_identifier


def test_the_account_that_staff_may_still_pay_is_not_erased(api, alice, worker):
    payee = api.customer("Zelda Approved")
    outside = api.external_account(payee, quote_requests.clabe("007"), "MXN")
    source = api.internal_account(alice)
    api.fund(source, 100_00)
    assert quote_requests.quote(api, source, outside, immediatelyExecute=True).status_code == 201
    worker.run()
    assert api.delete(f"/customers/{payee}").status_code == 200

    with pytest.raises(CustomerHasFunds, match="waits for a decision"):
        erase(payee)

    resolve(SuspenseItem.objects.get(), "GIVE_BACK")
    erase(payee)
