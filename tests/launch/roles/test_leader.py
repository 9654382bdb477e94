"""Several schedulers: one leads, and when it is killed, cut off or stands still, a spare does."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings as django_settings
from django.db import connection

from config.celery import app
from config.launch import environment
from config.processes import beat, leader, schedule
from config.processes.leader import APPLICATION, Leadership
from platforms.base import clock
from tests.support import patience

pytestmark = pytest.mark.service

LEADS, NO_MORE = "this scheduler leads", "this scheduler leads no more"
_HOLDERS = """
SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


@pytest.fixture
def leaderships(on_test_database):
    made = Leadership(), Leadership()
    yield made
    for each in made:
        each.close()


def holders() -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(_HOLDERS)
        return [pid for (pid,) in cursor.fetchall()]


def end(pid: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [pid])


def test_one_leads_and_another_one_when_it_has_given_up(leaderships):
    one, other = leaderships

    assert one.may_send()
    assert not other.may_send()
    assert one.may_send()

    one.close()
    # The database ends a session after its client has gone.
    patience.until(other.may_send)
    assert not one.may_send()


def test_a_leader_whose_connection_ends_leads_no_more_and_says_so(leaderships, caplog):
    one, other = leaderships
    caplog.set_level("INFO", "config.processes.leader")
    assert one.may_send()

    end(*holders())
    patience.until(other.may_send)

    assert not one.may_send()
    assert [record.message for record in caplog.records] == [LEADS, LEADS, NO_MORE]
    assert holders()


def test_who_cant_ask_sends_and_says_so_once(leaderships, settings, caplog):
    one, other = leaderships
    assert one.may_send()
    reachable, settings.DATABASE_URL = settings.DATABASE_URL, "postgresql:///nowhere?host=/nonexistent"

    assert [other.may_send() for _ in range(3)] == [True] * 3
    warnings = [record.message for record in caplog.records if record.levelname == "WARNING"]
    assert warnings == ["not known who leads: this scheduler sends"]

    settings.DATABASE_URL = reachable
    assert not other.may_send()


def test_the_leaders_open_transaction_keeps_no_old_row_version_from_vacuum(leaderships):
    one, _ = leaderships
    assert one.may_send()

    with connection.cursor() as cursor:
        cursor.execute("SELECT backend_xid, backend_xmin FROM pg_stat_activity WHERE pid = %s", [holders()[0]])
        assert cursor.fetchall() == [(None, None)]


def test_indexes_are_built_beside_a_leader(leaderships, monkeypatch):
    one, _ = leaderships
    assert one.may_send()
    monkeypatch.setattr(leader, "_ASK_SECONDS", 0)
    is_built = threading.Event()

    def lead() -> bool:
        while not is_built.is_set():
            if not one.may_send():
                return False
        return True

    with ThreadPoolExecutor(1) as pool, connection.cursor() as cursor:
        leads = pool.submit(lead)
        # Only against hanging: one that waits for the leader does so as long as that leads.
        cursor.execute(f"SET lock_timeout = '{patience.LONG}s'")
        try:
            for _ in range(20):
                cursor.execute("CREATE INDEX CONCURRENTLY beside_a_leader ON platforms_platform (name)")
                cursor.execute("DROP INDEX CONCURRENTLY beside_a_leader")
        finally:
            is_built.set()
        assert leads.result()


@pytest.fixture
def spare(tmp_path):
    made = beat.Scheduler(app=app, jobs=schedule.declared(), schedule_filename=str(tmp_path / "schedule"))
    yield made
    made.close()


def test_a_spare_sends_nothing(leaderships, spare, monkeypatch):
    one, _ = leaderships
    assert one.may_send()
    sent: list[object] = []
    monkeypatch.setattr(spare, "apply_entry", lambda entry, **_: sent.append(entry))
    for entry in spare.schedule.values():
        entry.last_run_at = clock.real_now().replace(year=2020)

    assert [spare.tick() for _ in spare.schedule] == [beat.SPARE_SECONDS] * len(spare.schedule)
    assert sent == []

    one.close()
    # The database ends a session after its client has gone.
    patience.until(spare.leadership.may_send)
    for _ in spare.schedule:
        spare.tick()
    assert sent


class Schedulers:
    """Real schedulers on the test's database, with a database of the broker that nobody reads."""

    def __init__(self, folder: pathlib.Path, url: str) -> None:
        self._folder = folder
        broker = re.sub(r"(virtual_host=|:\d+/)\d+", r"\g<1>14", django_settings.CELERY_BROKER_URL)
        self._variables = {**os.environ, "DATABASE_URL": url, "CELERY_BROKER_URL": broker}
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str) -> None:
        with self.log(name).open("ab") as log:
            self.running[name] = subprocess.Popen(
                [sys.executable, "-m", "config.processes.beat", str(self._folder / name)],
                cwd=environment.PROJECT,
                env=self._variables,
                stderr=log,
            )

    def log(self, name: str) -> pathlib.Path:
        return self._folder / f"{name}.log"

    def said(self, name: str) -> list[str]:
        """Return what a scheduler has said of its lead."""
        lines = self.log(name).read_text().splitlines()
        told = [json.loads(line) for line in lines if line.startswith("{")]
        return [line["message"] for line in told if line["logger"] == "config.processes.leader"]

    def leaders(self) -> list[str]:
        return [name for name in self.running if self.said(name)[-1:] == [LEADS]]

    def kill(self, name: str) -> None:
        process = self.running.pop(name)
        process.kill()
        process.wait()


@pytest.fixture
def schedulers(on_test_database, tmp_path):
    made = Schedulers(tmp_path, on_test_database)
    yield made
    for name in list(made.running):
        made.kill(name)


def test_a_spare_takes_over_from_a_leader_that_is_killed_cut_off_or_stands_still(schedulers):
    schedulers.start("first")
    patience.until(lambda: schedulers.leaders() == ["first"])
    schedulers.start("second")
    # It has asked, and waits.
    patience.until(lambda: _connections() >= 2)
    assert schedulers.leaders() == ["first"]

    schedulers.kill("first")
    patience.until(lambda: schedulers.leaders() == ["second"])

    end(*holders())
    patience.until(lambda: NO_MORE in schedulers.said("second"))
    patience.until(lambda: schedulers.leaders() == ["second"])

    schedulers.start("third")
    patience.until(lambda: _connections() >= 2)
    still = schedulers.running["second"]
    still.send_signal(signal.SIGSTOP)
    patience.until(lambda: "third" in schedulers.leaders())
    still.send_signal(signal.SIGCONT)
    patience.until(lambda: schedulers.leaders() == ["third"])
    assert len(holders()) == 1


def _connections() -> int:
    """Return how many schedulers have asked for the lead."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = %s AND query <> ''",
            [APPLICATION],
        )
        return int(cursor.fetchone()[0])
