"""Rows that can't be worked on in the queues that hold no payments: each costs only itself."""

import datetime as dt
import time
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection, transaction

from compliance import tasks as compliance_tasks
from compliance.models import BulkImport, Customer, RetiredFile, ScreeningHit, ScreeningSweep
from invitations import tasks as invitation_tasks
from invitations.models import Invitation
from payments import rates, tasks
from payments.models import CaseState, LedgerCheckRun, OperationsCase, RateFeed, UmaKey
from payments.rates import feed
from payments.uma.identities import identities
from platforms.base import clock
from platforms.models import WorkFailure
from platforms.operations import attempts
from tests.compliance.conftest import production_api  # noqa: F401 - a fixture
from tests.compliance.documents.conftest import desk  # noqa: F401 - a fixture
from tests.support import factories
from tests.support.compliance import bulk_files, sample_documents, screening_lists
from tests.support.compliance.stories import created
from tests.support.payments import hosts
from tests.webhooks.conftest import (  # noqa: F401 - fixtures
    _loopback_is_allowed,
    database,
    deliver,
    emit,
    new_platform,
    platform,
    receiver,
)
from webhooks import tasks as webhook_tasks
from webhooks.models import Delivery, Event, EventState
from webhooks.signing import signing_keys, signing_secrets

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]
HOUR = dt.timedelta(hours=1)


def case_of(subject: str) -> OperationsCase:
    """Let the failure have lasted, and return the case that is opened of it."""
    WorkFailure.objects.update(since=clock.real_now() - dt.timedelta(minutes=16))
    tasks.open_cases()
    case: OperationsCase = OperationsCase.objects.get(subject=subject, state=CaseState.OPEN)
    assert case.kind == "WORK_FAILING"
    return case


def assert_repaired() -> None:
    """Nothing is noted, and no case is open."""
    assert not WorkFailure.objects.exists()
    tasks.open_cases()
    assert not OperationsCase.objects.filter(state=CaseState.OPEN).exists()


def run(sql: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, list(values))


# Webhooks.


def resource(number: int) -> str:
    return f"Customer:0197d6f0-0000-7000-8000-{number:012}"


def test_an_event_whose_payload_cannot_be_read(platform, receiver, emit, deliver):  # noqa: F811 - fixtures
    bad, behind, other = (
        emit(platform, type="CUSTOMER.KYC_APPROVED", resource=resource(each), data={}) for each in (1, 1, 2)
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT payload FROM webhooks_event WHERE id = %s", [bad.id])
        [kept] = cursor.fetchone()
    run("UPDATE webhooks_event SET payload = overlay(payload placing 'deadbeef' from 4) WHERE id = %s", bad.id)

    deliver()

    assert receiver.ids == [other.public_id]
    due = Event.objects.values_list("next_attempt_at", "state", "attempts").get(id=bad.id)
    assert due[0] > clock.real_now()
    assert due[1:] == (EventState.PENDING, 0)
    assert not Delivery.objects.filter(event_id__in=[bad.id, behind.id]).exists()
    case_of(bad.public_id)
    assert webhook_tasks.reconcile_streams() == 0

    run("UPDATE webhooks_event SET payload = %s WHERE id = %s", kept, bad.id)
    webhook_tasks.reconcile_streams()
    deliver()

    assert receiver.ids == [other.public_id, bad.public_id, behind.public_id]
    assert [request.json["sequence"] for request in receiver.received] == [1, 1, 2]
    assert_repaired()


def test_an_event_that_cannot_be_read_behind_one_that_was_sent(platform, receiver, emit, deliver):  # noqa: F811 - fixtures
    first, bad = (emit(platform, type="CUSTOMER.KYC_APPROVED", resource=resource(1), data={}) for _ in range(2))
    with connection.cursor() as cursor:
        cursor.execute("SELECT payload FROM webhooks_event WHERE id = %s", [bad.id])
        [kept] = cursor.fetchone()
    run("UPDATE webhooks_event SET payload = 'nothing' WHERE id = %s", bad.id)

    deliver()

    assert receiver.ids == [first.public_id]
    case_of(bad.public_id)
    run("UPDATE webhooks_event SET payload = %s WHERE id = %s", kept, bad.id)
    webhook_tasks.reconcile_streams()
    deliver()
    assert [request.json["sequence"] for request in receiver.received] == [1, 2]
    assert_repaired()


@pytest.mark.parametrize("what", ["signing key", "secret"])
def test_a_platform_for_which_nothing_can_be_signed(platform, new_platform, receiver, emit, deliver, what):  # noqa: F811, PLR0917 - fixtures
    other = new_platform(receiver.url)
    now = clock.real_now()
    with transaction.atomic():
        signing_keys.ensure(platform_id=platform.id, now=now)
        if what == "secret":
            signing_secrets.create(platform_id=platform.id, actor=factories.OPERATOR, now=now)
    table, column = (
        ("webhooks_signingkey", "sealed_private_key") if what == "signing key" else ("webhooks_signingsecret", "secret")
    )
    run(f"CREATE TEMP TABLE kept AS SELECT id, {column} AS value FROM {table}")
    bad = "'s1.deadbeef.AAAA'" + ("::bytea" if what == "signing key" else "")
    run(f"UPDATE {table} SET {column} = {bad} WHERE platform_id = %s", platform.id)
    silent, told = [emit(platform) for _ in range(3)], emit(other, resource=resource(9))

    deliver()

    assert receiver.ids == [told.public_id]
    assert not Event.objects.filter(id__in=[event.id for event in silent], next_attempt_at__lte=now).exists()
    case_of(platform.public_id)
    assert webhook_tasks.reconcile_streams() == 0

    run(f"UPDATE {table} row SET {column} = kept.value FROM kept WHERE kept.id = row.id")
    run("DROP TABLE kept")
    assert webhook_tasks.reconcile_streams() == 1
    deliver()
    assert receiver.ids == [told.public_id, *(event.public_id for event in silent)]
    assert_repaired()


@pytest.mark.parametrize("bad", ["attempts = 2147483647", "next_attempt_at = '-infinity'", "created_at = '-infinity'"])
def test_an_event_that_can_be_sent_in_spite_of_it(platform, receiver, emit, deliver, bad):  # noqa: F811 - fixtures
    strange, other = (emit(platform, resource=resource(each)) for each in (1, 2))
    run(f"UPDATE webhooks_event SET {bad} WHERE id = %s", strange.id)

    deliver()

    assert sorted(receiver.ids) == sorted([strange.public_id, other.public_id])


# Customers.


def test_an_import_whose_file_cannot_be_read(api):
    spoilt, other = (bulk_files.accepted(api, bulk_files.people(2, first=first)) for first in (1, 3))
    job = BulkImport.objects.get(id=spoilt.partition(":")[2])
    run("CREATE TEMP TABLE kept AS SELECT id, content FROM compliance_bulkimportpart")
    bad = "overlay(content placing 'deadbeef'::bytea from 4)"
    run(f"UPDATE compliance_bulkimportpart SET content = {bad} WHERE bulk_import_id = %s", job.id)

    compliance_tasks.import_customers()

    assert bulk_files.job(api, other)["status"] == "COMPLETED"
    assert Customer.objects.count() == 2
    job.refresh_from_db(fields=["next_run_at", "status"])
    assert job.next_run_at is not None
    assert clock.real_now() < job.next_run_at
    case_of(job.public_id)

    run("UPDATE compliance_bulkimportpart row SET content = kept.content FROM kept WHERE kept.id = row.id")
    run("DROP TABLE kept")
    BulkImport.objects.filter(id=job.id).update(next_run_at=clock.real_now())
    compliance_tasks.import_customers()
    assert bulk_files.job(api, spoilt)["status"] == "COMPLETED"
    assert Customer.objects.count() == 4
    assert_repaired()


@pytest.mark.parametrize("bad", ["birth_date = '-infinity'", "created_at = '-infinity'"])
def test_a_customer_who_cannot_be_compared_with_a_list(production_api, settings, bad):  # noqa: F811 - a fixture
    production = settings.PROVIDERS["PRODUCTION"] | {"identity": settings.PROVIDERS["SANDBOX"]["identity"]}
    settings.PROVIDERS = settings.PROVIDERS | {"PRODUCTION": production}
    screening_lists.load(screening_lists.xml())
    first, second = (created(production_api, fullName="Bethwin Carrow")["id"] for _ in range(2))
    screening_lists.load(
        screening_lists.xml([screening_lists.person("DOi.900", "Bethwin Carrow")], made="2026-04-01T00:00:00Z")
    )
    ScreeningSweep.objects.update(started_at=clock.real_now() - HOUR)
    key = first.partition(":")[2]
    run("CREATE TEMP TABLE kept AS SELECT * FROM compliance_customer WHERE id = %s", key)
    run(f"UPDATE compliance_customer SET {bad} WHERE id = %s", key)

    compliance_tasks.rescreen_customers()

    assert set(ScreeningHit.objects.values_list("subject", flat=True)) == {second}
    assert not ScreeningSweep.objects.filter(is_running=True).exists()
    case_of(first)
    column = bad.partition(" ")[0]
    run(f"UPDATE compliance_customer row SET {column} = kept.{column} FROM kept WHERE kept.id = row.id")
    run("DROP TABLE kept")
    WorkFailure.objects.update(last_at=clock.real_now() - HOUR)
    compliance_tasks.rescreen_customers()
    assert set(ScreeningHit.objects.values_list("subject", flat=True)) == {first, second}
    assert_repaired()


def test_a_file_that_cannot_be_erased(desk, alice):  # noqa: F811 - a fixture
    for _ in range(2):
        desk.replace(desk.uploaded(alice)["id"], sample_documents.pdf(), name="a.pdf")
    bad, other = RetiredFile.objects.order_by("id")
    RetiredFile.objects.update(due_at=clock.real_now() - HOUR)
    RetiredFile.objects.filter(id=bad.id).update(storage_key="../elsewhere")

    assert compliance_tasks.sweep_document_files() == 1

    other.refresh_from_db()
    assert other.erased_at is not None
    case_of(f"RetiredFile:{bad.id}")
    RetiredFile.objects.filter(id=bad.id).update(storage_key=bad.storage_key)
    assert compliance_tasks.sweep_document_files() == 1
    assert_repaired()


# Sweeps.


def test_an_identity_whose_keys_cannot_be_replaced(acme):
    now = clock.real_now()
    rival = factories.tenant("rival").platform
    old = now - identities.REPLACED_AFTER - HOUR
    for each in (acme.platform, rival):
        with transaction.atomic():
            identities.ensure(platform_id=each.id, now=old)
    run("UPDATE payments_umakey SET created_at = '-infinity' WHERE platform_id = %s", acme.platform.id)

    tasks.tend_uma()

    assert UmaKey.objects.filter(platform=rival, replaced_at=None).values("active_from").distinct().count() == 1
    assert UmaKey.objects.filter(platform=rival).count() == 4
    case_of(acme.platform.public_id)
    run("UPDATE payments_umakey SET created_at = active_from WHERE platform_id = %s", acme.platform.id)
    tasks.tend_uma()
    assert UmaKey.objects.filter(platform=acme.platform).count() == 4
    assert_repaired()


def test_an_invitation_that_cannot_be_read(api):
    inviter = hosts.address(api, api.customer("Ada Lovelace"))
    soon = clock.iso(clock.real_now() + HOUR)
    bad, other = (hosts.invite(api, inviter, expiresAt=soon)["code"] for _ in range(2))
    assert api.post("/sandbox/clock/advance", {"seconds": 7200}).status_code == 200
    row = Invitation.objects.get(code=bad)
    run("UPDATE invitations_invitation SET created_at = '-infinity' WHERE id = %s", row.id)

    assert invitation_tasks.expire_invitations() == 1

    assert Invitation.objects.values_list("status", flat=True).get(code=other) == "EXPIRED"
    case_of(row.public_id)
    run("UPDATE invitations_invitation SET created_at = %s WHERE id = %s", row.created_at, row.id)
    assert invitation_tasks.expire_invitations() == 1
    assert Invitation.objects.values_list("status", flat=True).get(code=bad) == "EXPIRED"
    assert_repaired()


def test_troubles_of_one_kind_that_cannot_be_read(acme):
    now = clock.real_now()
    LedgerCheckRun.objects.create(started_at=now, finished_at=now, entries=0, postings=0, faults=[7])
    WorkFailure.objects.create(
        work="test", subject="Test:1", platform=None, error="E", failures=9, since=now - HOUR, last_at=now
    )

    tasks.open_cases()

    assert list(OperationsCase.objects.values_list("subject", flat=True)) == ["Test:1"]
    case_of("BOOKS_BROKEN")
    LedgerCheckRun.objects.update(faults=[])
    WorkFailure.objects.filter(subject="Test:1").delete()
    tasks.open_cases()
    assert_repaired()


class Silent:
    """A source that never answers."""

    name = "silent"
    refresh_every = stale_after = dt.timedelta(minutes=1)

    def fetch(self, now):
        time.sleep(3600)


class Endless(Silent):
    """A source at which the time of a task ends."""

    def fetch(self, now):
        raise SoftTimeLimitExceeded


def test_a_source_of_rates_that_never_answers(acme, monkeypatch):
    monkeypatch.setattr(feed, "_ASK_SECONDS", 0.5)

    assert not feed.refresh(Silent())

    kept = RateFeed.objects.get(source="silent")
    assert "TookTooLong" in kept.last_error
    assert rates.refresh_due() == 1


# The time limit of a task.


def test_a_task_that_asks_for_rates_ends_at_its_time_limit(acme):
    with pytest.raises(SoftTimeLimitExceeded):
        feed.refresh(Endless())

    kept = RateFeed.objects.get(source="silent")
    assert kept.claimed_until is None
    assert "SoftTimeLimitExceeded" in kept.last_error


def test_a_task_that_imports_ends_at_its_time_limit(api, monkeypatch):
    job = bulk_files.accepted(api, bulk_files.people(2))

    def run_out_of_time(*_: object, **__: object) -> None:
        raise SoftTimeLimitExceeded

    with monkeypatch.context() as patch:
        patch.setattr("compliance.customers.customers.create_many", run_out_of_time)
        with pytest.raises(SoftTimeLimitExceeded):
            compliance_tasks.import_customers()

    BulkImport.objects.update(next_run_at=clock.real_now())
    compliance_tasks.import_customers()
    assert bulk_files.job(api, job)["status"] == "COMPLETED"


def test_a_part_of_work_ends_at_the_time_limit(acme):
    def part() -> None:
        raise SoftTimeLimitExceeded

    with pytest.raises(SoftTimeLimitExceeded):
        attempts.attempt(part, work="test", subject="Test:1", now=clock.real_now())
