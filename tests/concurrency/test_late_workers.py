"""A worker whose lease has expired, and whose step fails afterwards, leaves the row to its new holder."""

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from payments.models import NextAction, SuspenseItem, Transaction
from payments.providers.base import RailOutcome, Verdict
from payments.workflow import advancing, claims, suspense
from payments.workflow.claims import ClaimedMovement, ClaimedPayment
from platforms.base import clock
from platforms.models import WorkFailure
from tests.support.damaged_rows import bring_to, make_due, release
from tests.support.payments import scenarios

pytestmark = pytest.mark.django_db
Claimed = ClaimedPayment | ClaimedMovement
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


def of_another(api, alice, worker) -> tuple[Claimed, Claimed]:
    """The step of a payment, which another worker has claimed since."""
    key = bring_to(NextAction.PAY_OUT, scenarios.quoted()(api, alice))
    [late] = claims.claim_payments(limit=1)
    make_due(key)
    [holder] = claims.claim_payments(limit=1)
    assert holder.step == late.step
    return late, holder


def a_step_further(api, alice, worker) -> tuple[Claimed, Claimed]:
    """A payment that others have brought to its next step, which one has claimed as often."""
    payment = scenarios.collected()(api, alice)
    bring_to(NextAction.COLLECT, payment)
    [late] = claims.claim_payments(limit=1)
    bring_to(NextAction.PAY_OUT, payment)
    [holder] = claims.claim_payments(limit=1)
    assert holder.attempts == late.attempts
    return late, holder


def out_of_suspense(api, alice, worker) -> tuple[Claimed, Claimed]:
    """Money on its way out of suspense, which another worker has claimed since."""
    _sent_again(api, alice, worker)
    [late] = claims.claim_movements(limit=1)
    SuspenseItem.objects.update(next_attempt_at=clock.real_now() - dt.timedelta(minutes=1))
    [holder] = claims.claim_movements(limit=1)
    assert holder.movement == late.movement
    return late, holder


def decided_anew(api, alice, worker) -> tuple[Claimed, Claimed]:
    """Money that the rail has refused meanwhile, and that staff have sent again."""
    item = _sent_again(api, alice, worker)
    [late] = claims.claim_movements(limit=1)
    outcome = RailOutcome(Verdict.FAILED, failure_reason="BANK_REJECTED")
    suspense.record_outcome(item_id=item.pk, movement=late.movement, outcome=outcome, now=clock.real_now())
    release(item, "PAY_AGAIN")
    [holder] = claims.claim_movements(limit=1)
    assert holder.attempts == late.attempts
    return late, holder


def _sent_again(api, alice, worker) -> SuspenseItem:
    payment = scenarios.quoted("007")(api, alice)
    worker.run()
    item = scenarios.item_of(payment)
    release(item, "PAY_AGAIN")
    return item


def _due(row: Claimed) -> Decimal:
    """When a row is due, in seconds of the epoch as leases are."""
    if isinstance(row, ClaimedPayment):
        moment = Transaction.objects.get(id=row.key).next_action_at
    else:
        moment = SuspenseItem.objects.get(id=row.key).next_attempt_at
    assert moment is not None
    return Decimal((moment - _EPOCH) // dt.timedelta(microseconds=1)) / 1_000_000


@pytest.mark.parametrize("play", [of_another, a_step_further, out_of_suspense, decided_anew])
def test_who_comes_late_postpones_nothing_of_others(api, alice, worker, silence, play: Callable[..., Any], caplog):  # noqa: PLR0917 - fixtures and a case
    late, holder = play(api, alice, worker)
    silence()

    advancing.advance(late)

    assert _due(holder) == holder.lease
    # Nobody would clear a note of it: its holder knows of no failure.
    assert not WorkFailure.objects.exists()
    # Whose it is may.
    advancing.advance(holder)
    assert _due(holder) != holder.lease
    assert caplog.text.count("not advanced") + caplog.text.count("not moved out of suspense") == 2
