"""Answers that come after the lease: what another worker has noted meanwhile goes with them."""

from typing import Any

import pytest
from django.db import transaction

from payments.models import Transaction
from payments.providers import registry
from payments.workflow import advancing, claims, leases, outcomes
from platforms.models import WorkFailure
from tests.support import threads
from tests.support.processes import outlasted_leases

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("count", [1, 2], ids=["while the rail answers", "before two answers are recorded together"])
def test_a_late_answer_clears_what_another_has_noted_meanwhile(  # noqa: PLR0917 - fixtures and a case
    api, alice, worker, adapters, monkeypatch, count
):
    """Another worker claimed the payment, could not ask, and put it back: the answer of the first one ends it."""
    adapters(rail="tests.support.processes.outlasted_leases.SlowRail")
    pass_time = outlasted_leases.clock(monkeypatch)
    monkeypatch.setattr(advancing, "RUN_SECONDS", 1000.0)
    account, bank = api.internal_account(alice), api.external_account(alice)
    api.fund(account, count * 1_00)
    for _ in range(count):
        api.transfer_out(account, bank, 1_00)
    record_all = outcomes.record_all
    noted: list[WorkFailure] = []

    def be_overtaken() -> None:
        if noted:
            return
        pass_time(leases.LEASE.total_seconds() + 1)
        with transaction.atomic():
            claimed = claims.claim_payments(limit=100)
        for each in claimed:
            with transaction.atomic():
                claims.PAYMENTS.put_back(each, OSError())
        noted.extend(WorkFailure.objects.all())

    def late(*arguments: Any, **options: Any) -> Any:
        threads.at_once([be_overtaken])
        return record_all(*arguments, **options)

    if count == 1:
        rail: Any = registry.rail("SANDBOX")
        rail.during = lambda: threads.at_once([be_overtaken])
    else:
        monkeypatch.setattr(outcomes, "record_all", late)

    worker.run()

    assert len(noted) == count
    assert set(Transaction.objects.values_list("status", flat=True)) == {"COMPLETED"}
    assert not WorkFailure.objects.exists()
