"""NACHA files from a bank: returns and notifications of change, through the folder."""

import pytest
from django.db import transaction

from banks.models import BankPayment
from banks.rail import answers
from platforms.base import clock
from practice.bank import nacha
from tests.banks.incoming import ach
from tests.banks.rail import world as rail
from tests.banks.statements import sent_back, world
from tests.support import factories
from tests.support.payments import scenarios

pytestmark = pytest.mark.django_db(transaction=True)


def test_returns_refund_and_notifications_of_change_move_nothing(api, acme, worker, alice):
    rail.connect(acme.platform, **(rail.DOLLARS | ach.FOLDERS))
    paid, [closed, changed, unsure] = ach.given_out(api, worker, alice, 10_00, 20_00, 40_00)

    file = ach.send(ach.returned(nacha.Answer(closed, "R02"), nacha.Answer(changed, "C01", "000987654321")))
    worker.run()

    assert (file.state, file.format, file.position, file.unknown) == ("APPLIED", "NACHA", 2, 0)
    assert rail.payment_of(paid[0]).status in {"FAILED", "REJECTED"}
    assert rail.payment_of(paid[0]).failure_reason == "ACCOUNT_INVALID"
    assert [rail.row_of(one).state for one in paid] == ["REJECTED", "BATCHED", "BATCHED"]
    assert [rail.row_of(one).bank_code for one in paid] == ["R02", "", ""]
    assert factories.balance_of(api.internal_account(alice, "USD")) == 10_00
    assert ach.send(ach.returned(nacha.Answer(closed, "R02"))).state == "APPLIED"
    assert ach.send(ach.returned(nacha.Answer(unsure, "R01")).replace(b"R01", b"Q01")).state == "SET_ASIDE"
    worker.run()
    assert factories.balance_of(api.internal_account(alice, "USD")) == 10_00
    assert world.books_are_right()


def test_a_code_of_nacha_in_a_statement_means_what_it_means_in_a_return():
    assert answers.return_of("E", "R02").failure_reason == "ACCOUNT_INVALID"
    assert answers.return_of("E", "AC04").failure_reason == "ACCOUNT_INVALID"
    assert answers.return_of("E", "").failure_reason == "BANK_REJECTED"


def test_a_return_of_nobodys_payment_is_counted_and_changes_nothing(api, acme, worker, alice):
    rail.connect(acme.platform, **(rail.DOLLARS | ach.FOLDERS))
    [paid], [order] = ach.given_out(api, worker, alice, 10_00)
    strange = ach.renamed(ach.returned(nacha.Answer(order, "R03")), order, "NOBODYSPAYMENT1")
    strange = strange.replace(order.trace.encode(), b"999999990000001")

    file = ach.send(strange)
    worker.run()

    assert (file.state, file.unknown) == ("APPLIED", 1)
    assert (rail.payment_of(paid).status, rail.row_of(paid).state) == ("PENDING", "BATCHED")


def test_a_return_after_settlement_is_booked_without_any_line_of_a_statement(api, acme, worker, alice):
    rail.connect(acme.platform, **(rail.DOLLARS | ach.FOLDERS))
    [paid], [order] = ach.given_out(api, worker, alice, 10_00)
    with transaction.atomic():
        settled = answers.Answer(order.end_to_end_id, answers.Kind.SETTLED)
        answers.apply(answers=[settled], now=clock.real_now())
    worker.run()
    assert rail.payment_of(paid).status == "COMPLETED"

    for _ in range(2):
        ach.send(ach.returned(nacha.Answer(order, "R03")))
        worker.run()

    assert (rail.payment_of(paid).status, rail.row_of(paid).state) == ("FAILED", "RETURNED")
    assert factories.balance_of(api.internal_account(alice, "USD")) == 10_00
    assert world.books_are_right()


def test_a_refund_that_a_nacha_file_returns_waits_in_suspense(api, acme, worker, alice):
    rail.connect(acme.platform, **(rail.DOLLARS | ach.FOLDERS))
    payment = scenarios.collected("002")(api, alice)
    sent_back.give_out(worker)
    with transaction.atomic():
        collected = answers.Answer(BankPayment.objects.get().end_to_end_id, answers.Kind.SETTLED)
        answers.apply(answers=[collected], now=clock.real_now())
    worker.run()
    sent_back.give_out(worker)
    row = BankPayment.objects.get(leg="REFUND")
    with transaction.atomic():
        refunded = answers.Answer(row.end_to_end_id, answers.Kind.SETTLED)
        answers.apply(answers=[refunded], now=clock.real_now())
    worker.run()
    assert scenarios.refund_of(payment) == "COMPLETED"
    path = max(rail.delivered(ach.FOLDERS["folder"]), key=lambda one: row.end_to_end_id.encode() in one.read_bytes())
    [order] = nacha.read(path.read_bytes(), ach.ZONE).orders

    ach.send(ach.returned(nacha.Answer(order, "R02")))
    worker.run()

    assert (scenarios.item_of(payment).reason, scenarios.refund_of(payment)) == ("REFUND_CAME_BACK", "FAILED")
    assert world.books_are_right()
