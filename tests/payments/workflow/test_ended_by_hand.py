"""What is left of a payment that staff end, after its steps have failed."""

import pytest
from django.db import transaction

from payments.models import Transaction
from payments.workflow import staff_actions
from platforms import audit
from platforms.base import clock
from platforms.models import WorkFailure
from tests.support.faulty_rails import MoodyRail, be_away
from tests.support.payments import scenarios

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def failing(api, alice, worker, adapters, monkeypatch) -> Transaction:
    """A payment whose rail can't be reached."""
    adapters(rail="tests.support.faulty_rails.MoodyRail")
    payment = scenarios.payment_of(scenarios.transfer_out()(api, alice))
    monkeypatch.setitem(MoodyRail.moods, payment.sent_amount, be_away)
    worker.run()
    assert WorkFailure.objects.get().subject == payment.public_id
    return payment


def test_a_payment_that_staff_end_fails_no_more(api, failing):
    """The note would stay for two days, in the list and the metric of work that fails."""
    with transaction.atomic(durable=True):
        staff_actions.fail_and_refund(
            transaction_id=failing.pk,
            failure_reason="TIMED_OUT",
            reason="the bank does not know it",
            actor=audit.operator("sam"),
            real_now=clock.real_now(),
        )

    assert scenarios.payment_of(failing.public_id).status == "FAILED"
    assert not WorkFailure.objects.exists()
