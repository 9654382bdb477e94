"""Imports with workers that die, hang, are woken twice, or meet."""

import datetime as dt
import gc
import os
import signal
import subprocess
import sys
import threading
import tracemalloc
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from compliance import tasks
from compliance.bulk import bulk_imports
from compliance.models import BulkImport, BulkImportError, BulkImportPart, Customer
from payments.models import InternalAccount
from platforms.base import clock
from platforms.database import writes
from tests.support import patience
from tests.support.compliance import bulk_files
from tests.support.statements import counted
from webhooks.models import Event

pytestmark = pytest.mark.service

_ROOT = Path(__file__).resolve().parents[3]


def _claim() -> bulk_imports.Claim:
    with transaction.atomic():
        claim = bulk_imports.claim_due(real_now=clock.real_now())
    assert claim is not None
    return claim


def _begin(claim: bulk_imports.Claim) -> None:
    with transaction.atomic():
        bulk_imports.record_total(claim=claim, total=bulk_imports.count_rows(claim), now=clock.real_now())


def _do(claim: bulk_imports.Claim, batch: list[bulk_imports.Row]) -> None:
    with transaction.atomic(), writes.together():
        bulk_imports.import_rows(claim=claim, batch=batch, now=clock.real_now())


def _lease_is_over() -> None:
    BulkImport.objects.update(next_run_at=clock.real_now() - dt.timedelta(seconds=1))


def _names() -> list[str]:
    return list(Customer.objects.order_by("id").values_list("platform_customer_id", flat=True))


def _expected(count: int) -> list[str]:
    return [f"person-{number}" for number in range(1, count + 1)]


def test_another_worker_goes_on_where_a_dead_one_has_committed(api, monkeypatch):
    monkeypatch.setattr(bulk_imports, "BATCH", 3)
    job_id = bulk_files.accepted(api, bulk_files.people(10))
    dead = _claim()
    _begin(dead)
    _do(dead, next(bulk_imports.batches(dead)))

    assert tasks.import_customers() == 0  # its lease still holds
    _lease_is_over()
    assert tasks.import_customers() == 7

    assert _names() == _expected(10)
    assert bulk_files.job(api, job_id)["progress"] == {"total": 10, "processed": 10, "successful": 10, "failed": 0}


def test_a_worker_that_was_given_up_writes_nothing_more(api, monkeypatch):
    monkeypatch.setattr(bulk_imports, "BATCH", 3)
    bulk_files.accepted(api, bulk_files.people(6))
    slow = _claim()
    _begin(slow)
    batch = next(bulk_imports.batches(slow))
    _lease_is_over()
    quick = _claim()
    _do(quick, next(bulk_imports.batches(quick)))

    with pytest.raises(bulk_imports.LostClaim):
        _do(slow, batch)
    with pytest.raises(bulk_imports.LostClaim), transaction.atomic():
        bulk_imports.finish(claim=slow, now=clock.real_now())

    assert _names() == _expected(3)


def test_a_wake_up_sent_twice_imports_once(api):
    job_id = bulk_files.accepted(api, bulk_files.people(5))

    assert [tasks.import_customers(), tasks.import_customers()] == [5, 0]

    assert _names() == _expected(5)
    assert Event.objects.filter(resource=job_id).count() == 1


def test_a_worker_whose_time_is_over_leaves_the_rest_to_the_next(api, monkeypatch):
    monkeypatch.setattr(tasks, "_IMPORT_SECONDS", 0.001)
    monkeypatch.setattr(bulk_imports, "BATCH", 4)
    job_id = bulk_files.accepted(api, bulk_files.people(10))

    rounds: list[int] = []
    while bulk_files.job(api, job_id)["status"] != "COMPLETED" and len(rounds) < 9:
        rounds.append(tasks.import_customers())

    assert sum(rounds) == 10
    assert len(rounds) > 1
    assert _names() == _expected(10)


def test_a_file_across_many_blocks_is_read_and_dropped_block_by_block(api, monkeypatch):
    monkeypatch.setattr(bulk_imports, "_BLOCK_BYTES", 512)
    monkeypatch.setattr(bulk_imports, "BATCH", 10)
    job_id = bulk_files.accepted(api, bulk_files.people(30))
    claim = _claim()
    _begin(claim)
    before = BulkImportPart.objects.count()

    work = bulk_imports.batches(claim)
    _do(claim, next(work))
    left = BulkImportPart.objects.count()
    _lease_is_over()
    tasks.import_customers()

    assert before > left > 0
    assert _names() == _expected(30)
    assert bulk_files.job(api, job_id)["status"] == "COMPLETED"


def test_a_part_of_a_file_opens_in_no_other_place(api, caplog):
    job_id, other = bulk_files.accepted(api, bulk_files.people(2)), bulk_files.accepted(api, bulk_files.people(2))
    first, second = BulkImportPart.objects.order_by("id")
    BulkImportPart.objects.filter(id=first.id).update(content=bytes(second.content))

    tasks.import_customers()

    assert bulk_files.job(api, job_id)["progress"]["processed"] == 0
    assert bulk_files.job(api, other)["status"] == "COMPLETED"

    # It is tried nineteen times, for longer and longer.
    for _ in range(19):
        assert bulk_files.job(api, job_id)["status"] == "PENDING"
        BulkImport.objects.filter(next_run_at__isnull=False).update(next_run_at=clock.real_now())
        tasks.import_customers()

    shown = bulk_files.job(api, job_id)
    assert (shown["status"], shown["progress"]["processed"]) == ("FAILED", 0)
    assert [(entry["correlationId"], entry["code"]) for entry in shown["errors"]] == [("file", "INTERNAL_ERROR")]


def test_a_row_that_the_database_refuses_costs_itself_and_no_other(api, monkeypatch):
    job_id = bulk_files.accepted(api, bulk_files.people(5))
    with connection.cursor() as cursor:
        cursor.execute(
            "ALTER TABLE compliance_customer ADD CONSTRAINT no_third CHECK (platform_customer_id <> 'person-3')"
        )

    tasks.import_customers()

    shown = bulk_files.job(api, job_id)
    assert shown["progress"] == {"total": 5, "processed": 5, "successful": 4, "failed": 1}
    assert [(entry["correlationId"], entry["code"]) for entry in shown["errors"]] == [("person-3", "INTERNAL_ERROR")]
    assert BulkImportError.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_and_a_client_who_wants_the_same_address_lose_nothing(api, domain, monkeypatch):
    monkeypatch.setattr(tasks, "_IMPORT_SECONDS", patience.LONG)
    rows = [
        bulk_files.ADA | {"platformCustomerId": f"person-{number}", "umaAddress": f"$p{number}@{domain}"}
        for number in range(1, 301)
    ]
    first, second = bulk_files.accepted(api, bulk_files.text(*rows)), bulk_files.accepted(api, bulk_files.text(*rows))

    def work() -> None:
        tasks.import_customers()
        connection.close()

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    shown = [bulk_files.job(api, job_id)["progress"] for job_id in (first, second)]
    assert [progress["processed"] for progress in shown] == [300, 300]
    assert sum(progress["successful"] for progress in shown) == 300
    assert sum(progress["failed"] for progress in shown) == 300
    assert sorted(_names()) == sorted(_expected(300))


@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_in_the_middle_of_a_batch_loses_that_batch_only(api):
    job_id = bulk_files.accepted(api, bulk_files.people(1000))
    code = (
        "import django; django.setup(); from compliance import tasks; print('ready', flush=True);"
        " tasks.import_customers()"
    )
    database = connection.settings_dict
    url = f"postgresql://{database['USER']}@/{database['NAME']}?host={database['HOST']}"
    environment = {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}
    process = subprocess.Popen([sys.executable, "-c", code], cwd=_ROOT, env=environment, stderr=subprocess.DEVNULL)
    try:
        patience.until(Customer.objects.exists)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()

    done = bulk_files.job(api, job_id)["progress"]["processed"]
    assert 0 < done < 1000
    assert Customer.objects.count() == done
    _lease_is_over()
    while bulk_files.job(api, job_id)["status"] == "PROCESSING":
        tasks.import_customers()
    assert sorted(_names()) == sorted(_expected(1000))
    currencies = len(Customer.objects.latest("id").currencies)
    assert InternalAccount.objects.exclude(customer=None).count() == 1000 * currencies


def test_a_batch_costs_the_same_statements_however_many_rows_it_has(api, monkeypatch, costs):
    counts = []
    for size in (20, 60):
        monkeypatch.setattr(bulk_imports, "BATCH", size)
        bulk_files.accepted(api, bulk_files.people(size))
        claim = _claim()
        _begin(claim)
        [batch] = bulk_imports.batches(claim)
        with CaptureQueriesContext(connection) as captured:
            _do(claim, batch)
        counts.append(counted(captured))

    assert counts[0] == counts[1]
    costs(counts[0])


def test_ten_thousand_rows_are_read_in_the_memory_of_a_batch(api):
    bulk_files.accepted(api, bulk_files.people(10_000))
    claim = _claim()

    gc.collect()
    tracemalloc.start()
    count = sum(len(batch) for batch in bulk_imports.batches(claim))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert count == 10_000
    assert peak < 6_000_000, peak
