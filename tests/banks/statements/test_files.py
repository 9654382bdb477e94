"""Files from banks: fetched, stored once, set aside when damaged, and never applied twice, whoever dies meanwhile."""

import io

import pytest
from django.db import DatabaseError, transaction

from banks.models import BankIncomingFile, BankMatch, BankStatement, BankStatementLine
from banks.rail import files
from banks.statements import contents
from banks.statements.incoming import arrivals, importing
from banks.statements.matching import matching
from payments.ledger import check
from payments.models import Deposit, OperationsCase
from payments.workflow import monitor
from platforms.base import clock
from platforms.encryption import encrypted_storage, encryption
from platforms.models import AuditEntry
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.support import factories
from tests.support.faulty_rails import WorkerDied
from tests.support.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bank(acme):
    return rail.connect(acme.platform)


def test_a_file_is_stored_encrypted_with_a_trace_and_removed_at_the_bank(bank):
    content = world.camt([Entry(70_00, text="Ada's secret")])
    path = world.put(content, "statement.xml")
    hidden = world.put(b"<unfinished", ".later.part")

    assert world.read() == 2  # fetched, and applied

    file = BankIncomingFile.objects.get()
    assert (file.name, file.size, file.state, file.format) == ("statement.xml", len(content), "APPLIED", "CAMT")
    assert b"".join(arrivals.content_of(file)) == content
    assert not path.exists()
    assert hidden.exists()
    verbs = set(AuditEntry.objects.filter(subject=file.public_id).values_list("verb", flat=True))
    assert verbs == {"bank_incoming_file.receive", "bank_incoming_file.apply"}
    with pytest.raises(DatabaseError), transaction.atomic():
        BankStatementLine.objects.update(amount=1)


def test_the_same_file_and_the_same_message_again_change_nothing(api, bank, alice):
    content = world.camt([Entry(7_00, text=world.reference_of(api, alice))])

    world.send(content, content, content.replace(b"<GrpHdr>", b"<!-- again --><GrpHdr>"))

    assert BankIncomingFile.objects.count() == 2
    assert set(BankIncomingFile.objects.values_list("state", flat=True)) == {"APPLIED"}
    assert (BankStatement.objects.count(), BankStatementLine.objects.count(), Deposit.objects.count()) == (1, 1, 1)


@pytest.mark.parametrize(
    ("change", "place", "problem"),
    [
        ((b"</Document>", b""), "line", "no XML"),
        ((b"7.00", b"7.01", 1), "statement 053-1", "differ by 0.01 EUR"),
        ((b"DE02120300000000202051", b"DE89370400440532013000"), "statement 1", "account"),
        ((b'<?xml version="1.0" encoding="UTF-8"?>', b"<!DOCTYPE a [<!ENTITY b 'c'>]>"), "the file", "not allowed"),
        ((b"<?xml", b"hello"), "the beginning", "no pain.002"),
    ],
    ids=["cut", "wrong total", "another account", "entities", "no format"],
)
def test_a_damaged_file_is_set_aside_whole_with_its_line(  # noqa: PLR0917 - fixtures and a case
    api, bank, alice, change, place, problem
):
    content = world.camt([Entry(7_00, text=world.reference_of(api, alice)), Entry(8_00, text="hello")])
    damaged = content.replace(*change)
    assert damaged != content

    world.send(damaged)

    file = BankIncomingFile.objects.get()
    assert file.state == "SET_ASIDE"
    assert place in file.place
    assert problem in file.problem
    assert not BankStatement.objects.exists()
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 0
    with transaction.atomic():
        assert monitor.sweep(kind="BANK_FILE", now=clock.real_now()).opened == 1
    cause = OperationsCase.objects.get(kind="BANK_FILE").cause
    assert f"the file {file.name} of {file.connection_name}, {file.place}: {file.problem}"[:150] in cause
    world.send(content)
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 7_00


@pytest.mark.parametrize("limit", ["MOST_STATEMENTS", "MOST_ANSWERS"])
def test_a_file_of_more_than_memory_takes_is_set_aside(bank, monkeypatch, limit):
    monkeypatch.setattr(contents, limit, 1)
    one, two = (world.mt940([Entry(1_00)], number=number) for number in (1, 2))
    answers_ = world.pain_002("M", NOBODYSPAYMENT1="RJCT", NOBODYSPAYMENT2="RJCT")

    world.send(one + b"\r\n" + two if limit == "MOST_STATEMENTS" else answers_)

    assert "more than 1 " in BankIncomingFile.objects.get(state="SET_ASIDE").problem


def test_answers_to_our_files_are_applied_and_others_counted(api, bank, worker, alice):
    one, other = rail.given_out(api, worker, alice, 10_00, 20_00)

    world.send(
        world.pain_002("M", **{world.id_of(one): "ACSC", world.id_of(other): "RJCT/AC04", "NOBODYSPAYMENT1": "RJCT"})
    )
    worker.run()

    file = BankIncomingFile.objects.get()
    assert (file.state, file.format, file.position, file.unknown) == ("APPLIED", "PAIN_002", 3, 1)
    assert [rail.payment_of(each).status for each in (one, other)] == ["COMPLETED", "REJECTED"]
    assert list(check.find()) == []


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
@pytest.mark.parametrize(
    "step",
    [
        (encrypted_storage, "put"),
        (arrivals, "store"),
        (importing, "_statements"),
        (matching, "store"),
        (importing, "_finish"),
    ],
    ids=lambda step: step[1],
)
def test_a_worker_that_dies_at_a_step_leaves_each_line_applied_once(  # noqa: PLR0917 - fixtures and a case
    api, bank, alice, monkeypatch, step, before
):
    reference = world.reference_of(api, alice)
    monkeypatch.setattr(importing, "PART", 2)
    world.put(world.camt([Entry(1_00 + at, text=reference, reference=f"B-{at}") for at in range(5)]))
    with monkeypatch.context() as patch:
        _dies(patch, *step, before=before)
        with pytest.raises(WorkerDied):
            world.read()

    BankIncomingFile.objects.update(leased_until=None)
    world.read()
    world.read()

    assert BankIncomingFile.objects.get().state == "APPLIED"
    assert (BankStatementLine.objects.count(), BankMatch.objects.count(), Deposit.objects.count()) == (5, 5, 5)
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 5_10
    assert list(check.find()) == []


def _dies(monkeypatch, owner, name: str, *, before: bool) -> None:
    """Have the worker die at the second call of a function where there is one, else at the first."""
    call, calls = getattr(owner, name), []

    def deadly(*arguments, **options):
        calls.append(name)
        dies = len(calls) == (2 if (owner, name) == (matching, "store") else 1)
        if dies and before:
            raise WorkerDied
        done = call(*arguments, **options)
        if dies:
            raise WorkerDied
        return done

    monkeypatch.setattr(owner, name, deadly)


def test_statements_continue_one_another_and_a_gap_is_a_case_until_it_is_closed(bank):
    world.send(world.camt([Entry(1_00)]), world.camt([Entry(2_00)], number=3, opening=1_006_00))

    def sweep() -> tuple[int, int]:
        with transaction.atomic():
            swept = monitor.sweep(kind="BANK_FILE", now=clock.real_now())
        return swept.opened, swept.closed

    assert sweep() == (1, 0)
    world.send(world.camt([Entry(5_00)], number=2, opening=1_001_00))
    assert sweep() == (0, 1)


def test_texts_that_no_database_takes_do_not_stop_a_file(bank):
    entries = [Entry(1_00, "x" * 100, text="\u0007" * 3 + "é" * 1500, name="N" * 500, reference="R" * 200)]
    content = world.mt940(entries).replace(b"\x07", b"\x00")

    world.send(content)

    assert BankIncomingFile.objects.get().state == "APPLIED"
    assert world.waiting() == ["UNKNOWN"]


def test_contents_that_no_row_names_are_erased_after_a_day(bank, monkeypatch):
    # The storage has what other tests stored.
    monkeypatch.setattr(arrivals, "ROOT", "bank_incoming_files_here")
    monkeypatch.setattr(files, "ROOT", "bank_files_here")
    world.send(world.camt([Entry(1_00)]))
    kept = BankIncomingFile.objects.get().storage_keys
    orphan = encrypted_storage.put(b"x", root=arrivals.ROOT, today=clock.real_now().date())

    assert arrivals.sweep(now=clock.real_now()) == 0
    monkeypatch.setattr(arrivals, "_ORPHANED_AFTER", -arrivals._ORPHANED_AFTER)
    assert arrivals.sweep(now=clock.real_now()) == 1

    assert encrypted_storage.get(kept[0])
    with pytest.raises(encryption.Unreadable):
        encrypted_storage.get(orphan)


def test_a_file_that_can_not_be_read_keeps_no_other_one_waiting(api, bank, alice):
    world.put(world.camt([Entry(1_00)]))
    arrivals.fetch_all(now=clock.real_now())
    for key in BankIncomingFile.objects.get().storage_keys:
        encrypted_storage.erase(key)

    world.send(world.camt([Entry(7_00, text=world.reference_of(api, alice))], number=2))

    assert sorted(BankIncomingFile.objects.values_list("state", flat=True)) == ["APPLIED", "RECEIVED"]
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 7_00


def test_two_who_have_a_file_read_at_once_have_it_read_once(bank):
    content = io.BytesIO(b"<odd/>")
    taken = arrivals.store(connection=bank, name="odd.xml", file=content, actor=rail.ANNA, now=clock.real_now())
    assert taken is not None
    file = taken.file
    assert file.state == "SET_ASIDE"

    def have_read() -> object:
        with transaction.atomic():
            return arrivals.have_read(file=file.pk, reason="agreed", actor=rail.ANNA, now=clock.real_now())

    done = at_once([have_read, have_read])

    assert sorted(type(one).__name__ for one in done) == ["BankIncomingFile", "NotSetAside"]
    assert AuditEntry.objects.filter(verb="bank_incoming_file.read").count() == 1
