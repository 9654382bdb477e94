"""The first payment: a customer, an account, money in, money out, and a signed webhook for each step."""

import pytest
from django.test import Client

from tests.support.servers import webhook_receiver as receivers
from webhooks.delivery import sender
from webhooks.models import Event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_clock]


@pytest.fixture
def endpoint(settings):
    """The platform's own server, on loopback."""
    settings.ALLOW_LOOPBACK_WEBHOOKS = True
    with receivers.Receiver() as server:
        yield server


def test_the_first_payment(acme, api, worker, endpoint):
    shown = api.patch("/config", {"webhookEndpoint": endpoint.url}).json()
    assert shown["webhookEndpoint"] == endpoint.url
    pem = Client().get(f"/webhook-keys/{acme.platform.id}.pem").content.decode()
    customer = api.customer("Alice Approved")
    internal, external = api.internal_account(customer), api.external_account(customer)
    api.fund(internal, 10_000)

    payment = api.transfer_out(internal, external, 2500).json()
    _deliver()
    worker.run()
    _deliver()

    told = [request.json for request in endpoint.received]
    assert sorted(event["type"] for event in told) == sorted(
        [
            "TEST",
            "CUSTOMER.KYC_APPROVED",
            "INTERNAL_ACCOUNT.BALANCE_UPDATED",
            "INTERNAL_ACCOUNT.BALANCE_UPDATED",
            "OUTGOING_PAYMENT.PENDING",
            "OUTGOING_PAYMENT.COMPLETED",
        ]
    )
    assert all(receivers.is_signed_by(request, pem) for request in endpoint.received)
    of_payment = [event["data"]["status"] for event in told if event["type"].startswith("OUTGOING_PAYMENT")]
    assert of_payment == ["PENDING", "COMPLETED"]
    completed = next(event for event in told if event["type"] == "OUTGOING_PAYMENT.COMPLETED")
    assert completed["data"] == api.get(f"/transactions/{payment['id']}").json()
    assert len({event["id"] for event in told}) == len(told)
    assert not Event.objects.exclude(state="DELIVERED").exists()
    accounts = api.get("/customers/internal-accounts", customerId=customer, currency="USD").json()["data"]
    assert accounts[0]["balance"]["amount"] == 7500
    listed = api.get("/transactions", customerId=customer).json()
    assert [row["id"] for row in listed["data"]] == [payment["id"]]
    assert listed["data"][0]["status"] == "COMPLETED"


def test_money_comes_in_by_a_pull_and_goes_out_again(api, worker):
    customer = api.customer("Alice Approved")
    internal, external = api.internal_account(customer), api.external_account(customer)

    pulled = api.transfer_in(external, internal, 700).json()
    too_early = api.transfer_out(internal, external, 700)
    worker.run()
    pushed = api.transfer_out(internal, external, 700)
    worker.run()

    assert pulled["status"] == "CREATED"
    assert too_early.json()["code"] == "INSUFFICIENT_BALANCE"
    assert pushed.status_code == 201
    statuses = {row["type"]: row["status"] for row in api.get("/transactions").json()["data"]}
    assert statuses == {"INCOMING": "COMPLETED", "OUTGOING": "COMPLETED"}


def _deliver():
    assert sender.run() == sender.Left.NOTHING
