"""Balanced NACHA files, the whole way: the bank books one sum, and the service settles all that the file pays."""

import datetime as dt
import pathlib

import pytest

from banks import tasks as bank_tasks
from banks.models import BankBatch, BankException, BankMatch
from payments.ledger import check
from platforms.base import clock
from practice.bank.bank import Customer
from practice.bank.statements import Statements
from tests.banks.incoming import ach
from tests.banks.rail import world as rail
from tests.practice import folders
from tests.support import factories

pytestmark = pytest.mark.django_db(transaction=True)
COMPANY = {"beneficiary": {"beneficiaryType": "BUSINESS", "legalName": "Acme Supplies Inc"}}


@pytest.fixture(autouse=True)
def _folder(settings, tmp_path):
    settings.BANK_FILES_FOLDER = str(tmp_path / "bank")


@pytest.mark.parametrize("form", [Statements.CAMT_08, Statements.MT940])
@pytest.mark.parametrize("is_debit", [False, True], ids=["out", "in"])
@pytest.mark.parametrize("accounts", [[{}], [{}, {}, COMPANY]], ids=["one", "people and a company"])
def test_the_sum_of_a_balanced_file_settles_its_payments(request, acme, worker, alice, *, form, is_debit, accounts):
    api, root = request.getfixturevalue("api"), pathlib.Path(request.getfixturevalue("settings").BANK_FILES_FOLDER)
    connection = rail.connect(acme.platform, **rail.DOLLARS | ach.FOLDERS, balances_files=True)
    ours = api.internal_account(alice, "USD")
    api.fund(ours, 100_00)
    theirs = [api.external_account(alice, factories.usd_account() | facts) for facts in accounts]
    pay = api.transfer_in if is_debit else api.transfer_out
    paid = [pay(*((one, ours) if is_debit else (ours, one)), 10_00).json()["id"] for one in theirs]
    worker.run()
    batch = BankBatch.objects.get()
    rail.close(batch)
    rail.release(batch)
    rail.sweep()
    bank = folders.bank(
        root,
        taken_from=root / ach.FOLDERS["folder"],
        answers_to=root / ach.FOLDERS["answers_folder"],
        customer=Customer(account=connection.account_number, currency="USD", bank=connection.clearing_number),
        statements=form,
    )

    for day in range(8):
        bank.step(clock.real_now() + dt.timedelta(days=day))
    while bank_tasks.read_bank_files():
        pass
    worker.run()

    assert [abs(line.amount) for line in bank.lines()] == [10_00 * len(accounts)]
    assert list(BankMatch.objects.values_list("kind", "subject")) == [("BATCH", batch.public_id)]
    assert not BankException.objects.exists()
    assert {rail.payment_of(one).status for one in paid} == {"COMPLETED"}
    assert list(check.find()) == []
