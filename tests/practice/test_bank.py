"""The bank works by its calendar, survives kills, executes what it is given, and makes the trouble of its plan."""

import collections
import datetime as dt
import multiprocessing
import os
import pathlib
import signal

import pytest

from banks.formats.records import LineKind
from practice.bank import bank as practice
from practice.bank.book import Book
from practice.bank.plan import Plan, Sending
from practice.bank.statements import Kind, Statements
from tests.practice import folders
from tests.practice.folders import MONDAY
from tests.support import patience
from tests.support.faulty_rails import WorkerDied

pytestmark = pytest.mark.beside


def test_payments_of_a_weekend_or_a_holiday_are_booked_on_the_next_day_of_work(tmp_path):
    bank = folders.bank(tmp_path)
    folders.order(tmp_path, "B1", 1_00, due=dt.date(2026, 11, 28))
    folders.order(tmp_path, "B2", 2_00, due=dt.date(2026, 12, 25))
    folders.days(bank, 40)

    booked = {line.amount: (line.booked_on, line.value_on) for day in folders.read_all(tmp_path) for line in day.lines}
    assert booked == {
        1_00: (dt.date(2026, 11, 30), dt.date(2026, 11, 28)),
        2_00: (dt.date(2026, 12, 28), dt.date(2026, 12, 25)),
    }


def test_a_month_in_one_step_is_the_month_in_its_days(tmp_path):
    """The clock may be moved by a month at once: the same lines, returns and balances."""
    told = []
    for root, steps in ((tmp_path / "days", range(1, 31)), (tmp_path / "once", [30])):
        root.mkdir()
        bank = folders.bank(root, trouble=30)
        bank.step(MONDAY)
        for number in range(10):
            folders.order(root, f"B{number}", 1_00, 2_00, 3_00)
        for day in steps:
            bank.step(MONDAY + dt.timedelta(days=day))
        bank.send_again(MONDAY + dt.timedelta(days=31))
        told.append((sorted(path.read_bytes() for path in folders.answers(root)), bank.executed(), bank.balance))
    assert told[0] == told[1]


def test_the_same_seed_is_the_same_bank_and_another_seed_another():
    keys = [f"P{number}" for number in range(200)]
    fates = [[Plan(seed, 20).payment(key, is_ach=False) for key in keys] for seed in ("a", "a", "b")]
    assert fates[0] == fates[1]
    assert fates[0] != fates[2]
    share = sum(fate != "PAID" for fate in fates[0]) / len(keys)
    assert 0.1 < share < 0.3


def test_answers_are_lost_repeated_late_and_wrong_and_what_was_lost_is_sent_again(tmp_path):
    bank = folders.bank(tmp_path, trouble=80)
    for number in range(30):
        folders.order(tmp_path, f"B{number}", 1_00, due=dt.date(2026, 11, 24 + number % 5))
    folders.days(bank, 20)
    kinds = collections.Counter(Plan("a", 80).sending(f"{n}", is_statement=True) for n in range(200))
    assert set(kinds) == set(Sending)

    lost = bank.numbers()["ANSWERS LOST"]
    assert lost > 0
    before = [path.read_bytes() for path in folders.answers(tmp_path)]
    assert len(before) > len(set(before)), "some came twice"
    bank.send_again(MONDAY + dt.timedelta(days=21))

    assert len(folders.answers(tmp_path)) == len(before) + lost
    assert "ANSWERS LOST" not in bank.numbers()


def test_several_payments_are_summed_into_one_line_with_the_batch_s_id(tmp_path):
    bank = folders.bank(tmp_path, trouble=60)
    for number in range(30):
        folders.order(tmp_path, f"B{number}", 1_00, 2_00, 3_00)
    folders.days(bank, 3)
    bank.send_again(MONDAY + dt.timedelta(days=4))

    lines = [line for day in folders.read_all(tmp_path) for line in day.lines]
    sums = [line for line in lines if line.kind is LineKind.DEBIT and len(line.details) != 1]
    assert {len(line.details) > 0 for line in sums} == {True, False}
    for line in sums:
        if line.details:
            assert line.amount == sum(detail.amount or 0 for detail in line.details)
    assert any(line.kind is LineKind.FEE for line in lines)


def test_what_few_banks_do_is_done_when_it_is_asked_for(tmp_path):
    bank = folders.bank(tmp_path, plan=Plan("a", trouble=0, unusual=50))
    for number in range(30):
        folders.order(tmp_path, f"B{number}", 1_00 + number)
        bank.pay_in(amount=50_00 + number, name="Ada Lovelace", text="R-7", at=MONDAY)
    folders.days(bank, 4)

    lines = bank.lines()
    sent = {line.said[0].end_to_end_id: line for line in lines if line.kind is Kind.TRANSFER}
    assert {-line.amount - line.said[0].amount for line in sent.values()} == {0, 1_50}
    foreign = [line for line in lines if line.kind is Kind.FOREIGN_DEBIT]
    assert 0 < len(foreign) < 30
    assert {-line.amount for line in foreign} <= {1_00 + number for number in range(30)}
    arrived, recalled = ([line.amount for line in lines if line.kind is kind] for kind in (Kind.PAID_IN, Kind.RECALL))
    assert 0 < len(recalled) < len(arrived)
    assert {-amount for amount in recalled} < set(arrived)
    rejected = [path for path in folders.answers(tmp_path, "report") if b"<Cd>AM05</Cd>" in path.read_bytes()]
    assert 0 < len(rejected) < 30
    assert bank.balance == 1_000_000_00 + sum(line.amount for line in lines)


def test_german_banks_cut_a_text_into_fields_of_27_characters(tmp_path):
    bank = folders.bank(tmp_path, statements=Statements.MT940_GERMAN)
    folders.order(tmp_path, "B" * 30, 1_00)
    folders.days(bank, 3)

    [path] = folders.answers(tmp_path, "statement")
    assert f"?20EREF+{'B' * 22}?21{'B' * 8}-0SVWZ+" in path.read_text().replace("\n", "")


def test_money_that_is_paid_in_has_its_reference_none_a_misspelt_name_or_a_sentence(tmp_path):
    bank = folders.bank(tmp_path, trouble=75)
    for number in range(60):
        bank.pay_in(amount=1_00 + number, name="Ada Lovelace", text="R-7", at=MONDAY)
    folders.days(bank, 2)

    lines = {line.amount: line.details[0] for day in folders.read_all(tmp_path, "notification") for line in day.lines}
    texts = {(one.remittance, one.name == "Ada Lovelace") for one in lines.values()}
    assert texts == {("R-7", True), ("", True), ("R-7", False), ("for R-7 with thanks", True)}


def test_a_file_that_lies_there_twice_is_executed_twice_so_that_it_shows(tmp_path):
    bank = folders.bank(tmp_path)
    for _ in range(2):
        folders.order(tmp_path, "B1", 1_00)
        bank.step(MONDAY)
    folders.days(bank, 3)

    assert [one.times for one in bank.executed()] == [2]


def test_a_file_of_another_account_or_a_damaged_one_is_rejected_whole(tmp_path):
    bank = folders.bank(tmp_path, customer=practice.Customer(account="DE02120300000000202051", currency="EUR"))
    folders.order(tmp_path, "B1", 1_00)
    folders.put(tmp_path, "nonsense.xml", b"<nonsense/>")
    folders.put(tmp_path, "nonsense.ach", b"nonsense")
    folders.days(bank, 3)

    [report] = folders.answers(tmp_path)
    assert b"<Cd>AC02</Cd>" in report.read_bytes()
    assert bank.executed() == []
    assert [path for path in (tmp_path / "out").iterdir() if path.is_file()] == []


_DEATHS = [
    (Book, "has_taken"),
    (Book, "add_payment"),
    (Book, "schedule"),
    (Book, "done"),
    (Book, "add_line"),
    (Book, "name_answers"),
    (Book, "sent"),
    (Book, "keep"),
    (pathlib.Path, "rename"),
    (pathlib.Path, "write_bytes"),
]


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
@pytest.mark.parametrize("step", _DEATHS, ids=lambda step: step[1])
def test_a_bank_that_dies_at_a_step_does_each_thing_once(tmp_path, monkeypatch, step, before):
    bank = folders.bank(tmp_path)
    ids = folders.order(tmp_path, "B1", 1_00, 2_00)
    owner, name = step
    call = getattr(owner, name)
    deaths = 0

    def deadly(*arguments, **options):
        nonlocal deaths
        deaths += 1
        if before and deaths % 3:
            raise WorkerDied
        done = call(*arguments, **options)
        if deaths % 3:
            raise WorkerDied
        return done

    for day in range(60):
        with monkeypatch.context() as patch:
            if day < 50:
                patch.setattr(owner, name, deadly)
            try:
                bank.step(MONDAY + dt.timedelta(days=day))
            except WorkerDied:
                bank.close()
        if day < 50:
            bank = folders.bank(tmp_path)

    assert deaths
    assert [(one.end_to_end_id, one.times) for one in bank.executed()] == [(one, 1) for one in ids]
    assert bank.balance == 1_000_000_00 - 3_00
    assert len({path.read_bytes() for path in folders.answers(tmp_path)}) == 3


def _killed(root: pathlib.Path, at: int) -> None:
    """Work until the transaction of this number, and be killed before it."""
    calls = 0
    transaction = Book.transaction

    def deadly(book):
        nonlocal calls
        calls += 1
        if calls == at:
            os.kill(os.getpid(), signal.SIGKILL)
        return transaction(book)

    setattr(Book, "transaction", deadly)  # noqa: B010 - the type checker knows it as a method
    folders.days(folders.bank(root), 3)


def test_a_bank_that_is_killed_goes_on_from_its_book(tmp_path):
    ids = folders.order(tmp_path, "B1", 1_00, 2_00)
    fork = multiprocessing.get_context("fork")
    for at in (2, 3, 3, 4):
        process = fork.Process(target=_killed, args=(tmp_path, at))
        process.start()
        process.join(patience.LONG)
        assert process.exitcode == -signal.SIGKILL

    bank = folders.bank(tmp_path)
    folders.days(bank, 4)

    assert [(one.end_to_end_id, one.times) for one in bank.executed()] == [(one, 1) for one in ids]
    assert bank.balance == 1_000_000_00 - 3_00
    assert practice.HOME in {path.name for path in (tmp_path / "out").iterdir()}
