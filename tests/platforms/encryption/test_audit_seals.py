"""The seals of the audit log: what was written can't be changed, taken away or added to without being found."""

import datetime as dt
import io
import threading

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import override_settings

from platforms import audit, tasks
from platforms.base import clock
from platforms.database import high_water
from platforms.models import AuditCheckRun, AuditEntry, AuditSeal, CheckPart
from platforms.operations import audit_seals, check_keys, powers
from tests.support import patience
from tests.support.processes.schedule import is_asked_for

OTHER_KEY = "somebody-who-has-the-database-has-not-the-key-0123456789"


def write(count: int = 1) -> list[int]:
    before = AuditEntry.objects.count()
    with transaction.atomic():
        for number in range(count):
            audit.record(
                audit.Subject(None, f"Fence:{before + number}"),
                "fence.paint",
                actor=audit.Actor(kind="STAFF", id="rita"),
                now=clock.real_now(),
                colour="green",
                coats=[1, 2.5],
            )
    return list(AuditEntry.objects.order_by("id").values_list("id", flat=True))[before:]


def seal() -> int:
    until = high_water.mark("platforms_auditentry")
    assert until is not None
    with transaction.atomic():
        return audit_seals.LOG.advance(until=until, now=clock.real_now(), most=3)


def faults(**options) -> list[tuple[str, str]]:
    run = audit_seals.verify(now=clock.real_now(), **options)
    return [(fault["kind"], fault["subject"]) for fault in run.faults]


def by_force(sql: str, *parameters) -> None:
    """What somebody does who owns the database: switch the triggers off, write, and switch them on."""
    tables = ("platforms_auditentry", "platforms_auditseal", "platforms_auditcheckrun")
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        cursor.execute(sql, parameters)
        for table in tables:
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


@pytest.fixture
def sealed(db) -> list[int]:
    """The keys of six rows under two seals."""
    keys = write(6)
    assert (seal(), seal(), seal()) == (3, 3, 0)
    return keys


def test_what_nobody_touched_is_whole(sealed):
    run = audit_seals.verify(now=clock.real_now())

    assert (run.seals, run.rows, run.faults) == (2, 6, [])
    assert audit_seals.state() == "ok"


@pytest.mark.parametrize(
    "change",
    [
        "actor_id = 'karl'",
        "verb = 'fence.burn'",
        "subject = 'Fence:9'",
        "request_id = 'x'",
        "platform_id = gen_random_uuid()",
        "at = at + interval '1 microsecond'",
        "details = details || '{\"coats\": [1, 2.6]}'",
        "actor_id = '', verb = actor_id || verb",
    ],
)
def test_a_changed_row_is_named(sealed, change):
    by_force(f"UPDATE platforms_auditentry SET {change} WHERE id = %s", sealed[4])

    assert faults() == [("ROW_CHANGED", f"entry {sealed[4]}")]
    assert audit_seals.state() == "altered"


def test_a_row_that_is_gone_is_named(sealed):
    by_force("DELETE FROM platforms_auditentry WHERE id = %s", sealed[1])

    assert faults() == [("ROW_MISSING", f"entry {sealed[1]}")]


def test_a_row_that_was_put_in_another_ones_place_is_named(sealed):
    by_force("DELETE FROM platforms_auditentry WHERE id = %s", sealed[2])
    by_force(
        "INSERT INTO platforms_auditentry (id, at, actor_kind, actor_id, verb, subject, details)"
        " VALUES (%s, now(), 'STAFF', 'rita', 'fence.paint', 'Fence:2', '{}')",
        sealed[2],
    )

    assert faults() == [("ROW_CHANGED", f"entry {sealed[2]}")]


def test_a_row_in_a_gap_of_the_keys_is_named(db):
    first = write()[0]
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval('platforms_auditentry_id_seq')")
    write()
    seal()

    by_force(
        "INSERT INTO platforms_auditentry (id, at, actor_kind, actor_id, verb, subject, details)"
        " VALUES (%s, now(), 'STAFF', 'rita', 'fence.paint', 'Fence:2', '{}')",
        first + 1,
    )

    assert faults() == [("ROW_ADDED", f"entry {first + 1}")]


def test_who_changes_a_row_and_writes_its_seal_anew_lacks_the_key(sealed):
    by_force("UPDATE platforms_auditentry SET actor_id = 'karl' WHERE id = %s", sealed[4])
    by_force("DELETE FROM platforms_auditseal WHERE number = 2")
    with override_settings(AUDIT_SEAL_KEYS=[OTHER_KEY]):
        assert seal() == 3

    assert faults() == [("SEAL_CHANGED", "seal 2")]


def test_after_a_change_of_keys_the_old_one_still_proves_what_it_sealed(sealed, settings):
    settings.AUDIT_SEAL_KEYS = [OTHER_KEY, *settings.AUDIT_SEAL_KEYS]
    write(2)
    assert seal() == 2
    assert faults() == []

    settings.AUDIT_SEAL_KEYS = [OTHER_KEY]

    assert faults() == [("SEAL_CHANGED", "seal 1"), ("SEAL_CHANGED", "seal 2")]


@pytest.mark.parametrize("change", ["digest = sha256('')", "rows = 4", "sealed_at = now()", "last_id = last_id + 1"])
def test_a_changed_seal_is_named_first(sealed, change):
    by_force(f"UPDATE platforms_auditseal SET {change} WHERE number = 1")

    assert faults()[0] == ("SEAL_CHANGED", "seal 1")


def test_a_seal_that_is_gone_is_named(sealed):
    by_force("DELETE FROM platforms_auditseal WHERE number = 1")

    assert faults()[0] == ("SEAL_MISSING", "seal 2")


def test_an_end_that_was_cut_off_is_found_by_the_last_check_or_by_a_seal_noted_elsewhere(sealed):
    noted = audit_seals.LOG.head()
    by_force("DELETE FROM platforms_auditseal WHERE number = 2")
    by_force("DELETE FROM platforms_auditentry WHERE id = ANY(%s)", sealed[3:])
    assert faults() == []
    assert faults(expected=noted) == [("SEALS_LOST", "seal 2")]
    by_force("DELETE FROM platforms_auditcheckrun")
    write(3)
    with override_settings(AUDIT_SEAL_KEYS=[OTHER_KEY]):
        seal()

    assert ("SEAL_REPLACED", "seal 2") in faults(expected=noted)


def test_after_a_check_of_two_seals_one_is_too_few(sealed):
    assert faults() == []
    by_force("DELETE FROM platforms_auditseal WHERE number = 2")

    assert faults() == [("SEALS_LOST", "seal 2")]


def test_the_command_names_the_row_and_fails(sealed):
    said = io.StringIO()
    call_command("audit_verify", stdout=said)
    head = audit_seals.LOG.head()
    assert head is not None
    number, digest = head
    assert f"2 seals, 6 rows, 0 faults\nnewest seal {number}:{digest}\n" in said.getvalue()
    by_force("DELETE FROM platforms_auditentry WHERE id = %s", sealed[0])

    with pytest.raises(CommandError, match="not what it was"):
        call_command("audit_verify", expect=(number, digest), stdout=said)

    assert f"entry {sealed[0]}: seal 1 has it" in said.getvalue()


@pytest.mark.django_db(transaction=True)
def test_the_tasks_seal_everything_and_verify_it():
    write(7)

    assert tasks.seal_audit_log() == 7
    assert tasks.seal_audit_log() == 0
    assert is_asked_for(audit_seals.TASK)
    assert tasks.verify_audit_log() > 0
    assert not is_asked_for(audit_seals.TASK)
    assert tasks.verify_audit_log() == 0
    assert (AuditSeal.objects.get().rows, AuditCheckRun.objects.get().faults) == (7, [])


def tonight(days: int) -> list[tuple[str, str]]:
    """Check the log as a night does, so many days from now; return the differences."""
    assert audit_seals.begin(now=clock.RealTime(clock.real_now() + dt.timedelta(days=days)))
    while audit_seals.step() is not None:
        pass
    return [(fault["kind"], fault["subject"]) for fault in AuditCheckRun.objects.latest("id").faults]


def part(name: str) -> CheckPart:
    return CheckPart.objects.get(parent="audit", name=name)


@pytest.mark.django_db(transaction=True)
def test_a_night_reads_what_is_new_and_a_week_reads_everything(monkeypatch):
    monkeypatch.setattr(check_keys, "SEALS_OF_A_PAGE", 1)
    monkeypatch.setattr(check_keys, "RANGE", 3)
    keys = write(12)
    assert [seal() for _ in range(4)] == [3, 3, 3, 3]
    assert tonight(0) == []
    assert (part("seals").rows, part("reasons").rows) == (4, 12)

    write(3)
    assert seal() == 3
    assert tonight(1) == []
    # The new seal, and a seventh of the others.
    assert part("seals").rows == 2
    for day in range(2, 8):
        assert tonight(day) == []
        assert part("seals").rows <= 1
    whole_since = part("seals").whole_since
    assert whole_since is not None
    assert whole_since > clock.real_now() + dt.timedelta(hours=1), "a round of the week is over"

    by_force("UPDATE platforms_auditentry SET actor_id = 'karl' WHERE id = %s", keys[7])
    found = [tonight(day) for day in range(8, 15)]
    assert found[-1] == [("ROW_CHANGED", f"entry {keys[7]}")]
    assert found == sorted(found), "it does not go again"
    assert audit_seals.state() == "altered"
    by_force("UPDATE platforms_auditentry SET actor_id = 'rita' WHERE id = %s", keys[7])
    assert tonight(15) == []


def by_hand(_day):
    """Return what `manage.py audit_verify` finds."""
    return [(fault["kind"], fault["subject"]) for fault in audit_seals.verify(now=clock.real_now()).faults]


@pytest.mark.parametrize("check_log", [tonight, by_hand], ids=["at night", "by hand"])
@pytest.mark.django_db(transaction=True)
def test_a_source_that_raises_stops_no_other_part_of_the_check(monkeypatch, check_log):
    keys = write(3)
    assert seal() == 3

    def raising():
        message = "of karl@example.com"
        raise ValueError(message)

    with monkeypatch.context() as patched:
        patched.setattr(powers, "unexplained", raising)
        by_force("UPDATE platforms_auditentry SET actor_id = 'karl' WHERE id = %s", keys[0])
        assert check_log(0) == [("ROW_CHANGED", f"entry {keys[0]}"), ("NOT_READ", "part powers")]

    assert "karl@" not in str(AuditCheckRun.objects.earliest("id").faults)
    assert check_log(1) == [("ROW_CHANGED", f"entry {keys[0]}")]


@pytest.mark.django_db(transaction=True)
def test_seals_that_were_cut_off_are_found_the_next_night():
    write(6)
    assert (seal(), seal()) == (3, 3)
    assert tonight(0) == []

    by_force("DELETE FROM platforms_auditseal WHERE number = 2")

    assert ("SEALS_LOST", "seal 2") in tonight(1)


class Writer(threading.Thread):
    """Draws a key, and commits on command."""

    def __init__(self) -> None:
        super().__init__()
        self.wrote, self.may_commit = threading.Event(), threading.Event()

    def run(self) -> None:
        try:
            with transaction.atomic():
                audit.record(audit.Subject(None, "Fence:late"), "late.row", actor=audit.SYSTEM, now=clock.real_now())
                self.wrote.set()
                assert self.may_commit.wait(patience.LONG)
        finally:
            connection.close()


@pytest.fixture
def slow_writer(transactional_db):
    writer = Writer()
    writer.start()
    assert writer.wrote.wait(patience.LONG)
    yield writer
    writer.may_commit.set()
    writer.join(patience.LONG)


def test_a_row_that_commits_late_is_waited_for_and_sealed(slow_writer, monkeypatch):
    write()

    with monkeypatch.context() as hurried:
        hurried.setattr(high_water, "_PATIENCE_SECONDS", 0.2)
        assert high_water.mark("platforms_auditentry") is None
    threading.Timer(0.3, slow_writer.may_commit.set).start()
    assert seal() == 2

    assert faults() == []
    assert set(AuditEntry.objects.values_list("verb", flat=True)) == {"fence.paint", "late.row"}


def test_without_waiting_such_a_row_would_look_forged(slow_writer):
    highest = write()[0]
    with transaction.atomic():
        assert audit_seals.LOG.advance(until=highest, now=clock.real_now()) == 1
    slow_writer.may_commit.set()
    slow_writer.join(patience.LONG)

    assert [kind for kind, _ in faults()] == ["ROW_ADDED"]
