"""Payments by UMA at the support desk: found by their hash, where their money is, and what suspense does with it."""

import pytest
from django.db import transaction

from payments.admin.support import money_location
from payments.ledger import check
from payments.models import IncomingUmaPayment, SuspenseItem
from payments.uma.receiving import crediting
from payments.workflow import suspense
from platforms.base import clock
from platforms.models import AuditEntry
from tests.backoffice.conftest import page_of
from tests.backoffice.support_desk.steps import resolve
from tests.payments.uma.receiving.conftest import address, dollars, peer, sender  # noqa: F401 - fixtures
from tests.support import factories
from tests.support.payments import scenarios
from tests.support.uma.senders import payment_of

pytestmark = pytest.mark.django_db(transaction=True)


def sentence(payment) -> str:
    found = scenarios.payment_of(payment.public_id)
    items = list(SuspenseItem.objects.filter(transaction=found))
    return money_location.sentence(found, money_location.find(found.pk), items=items)


def test_an_incoming_payment_from_its_invoice_to_the_account(api, sender, worker, dollars, sam):  # noqa: F811 - fixtures
    reply = sender.ask()
    payment = payment_of(reply)

    assert sentence(payment) == "No money has moved: the sender's side has not paid the invoice yet."
    sender.pay(reply)
    with transaction.atomic():
        crediting.accept(transaction_id=payment.pk, now=clock.real_now())
    assert sentence(payment) == "10.00 USD is held for us by the network, and not ours yet."
    sender.call_back(reply)
    worker.run()

    assert sentence(payment) == f"10.00 USD is in {dollars}."
    payment_hash = IncomingUmaPayment.objects.get(transaction=payment).payment_hash
    found = sam.get("/admin/search", q=payment_hash).context["groups"]
    assert [hit.address for group in found for hit in group.hits] == [page_of(payment)]
    assert sam.get(page_of(payment)).context["desk"].parties[0].name == sender.address


@pytest.fixture
def kept(api, alice, sender, worker, use_rail):  # noqa: F811 - fixtures
    """Ten dollars that came in for Alice; her bank neither took nor returned them."""
    info = factories.usd_account("007")
    body = {"currency": "USD", "accountInfo": info, "customerId": alice, "defaultUmaDepositAccount": True}
    assert api.post("/customers/external-accounts", body).status_code == 201
    use_rail("tests.backoffice.support_desk.rails.KeepingRail")
    reply = sender.ask()
    sender.pay(reply)
    sender.call_back(reply)
    worker.run()
    use_rail("payments.providers.sandbox.rail.SandboxRail")
    return payment_of(reply)


@pytest.mark.usefixtures("within_an_hour")
@pytest.mark.parametrize(
    ("way", "account", "wanted"),
    [
        ("PAY_AGAIN", "", "10.00 USD was paid out to the beneficiary on {day}."),
        ("CREDIT_HOLDER", "", "10.00 USD is in {dollars}."),
        ("WRITE_OFF", "WRITTEN_OFF", "10.00 USD was written off."),
    ],
)
def test_what_the_receivers_bank_kept_goes_on_to_the_receiver(kept, worker, dollars, sam, sue, way, account, wanted):  # noqa: F811, PLR0917 - fixtures
    item = scenarios.item_of(kept.public_id)
    assert way in suspense.ways(item)
    assert "GIVE_BACK" not in suspense.ways(item)
    assert "is in suspense and needs staff action" in sentence(kept)

    resolve(sam, sue, item, way=way, account=account)
    worker.run()

    assert sentence(kept) == wanted.format(dollars=dollars, day=f"{clock.real_now():%-d %b %Y}")
    assert check.run().faults == []
    said = AuditEntry.objects.get(verb="proposal.approve").details["effect"]
    targets = {"PAY_AGAIN": kept.external_account.public_id, "CREDIT_HOLDER": dollars}
    assert (said["Amount"], said["To"]) == ("10.00 USD", targets.get(way, "the write-off account of the ledger"))
    assert "$" not in str(said), "an address is personal data, and the audit log keeps none"
