"""Payments that the platform cancels while they wait for the file of a bank."""

import pytest

from payments.ledger import check
from tests.banks.rail import world
from tests.support.factories import balance_of

pytestmark = pytest.mark.django_db(transaction=True)


def cancel(api, payment):
    return api.post(f"/transactions/{payment}/cancel")


def test_what_waits_for_the_file_of_a_bank_can_be_cancelled_until_it_is_made(api, acme, worker, alice):
    world.connect(acme.platform)
    first, second = world.pay(api, alice, 10_00), world.pay(api, alice, 25_00)
    worker.run()
    row = world.row_of(first)
    assert row.state == "BATCHED"
    assert row.batch is not None

    shown = cancel(api, first).json()

    assert (shown["status"], shown["failureReason"]) == ("FAILED", "CANCELLED")
    world.close(row.batch)
    world.release(row.batch)
    world.sweep()
    [path] = world.delivered()
    content = path.read_text()
    assert world.row_of(first).end_to_end_id not in content
    assert world.row_of(second).end_to_end_id in content
    refused = cancel(api, second)
    assert (refused.status_code, refused.json()["details"]) == (409, {"reason": "UNDER_WAY"})
    assert balance_of(api.internal_account(alice, "EUR")) == 10_00
    assert check.run().faults == []
