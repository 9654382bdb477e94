"""Payments beyond what their token may pay alone: they wait for a person, and nothing moves twice or too early."""

import datetime as dt

import pytest
from django.db import transaction

from payments.ledger import check
from payments.models import JournalEntry, Transaction
from payments.quotes import releasing
from payments.workflow import claims
from platforms import audit
from platforms.base import clock
from platforms.models import AuditEntry
from tests.conftest import Api
from tests.support import factories
from tests.support.payments import quote_requests
from tests.support.payments.spending import WAYS, Ways, budget_of, dollars, limited

pytestmark = pytest.mark.django_db(transaction=True)
SAM = audit.Actor(kind="STAFF", id="sam")


@pytest.fixture
def ways(api, alice):
    source = api.internal_account(alice)
    api.fund(source, 100_00)
    own = api.internal_account(None)
    return Ways(api, alice, source, api.external_account(alice), own)


OTHERS = dollars(budget={"max": 11_00, "recurrence": "NONE"})


def _agent(api, above=5_00, most=20_00):
    return limited(api, currencies=dollars(approvalAbove=above, budget={"max": most, "recurrence": "NONE"}))


def _made():
    return Transaction.objects.filter(type="OUTGOING").latest("id")


@pytest.mark.parametrize("way", WAYS)
def test_a_payment_above_the_threshold_waits_whichever_way_it_is_made(api, ways, worker, way):
    agent = _agent(api)

    small, _ = getattr(ways, way)(agent, 5_00)
    worker.run()
    begun = _made()
    large, _ = getattr(ways, way)(agent, 5_01)
    worker.run()

    assert (small, large) == (201, 201)
    payment = _made()
    shown = api.get(f"/transactions/{payment.public_id}").json()
    assert shown["pendingReason"] == "APPROVAL"
    assert shown["status"] in {"PENDING", "PROCESSING"}
    assert payment.provider_reference == ""
    assert budget_of(api, agent)["spent"] == 10_01
    assert check.run().faults == []

    approved = api.post(f"/transactions/{payment.public_id}/approve", {})
    worker.run()

    assert approved.status_code == 200, approved.content
    assert approved.json().get("pendingReason") != "APPROVAL"
    # As far as the other one came by itself; an institution that was asked may have answered by now.
    assert api.get(f"/transactions/{payment.public_id}").json()["status"] in {begun.status, "COMPLETED"}
    assert begun.status == "COMPLETED" or way.startswith("address")
    assert budget_of(api, agent)["spent"] == 10_01
    assert check.run().faults == []


@pytest.mark.parametrize("way", WAYS)
def test_one_that_is_rejected_restores_money_and_budget(api, ways, worker, way):
    agent = _agent(api)
    before = factories.balance_of(ways.source)
    getattr(ways, way)(agent, 6_00)
    payment = _made()
    assert factories.balance_of(ways.source) == before - 6_00

    rejected = api.post(f"/transactions/{payment.public_id}/reject", {"reason": "not ours"})
    again = api.post(f"/transactions/{payment.public_id}/approve", {})
    worker.run()

    assert rejected.status_code == 200, rejected.content
    assert (rejected.json()["status"], rejected.json()["failureReason"]) == ("FAILED", "CANCELLED")
    assert again.json()["code"] == "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL"
    assert factories.balance_of(ways.source) == before
    assert budget_of(api, agent)["spent"] == 0
    assert AuditEntry.objects.filter(subject=payment.public_id, verb="transaction.refuse").count() == 1
    assert check.run().faults == []


def test_neither_its_own_token_nor_one_with_limits_decides(api, acme, ways):
    agent, other = _agent(api), _agent(api)
    ways.transfer(agent, 6_00)
    payment = _made()
    reader = factories.token(acme.platform, ("VIEW",))

    for token in (agent, other, Api(reader.token.client_id, reader.client_secret)):
        for verb in ("approve", "reject"):
            reply = token.post(f"/transactions/{payment.public_id}/{verb}", {})
            assert (reply.status_code, reply.json()["code"]) == (403, "FORBIDDEN")
    payment.refresh_from_db()
    assert payment.pending_reason == "APPROVAL"


def test_its_own_token_does_not_decide_after_its_limits_were_lifted(api, ways):
    agent = _agent(api)
    ways.transfer(agent, 6_00)
    api.patch(f"/tokens/{agent.token}", {"spendingLimits": {}})

    reply = agent.post(f"/transactions/{_made().public_id}/approve", {})

    assert (reply.status_code, reply.json()["code"]) == (403, "FORBIDDEN")


def test_another_platform_does_not_decide(api, rival_api, ways):
    ways.transfer(_agent(api), 6_00)

    reply = rival_api.post(f"/transactions/{_made().public_id}/approve", {})

    assert (reply.status_code, reply.json()["code"]) == (404, "TRANSACTION_NOT_FOUND")


def test_one_that_nobody_decides_about_ends_after_a_day(api, ways, worker):
    agent = _agent(api)
    ways.transfer(agent, 6_00)
    payment = _made()
    assert payment.next_action_at - payment.created_at == dt.timedelta(hours=24)

    api.post("/sandbox/clock/advance", {"seconds": 24 * 3600 + 1})
    worker.run()

    payment.refresh_from_db()
    assert (payment.status, payment.failure_reason) == ("FAILED", "PAYMENT_APPROVAL_TIMED_OUT")
    assert factories.balance_of(ways.source) == 100_00
    assert budget_of(api, agent)["spent"] == 0


@pytest.mark.parametrize("is_claimed", [False, True], ids=["before a worker", "claimed"])
def test_nobody_decides_after_a_day_though_no_worker_has_ended_it(api, ways, worker, is_claimed):
    agent = _agent(api)
    ways.transfer(agent, 6_00)
    payment = _made()
    api.post("/sandbox/clock/advance", {"seconds": 24 * 3600})
    if is_claimed:  # and the worker that has claimed it is gone
        with transaction.atomic(durable=True):
            [_] = claims.claim_payments(limit=9)
    kept = Transaction.objects.filter(id=payment.id).values().get()
    written = AuditEntry.objects.count()

    replies = [api.post(f"/transactions/{payment.public_id}/{verb}", {}) for verb in ("approve", "reject")]
    by_staff = {"transaction_id": payment.pk, "reason": "late", "actor": SAM, "real_now": clock.real_now()}
    for decide in (releasing.approve_by_staff, releasing.refuse_by_staff):
        with pytest.raises(releasing.NotWaiting, match="its time is over"), transaction.atomic(durable=True):
            decide(**by_staff)

    assert [(reply.status_code, reply.json()["code"]) for reply in replies] == [
        (409, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL")
    ] * 2
    assert "its time is over" in replies[0].json()["message"]
    assert Transaction.objects.filter(id=payment.id).values().get() == kept
    assert AuditEntry.objects.count() == written
    api.post("/sandbox/clock/advance", {"seconds": 60})
    worker.run()
    payment.refresh_from_db()
    assert (payment.status, payment.failure_reason) == ("FAILED", "PAYMENT_APPROVAL_TIMED_OUT")
    assert factories.balance_of(ways.source) == 100_00
    assert budget_of(api, agent)["spent"] == 0
    assert check.run().faults == []


def test_it_is_approved_until_its_time_is_over(api, ways, worker):
    ways.transfer(_agent(api), 6_00)
    payment = _made()
    api.post("/sandbox/clock/advance", {"seconds": 24 * 3600 - 60})

    approved = api.post(f"/transactions/{payment.public_id}/approve", {})
    worker.run()

    assert approved.status_code == 200, approved.content
    assert api.get(f"/transactions/{payment.public_id}").json()["status"] == "COMPLETED"


def test_it_is_rejected_and_not_cancelled(api, ways):
    ways.transfer(_agent(api), 6_00)

    reply = api.post(f"/transactions/{_made().public_id}/cancel")

    assert reply.json()["details"]["reason"] == "AWAITS_APPROVAL"


def test_what_was_restored_is_not_taken_from_another_budget(api, ways):
    agent = _agent(api)
    ways.transfer(agent, 6_00)
    ways.transfer(agent, 5_00)
    payment = Transaction.objects.get(sent_amount=6_00)
    api.patch(
        f"/tokens/{agent.token}",
        {"spendingLimits": {"currencies": OTHERS}},
    )

    api.post(f"/transactions/{payment.public_id}/reject", {})

    assert budget_of(api, agent)["spent"] == 11_00


def test_a_threshold_is_shown_and_audited(api):
    agent = _agent(api, above=0)

    shown = api.get(f"/tokens/{agent.token}").json()["spendingLimits"]

    assert shown["currencies"][0]["approvalAbove"] == 0
    assert AuditEntry.objects.get(subject=agent.token).details["limits"]["currencies"][0]["approvalAbove"] == 0


def test_events_tell_what_it_waits_for_and_that_it_goes_on(api, ways):
    ways.transfer(_agent(api), 6_00)
    payment = _made()
    api.post(f"/transactions/{payment.public_id}/approve", {})

    told = api.get("/events", resourceId=payment.public_id).json()["data"]

    assert [each["type"] for each in told] == ["OUTGOING_PAYMENT.PENDING"] * 2


def test_a_token_without_a_threshold_pays_as_before(api, ways):
    agent = limited(api, currencies=dollars(budget={"max": 20_00, "recurrence": "NONE"}))

    assert ways.transfer(agent, 6_00)[0] == 201
    assert _made().pending_reason == "PAYOUT"


def test_a_threshold_costs_no_statement(api, ways, django_assert_num_queries):
    """Below it and above it, as without limits: a transfer out takes two."""
    for client in (api, limited(api, currencies=dollars()), _agent(api, above=5_00), _agent(api, above=1_00)):
        ways.transfer(client, 1_00)  # the token is known now
        with django_assert_num_queries(2):
            assert ways.transfer(client, 2_00)[0] == 201
    assert _made().awaits_approval


@pytest.fixture
def collected(api, alice, ways):
    """A payment of 6.00 USD from a bank account that its token may not make alone; with the token."""
    agent = _agent(api)
    bank = api.external_account(alice, factories.usd_account())
    quote = quote_requests.quote(agent, bank, ways.own, amount=6_00).json()
    assert agent.post(f"/quotes/{quote['id']}/execute").status_code == 200
    payment = _made()
    assert (payment.next_action, payment.status) == ("AWAIT_COLLECT", "PROCESSING")
    return agent, payment, factories.balance_of(ways.own)


def test_a_payment_from_a_bank_account_is_collected_once_it_is_approved(api, ways, worker, collected):
    agent, payment, before = collected
    worker.run()
    payment.refresh_from_db()
    assert (payment.next_action, payment.status) == ("AWAIT_COLLECT", "PROCESSING")
    assert JournalEntry.objects.filter(transaction_id=payment.pk).count() == 0

    approved = api.post(f"/transactions/{payment.public_id}/approve", {})
    worker.run()

    assert approved.status_code == 200, approved.content
    assert api.get(f"/transactions/{payment.public_id}").json()["status"] == "COMPLETED"
    assert factories.balance_of(ways.own) == before + 6_00
    assert budget_of(api, agent)["spent"] == 6_00
    assert check.run().faults == []


@pytest.mark.parametrize("ending", ["rejected", "over"])
def test_a_payment_from_a_bank_account_that_is_not_approved_collects_nothing(api, ways, worker, collected, ending):
    agent, payment, before = collected

    if ending == "rejected":
        assert api.post(f"/transactions/{payment.public_id}/reject", {}).status_code == 200
    else:
        api.post("/sandbox/clock/advance", {"seconds": 24 * 3600 + 1})
    worker.run()

    payment.refresh_from_db()
    reason = {"rejected": "CANCELLED", "over": "PAYMENT_APPROVAL_TIMED_OUT"}[ending]
    assert (payment.status, payment.failure_reason) == ("FAILED", reason)
    assert "refund" not in api.get(f"/transactions/{payment.public_id}").json()
    assert JournalEntry.objects.filter(transaction_id=payment.pk).count() == 0
    assert factories.balance_of(ways.own) == before
    assert budget_of(api, agent)["spent"] == 0
    assert check.run().faults == []
