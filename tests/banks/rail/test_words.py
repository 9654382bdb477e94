"""What a bank tells by a word, and no line of a statement shows, is a case until a line shows it."""

import datetime as dt
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from banks.models import BankBatch, BankConnection, BankPayment
from banks.rail import by_hand
from banks.statements import shown
from payments.models import CaseKind, OperationsCase
from payments.workflow import monitor
from platforms.base import clock
from tests.banks.rail import world as rail
from tests.banks.statements import sent_back, world
from tests.banks.statements.sent_back import Bank
from tests.banks.statements.world import Entry
from tests.support import plans

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bank(acme):
    rail.connect(acme.platform)
    return Bank()


def cases() -> dict[str, str]:
    with transaction.atomic():
        monitor.sweep(kind=CaseKind.BANK_FILE, now=clock.real_now())
    rows = OperationsCase.objects.filter(kind="BANK_FILE", state="OPEN")
    # That no statement comes any more is a case of its own.
    rows = rows.exclude(cause__contains=": no statement came after")
    return dict(rows.values_list("subject", "cause"))


def days_later(days: int = 10) -> None:
    """Let what was told have been told so many days ago."""
    ago = dt.timedelta(days=days)
    for row in BankPayment.objects.exclude(unconfirmed_since=None):
        assert row.unconfirmed_since is not None
        BankPayment.objects.filter(pk=row.pk).update(unconfirmed_since=row.unconfirmed_since - ago)


def an_old_statement(bank: Bank) -> None:
    day = world.DAY - dt.timedelta(days=30)
    bank.statements += 1
    world.send(world.camt([], number=bank.statements, opening=bank.balance, day=day))


def told(row: BankPayment, word: str) -> None:
    """Tell of a payment without a statement."""
    one = row.end_to_end_id
    if word in {"settled by a notification", "returned by a notification"}:
        is_return = word.startswith("returned")
        entry = Entry(row.amount, one, reason="AC04") if is_return else Entry(-row.amount, one)
        world.send(world.camt([entry], kind="054", number=90 + is_return))
    else:
        assert row.batch is not None
        world.send(world.pain_002(row.batch.message_id, **{one: word}))


@pytest.mark.parametrize("word", ["ACSC", "settled by a notification"])
def test_a_payment_that_only_a_word_has_settled_is_a_case_until_its_line_comes(api, worker, alice, bank, word):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    an_old_statement(bank)
    told(rail.row_of(paid), word)
    worker.run()
    assert cases() == {}, "the bank has some days"

    days_later()

    [(subject, cause)] = cases().items()
    assert subject == rail.row_of(paid).public_id
    for named in ("house-bank", "1 payment (settled)", rail.row_of(paid).end_to_end_id):
        assert named in cause
    bank.state(Entry(-10_00, rail.row_of(paid).end_to_end_id))
    assert cases() == {}
    assert rail.row_of(paid).unconfirmed_since is None


def test_many_of_a_day_are_one_case_that_names_some_and_ends_with_the_last(api, worker, alice, bank):
    paid = rail.given_out(api, worker, alice, 10_00, 20_00, 30_00, 40_00)
    an_old_statement(bank)
    for one in paid:
        told(rail.row_of(one), "ACSC")
    worker.run()
    days_later()

    [(subject, cause)] = cases().items()
    assert subject.startswith("house-bank 20")
    assert "4 payments" in cause
    assert "and others" in cause
    for amount, one in zip((10_00, 20_00, 30_00), paid, strict=False):
        bank.state(Entry(-amount, rail.row_of(one).end_to_end_id))
    assert list(cases()) == [subject]
    bank.state(Entry(-40_00, rail.row_of(paid[3]).end_to_end_id))
    assert cases() == {}


def test_the_sum_of_a_batch_shows_all_of_it(api, worker, alice, bank):
    paid = rail.given_out(api, worker, alice, 10_00, 20_00)
    an_old_statement(bank)
    for one in paid:
        told(rail.row_of(one), "ACSC")
    worker.run()
    days_later()
    assert len(cases()) == 1

    batch = rail.row_of(paid[0]).batch
    assert batch is not None
    bank.state(Entry(-30_00, batch=batch.message_id))

    assert cases() == {}


def test_what_came_back_by_a_word_is_shown_by_the_line_that_it_left_and_by_that_of_its_return(api, worker, alice, bank):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    an_old_statement(bank)
    told(rail.row_of(paid), "settled by a notification")
    told(rail.row_of(paid), "returned by a notification")
    worker.run()
    days_later()
    assert "(returned)" in "".join(cases().values())

    bank.state(Entry(-10_00, rail.row_of(paid).end_to_end_id))
    assert len(cases()) == 1
    bank.state(Entry(10_00, rail.row_of(paid).end_to_end_id, reason="AC04"))
    assert cases() == {}


def test_a_rejection_is_shown_by_statements_without_the_payment(api, worker, alice, bank):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    an_old_statement(bank)
    told(rail.row_of(paid), "RJCT/AC04")
    worker.run()
    days_later()
    assert "(rejected)" in "".join(cases().values())

    bank.state(Entry(5_00, text="hello"))

    assert rail.row_of(paid).unconfirmed_since is None
    assert cases() == {}


def test_a_rejection_whose_money_came_back_is_shown_by_two_lines(api, worker, alice, bank):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    an_old_statement(bank)
    told(rail.row_of(paid), "returned by a notification")
    worker.run()
    assert rail.row_of(paid).state == "REJECTED"
    days_later()

    bank.state(Entry(5_00, text="hello"))
    assert list(cases()) == [rail.row_of(paid).public_id]
    bank.state(Entry(10_00, rail.row_of(paid).end_to_end_id, reason="AC04"))
    assert list(cases()) == [rail.row_of(paid).public_id], "the bank has returned what it never took"
    bank.state(Entry(-10_00, rail.row_of(paid).end_to_end_id))

    assert cases() == {}


def test_a_connection_from_which_no_statement_ever_came_is_one_case(api, worker, alice, bank):
    paid = rail.given_out(api, worker, alice, 10_00, 20_00)
    for one in paid:
        told(rail.row_of(one), "ACSC")
    worker.run()
    assert cases() == {}
    days_later()

    [(subject, cause)] = cases().items()

    assert subject == BankConnection.objects.get().public_id
    assert "No statement has ever come from house-bank" in cause
    bank.state(Entry(-10_00, rail.row_of(paid[0]).end_to_end_id), Entry(-20_00, rail.row_of(paid[1]).end_to_end_id))
    assert cases() == {}


def test_what_a_line_has_settled_waits_for_none(api, worker, alice, bank):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    bank.state(Entry(-10_00, rail.row_of(paid).end_to_end_id))
    told(rail.row_of(paid), "ACSC")
    worker.run()

    assert rail.row_of(paid).unconfirmed_since is None


def test_the_days_are_the_connection_s(api, acme, worker, alice):
    rail.connect(acme.platform, confirm_days=20)
    [paid] = rail.given_out(api, worker, alice, 10_00)
    an_old_statement(Bank())
    told(rail.row_of(paid), "ACSC")
    worker.run()
    days_later()

    assert cases() == {}


def test_what_was_carried_out_by_hand_is_a_case_until_its_line_comes(api, acme, worker, alice):
    rail.connect(acme.platform, max_payment=5_00)
    bank = Bank()
    paid = rail.pay(api, alice, 10_00)
    worker.run()
    an_old_statement(bank)
    with transaction.atomic():
        by_hand.carry_out(payment=rail.row_of(paid).pk, reason="by hand", actor=rail.ANNA, now=clock.real_now())
    worker.run()
    days_later()

    assert list(cases()) == [rail.row_of(paid).public_id]


@pytest.mark.usefixtures("_alice")
@pytest.mark.parametrize("was", ["accepted", "settled"])
@pytest.mark.parametrize("kind", ["transfer", "refund", "sent back"])
def test_what_the_bank_contradicts_and_never_paid_is_ended_by_people(request, acme, worker, kind, was):
    api, alice = request.getfixturevalue("api"), request.getfixturevalue("alice")
    play = {
        "transfer": sent_back.transfer,
        "refund": sent_back.refund,
        "sent back": sent_back.sent_back_out_of_suspense,
    }[kind]
    bank = Bank()
    out = play(api, acme, worker, alice, bank)
    gap = sent_back.booked() - bank.balance
    told(out.row, "ACCP" if was == "accepted" else "ACSC")
    worker.run()
    told(out.row, "RJCT/AC04")
    worker.run()
    assert out.row.public_id in cases()

    with transaction.atomic():
        by_hand.give_up(payment=out.row.pk, reason="the bank says so", actor=rail.ANNA, now=clock.real_now())
    worker.run()

    assert cases() == {}
    assert sent_back.booked() - bank.balance == gap
    assert world.books_are_right()
    # Should the bank pay all the same, its line waits for people.
    bank.state(Entry(-out.row.amount, out.row.end_to_end_id))
    assert "PAID_THOUGH_FAILED" in world.waiting()


def test_a_word_that_no_line_has_shown_in_time_is_ended_by_people(api, worker, alice, bank):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    an_old_statement(bank)
    told(rail.row_of(paid), "ACSC")
    worker.run()
    ask: dict[str, Any] = {
        "payment": rail.row_of(paid).pk,
        "reason": "not paid",
        "actor": rail.ANNA,
        "now": clock.real_now(),
    }
    with pytest.raises(by_hand.NotByHand), transaction.atomic():
        by_hand.give_up(**ask)
    days_later()
    assert len(cases()) == 1

    with transaction.atomic():
        by_hand.give_up(**ask)
    worker.run()

    assert cases() == {}
    assert api.get(f"/transactions/{paid}").json()["status"] == "FAILED"
    assert sent_back.booked() - 10_00 == bank.balance, "the holder has the 10.00 that were funded"


def test_what_a_line_shows_is_not_ended_as_not_carried_out(api, worker, alice, bank):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    bank.state(Entry(-10_00, rail.row_of(paid).end_to_end_id))
    told(rail.row_of(paid), "RJCT/AC04")
    worker.run()

    with pytest.raises(by_hand.NotByHand), transaction.atomic():
        by_hand.give_up(payment=rail.row_of(paid).pk, reason="no", actor=rail.ANNA, now=clock.real_now())


def test_what_no_line_shows_is_found_by_an_index_that_holds_nothing_else(api, worker, alice, bank):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    an_old_statement(bank)
    told(rail.row_of(paid), "ACSC")
    worker.run()
    days_later()
    with CaptureQueriesContext(connection) as asked:
        assert len(cases()) == 1
    [statement] = [one["sql"] for one in asked if "unnest" in one["sql"] and "unconfirmed_since" in one["sql"]]

    with transaction.atomic(), plans.planned(without=["seqscan", "bitmapscan"]) as explain:
        plan = "\n".join(explain(statement, options="COSTS OFF"))

    assert "bank_payment_unconfirmed" in plan
    assert "Seq Scan" not in plan


@pytest.mark.parametrize("has_come", [False, True])
def test_a_return_of_what_was_rejected_is_a_case_until_a_line_shows_that_it_had_come(
    api, acme, worker, alice, has_come
):
    """The books know nothing of either line: of one alone they differ from the bank."""
    into, other = world.collections_given_out(api, acme.platform, worker, alice, 10_00, 20_00)
    an_old_statement(Bank())
    told(rail.row_of(into), "RJCT/AC04")
    # Statements of the days after it showed nothing of it, as the word was true.
    BankPayment.objects.filter(pk=rail.row_of(into).pk).update(unconfirmed_since=None)
    world.send(world.camt([Entry(20_00, world.id_of(other)), Entry(-10_00, text="Invoice 7")], number=2))
    worker.run()

    world.match_by_hand(into)

    if has_come:
        world.send(world.camt([Entry(10_00, world.id_of(into))], number=3, opening=1_010_00))
    days_later()
    assert (rail.row_of(into).public_id in cases()) is not has_come


def test_a_batch_that_people_return_before_it_had_come_is_a_case(api, acme, worker, alice):
    """The money that the line took is in no entry: the debit was another one."""
    into = world.collections_given_out(api, acme.platform, worker, alice, 10_00, 20_00)
    an_old_statement(Bank())
    world.send(world.camt([Entry(-30_00, text="Invoice 7")], number=2))
    world.match_with(BankBatch.objects.get().public_id)
    worker.run()
    assert {rail.row_of(one).state for one in into} == {"REJECTED"}
    days_later()

    # Statements of the days after it show nothing of the two.
    shown.note_rejected(BankConnection.objects.get())

    told_of = {payment.pk for subject in cases() for payment in shown.payments_of(subject)}
    assert told_of == {rail.row_of(one).pk for one in into}
