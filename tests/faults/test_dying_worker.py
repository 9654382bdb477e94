"""A worker dies after each request to a rail, before it could store the answer."""

import collections

import pytest

from payments.ledger import check
from payments.models import JournalEntry
from payments.providers import registry
from payments.providers.base import Leg
from payments.workflow import leases
from tests.support import factories
from tests.support.faulty_rails import DeadlyRail, WorkerDied
from tests.support.payments import quote_requests
from webhooks.models import Event

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]
_COLLECT, _PAY, _RETURN = (
    (Leg.COLLECTION, "submit", 100_00),
    (Leg.PAYOUT, "submit", 1_849_99),
    (Leg.REFUND, "submit", 100_00),
)
_ASK_AGAIN = (Leg.PAYOUT, "status", 1_849_99)
ENDINGS = {
    "789": ("COMPLETED", None, [_COLLECT, _PAY]),
    "004": ("FAILED", "COMPLETED", [_COLLECT, _PAY, _RETURN]),
    "005": ("FAILED", "COMPLETED", [_COLLECT, _PAY, _ASK_AGAIN, _RETURN]),
    "006": ("REFUNDED", "COMPLETED", [_COLLECT, _PAY, _RETURN]),
    "007": ("FAILED", "FAILED", [_COLLECT, _PAY]),
}


@pytest.fixture
def rail(adapters):
    adapters(rail="tests.support.faulty_rails.DeadlyRail")
    return registry.rail("SANDBOX")


def work_and_die(api, worker) -> int:
    """Let workers take up what is due until nothing is; return how many have died."""
    deaths = 0
    while True:
        try:
            worker.run()
        except WorkerDied:
            deaths += 1
            # What the dead one held is free when its lease has run out.
            seconds = int(leases.LEASE.total_seconds()) + 1
            assert api.post("/sandbox/clock/advance", {"seconds": seconds}).status_code == 200
        else:
            return deaths


def posted() -> dict[str, int]:
    return dict(collections.Counter(JournalEntry.objects.exclude(transaction=None).values_list("purpose", flat=True)))


@pytest.mark.parametrize("source", ["internal account", "collected", "paid in real time"])
@pytest.mark.parametrize("suffix", ENDINGS)
def test_each_step_is_told_again_and_booked_once(api, alice, worker, rail: DeadlyRail, suffix, source):  # noqa: PLR0917 - fixtures
    status, refund, steps = ENDINGS[suffix]
    target = api.external_account(alice, quote_requests.clabe(suffix), "MXN")
    account = api.internal_account(alice)
    if source == "internal account":
        api.fund(account, 100_00)
        steps = [step for step in steps if step not in {_COLLECT, _RETURN}]
        quote = quote_requests.quote(api, account, target, immediatelyExecute=True).json()
    elif source == "collected":
        bank = api.external_account(alice, factories.usd_account())
        quote = quote_requests.quote(api, bank, target, immediatelyExecute=True).json()
    else:
        steps = [step for step in steps if step != _COLLECT]
        quote = quote_requests.quote(api, quote_requests.realtime("USD", alice), target).json()
        assert api.post("/sandbox/send", {"quoteId": quote["id"], "currencyCode": "USD"}).status_code == 200

    deaths = work_and_die(api, worker)

    assert deaths == len(steps)
    assert rail.told == [step for step in steps for _ in range(2)]
    shown = api.get(f"/transactions/{quote['transactionId']}").json()
    assert (shown["status"], shown.get("refund", {}).get("status")) == (status, refund)
    assert set(posted().values()) == {1}
    told = Event.objects.filter(resource=quote["transactionId"]).values_list("type", flat=True)
    assert len(told) == len(set(told))
    is_back = source == "internal account" and refund == "COMPLETED"
    assert factories.balance_of(account) == (100_00 if is_back else 0)
    assert check.run().faults == []


def test_a_worker_that_dies_before_its_lease_has_run_out_keeps_others_from_the_payment(api, alice, worker, rail):
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    target = api.external_account(alice, quote_requests.clabe(), "MXN")
    quote_requests.quote(api, account, target, immediatelyExecute=True)

    with pytest.raises(WorkerDied):
        worker.run()

    assert worker.run() == 0
    assert len(rail.told) == 1
