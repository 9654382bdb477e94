"""Batches that go to the bank and back while processes are killed, and answers are lost, doubled and in any order.

BATCHES=1000 makes the run long; the bank's book says what was truly paid.
"""

import collections
import dataclasses
import datetime as dt
import os
import pathlib
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection

from banks import tasks as bank_tasks
from banks.models import BankBatch, BankException, BankIncomingFile, BankMatch, BankPayment, BankStatementLine
from banks.rail import answers, batches, collecting, files, sweeps
from banks.rail.delivery.folder import Folder
from banks.statements import decided
from banks.statements.incoming import arrivals, importing
from banks.statements.matching import matching
from config.launch import environment
from payments.ledger import check
from payments.models import Transaction
from payments.workflow import outcomes
from platforms.base import clock
from platforms.encryption import encrypted_storage
from practice.bank.bank import Bank, Customer
from practice.bank.book import Book
from tests.banks.rail import world
from tests.practice import folders
from tests.support import factories, patience
from tests.support.faulty_rails import WorkerDied

pytestmark = [pytest.mark.beside, pytest.mark.django_db(transaction=True)]
_BATCHES = int(os.environ.get("BATCHES", "20"))
_OF_BATCH = 3
_FUNDS = 1_000_000_00
_TROUBLE = 30

Point = tuple[Any, str]
_TAKING: list[Point] = [(batches, "open_for"), (collecting, "take"), (outcomes, "record")]
_STAFF: list[Point] = [(batches, "_note"), (batches, "_payments")]
_DELIVERING: list[Point] = [
    (encrypted_storage, "put"),
    (files, "write"),
    (Folder, "place"),
    (sweeps, "_move"),
    (Folder, "reveal"),
]
_BANK: list[Point] = [
    (Book, "add_payment"),
    (Book, "add_line"),
    (Book, "done"),
    (Book, "name_answers"),
    (Book, "sent"),
    (pathlib.Path, "rename"),
]
_APPLYING: list[Point] = [
    (arrivals, "store"),
    (importing, "_statements"),
    (answers, "_apply"),
    (answers, "_have_come_back"),
    (batches, "make_due"),
    (matching, "store"),
    (importing, "_finish"),
]
_POST, _IN = "house-bank/post", "house-bank/in"
"""Where the practice bank leaves its answers, and where they are fetched from, in whatever order they come there."""
_SETTLING: list[Point] = [(outcomes, "record")]


@pytest.fixture(autouse=True)
def _folder(settings, tmp_path):
    settings.BANK_FILES_FOLDER = str(tmp_path / "bank")


@dataclasses.dataclass
class Run:
    """A seeded run: each phase may die at one of its points, and is done again."""

    monkeypatch: pytest.MonkeyPatch
    root: pathlib.Path
    chance: random.Random
    until: dt.datetime
    deaths: int = 0
    arrived: int = 0
    turns: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter)
    _bank: Bank | None = None

    def survive(self, phase: Callable[[], object], points: Sequence[Point]) -> None:
        """Do a phase with a death at one of its points, each in its turn; then again, as the next worker does."""
        number = self.turns[points[0][1]]
        self.turns[points[0][1]] += 1
        if self.chance.random() < 0.9:
            owner, name = points[number // 2 % len(points)]
            with self.monkeypatch.context() as patch:
                patch.setattr(owner, name, self._deadly(getattr(owner, name), before=number % 2 == 0))
                try:
                    phase()
                except WorkerDied:
                    self.deaths += 1
                    self._bank = None
                    # Meanwhile the bank takes what lies there: what is delivered once more is paid once more.
                    self.step()
            _let_leases_end()
        phase()

    def _deadly(self, call: Callable[..., Any], *, before: bool) -> Callable[..., Any]:
        at, calls = self.chance.choice((1, 1, 1, 2)), 0

        def deadly(*arguments: Any, **options: Any) -> Any:
            nonlocal calls
            calls += 1
            if before and calls == at:
                raise WorkerDied
            done = call(*arguments, **options)
            if calls == at:
                raise WorkerDied
            return done

        return deadly

    def bank(self) -> Bank:
        if self._bank is None:
            self._bank = folders.bank(
                self.root,
                trouble=_TROUBLE,
                taken_from=self.root / "house-bank" / "out",
                answers_to=self.root / _POST,
                customer=Customer(account=world.EURO["account_number"], currency="EUR"),
                balance=_FUNDS,
            )
        return self._bank

    def step(self) -> None:
        self.bank().step(self.until)

    def send_some(self, share: float = 0.7) -> None:
        """Have some of the bank's answers arrive, in any order; some of them are going to arrive once more."""
        paths = folders.files(self.root / _POST)
        self.chance.shuffle(paths)
        for path in paths[: round(len(paths) * share)]:
            self.arrived += 1
            target = self.root / _IN / f"{self.arrived:08}"
            target.parent.mkdir(exist_ok=True)
            folders.arrive(path, target, stays=self.chance.random() >= 0.8)


def _let_leases_end() -> None:
    """What time does: leases of the dead run out."""
    now = clock.real_now()
    BankBatch.objects.filter(leased_until__gt=now).update(leased_until=now)
    BankIncomingFile.objects.filter(leased_until__gt=now).update(leased_until=now)
    soon = now + dt.timedelta(minutes=10)
    Transaction.objects.filter(next_action_at__gt=now, next_action_at__lt=soon).update(next_action_at=now)


def _closed_and_released() -> None:
    for batch in BankBatch.objects.filter(state__in=["OPEN", "CLOSED"]):
        if batch.state == "OPEN":
            world.close(batch)
        world.release(batch)


def test_batches_with_kills_and_answers_in_any_order_are_paid_once(api, acme, worker, alice, monkeypatch):
    world.connect(acme.platform)
    root, tomorrow = pathlib.Path(django_settings.BANK_FILES_FOLDER), clock.real_now() + dt.timedelta(days=1)
    run = Run(monkeypatch, root, random.Random("22"), until=tomorrow)
    source = api.internal_account(alice, "EUR")
    api.fund(source, _FUNDS)
    outside = [api.external_account(alice, world.euro_account(), "EUR") for _ in range(3)]
    for number in range(_BATCHES):
        for place in range(_OF_BATCH):
            reply = api.transfer_out(source, outside[place], 100 + number % 7)
            assert reply.status_code in {200, 201}, reply.content
        run.survive(worker.run, _TAKING)
        run.survive(_closed_and_released, _STAFF)
        run.survive(world.sweep, _DELIVERING)
        run.until += dt.timedelta(hours=5)
        run.survive(run.step, _BANK)
        run.send_some()
        run.survive(bank_tasks.read_bank_files, _APPLYING)
        run.survive(worker.run, _SETTLING)
    for _ in range(20):
        run.until += dt.timedelta(days=1)
        run.step()
    run.bank().send_again(run.until)
    for _ in range(6):
        run.send_some(share=1)
        while bank_tasks.read_bank_files():
            pass
    while worker.run():
        pass

    assert run.deaths > _BATCHES
    assert_once(run.bank(), source)


def assert_once(bank: Bank, source: str) -> None:
    """What the bank did, what the rail knows, what customers see and what the books say is the same."""
    executed = {one.end_to_end_id: one for one in bank.executed()}
    rows = {one.end_to_end_id: one for one in BankPayment.objects.all()}
    assert len(rows) == _BATCHES * _OF_BATCH
    assert set(executed) <= set(rows), "the bank paid what nobody ordered"
    assert {one.times for one in executed.values()} == {1}, "paid twice"
    kept = 0
    status = dict(Transaction.objects.values_list("id", "status"))
    seen = set()
    for end_to_end_id, row in rows.items():
        done = executed.get(end_to_end_id)
        is_paid = done is not None and not done.returns
        kept += row.amount if is_paid else 0
        seen.add(row.state)
        assert (row.state == "SETTLED") == is_paid, (row.state, done)
        assert row.state in {"SETTLED", "REJECTED", "RETURNED"}
        assert (status[row.movement] == "COMPLETED") == is_paid
        assert done is None or done.amount == row.amount
    assert seen == {"SETTLED", "REJECTED", "RETURNED"}
    assert bank.balance == _FUNDS - kept - bank.fees
    assert factories.balance_of(source) == _FUNDS - kept
    assert_every_line_was_read_once(bank)
    assert list(check.find()) == []


def assert_every_line_was_read_once(bank: Bank) -> None:
    """The lines that the service has are those of the bank; those of payments are matched, or wait for people."""
    assert set(BankIncomingFile.objects.values_list("state", flat=True)) <= {"APPLIED", "SET_ASIDE"}
    read = BankStatementLine.objects.filter(statement__kind=decided.MOVES_MONEY)
    amounts: collections.Counter[str] = collections.Counter()
    for reference, is_credit, amount in read.values_list("bank_reference", "is_credit", "amount"):
        amounts[reference] += amount if is_credit else -amount
    assert amounts == {line.reference: line.amount for line in bank.lines()}
    assert list(BankException.objects.filter(closed_at=None).values_list("reason", flat=True)) == []
    assert BankMatch.objects.filter(line__in=read).count() == read.count()


@pytest.mark.parametrize("step", ["write", "place", "reveal"])
def test_a_worker_killed_by_the_system_leaves_one_file_and_one_payment(api, acme, worker, alice, step):
    """The worker is a process of its own, and SIGKILL ends it in the middle of a step."""
    world.connect(acme.platform)
    world.pay(api, alice, 10_00)
    worker.run()
    batch = BankBatch.objects.get()
    world.close(batch)
    world.release(batch)

    killed = subprocess.run(
        [sys.executable, "-m", "tests.practice.killed", step],
        cwd=environment.PROJECT,
        env=_environment(),
        check=False,
        timeout=patience.LONG,
    )
    assert killed.returncode == -signal.SIGKILL
    _let_leases_end()
    world.sweep()

    root = pathlib.Path(django_settings.BANK_FILES_FOLDER)
    bank = folders.bank(
        root,
        taken_from=root / "house-bank" / "out",
        customer=Customer(account=world.EURO["account_number"], currency="EUR"),
    )
    folders.days(bank, 8, after=clock.real_now())
    row = BankPayment.objects.get()
    assert [(one.end_to_end_id, one.amount, one.times) for one in bank.executed()] == [(row.end_to_end_id, 10_00, 1)]


def _environment() -> dict[str, str]:
    """The database, the folder and the storage of the test, for a process of its own."""
    database = connection.settings_dict
    documents: Any = django_settings.STORAGES["documents"]
    return {
        **os.environ,
        "DATABASE_URL": f"postgresql://{database['USER']}@/{database['NAME']}?host={database['HOST']}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "BANK_FILES_FOLDER": django_settings.BANK_FILES_FOLDER,
        "DOCUMENT_STORAGE": pathlib.Path(documents["OPTIONS"]["location"]).as_uri(),
    }
