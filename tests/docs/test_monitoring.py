"""Each alarm of the sample rules fires within a minute of its fault, none in a quiet day, and the page explains all."""

import dataclasses
import datetime as dt
import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client, RequestFactory

from bench import programs
from compliance.models import Verification
from config.celery import app
from config.database import commits
from config.processes import health, heartbeats
from payments import rates, tasks
from payments.ledger import check
from payments.models import LedgerCheckRun, RateFeed, SuspenseItem
from platforms import audit
from platforms import tasks as platform_tasks
from platforms.backoffice.sign_in import passwords
from platforms.base import clock
from platforms.http import errors, middleware
from platforms.models import CheckPart, Platform
from platforms.operations import audit_seals, backups
from tests.support import databases, faulty_rails
from tests.support.payments import checking, scenarios
from tests.support.processes import readiness
from tests.support.servers import monitoring
from webhooks.delivery import sender

pytestmark = [
    pytest.mark.beside,
    pytest.mark.django_db(transaction=True),
]
_PAGE = monitoring.SAMPLES.parent / "operator" / "monitoring.md"
_RULES = {
    rule["alert"]: rule for group in yaml.safe_load(monitoring.RULES.read_text())["groups"] for rule in group["rules"]
}


@dataclasses.dataclass
class Scene:
    """A service at rest, and what a fault needs."""

    api: Any
    alice: str
    bob: str
    worker: Any
    settings: Any
    patch: pytest.MonkeyPatch


@pytest.fixture
def scene(api, alice, bob, worker, settings, adapters, own_heartbeats, monkeypatch):  # noqa: PLR0917 - fixtures
    """A service that has paid, delivered, sealed and checked everything, and whose processes live."""
    settings.METRICS_TOKEN = "a-token-of-forty-characters-or-longer-0123456789"
    settings.ALLOW_LOOPBACK_WEBHOOKS = True
    adapters(rail="tests.support.faulty_rails.MoodyRail")
    readiness.forget()
    monkeypatch.setattr(health, "_CACHE_SECONDS", -1.0)
    scenarios.transfer_out()(api, alice)
    worker.run()
    rates.ensure("SANDBOX")
    sender.run()
    seal()
    checking.check_tonight()
    platform_tasks.verify_audit_log()
    give_heartbeats()
    yield Scene(api, alice, bob, worker, settings, monkeypatch)
    faulty_rails.MoodyRail.moods.clear()
    readiness.forget()


def seal() -> None:
    tasks.seal_journal()
    platform_tasks.seal_audit_log()


def give_heartbeats(*roles: str) -> None:
    for role in roles or heartbeats.ROLES:
        heartbeats.give(role)


def by_force(statement: str) -> None:
    """What the owner of the database can do, whatever its triggers say."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(statement)


def leave_it(scene: Scene) -> None:
    """What the fault is, its heartbeats say."""


def lose_broker(scene: Scene) -> None:
    nowhere = "redis+socket:///nonexistent/socket"
    scene.patch.setattr(app, "connection_for_write", partial(app.connection_for_write, nowhere))
    scene.settings.REDIS_URL = "unix:///nonexistent/socket"
    for _ in range(6):
        # As balancers ask meanwhile: these are no requests that were refused.
        assert Client().get("/readyz").json()["status"] == "degraded"


def lose_database(scene: Scene) -> None:
    connection.close()
    scene.patch.setitem(connection.settings_dict, "HOST", "/nonexistent")


def refuse_commits(scene: Scene) -> None:
    """As a standby or a server that is set to be read-only does, while nobody asks for anything."""
    readiness.ask_by(commits.Commits(), scene.patch)
    scene.settings.DATABASE_URL = f"{databases.address('postgres')}&options=-c%20default_transaction_read_only%3Don"
    assert Client().get("/readyz").json()["checks"]["database"] == "read-only"


def let_the_probe_stand(scene: Scene) -> None:
    """It is turned on, and no round has ended since it was set up five minutes ago."""
    scene.settings.PROBE = True
    call_command("make_probe")
    seal()
    Platform.objects.filter(is_probe=True).update(created_at=clock.real_now() - dt.timedelta(minutes=5))


def leave_a_part_unread(scene: Scene) -> None:
    """A round over the payments has begun nine days ago, and nights came no further."""
    began = clock.real_now() - dt.timedelta(days=9)
    assert CheckPart.objects.filter(parent="books", name="payments").update(round_began_at=began)


def leave_a_payment(scene: Scene) -> None:
    scenarios.transfer_out()(scene.api, scene.alice)
    sender.run()
    seal()


def leave_an_event(scene: Scene) -> None:
    scene.api.customer("Grace Hopper")
    seal()


def leave_rows_unsealed(scene: Scene) -> None:
    with transaction.atomic():
        audit.record(audit.Subject(None, "Test:1"), "test", actor=audit.SYSTEM, now=clock.real_now())


def fail_at_an_endpoint(scene: Scene) -> None:
    Platform.objects.update(webhook_endpoint=f"http://127.0.0.1:{programs.free_port()}/")
    for name in ("Ada One", "Ada Two", "Ada Three"):
        scene.api.customer(name)
    sender.run()
    seal()


def break_the_rail(scene: Scene) -> None:
    faulty_rails.MoodyRail.moods[100_00] = faulty_rails.break_down
    for _ in range(3):
        scenarios.transfer_out()(scene.api, scene.alice)
    scene.worker.run()
    sender.run()
    seal()


def unbalance_the_books(scene: Scene) -> None:
    by_force("UPDATE payments_posting SET amount = amount + 1 WHERE id = (SELECT min(id) FROM payments_posting)")
    checking.check_tonight()


def alter_the_journal(scene: Scene) -> None:
    by_force("UPDATE payments_journalseal SET digest = sha256(digest) WHERE number = 1")
    check.run()


def alter_the_audit_log(scene: Scene) -> None:
    by_force("UPDATE platforms_auditentry SET verb = 'nothing' WHERE id = (SELECT min(id) FROM platforms_auditentry)")
    audit_seals.verify(now=clock.real_now())


def break_glass(scene: Scene) -> None:
    scene.settings.OIDC_ISSUER, scene.settings.OIDC_PASSWORD_ACCOUNTS = "https://login.example.com", ["rescue"]
    by = audit.Actor(kind="STAFF", id="rescue")
    with transaction.atomic():
        audit.record(audit.Subject(None, "Staff:rescue"), passwords.BREAK_GLASS, actor=by, now=clock.real_now())
    seal()


def miss_a_night(scene: Scene) -> None:
    LedgerCheckRun.objects.update(finished_at=clock.real_now() - dt.timedelta(hours=27))


def leave_money_in_suspense(scene: Scene) -> None:
    scenarios.funded(100_00, 100_00)(scene.api, scene.alice)
    scene.worker.run()
    sender.run()
    seal()
    assert SuspenseItem.objects.update(opened_at=clock.real_now() - dt.timedelta(hours=25))


def leave_a_review(scene: Scene, *, hours: int = 25) -> None:
    reply = scene.api.post("/verifications", {"customerId": scene.bob})
    assert reply.status_code in {200, 201}, reply.content
    sender.run()
    seal()
    since = clock.real_now() - dt.timedelta(hours=hours)
    assert Verification.objects.update(status="PENDING_MANUAL_REVIEW", submitted_at=since)


def let_rates_age(scene: Scene) -> None:
    assert RateFeed.objects.update(taken_at=clock.real_now() - dt.timedelta(hours=2))


def fail_with_500(scene: Scene) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE payments_internalaccount RENAME TO away")
    try:
        for _ in range(3):
            assert scene.api.get("/platform/internal-accounts").status_code == 500
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE away RENAME TO payments_internalaccount")


def refuse_with_503(scene: Scene) -> None:
    # As the web server does when no thread is free.
    layer = middleware.RequestMiddleware(lambda request: errors.response(errors.Unavailable(), request))
    for _ in range(3):
        assert layer(RequestFactory().get("/2025-10-13/config")).status_code == 503


def forget_a_backup(scene: Scene) -> None:
    backups.tell(backups.Kind.BASE, actor=audit.SYSTEM, now=clock.real_now() - dt.timedelta(hours=27))
    backups.tell(backups.Kind.DRILL, actor=audit.SYSTEM, now=clock.real_now() - dt.timedelta(days=99))
    seal()


@dataclasses.dataclass
class Fault:
    """A fault, the alarms that fire, and the processes that still give heartbeats."""

    inject: Callable[[Scene], None]
    alarms: set[str]
    living: tuple[str, ...] = heartbeats.ROLES


_FAULTS = {
    "broker away": Fault(lose_broker, {"BrokerAway"}),
    "database away": Fault(lose_database, {"DatabaseAway"}),
    "database read-only": Fault(refuse_commits, {"DatabaseNotCommitting"}),
    "worker stopped": Fault(leave_it, {"WorkerStopped"}, ("beat",)),
    "beat stopped": Fault(leave_it, {"BeatStopped"}, ("worker",)),
    "payments not taken": Fault(leave_a_payment, {"PaymentsLate"}),
    "probe stands still": Fault(let_the_probe_stand, {"ProbeFailing"}),
    "part not checked": Fault(leave_a_part_unread, {"CheckPartLate"}),
    "sender stopped": Fault(leave_an_event, {"EventsLate"}),
    "seals not made": Fault(leave_rows_unsealed, {"SealsLate"}),
    "endpoint refuses": Fault(fail_at_an_endpoint, {"EndpointFailing"}),
    "rail raises": Fault(break_the_rail, {"RailNotAnswering"}),
    "books unbalanced": Fault(unbalance_the_books, {"BooksBroken"}),
    "seal of the journal broken": Fault(alter_the_journal, {"BooksBroken"}),
    "audit log altered": Fault(alter_the_audit_log, {"AuditLogAltered"}),
    "break-glass account used": Fault(break_glass, {"BreakGlassUsed"}),
    "check not run": Fault(miss_a_night, {"CheckMissed"}),
    "money in suspense": Fault(leave_money_in_suspense, {"SuspenseOld"}),
    "review not done": Fault(leave_a_review, {"ReviewsLate"}),
    "rates stale": Fault(let_rates_age, {"RatesStale"}),
    "errors of ours": Fault(fail_with_500, {"ServerErrors"}),
    "backup not made": Fault(forget_a_backup, {"BackupLate"}),
    "no thread free": Fault(refuse_with_503, {"RequestsRefused"}),
}
_FIGURES = {
    # What can't be made so on this machine: the figure is put in place of the scrape's.
    "nothing committed": ("payments_commit_age_seconds", 41.0, "DatabaseNotCommitting"),
    "disk nearly full": ("payments_disk_free_ratio", 0.05, "DiskNearlyFull"),
    "standby late": ("payments_standby_lag_seconds", 90.0, "StandbyLate"),
    "standby away": ("payments_standby_kept_bytes", 3e9, "StandbyLate"),
    "nothing archived": ("payments_archive_age_seconds", 700.0, "ArchiveFailing"),
    "day not sealed": ("payments_unsealed_day_seconds", 7 * 3600.0, "DayUnsealed"),
    "connections used up": ("payments_database_connections", 1e6, "ConnectionsShort"),
}


@pytest.mark.parametrize("name", _FAULTS)
def test_an_alarm_fires_within_a_minute_of_its_fault(scene, tmp_path, name):
    monitoring.promtool()
    fault = _FAULTS[name]
    scene.api.get("/config")
    before = monitoring.read()

    fault.inject(scene)
    give_heartbeats(*fault.living)
    scene.api.get("/config") if name != "database away" else None
    during = monitoring.read()

    monitoring.assert_fires(before, during, fault.alarms, folder=tmp_path)


@pytest.mark.parametrize("name", _FIGURES)
def test_an_alarm_fires_within_a_minute_of_a_figure(scene, tmp_path, name):
    metric, value, alarm = _FIGURES[name]
    before = monitoring.read()
    give_heartbeats()
    during = {**monitoring.read(), (metric, ()): value}

    # The server of the tests archives nothing: tests/launch/test_restore.py asks one that does.
    assert (metric, ()) in before or metric == "payments_archive_age_seconds"
    monitoring.assert_fires(before, during, {alarm}, folder=tmp_path)


def test_an_alarm_fires_when_nothing_can_be_scraped(scene, tmp_path):
    monitoring.assert_fires(monitoring.read(), monitoring.OUT_OF_REACH, {"ServiceDown"}, folder=tmp_path)


def test_no_alarm_fires_in_a_day_of_ordinary_work(scene, tmp_path):
    """Idle and busy moments in turns, with what happens in any day: a refused request, a review, a failed attempt."""
    day = []
    for _ in range(2):
        give_heartbeats()
        day.append(monitoring.read())
        scenarios.transfer_out()(scene.api, scene.alice)
        scene.api.get("/customers/Customer:0197d6f0-0000-7000-8000-000000000001")
        give_heartbeats()
        day.append(monitoring.read())
        scene.worker.run()
        sender.run()
        seal()
    leave_a_review(scene, hours=20)
    scenarios.funded(100_00, 100_00)(scene.api, scene.alice)
    scene.worker.run()
    give_heartbeats()
    day.append(monitoring.read())

    monitoring.assert_silent(day, folder=tmp_path)


def test_every_alarm_has_its_fault():
    tested = {alarm for fault in _FAULTS.values() for alarm in fault.alarms}
    tested |= {alarm for _, _, alarm in _FIGURES.values()} | {"ServiceDown"}

    assert tested == set(_RULES)


def test_prometheus_takes_the_samples(tmp_path):
    for sample in (monitoring.SAMPLES / "prometheus.yml", monitoring.RULES):
        (tmp_path / sample.name).write_text(sample.read_text())
    (tmp_path / "metrics-token").write_text("token")

    monitoring.run("check", "config", str(tmp_path / "prometheus.yml"))


def test_the_page_says_what_to_do_about_each_alarm():
    text = _PAGE.read_text()
    headings = re.findall(r"^### (\w+)$", text, re.MULTILINE)
    rows = re.findall(r"^\| \[(\w+)\]\(#(\w+)\) \|", text, re.MULTILINE)

    assert headings == [*_RULES]
    assert rows == [(name, name.lower()) for name in _RULES]
    for name, rule in _RULES.items():
        assert rule["annotations"]["runbook"] == f"/docs/operator/monitoring/#{name.lower()}"


def _metrics(expression: str) -> set[str]:
    return set(re.findall(r"\bpayments_\w+", expression))


def test_rules_dashboard_and_page_name_metrics_that_there_are(scene):
    dashboard = json.loads((monitoring.SAMPLES / "grafana-dashboard.json").read_text())
    shown = {target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())}
    leave_a_payment(scene)
    scenarios.funded(100_00, 100_00)(scene.api, scene.alice)
    scene.worker.run()
    tasks.add_up_days()
    fail_at_an_endpoint(scene)
    let_the_probe_stand(scene)
    monitoring.read()  # Figures are counted once in some seconds: those of the test before may have no probe.
    there = set(re.findall(r"^# HELP (\w+)", Client().get(
        "/metrics", headers={"Authorization": f"Bearer {scene.settings.METRICS_TOKEN}"}
    ).content.decode(), re.MULTILINE))  # fmt: skip
    there |= {f"{name}_{end}" for name in there for end in ("count", "bucket", "total")}
    asked = _metrics(" ".join(shown)) | _metrics(" ".join(rule["expr"] for rule in _RULES.values()))

    assert asked - there == set()
    assert _metrics(_PAGE.read_text()) - there == set()
