"""Decisions about one payment that waits, at once: one counts, and its budget is neither lost nor restored twice."""

import datetime as dt
import functools
import threading

import pytest
from django.db import transaction

from payments import tasks
from payments.ledger import check
from payments.models import JournalEntry, Transaction
from payments.quotes import releasing
from platforms import audit
from platforms.models import AuditEntry, Platform
from tests.support import factories, threads
from tests.support.payments.spending import WAYS, Ways, budget_of, dollars, limited
from tests.support.processes.worker import Worker
from tests.support.races import halt

pytestmark = pytest.mark.django_db(transaction=True)
_FUNDS, _AMOUNT, _BUDGET = 100_00, 6_00, 20_00
_AT_ONCE = 4
_SAM = audit.Actor(kind="STAFF", id="sam")
NOT_PENDING = "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL"


@pytest.fixture
def ways(api, alice):
    source = api.internal_account(alice)
    api.fund(source, _FUNDS)
    return Ways(api, alice, source, api.external_account(alice), api.internal_account(None))


@pytest.fixture
def agent(api):
    return limited(api, currencies=dollars(approvalAbove=1_00, budget={"max": _BUDGET, "recurrence": "NONE"}))


def waiting(ways, agent, way="transfer"):
    """Make a payment that waits, and return it."""
    assert getattr(ways, way)(agent, _AMOUNT)[0] == 201
    payment = Transaction.objects.filter(type="OUTGOING").latest("id")
    assert payment.awaits_approval
    return payment


def deciding(api, payment, verb):
    """A decision by a token without limits."""
    return functools.partial(api.post, f"/transactions/{payment.public_id}/{verb}", {})


def decided(payment):
    """How often the payment was released and refused, and its purposes in the journal."""
    verbs = AuditEntry.objects.filter(subject=payment.public_id, verb__in=("transaction.release", "transaction.refuse"))
    entries = JournalEntry.objects.filter(transaction_id=payment.pk).order_by("id")
    return list(verbs.values_list("verb", flat=True)), list(entries.values_list("purpose", flat=True))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("verb", ["approve", "reject"])
def test_of_several_decisions_of_one_kind_one_counts(api, ways, agent, way, verb):
    payment = waiting(ways, agent, way)

    replies = threads.at_once([deciding(api, payment, verb)] * _AT_ONCE)
    Worker().run()

    assert threads.statuses(replies) == {200: 1, 409: _AT_ONCE - 1}
    assert decided(payment)[0] == [f"transaction.{'release' if verb == 'approve' else 'refuse'}"]
    _is_whole(api, ways, agent, payment, is_released=verb == "approve")


def _is_whole(api, ways, agent, payment, *, is_released):
    """One that was released took money and budget once; one that was refused took neither."""
    spent = _AMOUNT if is_released else 0
    payment.refresh_from_db()
    # An institution that is asked for an invoice may still have to answer.
    assert payment.status in ({"COMPLETED", "PROCESSING", "PENDING"} if is_released else {"FAILED"})
    assert factories.balance_of(ways.source) == _FUNDS - spent
    assert budget_of(api, agent)["spent"] == spent
    purposes = decided(payment)[1]
    assert len(purposes) == len(set(purposes)), purposes
    assert check.run().faults == []


def test_of_approvals_and_refusals_at_once_one_counts(api, ways, agent, worker):
    payment = waiting(ways, agent)

    replies = threads.at_once([deciding(api, payment, verb) for verb in ("approve", "reject") * 2])
    worker.run()

    assert threads.statuses(replies) == {200: 1, 409: 3}
    [verb] = decided(payment)[0]
    _is_whole(api, ways, agent, payment, is_released=verb == "transaction.release")


def _in_time(payment, verb):
    """A decision by staff that was asked for one microsecond before the end of the time, and comes to the row now."""
    decide = {"approve": releasing.approve_by_staff, "reject": releasing.refuse_by_staff}[verb]
    last = payment.next_action_at - dt.timedelta(microseconds=1)

    def work():
        with transaction.atomic(durable=True):
            return decide(transaction_id=payment.pk, reason="in time", actor=_SAM, real_now=last - _offset(payment))

    return work


def _offset(payment):
    return Platform.objects.get(id=payment.platform_id).clock_offset


@pytest.mark.parametrize("verb", ["approve", "reject"])
@pytest.mark.parametrize("when", ["in time", "too late"])
def test_of_a_decision_and_the_end_of_the_time_one_counts(api, ways, agent, verb, when):
    """Whoever comes first to a payment that was decided about in time; who decides too late never does."""
    payment = waiting(ways, agent)
    api.post("/sandbox/clock/advance", {"seconds": 24 * 3600 + 1})
    decision = _in_time(payment, verb) if when == "in time" else deciding(api, payment, verb)

    outcome, *_ = threads.at_once([decision, *[tasks.advance_due_payments] * 3])
    api.post("/sandbox/clock/advance", {"seconds": 60})
    Worker().run()

    payment.refresh_from_db()
    is_decided = isinstance(outcome, Transaction)
    if when == "too late":
        assert (outcome.status_code, outcome.json()["code"]) == (409, NOT_PENDING)
    else:
        assert is_decided or isinstance(outcome, releasing.NotWaiting), outcome
    ended = {"approve": "", "reject": "CANCELLED"}[verb] if is_decided else "PAYMENT_APPROVAL_TIMED_OUT"
    assert (payment.failure_reason or "") == ended
    assert len(decided(payment)[0]) == 1
    _is_whole(api, ways, agent, payment, is_released=is_decided and verb == "approve")


def test_of_approval_rejection_and_the_end_of_the_time_one_counts(api, ways, agent, worker):
    payment = waiting(ways, agent)
    api.post("/sandbox/clock/advance", {"seconds": 24 * 3600 + 1})

    decisions = [_in_time(payment, verb) for verb in ("approve", "reject") * 2]
    decisions = threads.at_once([*decisions, tasks.advance_due_payments])[:-1]
    api.post("/sandbox/clock/advance", {"seconds": 60})
    worker.run()

    assert all(isinstance(outcome, Transaction | releasing.NotWaiting) for outcome in decisions), decisions
    payment.refresh_from_db()
    [verb] = decided(payment)[0]
    counted = [outcome for outcome in decisions if isinstance(outcome, Transaction)]
    is_over = payment.failure_reason == "PAYMENT_APPROVAL_TIMED_OUT"
    assert len(counted) == (0 if is_over else 1)
    _is_whole(api, ways, agent, payment, is_released=verb == "transaction.release")


@pytest.mark.parametrize("verb", ["approve", "reject"])
def test_a_decision_while_the_payees_account_is_deleted(api, ways, agent, worker, verb):
    """What was accepted goes on, as any payment to an account that is deleted after it."""
    payment = waiting(ways, agent)

    reply, deletion = threads.at_once(
        [deciding(api, payment, verb), functools.partial(api.delete, f"/customers/external-accounts/{ways.bank}")]
    )
    worker.run()

    assert (reply.status_code, deletion.status_code) == (200, 204)
    _is_whole(api, ways, agent, payment, is_released=verb == "approve")


@pytest.mark.parametrize("verb", ["approve", "reject"])
def test_a_decision_while_the_payer_is_deleted(api, ways, worker, verb):
    """All that the customer has waits: the account looks empty, and the customer stays."""
    agent = limited(api, currencies=dollars(approvalAbove=1_00))
    assert ways.transfer(agent, _FUNDS)[0] == 201
    payment = Transaction.objects.filter(type="OUTGOING").latest("id")
    assert factories.balance_of(ways.source) == 0

    reply, deletion = threads.at_once(
        [deciding(api, payment, verb), functools.partial(api.delete, f"/customers/{ways.customer}")]
    )
    worker.run()

    assert reply.status_code == 200, reply.content
    assert (deletion.status_code, deletion.json()["code"]) == (409, "CUSTOMER_HAS_FUNDS")
    payment.refresh_from_db()
    assert payment.status == {"approve": "COMPLETED", "reject": "FAILED"}[verb]
    assert factories.balance_of(ways.source) == {"approve": 0, "reject": _FUNDS}[verb]
    assert check.run().faults == []


def test_a_refusal_and_further_payments_at_once_overspend_no_budget(api, ways):
    """Each refusal restores what the next payment may take: never more than the budget is out."""
    agent = limited(api, currencies=dollars(approvalAbove=1_00, budget={"max": 12_00, "recurrence": "NONE"}))
    waiting(ways, agent), waiting(ways, agent)
    made = list(Transaction.objects.filter(type="OUTGOING"))

    threads.at_once(
        [deciding(api, payment, "reject") for payment in made] + [functools.partial(ways.transfer, agent, _AMOUNT)] * 6
    )

    out = sum(Transaction.objects.filter(next_action="AWAIT_APPROVAL").values_list("sent_amount", flat=True))
    assert budget_of(api, agent)["spent"] == out <= 12_00
    assert factories.balance_of(ways.source) == _FUNDS - out
    assert check.run().faults == []


@pytest.mark.usefixtures("no_row_locks")
def test_control_without_the_lock_two_decisions_meet(api, ways, agent, monkeypatch):
    """Both read the payment as one that waits: only the books' own guards are left then."""
    payment = waiting(ways, agent)
    halt(monkeypatch, releasing, "_require_another", threading.Barrier(2))

    replies = threads.at_once([deciding(api, payment, verb) for verb in ("approve", "reject")])

    assert 409 not in [getattr(reply, "status_code", 0) for reply in replies]
