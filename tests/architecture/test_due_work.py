"""The scheduler's conditions see what the claims of the workers take, neither less nor more."""

import datetime as dt
import uuid

import pytest
from django.db import connection, transaction

from compliance.bulk import bulk_imports
from compliance.models import BulkImport
from payments import tasks
from payments.due import CALL_STEPS
from payments.models import (
    JournalEntry,
    JournalSeal,
    LedgerAccount,
    NextAction,
    PaymentFile,
    SignedRoot,
    StatementRun,
    SuspenseItem,
    SuspenseWay,
    Transaction,
)
from payments.reporting import statement_runs
from payments.workflow import claims, counterparty_calls
from platforms import audit
from platforms.base import clock
from platforms.models import Platform
from platforms.operations import audit_seals
from tests.support import factories
from tests.support.payments import payment_files
from tests.support.plans import planned
from tests.support.processes.schedule import EVERY, QUESTIONS, is_asked_for
from webhooks.delivery import claims as deliveries
from webhooks.models import EndpointShare, Event, EventState
from webhooks.outbox import events

pytestmark = pytest.mark.service

PAYMENTS, EVENTS = "payments.advance_due_payments", "webhooks.deliver_due_events"
CALLS = "payments.call_counterparties"
IMPORTS, SEALS, STREAMS = "compliance.import_customers", "platforms.seal_audit_log", "webhooks.reconcile_streams"
JOURNAL, DAYS = "payments.seal_journal", "payments.seal_days"
FILES, STATEMENTS = "payments.make_payment_files", "payments.make_statements"
BEFORE, AFTER = dt.timedelta(minutes=-1), dt.timedelta(minutes=1)
OFFSETS = [dt.timedelta(0), dt.timedelta(days=400), dt.timedelta(days=-3)]


@pytest.fixture
def payment(api, alice):
    account = api.internal_account(alice)
    api.fund(account, 10_000)
    reply = api.transfer_out(account, api.external_account(alice), 2500)
    Event.objects.all().delete()
    return Transaction.objects.get(id=reply.json()["id"].partition(":")[2])


@pytest.fixture
def others():
    """A platform whose clock runs ahead of all, with nothing to do."""
    rival = factories.tenant("rival")
    Platform.objects.filter(id=rival.platform.id).update(clock_offset=dt.timedelta(days=1000))


def move_clock(platform, offset):
    Platform.objects.filter(id=platform.id).update(clock_offset=offset)
    platform.refresh_from_db()
    return platform.now()


@pytest.mark.parametrize("offset", OFFSETS, ids=str)
def test_payments(payment, others, offset):
    now = move_clock(payment.platform, offset)
    rows = Transaction.objects.filter(id=payment.id)
    for action in NextAction.values:
        for due, is_due in ((None, False), (now + AFTER, False), (now + BEFORE, True)):
            rows.update(next_action=action, next_action_at=due)
            is_call = action in CALL_STEPS
            assert (is_asked_for(PAYMENTS), is_asked_for(CALLS)) == (is_due and not is_call, is_due and is_call), action
            assert bool(claims.claim_payments(limit=1)) == (is_due and not is_call)
            found = [call.key for call in counterparty_calls.find(now=clock.real_now())]
            assert bool(counterparty_calls.claim(found, now=clock.real_now())) == (is_due and is_call)

    assert not is_asked_for(PAYMENTS), "what a worker has claimed is nobody else's"


def test_payments_of_an_account_that_is_held(payment):
    now = payment.platform.now()
    assert LedgerAccount.objects.filter(internal_account=payment.internal_account).update(held_at=now) == 1
    found = {}
    for action in NextAction.values:
        Transaction.objects.filter(id=payment.id).update(next_action=action, next_action_at=now + BEFORE)
        found[action] = is_asked_for(PAYMENTS) or is_asked_for(CALLS)
        claimed = claims.claim_payments(limit=1) or counterparty_calls.find(now=clock.real_now())
        assert bool(claimed) == found[action], action

    assert set(found.values()) == {True, False}


@pytest.mark.parametrize("offset", OFFSETS, ids=str)
def test_money_on_its_way_out_of_suspense(payment, others, offset):
    Transaction.objects.update(next_action_at=None)
    now = move_clock(payment.platform, offset)
    item = SuspenseItem.objects.create(
        platform=payment.platform, transaction=payment, amount=1, currency="USD", reason="X", opened_at=now
    )
    rows = SuspenseItem.objects.filter(id=item.id)
    for way in (SuspenseWay.GIVE_BACK, SuspenseWay.PAY_AGAIN):
        for due, is_due in ((None, False), (now + AFTER, False), (now + BEFORE, True)):
            rows.update(way=way, movement=uuid.uuid4(), next_attempt_at=due)
            assert is_asked_for(PAYMENTS) == is_due, way
            assert bool(claims.claim_movements(limit=1)) == is_due

    assert not is_asked_for(PAYMENTS)


@pytest.mark.parametrize("offset", OFFSETS, ids=str)
def test_events(acme, others, offset):
    platform = Platform.objects.get(id=acme.platform.id)
    now = move_clock(platform, offset)
    event = emit(platform, now)
    rows = Event.objects.filter(id=event)
    for state in EventState.values:
        for due in (now + AFTER, now + BEFORE):
            rows.update(state=state, next_attempt_at=due)
            assert is_asked_for(EVENTS) == bool(deliveries.due_endpoints(now=clock.real_now()))
            assert is_asked_for(EVENTS) == (state == EventState.PENDING and due < now)


@pytest.mark.parametrize("offset", OFFSETS, ids=str)
def test_imports_are_due_by_real_time(acme, others, offset):
    platform = Platform.objects.get(id=acme.platform.id)
    move_clock(platform, offset)
    now = clock.real_now()
    job = BulkImport.objects.create(
        platform=platform,
        size=1,
        columns=[],
        position=0,
        actor_kind="SYSTEM",
        next_run_at=now,
        created_at=now,
        updated_at=now,
    )
    for due, is_due in ((now + AFTER, False), (now + BEFORE, True)):
        BulkImport.objects.filter(id=job.id).update(next_run_at=due)
        assert is_asked_for(IMPORTS) == is_due
        assert bool(bulk_imports.claim_due(real_now=clock.real_now())) == is_due

    assert not is_asked_for(IMPORTS)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("offset", OFFSETS, ids=str)
def test_statements_of_many_accounts_are_due_by_real_time(acme, api, alice, offset):
    keys = LedgerAccount.objects.filter(internal_account__id=api.internal_account(alice).partition(":")[2])
    moment = move_clock(acme.platform, offset)
    asked = {"accounts": [keys.get().pk], "form": "csv", "since": moment - dt.timedelta(days=1), "until": moment}
    now = clock.real_now()
    with transaction.atomic():
        statement_runs.begin(platform=acme.platform, **asked, reason="r", actor=factories.OPERATOR, now=now)

    StatementRun.objects.update(next_run_at=now + AFTER)
    assert not is_asked_for(STATEMENTS)
    assert tasks.make_statements() == 0
    StatementRun.objects.update(next_run_at=now + BEFORE)
    assert is_asked_for(STATEMENTS)
    assert tasks.make_statements() == 1
    assert not is_asked_for(STATEMENTS)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("offset", OFFSETS, ids=str)
def test_files_of_payments_are_due_by_real_time(acme, api, alice, offset):
    account = api.internal_account(alice)
    api.fund(account, 10_000)
    file = payment_files.uploaded(acme.platform, [(account, api.external_account(alice), "1", "USD")])
    move_clock(acme.platform, offset)
    due = {"status": "RELEASED", "released_by": "two"}
    now = clock.real_now()

    assert not is_asked_for(FILES)
    PaymentFile.objects.filter(id=file.id).update(**due, next_run_at=now + AFTER)
    assert not is_asked_for(FILES)
    assert tasks.make_payment_files() == 0
    PaymentFile.objects.filter(id=file.id).update(next_run_at=now + BEFORE)
    assert is_asked_for(FILES)
    assert tasks.make_payment_files() == 1
    assert not is_asked_for(FILES)


@pytest.mark.django_db(transaction=True)
def test_seals_of_the_audit_log():
    assert not is_asked_for(SEALS)
    for _ in range(2):
        with transaction.atomic():
            audit.record(audit.Subject(None, "Test:1"), "test", actor=audit.SYSTEM, now=clock.real_now())
        assert is_asked_for(SEALS)
        assert audit_seals.LOG.seal_all() == 1
        assert not is_asked_for(SEALS)


@pytest.mark.django_db(transaction=True)
def test_seals_of_the_journal(api, alice):
    assert not is_asked_for(JOURNAL)
    for _ in range(2):
        api.fund(api.internal_account(alice), 1)
        assert is_asked_for(JOURNAL)
        assert tasks.seal_journal() == 1
        assert not is_asked_for(JOURNAL)


@pytest.mark.django_db(transaction=True)
def test_days_are_sealed_once_they_are_over(api, alice, within_an_hour):
    api.fund(api.internal_account(alice), 1)
    entry, long_ago = JournalEntry.objects.get(), clock.real_now() - dt.timedelta(days=3)
    assert not is_asked_for(DAYS)
    JournalSeal.objects.create(
        number=1, after_id=0, last_id=entry.id, rows=1, index=b"", digest=bytes(32), sealed_at=long_ago
    )
    assert is_asked_for(DAYS)
    assert tasks.seal_days() == 3, "the entries, the balances, the root"
    assert not is_asked_for(DAYS)
    root = SignedRoot.objects.get()
    assert root.day == clock.real_now().date() - dt.timedelta(days=1)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE payments_signedroot DISABLE TRIGGER payments_signedroot_final")
        SignedRoot.objects.update(day=root.day - dt.timedelta(days=1))
        cursor.execute("ALTER TABLE payments_signedroot ENABLE TRIGGER payments_signedroot_final")
    assert is_asked_for(DAYS)


def test_streams_and_slots_to_be_reconciled(acme):
    platform = Platform.objects.get(id=acme.platform.id)
    assert not is_asked_for(STREAMS)
    EndpointShare.objects.create(platform=platform, holder=uuid.uuid4(), places=1, held_until=clock.real_now() + BEFORE)
    assert is_asked_for(STREAMS)
    deliveries.reconcile(now=clock.real_now())
    assert not is_asked_for(STREAMS)

    event = emit(platform, platform.now())
    rows = Event.objects.filter(id=event)
    for state, due in ((EventState.WAITING, None), (EventState.PENDING, platform.now() + dt.timedelta(days=9))):
        rows.update(state=state, next_attempt_at=due)
        assert is_asked_for(STREAMS)
        Event.objects.update(created_at=platform.now() + dt.timedelta(days=9))
        assert deliveries.reconcile(now=clock.real_now()) == 1
    rows.update(state=EventState.DELIVERED, next_attempt_at=None)
    assert not is_asked_for(STREAMS)


def test_only_tasks_of_the_schedule_are_asked_for():
    assert QUESTIONS.keys() <= EVERY.keys()


@pytest.mark.parametrize("task", sorted(QUESTIONS))
def test_the_questions_can_be_answered_from_indexes(task, db):
    # What is left is what the indexes allow, whatever the planner makes of the few rows here.
    with planned(without=["seqscan", "bitmapscan", "sort", "incremental_sort"]) as explain:
        plan = "\n".join(explain(f"SELECT {QUESTIONS[task]}", {"now": clock.real_now()}))

    read = {line.partition("Seq Scan on ")[2].split()[0] for line in plan.splitlines() if "Seq Scan on" in line}
    assert read <= {"platforms_platform", "webhooks_endpointshare"}, plan
    assert "Sort" not in plan, plan


def emit(platform, now):
    return events.emit(
        platform_id=platform.id, type="OUTGOING_PAYMENT.COMPLETED", resource="Transaction:1", data={}, now=now
    )
