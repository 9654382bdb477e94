"""Charges within lines: booked without people as far as the terms of the connection say, and never in doubt."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import connection
from django.db.models import Sum

from banks.models import BankBatch, BankConnection, BankMatch, BankPayment
from banks.statements import comparing
from payments.ledger import check
from payments.models import Posting
from platforms.base import errors
from platforms.models import AuditEntry
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry

pytestmark = pytest.mark.django_db(transaction=True)
BACK = "PMNT/ICDT/RRTN"
TERMS: dict[str, Any] = {"max_charge": 1_00, "max_charge_share": None, "max_day_charges": 5_00}
ONE_PERCENT = {"max_charge": None, "max_charge_share": 1_00, "max_day_charges": 5_00}


def line_of(payment: str, amount: int, **changes: Any) -> Entry:
    """A line about a payment, with its payee as its file has it."""
    content = rail.row_of(payment).content
    facts = {"name": content["name"], "account": content["number"]} | changes
    return Entry(amount, world.id_of(payment), **facts)


def send(*entries: Entry, number: int = 1, opening: int = 1_000_00, **changes: Any) -> None:
    world.send(world.camt(entries, number=number, opening=opening, **changes))


def charged() -> int:
    """What is booked as the bank's fees."""
    rows = Posting.objects.filter(account__kind="BANK_FEES", side="D")
    return int(rows.aggregate(total=Sum("amount"))["total"] or 0)


@pytest.mark.parametrize(
    "case",
    [
        (TERMS, -10_60, 60),
        (TERMS, -11_00, 1_00),
        (TERMS, -11_01, 0),
        (ONE_PERCENT, -10_10, 10),
        (ONE_PERCENT, -10_11, 0),
        (TERMS | {"max_charge_share": 1_00}, -10_10, 10),
        (TERMS | {"max_charge_share": 1_00}, -10_11, 0),
        (TERMS | {"max_charge": 5, "max_charge_share": 1_00}, -10_10, 0),
        ({}, -10_01, 0),
        (TERMS, -9_99, 0),
    ],
    ids=lambda case: f"{case[1]}-{case[2]}",
)
def test_a_charge_is_booked_by_itself_within_the_terms(api, acme, worker, alice, case):
    terms, amount, fee = case
    bank = rail.connect(acme.platform, **terms)
    [paid] = rail.given_out(api, worker, alice, 10_00)

    send(line_of(paid, amount))
    worker.run()

    if not fee:
        assert (world.waiting(), charged()) == (["AMOUNT_DIFFERS"], 0)
        assert rail.payment_of(paid).status == "PENDING"
        return
    assert (world.waiting(), charged(), rail.payment_of(paid).status) == ([], fee, "COMPLETED")
    match = BankMatch.objects.get()
    assert (match.kind, match.subject, match.difference) == ("SETTLED", rail.row_of(paid).public_id, fee)
    assert match.rule == bank.public_id, "the row of the terms that let it be booked"
    [entry] = AuditEntry.objects.filter(verb="bank_match.decide")
    assert (entry.subject, entry.details["fee"], entry.details["rule"]) == (match.public_id, fee, bank.public_id)
    assert world.books_are_right()


@dataclasses.dataclass(frozen=True)
class Doubt:
    """A line within the terms about which something else is odd, and why it waits."""

    entries: Callable[[Sequence[str]], Sequence[Entry]]
    waiting: Sequence[str] = ("AMOUNT_DIFFERS",)


_DOUBTS = {
    "another account": Doubt(lambda paid: [line_of(paid[0], -10_50, account="FR1420041010050500013M02606")]),
    "another name": Doubt(lambda paid: [line_of(paid[0], -10_50, account="", name="Mallory Trading")]),
    "names another payment too": Doubt(lambda paid: [line_of(paid[0], -10_50, text=world.id_of(paid[1]))]),
    "names another reference too": Doubt(
        lambda paid: [line_of(paid[0], -10_50, text=rail.payment_of(paid[1]).reference)]
    ),
    "another charge is stated": Doubt(lambda paid: [line_of(paid[0], -10_50, charges="0.30")]),
    "two lines of one side": Doubt(
        lambda paid: [line_of(paid[0], -10_50), line_of(paid[0], -10_40, reference="B-2")], ["AMOUNT_DIFFERS"] * 2
    ),
    "the exact line beside it": Doubt(
        lambda paid: [line_of(paid[0], -10_00), line_of(paid[0], -10_50, reference="B-2")], ["AMOUNT_DIFFERS"]
    ),
    "a batch": Doubt(lambda _: [Entry(-30_50, batch=BankBatch.objects.get().message_id)]),
    "no end-to-end id": Doubt(lambda paid: [Entry(-10_50, text=rail.payment_of(paid[0]).reference)], ["UNKNOWN"]),
}


@pytest.mark.parametrize("doubt", _DOUBTS.values(), ids=_DOUBTS)
def test_what_is_odd_otherwise_waits_for_people(api, acme, worker, alice, doubt: Doubt):
    rail.connect(acme.platform, **TERMS)
    paid = rail.given_out(api, worker, alice, 10_00, 20_00)

    send(*doubt.entries(paid))
    worker.run()

    assert (world.waiting(), charged()) == (list(doubt.waiting), 0)
    assert world.books_are_right()


def test_a_return_less_a_charge_is_booked_by_itself(api, acme, worker, alice):
    rail.connect(acme.platform, **TERMS)
    [paid] = rail.given_out(api, worker, alice, 10_00)
    send(line_of(paid, -10_00))
    worker.run()

    send(line_of(paid, 9_50, reason="AC04", code=BACK), number=2, opening=990_00)
    worker.run()

    assert (world.kinds(), world.waiting(), charged()) == (["SETTLED", "RETURNED"], [], 50)
    assert rail.payment_of(paid).status == "FAILED"
    assert world.books_are_right()


def test_one_payment_has_one_charge(api, acme, worker, alice):
    rail.connect(acme.platform, **TERMS)
    [paid] = rail.given_out(api, worker, alice, 10_00)
    send(line_of(paid, -10_50))
    worker.run()

    send(line_of(paid, 9_50, reason="AC04", code=BACK), number=2, opening=989_50)
    worker.run()
    send(line_of(paid, -10_40, reference="B-3"), number=3, opening=999_00)
    worker.run()

    assert (world.kinds(), charged()) == (["SETTLED"], 50)
    assert world.waiting() == ["AMOUNT_DIFFERS", "AMOUNT_DIFFERS"]


def test_a_line_that_waits_about_a_payment_keeps_the_next_one_from_being_booked(api, acme, worker, alice):
    rail.connect(acme.platform, **TERMS)
    [paid] = rail.given_out(api, worker, alice, 10_00)

    send(line_of(paid, -4_00))
    send(line_of(paid, -10_50, reference="B-2"), number=2, opening=996_00)

    assert (world.waiting(), charged()) == (["AMOUNT_DIFFERS", "AMOUNT_DIFFERS"], 0)


def test_a_collection_is_booked_less_a_charge_and_its_return_always_is_for_people(api, acme, worker, alice):
    [into] = world.collections_given_out(api, acme.platform, worker, alice, 10_00)
    bank = BankConnection.objects.get()
    rail.replace(bank, debit_format="SEPA_CORE_008_08", **TERMS)

    send(line_of(into, 9_50))
    worker.run()
    assert (world.kinds(), world.waiting(), charged()) == (["SETTLED"], [], 50)
    send(line_of(into, -10_40, reason="MD06"), number=2, opening=1_009_50)
    worker.run()

    assert (world.waiting(), charged()) == (["AMOUNT_DIFFERS"], 50)
    assert rail.payment_of(into).status == "COMPLETED"
    assert world.books_are_right()


def test_the_charges_of_a_day_have_a_limit(api, acme, worker, alice):
    rail.connect(acme.platform, max_charge=1_00, max_day_charges=1_50)
    paid = rail.given_out(api, worker, alice, 10_00, 20_00, 30_00)

    send(line_of(paid[0], -10_90), line_of(paid[1], -20_70, reference="B-2"))
    send(line_of(paid[2], -30_60, reference="B-3"), number=2, opening=968_40)
    worker.run()

    assert (world.waiting(), charged()) == (["AMOUNT_DIFFERS"], 1_50)
    assert [rail.payment_of(one).status for one in paid] == ["COMPLETED", "PENDING", "COMPLETED"]
    assert world.books_are_right()


def test_terms_hold_for_lines_that_are_read_afterwards(api, acme, worker, alice):
    bank = rail.connect(acme.platform)
    paid = rail.given_out(api, worker, alice, 10_00, 20_00)
    send(line_of(paid[0], -10_50))
    assert world.waiting() == ["AMOUNT_DIFFERS"]

    changed = rail.replace(bank, **TERMS)
    send(line_of(paid[1], -20_50, reference="B-2"), number=2, opening=989_50)

    assert (world.waiting(), charged()) == (["AMOUNT_DIFFERS"], 50)
    assert BankMatch.objects.get().rule == changed.public_id


def test_a_report_books_no_charge(api, acme, worker, alice):
    rail.connect(acme.platform, **TERMS)
    [paid] = rail.given_out(api, worker, alice, 10_00)

    send(line_of(paid, -10_50), kind="054")
    worker.run()

    assert (world.kinds(), rail.payment_of(paid).status) == ([], "PENDING")


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"max_charge": 1_00}, "max_day_charges"),
        ({"max_charge_share": 1_00}, "max_day_charges"),
        ({"max_day_charges": 1_00}, "max_day_charges"),
        ({"max_charge": 2_00, "max_day_charges": 1_00}, "max_day_charges"),
        ({"max_charge": 0, "max_day_charges": 1_00}, "max_charge"),
        ({"max_charge_share": 10_01, "max_day_charges": 1_00}, "max_charge_share"),
        ({"max_charge_share": 0, "max_day_charges": 1_00}, "max_charge_share"),
    ],
)
def test_terms_without_a_limit_are_refused(acme, terms, field):
    with pytest.raises(errors.InvalidInput) as refusal:
        rail.connect(acme.platform, **terms)

    assert [problem["field"] for problem in refusal.value.problems] == [field]


@pytest.mark.parametrize(
    "theft",
    [
        "difference = 400",
        "rule = 'BankConnection:00000000-0000-7000-8000-000000000000'",
    ],
)
def test_the_nightly_check_names_a_charge_that_the_terms_do_not_allow(api, acme, worker, alice, theft):
    rail.connect(acme.platform, **TERMS)
    [paid] = rail.given_out(api, worker, alice, 10_00)
    send(line_of(paid, -10_50))
    worker.run()
    assert world.books_are_right()

    _alter(f"UPDATE payments_bankmatch SET {theft}")

    details = [fault.detail for fault in check.find() if fault.subject == BankMatch.objects.get().public_id]
    assert any("without people" in detail for detail in details)


def test_the_nightly_check_names_a_day_with_more_charges_than_the_terms_allow(api, acme, worker, alice):
    rail.connect(acme.platform, **TERMS)
    paid = rail.given_out(api, worker, alice, 10_00, 20_00)
    send(line_of(paid[0], -10_90), line_of(paid[1], -20_70, reference="B-2"))
    worker.run()
    assert world.books_are_right()

    _alter("UPDATE payments_bankconnection SET max_day_charges = 150")

    [fault] = check.find()
    assert (fault.kind, "160 in sum" in fault.detail) == ("LINE_DIFFERS", True)


def _alter(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(statement)
        cursor.execute("SET session_replication_role = origin")


def test_a_payment_whose_content_cannot_be_read_is_left_to_people(api, acme, worker, alice):
    rail.connect(acme.platform, **TERMS)
    [paid] = rail.given_out(api, worker, alice, 10_00)
    line = line_of(paid, -10_50)
    _alter("""UPDATE payments_bankpayment SET content = '{"name": "not encrypted"}'""")

    send(line)

    assert (world.waiting(), BankPayment.objects.defer("content").get().state) == (["AMOUNT_DIFFERS"], "BATCHED")


def test_the_nightly_check_names_a_charge_that_is_booked_as_stated_and_is_not(api, acme, worker, alice):
    rail.connect(acme.platform, **TERMS)
    [paid] = rail.given_out(api, worker, alice, 10_00)
    send(line_of(paid, -10_50))

    _alter("UPDATE payments_bankmatch SET rule = 'end-to-end id'")

    [fault] = check.find()
    assert (fault.kind, "does not state" in fault.detail) == ("LINE_DIFFERS", True)


def test_books_against_bank_say_how_much_of_a_day_was_booked_without_people(api, acme, worker, alice):
    bank = rail.connect(acme.platform, **TERMS)
    paid = rail.given_out(api, worker, alice, 10_00, 20_00)
    send(line_of(paid[0], -10_50), line_of(paid[1], -20_30, charges="0.30", reference="B-2"))

    found = list(comparing.movements(bank, world.DAY))

    assert [(one.charge, one.is_by_terms) for one in found] == [(50, True), (30, False)]
