"""The sentence beside the reason of a failure."""

import re

import pytest

from payments import failure_messages
from payments.models import FailureReason
from tests.support import factories


def test_every_reason_has_a_sentence_for_customers():
    assert set(failure_messages.MESSAGES) == set(FailureReason.values)
    sentences = re.compile(r"[A-Z][^A-Z_0-9]+\.( [A-Z][^A-Z_0-9]+\.)?")
    assert all(map(sentences.fullmatch, failure_messages.MESSAGES.values()))
    assert failure_messages.of("OF_A_LATER_RELEASE") == failure_messages.MESSAGES["QUOTE_EXECUTION_FAILED"]


@pytest.mark.django_db
def test_a_failed_payment_tells_it_and_no_other_does(api, alice, worker):
    source = api.internal_account(alice)
    api.fund(source, 1_000)
    paid = [
        api.transfer_out(source, api.external_account(alice, factories.usd_account(suffix)), 100).json()["id"]
        for suffix in ("789", "003")
    ]
    worker.run()

    arrived, failed = (api.get(f"/transactions/{key}").json() for key in paid)
    assert "failureMessage" not in arrived
    assert (failed["failureReason"], failed["failureMessage"]) == (
        "ACCOUNT_INVALID",
        "The bank account could not be used. Please check its details.",
    )
