"""Attempts to have money of a bank counted twice, lost without a word, or taken for what it is not."""

import datetime as dt
import functools
import threading

import pytest
from django.db import IntegrityError, transaction

from banks.models import BankBatch, BankConnection, BankIncomingFile, BankMatch, BankStatementLine
from banks.rail import connections
from banks.statements import lines
from banks.statements.by_hand import decisions, matched_by_hand
from banks.statements.incoming import accounts, arrivals, importing
from platforms.base import clock
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.support import factories, patience
from tests.support.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
FEE = "PMNT/ICDT/CHRG"


@pytest.fixture
def bank(acme):
    return rail.connect(acme.platform)


def balance(api, customer: str) -> int:
    return int(factories.balance_of(api.internal_account(customer, "EUR")))


def set_aside() -> list[str]:
    return list(BankIncomingFile.objects.filter(state="SET_ASIDE").order_by("id").values_list("problem", flat=True))


def test_a_debit_never_settles_a_batch_of_collections(api, acme, worker, alice):
    into, account = world.collection_given_out(api, acme.platform, worker, alice)
    batch = BankBatch.objects.get()

    world.send(world.camt([Entry(-20_00, batch=batch.message_id)]))
    worker.run()

    assert (rail.payment_of(into).status, factories.balance_of(account)) == ("PENDING", 0)
    assert world.waiting() == ["UNKNOWN"]


def test_the_sum_of_a_batch_settles_nothing_once_one_of_its_payments_has_a_line(api, bank, worker, alice):
    first, other = rail.given_out(api, worker, alice, 10_00, 20_00)
    batch = BankBatch.objects.get()
    world.send(world.camt([Entry(-10_00, world.id_of(first))]))

    world.send(world.camt([Entry(-30_00, batch=batch.message_id, reference="B-2")], number=2, opening=990_00))
    worker.run()

    # The bank has taken 40.00, and 10.00 of it is for nothing that was ordered: books follow what people find out.
    assert {one: rail.payment_of(one).status for one in (first, other)} == {first: "COMPLETED", other: "PENDING"}
    assert (world.kinds(), world.waiting()) == (["SETTLED"], ["AGAIN"])


def test_a_credit_that_names_a_batch_waits_for_people(api, bank, worker, alice):
    paid = rail.given_out(api, worker, alice, 10_00, 20_00)
    batch = BankBatch.objects.get()
    world.send(world.camt([Entry(-30_00, batch=batch.message_id)]))

    world.send(world.camt([Entry(30_00, batch=batch.message_id)], number=2, opening=970_00))
    worker.run()

    assert {rail.payment_of(one).status for one in paid} == {"COMPLETED"}
    assert (world.kinds(), world.waiting()) == (["BATCH"], ["UNKNOWN"])


def test_a_reversed_return_refunds_nothing(api, bank, worker, alice):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    world.send(world.camt([Entry(-10_00, world.id_of(paid))]))

    world.send(world.camt([Entry(-10_00, world.id_of(paid), is_reversal=True)], number=2, opening=990_00))
    worker.run()

    assert (rail.payment_of(paid).status, balance(api, alice)) == ("COMPLETED", 0)
    assert world.waiting() == ["AGAIN"]
    with pytest.raises(matched_by_hand.NoSuchPayment):
        world.match_by_hand(paid)


def test_what_the_bank_pays_after_its_rejection_waits_until_it_comes_back(api, bank, worker, alice):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    world.send(world.pain_002("M", **{world.id_of(paid): "RJCT/AC04"}))
    worker.run()
    assert (rail.payment_of(paid).status, balance(api, alice)) == ("REJECTED", 10_00)

    world.send(world.camt([Entry(-10_00, world.id_of(paid))]))

    assert (world.kinds(), world.waiting()) == ([], ["PAID_THOUGH_FAILED"])
    with pytest.raises(matched_by_hand.FailedBefore):
        world.match_by_hand(paid)
    world.send(world.camt([Entry(10_00, world.id_of(paid), reason="AC04")], number=2, opening=990_00))
    worker.run()
    assert (world.kinds(), world.waiting()) == (["SETTLED", "RETURNED"], [])
    assert balance(api, alice) == 10_00
    assert world.books_are_right()


def test_what_the_bank_pays_twice_after_its_rejection_is_explained_by_one_return_once(api, bank, worker, alice):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    world.send(world.pain_002("M", **{world.id_of(paid): "RJCT/AC04"}))

    twice = [Entry(-10_00, world.id_of(paid), reference=one) for one in ("B-1", "B-2")]
    world.send(world.camt([*twice, Entry(10_00, world.id_of(paid), reason="AC04")]))

    assert sorted(world.kinds()) == ["RETURNED", "SETTLED"]
    assert len(world.waiting()) == 1


def test_statements_that_differ_by_their_lines_alone_are_both_read(api, bank, alice):
    """An account that is emptied each time: head, number and balances are the same."""
    reference = world.reference_of(api, alice)

    for amount in (5_00, 7_00):
        world.send(world.mt940([Entry(amount, text=reference), Entry(-amount, text="swept")], opening=0))

    assert balance(api, alice) == 12_00
    assert set_aside() == []


def test_the_same_statement_sent_again_with_another_id_and_one_line_more_credits_that_line_alone(api, bank, alice):
    reference = world.reference_of(api, alice)
    first, more = Entry(5_00, text=reference), Entry(7_00, text=reference, reference="B-2")

    world.send(world.camt([first]), world.camt([first, more], number=2))

    assert balance(api, alice) == 12_00
    assert world.waiting() == ["REPEATED"]


def test_two_formats_of_one_statement_that_are_read_at_once_credit_once(api, bank, alice, monkeypatch):
    entries = [Entry(7_00, text=world.reference_of(api, alice))]
    world.put(world.mt940(entries))
    world.put(world.camt(entries))
    arrivals.fetch_all(now=clock.real_now())
    both, require = threading.Barrier(2, timeout=patience.LONG), accounts.connections_of

    def meet(*given):
        found = require(*given)
        both.wait()
        return found

    monkeypatch.setattr(accounts, "connections_of", meet)
    keys = BankIncomingFile.objects.values_list("pk", flat=True)
    at_once([functools.partial(importing._read, key, clock.real_now()) for key in keys])

    assert balance(api, alice) == 7_00
    assert len(set_aside()) == 1
    assert world.books_are_right()


def _change(bank: BankConnection) -> None:
    with transaction.atomic():
        connections.replace(
            connection=bank.pk,
            **{name: said for name, said in rail.EURO.items() if name != "name"},
            reason="another cut-off",
            actor=rail.ANNA,
            now=clock.real_now(),
        )


def test_a_changed_connection_takes_another_format_for_new_days_alone(api, bank, alice):
    reference = world.reference_of(api, alice)
    world.send(world.camt([Entry(7_00, text=reference)]))
    _change(bank)

    world.send(world.mt940([Entry(7_00, text=reference)]))
    assert balance(api, alice) == 7_00
    assert "came by house-bank as CAMT" in set_aside()[0]

    the_next = world.DAY + dt.timedelta(days=1)
    world.send(world.mt940([Entry(2_00, text=reference)], number=2, opening=1_007_00, day=the_next))
    assert balance(api, alice) == 9_00
    assert len(set_aside()) == 1


def test_two_connections_with_one_account_credit_a_statement_once(api, acme, bank, alice):
    rail.connect(acme.platform, name="other-bank", folder="other/out", answers_folder="other/in")
    content = world.camt([Entry(7_00, text=world.reference_of(api, alice))])

    world.put(content)
    world.put(content, folder="other/in")
    world.read()
    world.read()

    assert balance(api, alice) == 7_00
    assert "came by" in set_aside()[0]


def test_a_fee_with_the_id_and_the_amount_of_a_payment_is_a_fee(api, bank, worker, alice):
    [paid] = rail.given_out(api, worker, alice, 35)

    world.send(world.camt([Entry(-35, world.id_of(paid), code=FEE)]))

    assert (world.kinds(), rail.row_of(paid).state) == (["FEE"], "BATCHED")


@pytest.mark.parametrize(
    ("own", "said", "is_it"),
    [
        ("12345678", "12345678", True),
        ("12345678", "20000012345678", True),
        ("12345678", "200000/12345678", True),
        ("12345678", "0012345678EUR", True),
        ("0012345678", "12345678", True),
        ("12345678", "9912345678", False),
        ("12345678", "200000", False),
        ("DE02120300000000202051", "DE02 1203 0000 0000 2020 51", True),
        ("DE02120300000000202051", "12030000/202051", True),
        ("DE02120300000000202051", "12030000/0000202051EUR", True),
        ("DE02120300000000202051", "12030000/0000202052", False),
        ("DE02120300000000202051", "202051", False),
    ],
)
def test_a_longer_number_that_ends_alike_is_another_account(own, said, is_it):
    connection = BankConnection(account_number=own, currency="EUR", clearing_number="20-00-00", bic="BYLADEM1001")

    assert lines.is_account(connection, said) is is_it


def test_two_who_undo_at_once_undo_once(api, bank, alice):
    world.send(world.camt([Entry(-5_00, code="PMNT/MCOP/CHRG")]))
    match = BankMatch.objects.get()

    def undo() -> object:
        with transaction.atomic():
            return decisions.undo(match=match.pk, reason="wrong", actor=rail.ANNA, now=clock.real_now())

    done = at_once([undo, undo])

    assert not any(isinstance(one, IntegrityError) for one in done)
    assert sorted(type(one).__name__ for one in done) == ["BankException", "NotUndoable"]
    assert (world.kinds(), world.waiting()) == (["FEE", "UNDONE"], ["UNDONE"])
    assert BankStatementLine.objects.count() == 1
    assert world.books_are_right()


def _sum_without_the_first(api, acme, worker, alice) -> list[str]:
    """Have three collections booked as one sum, without the first, which the bank has rejected."""
    into = world.collections_given_out(api, acme.platform, worker, alice, 10_00, 20_00, 30_00)
    batch = BankBatch.objects.get()
    world.send(
        world.pain_002(batch.message_id, **{world.id_of(into[0]): "RJCT/AC04"}),
        world.camt([Entry(50_00, batch=batch.message_id)]),
    )
    worker.run()
    assert [rail.payment_of(one).status for one in into] == ["REJECTED", "COMPLETED", "COMPLETED"]
    return into


def test_a_debit_is_no_return_of_a_collection_that_the_sum_of_its_batch_was_without(api, acme, worker, alice):
    """Somebody else's debit of the same amount was matched so by people, and booked nowhere."""
    into = _sum_without_the_first(api, acme, worker, alice)
    world.send(world.camt([Entry(-10_00, text="Invoice 7")], number=2, opening=1_050_00))

    with pytest.raises(matched_by_hand.LeftOutOfSum):
        world.match_by_hand(into[0])

    assert (world.kinds(), world.waiting()) == (["BATCH"], ["UNKNOWN"])


def test_a_line_that_returns_what_the_sum_of_its_batch_was_without_waits_for_people(api, acme, worker, alice):
    into = _sum_without_the_first(api, acme, worker, alice)

    world.send(world.camt([Entry(-10_00, world.id_of(into[0]), reason="MD06")], number=2, opening=1_050_00))
    worker.run()

    assert (world.kinds(), world.waiting()) == (["BATCH"], ["RETURNED_THOUGH_REJECTED"])


def test_a_credit_is_no_return_of_a_payout_that_the_sum_of_its_batch_was_without(api, bank, worker, alice):
    paid = rail.given_out(api, worker, alice, 10_00, 20_00, 30_00)
    batch = BankBatch.objects.get()
    world.send(
        world.pain_002(batch.message_id, **{world.id_of(paid[0]): "RJCT/AC04"}),
        world.camt([Entry(-50_00, batch=batch.message_id)]),
        world.camt([Entry(10_00, text=f"RETURN OF {world.id_of(paid[0])}")], number=2, opening=950_00),
    )
    worker.run()

    assert (world.kinds(), world.waiting()) == (["BATCH"], ["RETURNED_THOUGH_REJECTED"])
    with pytest.raises(matched_by_hand.LeftOutOfSum):
        world.match_by_hand(paid[0])
