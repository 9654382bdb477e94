"""Answers that come after the lease: what another worker has noted meanwhile goes with them."""

import time
import types
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from django.db import connection, transaction

from payments.models import Transaction
from payments.providers.sandbox.rail import SandboxRail
from payments.workflow import advancing, claims, leases, outcomes
from platforms.models import WorkFailure
from tests.support import threads

pytestmark = pytest.mark.django_db(transaction=True)


class SlowRail(SandboxRail):
    """Takes as long for each call as `during` says."""

    during: ClassVar[Callable[[], object]]

    def submit(self, instruction):
        type(self).during()
        return super().submit(instruction)


@pytest.fixture
def outlast(monkeypatch):
    """Return a function that moves on every clock that leases are measured by, until a lease of now is over."""
    passed = [time.monotonic()]
    now = types.SimpleNamespace(monotonic=lambda: passed[0])
    monkeypatch.setattr(leases, "time", now)
    monkeypatch.setattr(advancing, "time", now)
    monkeypatch.setattr(advancing, "RUN_SECONDS", 1000.0)
    seconds = leases.LEASE.total_seconds() + 1

    def move() -> None:
        passed[0] += seconds
        with connection.cursor() as cursor:
            cursor.execute("UPDATE platforms_platform SET clock_offset = clock_offset + %s * interval '1s'", [seconds])

    return move


@pytest.mark.parametrize("count", [1, 2], ids=["while the rail answers", "before two answers are recorded together"])
def test_a_late_answer_clears_what_another_has_noted_meanwhile(  # noqa: PLR0917 - fixtures and a case
    api, alice, worker, adapters, outlast, monkeypatch, count
):
    """Another worker claimed the payment, could not ask, and put it back: the answer of the first one ends it."""
    adapters(rail=f"{__name__}.SlowRail")
    account, bank = api.internal_account(alice), api.external_account(alice)
    api.fund(account, count * 1_00)
    for _ in range(count):
        api.transfer_out(account, bank, 1_00)
    record_all = outcomes.record_all
    noted: list[WorkFailure] = []

    def be_overtaken() -> None:
        if noted:
            return
        outlast()
        with transaction.atomic():
            claimed = claims.claim_payments(limit=100)
        for each in claimed:
            with transaction.atomic():
                claims.PAYMENTS.put_back(each, OSError())
        noted.extend(WorkFailure.objects.all())

    def late(*arguments: Any, **options: Any) -> Any:
        threads.at_once([be_overtaken])
        return record_all(*arguments, **options)

    SlowRail.during = lambda: threads.at_once([be_overtaken]) if count == 1 else None
    if count > 1:
        monkeypatch.setattr(outcomes, "record_all", late)

    worker.run()

    assert len(noted) == count
    assert set(Transaction.objects.values_list("status", flat=True)) == {"COMPLETED"}
    assert not WorkFailure.objects.exists()
