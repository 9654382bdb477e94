"""NACHA files from a bank: returns and notifications of change, through the folder."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from payments.bank_rail import answers
from payments.models import BankBatch, BankIncomingFile
from payments.practice_bank import nacha
from payments.practice_bank.orders import Order
from tests.payments.bank_rail import world as rail
from tests.payments.bank_statements import world
from tests.support import factories

pytestmark = pytest.mark.django_db(transaction=True)
FOLDERS = {"folder": "ach-bank/out", "answers_folder": "ach-bank/in"}
ZONE = ZoneInfo("America/New_York")


def given_out(api, worker, alice, *amounts: int) -> tuple[list[str], list[Order]]:
    """Make payments in dollars, and take them to the bank; return them, and what the bank has read."""
    source = api.internal_account(alice, "USD")
    paid = []
    for amount in amounts:
        api.fund(source, amount)
        outside = api.external_account(alice, factories.usd_account())
        paid.append(str(api.transfer_out(source, outside, amount).json()["id"]))
    worker.run()
    batch = BankBatch.objects.get()
    rail.close(batch)
    rail.release(batch)
    rail.sweep()
    [path] = rail.delivered(FOLDERS["folder"])
    by_id = {one.end_to_end_id: one for one in nacha.read(path.read_bytes(), ZONE).orders}
    return paid, [by_id[world.id_of(one)] for one in paid]


def returned(*answers: nacha.Answer) -> bytes:
    created = dt.datetime(2026, 11, 25, 9, tzinfo=ZONE)
    return nacha.returns(answers, bank="011000015", created=created, modifier="A")


def send(content: bytes) -> BankIncomingFile:
    world.put(content, folder=FOLDERS["answers_folder"])
    world.read()
    file: BankIncomingFile = BankIncomingFile.objects.latest("id")
    return file


def test_returns_refund_and_notifications_of_change_move_nothing(api, acme, worker, alice):
    rail.connect(acme.platform, **(rail.DOLLARS | FOLDERS))
    paid, [closed, changed, unsure] = given_out(api, worker, alice, 10_00, 20_00, 40_00)

    file = send(returned(nacha.Answer(closed, "R02"), nacha.Answer(changed, "C01", "000987654321")))
    worker.run()

    assert (file.state, file.format, file.position, file.unknown) == ("APPLIED", "NACHA", 2, 0)
    assert rail.payment_of(paid[0]).status in {"FAILED", "REJECTED"}
    assert rail.payment_of(paid[0]).failure_reason == "ACCOUNT_INVALID"
    assert [rail.row_of(one).state for one in paid] == ["REJECTED", "BATCHED", "BATCHED"]
    assert [rail.row_of(one).bank_code for one in paid] == ["R02", "", ""]
    assert factories.balance_of(api.internal_account(alice, "USD")) == 10_00
    assert send(returned(nacha.Answer(closed, "R02"))).state == "APPLIED"
    assert send(returned(nacha.Answer(unsure, "R01")).replace(b"R01", b"Q01")).state == "SET_ASIDE"
    worker.run()
    assert factories.balance_of(api.internal_account(alice, "USD")) == 10_00
    assert world.books_are_right()


def test_a_code_of_nacha_in_a_statement_means_what_it_means_in_a_return():
    assert answers.sent_back("E", "R02").failure_reason == "ACCOUNT_INVALID"
    assert answers.sent_back("E", "AC04").failure_reason == "ACCOUNT_INVALID"
    assert answers.sent_back("E", "").failure_reason == "BANK_REJECTED"


def test_a_return_of_nobodys_payment_is_counted_and_changes_nothing(api, acme, worker, alice):
    rail.connect(acme.platform, **(rail.DOLLARS | FOLDERS))
    [paid], [order] = given_out(api, worker, alice, 10_00)
    strange = returned(nacha.Answer(order, "R03")).replace(order.end_to_end_id.encode(), b"NOBODYSPAYMENT1")

    file = send(strange)
    worker.run()

    assert (file.state, file.unknown) == ("APPLIED", 1)
    assert (rail.payment_of(paid).status, rail.row_of(paid).state) == ("PENDING", "BATCHED")
