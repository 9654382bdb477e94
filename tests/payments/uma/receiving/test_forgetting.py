"""A customer who was paid by UMA is forgotten, and so is who paid."""

import pytest
from django.db import transaction

from compliance.customers import erasure
from compliance.models import Customer
from payments.ledger import check
from platforms import audit
from platforms.base import clock
from tests.support.compliance import traces
from tests.support.servers.webhook_receiver import Answer
from tests.support.uma.senders import payment_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_neither_side_of_a_payment_by_uma_is_left(api, sender, worker, alice, dollars, listening):  # noqa: PLR0917 - fixtures
    address = f"$alice@{sender.platform.uma_domain}"
    assert api.patch(f"/customers/{alice}", {"customerType": "INDIVIDUAL", "umaAddress": address}).status_code == 200
    sender.receiver_address = address
    listening.default = Answer(200, b'{"receiverCustomerInfo": {"FULL_NAME": "Alice Approved"}}')
    reply = sender.ask(requested_payee_data={"FULL_NAME": True})
    sender.pay(reply)
    sender.call_back(reply)
    worker.run()
    api.transfer_out(dollars, api.external_account(alice), 10_00)
    worker.run()
    assert {value for value, _ in traces.of(["Paul Payer", "Alice Approved", address])} >= {"Paul Payer"}
    assert api.delete(f"/customers/{alice}").status_code == 200

    with transaction.atomic():
        erasure.erase(
            customer=Customer.objects.get(id=alice.partition(":")[2]),
            actor=audit.operator("tests"),
            reason="request 18 of the privacy desk",
            now=clock.real_now(),
        )

    assert traces.of(["Paul Payer", "Alice Approved", address]) == set()
    assert api.get(f"/transactions/{payment_of(reply).public_id}").json()["status"] == "COMPLETED"
    assert check.run().faults == []
