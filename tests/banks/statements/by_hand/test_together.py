"""One line that is the sum of several payments, and several lines of one: proposed, and matched by two people."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection, transaction

from banks.models import BankBatch, BankConnection, BankException, BankMatch, BankPayment, BankSet
from banks.statements import comparing
from banks.statements.by_hand import together
from banks.statements.proposals import covering
from payments.ledger import check
from payments.models import Posting
from platforms.base import clock, errors
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.support import factories
from tests.support.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
AMOUNTS = (10_00, 20_00, 30_00, 45_00)


@pytest.fixture
def paid(api, acme, worker, alice) -> list[str]:
    """Payments of 10.00, 20.00, 30.00 and 45.00 that lie at the bank."""
    rail.connect(acme.platform)
    return rail.given_out(api, worker, alice, *AMOUNTS)


def send(*entries: Entry, number: int = 1, opening: int = 1_000_00) -> None:
    world.send(world.camt(entries, number=number, opening=opening))


def line(amount: int, end_to_end_id: str = "", **facts: Any) -> Entry:
    """A line that names somebody: no rule takes it for the sum of a batch."""
    return Entry(amount, end_to_end_id, **{"text": "several", **facts})


def open_lines() -> list[BankException]:
    rows = BankException.objects.select_related("line__statement", "connection__platform").filter(closed_at=None)
    return list(rows.order_by("line__id"))


def match(one: BankException, ids: Sequence[str], others: Sequence[BankException] = ()) -> None:
    """Match, as the second person's approval does."""
    with transaction.atomic():
        together.settle(
            exception=one.pk,
            end_to_end_id=" ".join(ids),
            lines=", ".join(other.public_id for other in others),
            reason="agreed",
            actor=rail.ANNA,
            now=clock.real_now(),
        )


def ids_of(paid: Sequence[str], *places: int) -> list[str]:
    return [world.id_of(paid[place]) for place in places]


def statuses(paid: Sequence[str]) -> list[str]:
    return [rail.payment_of(one).status for one in paid]


def moved() -> int:
    """What the books say that moved at the bank: in less out."""
    rows = Posting.objects.filter(account__kind="RAIL_SETTLEMENT", entry__transaction__isnull=False)
    return sum(one.amount if one.side == "D" else -one.amount for one in rows)


def test_a_line_is_matched_with_the_payments_whose_sum_it_is(paid, worker):
    send(line(-55_00))
    [one] = open_lines()

    proposed = covering.payments_of(one)
    assert proposed == covering.Covering((tuple(sorted(ids_of(paid, 0, 3))),))
    match(one, proposed.sets[0])
    worker.run()

    assert statuses(paid) == ["COMPLETED", "PENDING", "PENDING", "COMPLETED"]
    bank_set, decision = BankSet.objects.get(), BankMatch.objects.get()
    assert (decision.kind, decision.subject, decision.difference) == ("SETTLED", bank_set.public_id, 0)
    assert sorted(bank_set.payments.values_list("amount", flat=True)) == [10_00, 45_00]
    assert not BankPayment.objects.filter(state="SETTLED", unconfirmed_since__isnull=False).exists()
    assert {one.known for one in comparing.movements(BankConnection.objects.get(), world.DAY)} == {"BOTH"}
    assert world.books_are_right()


def test_lines_are_matched_with_the_payment_that_they_are_parts_of(paid, worker):
    name = world.id_of(paid[3])
    send(line(-15_00, name), line(-29_00, name, reference="B-2"), line(-1_00, reference="B-3"), line(-7_00))
    first, *others, odd = open_lines()

    proposed = covering.lines_of(first)
    assert proposed == covering.Covering(((name, *sorted(other.public_id for other in others)),))
    match(first, [name], others)
    worker.run()

    assert statuses(paid) == ["PENDING", "PENDING", "PENDING", "COMPLETED"]
    assert [one.pk for one in open_lines()] == [odd.pk]
    assert set(BankMatch.objects.values_list("kind", "subject")) == {("SETTLED", BankSet.objects.get().public_id)}
    assert world.books_are_right()


def test_several_sets_that_fit_are_shown_up_to_three(api, acme, worker, alice):
    rail.connect(acme.platform)
    rail.given_out(api, worker, alice, *[10_00] * 5)
    send(line(-20_00))

    found = covering.payments_of(open_lines()[0])

    assert (len(found.sets), found.has_more) == (3, True)


def test_a_search_gives_up_where_too_many_sets_are_possible(paid):
    amounts = range(1_000_003, 1_000_003 + 40 * 7, 7)

    found, may_be_more = covering.search(list(amounts), amount=int, total=8_000_001)

    assert (found, may_be_more) == ([], True)


@pytest.mark.usefixtures("paid")
def test_nothing_is_proposed_where_nothing_fits():
    send(line(-51_00))
    [one] = open_lines()

    assert covering.payments_of(one).sets == covering.lines_of(one).sets == ()


def test_money_that_came_back_is_matched_with_several_payments(paid, worker):
    named = zip(AMOUNTS, ids_of(paid, 0, 1, 2, 3), strict=True)
    send(*(Entry(-amount, name, reference=f"B-{amount}") for amount, name in named))
    worker.run()
    send(line(30_00, code="PMNT/ICDT/RRTN"), number=2, opening=895_00)

    match(open_lines()[0], ids_of(paid, 0, 1))
    worker.run()

    assert statuses(paid) == ["FAILED", "FAILED", "COMPLETED", "COMPLETED"]
    assert world.books_are_right()


def test_one_payment_of_a_set_comes_back_by_itself(paid, worker):
    send(line(-30_00))
    match(open_lines()[0], ids_of(paid, 0, 1))
    worker.run()

    send(Entry(10_00, world.id_of(paid[0]), reason="AC04", code="PMNT/ICDT/RRTN"), number=2, opening=970_00)
    worker.run()

    assert (world.waiting(), statuses(paid)[:2]) == ([], ["FAILED", "COMPLETED"])
    assert world.books_are_right()


def test_collections_of_a_set_are_taken_back_from_their_holder(api, acme, worker, alice):
    made = world.collections_given_out(api, acme.platform, worker, alice, 10_00, 20_00, 30_00)
    account = api.internal_account(alice, "EUR")
    send(line(30_00))
    match(open_lines()[0], ids_of(made, 0, 1))
    worker.run()
    assert factories.balance_of(account) == 30_00

    send(line(-30_00, reference="B-9", code="PMNT/RDDT/UPDD"), number=2, opening=1_030_00)
    match(open_lines()[0], ids_of(made, 0, 1))
    worker.run()

    assert (factories.balance_of(account), statuses(made)[:2]) == (0, ["FAILED", "FAILED"])
    assert world.books_are_right()


def test_a_payment_of_a_set_is_settled_once(paid, worker):
    send(line(-30_00))
    match(open_lines()[0], ids_of(paid, 0, 1))
    worker.run()

    send(Entry(-10_00, world.id_of(paid[0]), reference="B-8"), line(-40_00, reference="B-9"), number=2, opening=970_00)

    assert world.waiting() == ["AGAIN", "UNKNOWN"]
    with pytest.raises(errors.DomainError, match="Another line of a statement"):
        match(open_lines()[1], ids_of(paid, 0, 2))
    batch = BankBatch.objects.get()
    send(Entry(-105_00, batch=batch.message_id, reference="B-7"), number=3, opening=920_00)
    assert world.waiting()[-1] == "AGAIN", "the batch that has the payment"
    assert BankMatch.objects.count() == 1


@pytest.mark.parametrize(
    ("ids", "others", "said"),
    [
        ((0, 2), (), "several are matched only where both sums are the same"),
        ((0, 0, 1), (), "must name each once"),
        ((0, 1), (1,), "several payments of this line"),
        ((0,), (0,), "must name each once"),
        ((0,), (2,), "same connection, currency and side"),
        ((2,), (1, 1), "must name each once"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(paid, ids, others, said):
    send(line(-30_00), line(-5_00, reference="B-2"), line(5_00, reference="B-3"))
    lines = open_lines()

    with pytest.raises(errors.DomainError) as refusal:
        match(lines[0], ids_of(paid, *ids), [lines[at] for at in others])

    assert said in f"{refusal.value.text} {getattr(refusal.value, 'problems', '')}"
    assert (BankMatch.objects.count(), BankSet.objects.count(), len(open_lines())) == (0, 0, 3)


def test_a_name_that_is_no_payment_of_the_bank_or_no_line_is_refused(paid):
    send(line(-30_00))
    [one] = open_lines()
    for ids, lines in ((f"{world.id_of(paid[0])} UNKNOWN", ""), (world.id_of(paid[0]), "BankException:nonsense")):
        with pytest.raises(errors.InvalidInput):
            together.find(one.pk, end_to_end_id=ids, lines=lines)


def test_two_people_who_match_at_once_settle_each_payment_once(paid, worker):
    send(line(-30_00), line(-40_00, reference="B-2"))
    first, second = open_lines()

    outcomes = at_once([lambda: _outcome(first, ids_of(paid, 0, 1)), lambda: _outcome(second, ids_of(paid, 0, 2))])
    worker.run()

    assert sorted(outcomes) == ["done", "refused"]
    assert BankSet.objects.count() == 1
    assert world.books_are_right()


def _outcome(one: BankException, ids: Sequence[str]) -> str:
    try:
        match(one, ids)
    except errors.DomainError:
        return "refused"
    return "done"


def test_a_line_that_somebody_has_decided_about_is_no_part_of_another(paid):
    send(line(-15_00), line(-30_00, reference="B-2"))
    first, second = open_lines()
    match(second, ids_of(paid, 0, 1))

    with pytest.raises(errors.DomainError, match="Somebody has decided"):
        match(first, ids_of(paid, 3), [second])


@pytest.mark.parametrize(
    "theft",
    [
        "UPDATE banks_banksetpayment SET amount = amount + 1",
        "UPDATE banks_banksetpayment SET kind = 'RETURNED'",
        "DELETE FROM banks_banksetpayment WHERE amount = 1000",
        "UPDATE payments_bankmatch SET subject = 'BankSet:00000000-0000-7000-8000-000000000000'",
    ],
)
def test_the_nightly_check_names_a_set_that_is_not_its_line(paid, worker, theft):
    send(line(-30_00))
    match(open_lines()[0], ids_of(paid, 0, 1))
    worker.run()
    assert world.books_are_right()

    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(theft)
        cursor.execute("SET session_replication_role = origin")

    assert "LINE_DIFFERS" in {fault.kind for fault in check.find()}


@pytest.mark.usefixtures("paid")
def test_proposals_cost_a_few_statements(costs):
    send(line(-30_00), *(line(-amount, reference=f"B-{amount}") for amount in range(1_00, 1_20)))
    one = open_lines()[0]

    with costs.of("payments of a line"):
        covering.payments_of(one)
    with costs.of("lines of a payment"):
        covering.lines_of(one)
