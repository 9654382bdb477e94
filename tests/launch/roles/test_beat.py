"""The scheduler: light, quiet while nothing is due, and never quiet because it could not ask."""

import datetime as dt
import json
import subprocess
import sys
import uuid

import psycopg
import pytest
import redis
from django.conf import settings as django_settings
from django.db import connection, transaction

from config.celery import app
from config.launch import environment
from config.processes import beat, heartbeats, schedule
from platforms import audit
from platforms.base import background, clock
from tests.support.apps import PRODUCT
from tests.support.processes.schedule import QUESTIONS

pytestmark = pytest.mark.service

SEALS, IMPORTS = "platforms.seal_audit_log", "compliance.import_customers"
CHECK = "platforms.verify_audit_log"
_PRINT_MODULES = """
import json, logging.config, sys
import config.processes.beat, kombu.transport.redis
from config.processes import schedule
from django.conf import settings
logging.config.dictConfig(settings.LOGGING)
jobs = {job.name: [job.every, job.due] for job in schedule.ask()}
print(json.dumps([jobs, sorted(sys.modules)]))
"""


def test_it_asks_for_the_schedule_and_imports_settings_and_nothing_else_of_ours_or_djangos():
    told = subprocess.run(
        [sys.executable, "-c", _PRINT_MODULES], cwd=environment.PROJECT, capture_output=True, text=True, check=True
    )

    jobs, modules = json.loads(told.stdout)
    assert jobs == {job.name: [job.every, job.due] for job in schedule.declared()}
    assert {name for name in modules if name.partition(".")[0] in PRODUCT} == {
        *(
            "config",
            "config.processes",
            "config.processes.beat",
            "config.celery",
            "config.database",
            "config.database.database_role",
            "config.variables.values",
            "config.variables",
            "config.variables.faults",
            "config.variables.kinds",
            "config.variables.sign_on",
            "config.variables.table",
            "config.processes.error_reports",
            "config.processes.forked",
            "config.processes.leader",
            "config.processes.heartbeats",
            "config.processes.schedule",
            "config.launch",
            "config.launch.environment",
            "config.launch.failures",
            "config.launch.processes",
            "config.documents",
            "config.documents.openapi",
            "config.backoffice",
            "config.backoffice.pages",
        ),
        *("config.settings", "config.processes.watchdog", "platforms", "platforms.release"),
        *("platforms.base", "platforms.base.background", "platforms.base.clock", "platforms.base.logs"),
        "platforms.base.network_addresses",
        "platforms.base.tracing",
        *(
            "platforms.base.background.rights",
            "platforms.database",
            "platforms.database.driver",
            "platforms.database.locks",
        ),
    }
    unwanted = ("django.apps", "django.contrib", "django.db", "django.http", "django.template", "rest_framework")
    assert [name for name in modules if name.startswith((*unwanted, "unfold", "drf_spectacular", "aiohttp"))] == []


_WITHOUT_INVITATIONS = """
from config import settings
settings.INSTALLED_APPS.remove("invitations")
from config.processes import schedule
schedule.main()
"""


def test_an_app_that_is_left_out_declares_nothing():
    told = subprocess.run(
        [sys.executable, "-c", _WITHOUT_INVITATIONS],
        cwd=environment.PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )

    apps = {job["name"].partition(".")[0] for job in json.loads(told.stdout)}
    assert apps == {"platforms", "webhooks", "compliance", "payments", "config"}


def test_a_job_is_declared_once():
    with pytest.raises(ValueError, match="declared twice"):
        background.job("invitations.expire_invitations", every=1)


class Broker:
    """Names of its own in the broker, which other tests use at the same time."""

    def __init__(self):
        self.prefix = f"{uuid.uuid4()}:"
        self.client = redis.Redis.from_url(django_settings.REDIS_URL)

    def sent(self):
        messages = self.client.lrange(f"{self.prefix}sweeps", 0, -1)
        return sorted(json.loads(message)["headers"]["task"] for message in messages)

    def forget(self):
        for key in self.client.scan_iter(f"{self.prefix}*"):
            self.client.delete(key)


@pytest.fixture
def broker():
    made = Broker()
    yield made
    made.forget()
    made.client.close()


@pytest.fixture
def scheduler(on_test_database, broker, tmp_path):
    made = beat.Scheduler(app=app, jobs=schedule.declared(), schedule_filename=str(tmp_path / "schedule"))
    made.connection = app.connection_for_write(transport_options={"global_keyprefix": broker.prefix})  # type: ignore[misc]
    yield made
    made.close()


def entry_of(scheduler, task):
    entry = next(each for each in scheduler.schedule.values() if each.task == task)
    entry.last_run_at = clock.real_now().replace(year=2020)
    return entry


def record_something():
    with transaction.atomic():
        audit.record(audit.Subject(None, "Test:1"), "test", actor=audit.SYSTEM, now=clock.real_now())


def send_what_is_due(scheduler):
    for entry in list(scheduler.schedule.values()):
        if scheduler.is_due(entry)[0]:
            scheduler.apply_entry(entry, producer=scheduler.producer)


def test_a_task_with_a_condition_is_sent_when_it_has_work_and_others_by_the_clock(scheduler, broker):
    for task in QUESTIONS:
        entry_of(scheduler, task)
    entry_of(scheduler, "payments.open_cases")

    send_what_is_due(scheduler)
    assert broker.sent() == ["payments.open_cases"]

    record_something()
    send_what_is_due(scheduler)
    assert broker.sent() == ["payments.open_cases", "payments.open_cases", SEALS, CHECK]


def test_it_gives_a_heartbeat_every_few_seconds(scheduler, monkeypatch):
    given: list[str] = []
    monkeypatch.setattr(heartbeats, "give", given.append)

    scheduler.tick()
    scheduler.tick()
    assert given == ["beat"]

    scheduler._heartbeat_at = 0.0
    scheduler.tick()
    assert given == ["beat", "beat"]


def test_a_clock_that_is_set_back_silences_nothing(scheduler):
    """It was an hour ahead when everything was sent; then it was set right."""
    for entry in scheduler.schedule.values():
        entry.last_run_at = clock.real_now() + dt.timedelta(hours=1)
    scheduler._heap = None

    assert scheduler.tick() <= 2.0
    for entry in scheduler.schedule.values():
        assert scheduler.is_due(entry)[1] <= entry.schedule.seconds, entry.name


def test_an_entry_without_work_is_asked_about_again_after_its_period(scheduler):
    entry = entry_of(scheduler, IMPORTS)

    assert scheduler.is_due(entry) == (False, 2.0)


def test_every_message_expires_when_the_next_one_is_due_but_not_for_a_difference_of_clocks(scheduler):
    for entry in scheduler.schedule.values():
        assert entry.options == {"queue": "sweeps", "expires": max(entry.schedule.seconds, 30)}, entry.name


def test_what_nobody_reads_does_not_pile_up(scheduler, broker):
    entry = entry_of(scheduler, "payments.open_cases")
    for _ in range(beat.MOST_UNREAD + 5):
        scheduler.apply_entry(entry, producer=scheduler.producer)

    assert len(broker.sent()) == beat.MOST_UNREAD
    daily = entry_of(scheduler, "payments.sweep_statement_files")
    scheduler.apply_entry(daily, producer=scheduler.producer)
    assert "payments.sweep_statement_files" in broker.sent()
    broker.forget()
    scheduler.apply_entry(entry, producer=scheduler.producer)
    assert len(broker.sent()) == 1


def test_while_the_database_does_not_answer_everything_is_sent_and_that_is_said_once(
    on_test_database, caplog, settings
):
    work = beat.DueWork(QUESTIONS)
    reachable = settings.DATABASE_URL
    assert not any(map(work.is_due, QUESTIONS))

    settings.DATABASE_URL = "postgresql:///nowhere?host=/nonexistent"
    work.close()
    for _ in range(3):
        assert all(map(work.is_due, QUESTIONS))
    assert [record.message for record in caplog.records] == ["not known what is due: every sweep is sent"]

    settings.DATABASE_URL = reachable
    assert not any(map(work.is_due, QUESTIONS))
    work.close()


def test_a_connection_that_was_cut_is_replaced(on_test_database):
    work = beat.DueWork(QUESTIONS)
    assert not work.is_due(SEALS)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )

    assert work.is_due(SEALS)
    assert not work.is_due(SEALS)
    work.close()


def test_a_table_that_is_away_or_locked_holds_up_its_own_question_only(on_test_database, settings):
    work = beat.DueWork(QUESTIONS)
    with psycopg.connect(settings.DATABASE_URL) as other:
        other.execute("LOCK TABLE compliance_bulkimport")
        assert work.is_due(IMPORTS)
        other.execute("ALTER TABLE compliance_bulkimport RENAME TO away")
        assert work.is_due(IMPORTS)
        assert not work.is_due(SEALS)
        other.rollback()

    assert not work.is_due(IMPORTS)
    work.close()
