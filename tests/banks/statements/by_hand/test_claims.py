"""Claims: what others owe us is paid, taken from accounts, written off or undone by two people, and never twice."""

import functools
from typing import Any

import pytest
from django.db import connection, transaction

from banks.models import BankException, BankMatch, Claim
from banks.statements import claims
from banks.statements.by_hand import decisions, matched_by_hand
from payments.ledger import check, journal
from payments.models import CaseKind, OperationsCase, Posting
from payments.workflow import monitor
from platforms.base import clock, errors
from platforms.models import AuditEntry
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.support import factories
from tests.support.threads import at_once
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
BY: Any = {"reason": "agreed", "actor": rail.ANNA}


@pytest.fixture
def claim(acme) -> Claim:
    """The bank has taken 50.00 that nobody ordered."""
    rail.connect(acme.platform)
    world.send(world.camt([Entry(-50_00, text="garnishment", reference="TAKEN-1")]))
    waiting = BankException.objects.get()
    with transaction.atomic():
        decisions.claim(exception=waiting.pk, debtor="BANK", **BY, now=clock.real_now())
    made: Claim = Claim.objects.get()
    return made


def settle(operation, one: Claim, **arguments) -> Claim:
    with transaction.atomic():
        operation(claim=one.pk, **arguments, **BY, now=clock.real_now())
    one.refresh_from_db()
    return one


def owed(kind: str = "CLAIMS") -> int:
    rows = Posting.objects.filter(account__kind=kind).values_list("side", "amount")
    return sum(amount if side == "D" else -amount for side, amount in rows)


def test_a_claim_is_taken_from_the_account_that_people_name_in_parts_and_never_more_than_it(api, alice, claim):
    account = api.internal_account(alice, "EUR")
    api.fund(account, 80_00)

    settle(claims.take, claim, account=account, amount=30_00)
    assert (claim.open_amount, owed(), factories.balance_of(account)) == (20_00, 20_00, 50_00)
    assert Event.objects.filter(resource=account).latest("id").type == "INTERNAL_ACCOUNT.BALANCE_UPDATED"
    for amount in (20_01, 0, -1):
        with pytest.raises(claims.NothingOwed):
            settle(claims.take, claim, account=account, amount=amount)
    settle(claims.take, claim, account=account)

    assert (claim.open_amount, owed(), factories.balance_of(account)) == (0, 0, 30_00)
    assert claim.settled_at is not None
    with pytest.raises(claims.NothingOwed):
        settle(claims.write_off, claim)
    assert AuditEntry.objects.filter(verb="claim.settle", subject=claim.public_id, actor_id="anna").count() == 2
    assert world.books_are_right()


def test_an_account_without_the_money_gives_what_it_has_and_no_more_than_that(api, alice, claim):
    account = api.internal_account(alice, "EUR")
    with pytest.raises(journal.InsufficientBalance):
        settle(claims.take, claim, account=account)
    api.fund(account, 10_00)
    with pytest.raises(journal.InsufficientBalance):
        settle(claims.take, claim, account=account, amount=10_01)

    settle(claims.take, claim, account=account)

    assert (claim.open_amount, factories.balance_of(account)) == (40_00, 0)
    assert world.books_are_right()


@pytest.mark.parametrize("other", ["rival's account", "another currency", "nonsense"])
def test_a_claim_is_taken_from_no_account_of_another_platform_or_currency(api, rival_api, alice, claim, other):
    account = {
        "rival's account": lambda: rival_api.internal_account(None, "USD"),
        "another currency": lambda: api.internal_account(alice, "USD"),
        "nonsense": lambda: "hello",
    }[other]()

    with pytest.raises(errors.InvalidInput):
        settle(claims.take, claim, account=account, amount=1_00)

    assert owed() == 50_00


def test_a_claim_that_nobody_will_pay_is_a_loss(claim):
    settle(claims.write_off, claim, amount=20_00)
    settle(claims.write_off, claim)

    assert (claim.open_amount, owed(), owed("LOSSES")) == (0, 0, 50_00)
    assert world.books_are_right()


def test_a_claim_is_a_case_while_it_is_open(claim):
    def sweep() -> list[str]:
        with transaction.atomic():
            monitor.sweep(kind=CaseKind.MONEY_OWED, now=clock.real_now())
        return list(OperationsCase.objects.filter(state="OPEN").values_list("subject", flat=True))

    assert sweep() == sweep() == [claim.public_id]
    settle(claims.write_off, claim, amount=20_00)
    assert sweep() == [claim.public_id]
    settle(claims.write_off, claim)
    assert sweep() == []


def test_a_claim_that_was_none_is_undone_until_a_part_of_it_is_settled(claim):
    def undo(match: BankMatch) -> None:
        with transaction.atomic():
            decisions.undo(match=match.pk, **BY, now=clock.real_now())

    undo(BankMatch.objects.get())
    claim.refresh_from_db()
    assert (claim.open_amount, owed(), world.waiting()) == (0, 0, ["UNDONE"])
    assert world.books_are_right()
    with transaction.atomic():
        decisions.claim(exception=BankException.objects.get().pk, debtor="UNKNOWN", **BY, now=clock.real_now())
    again = Claim.objects.get(settled_at=None)
    settle(claims.write_off, again, amount=1_00)
    with pytest.raises(decisions.NotUndoable):
        undo(BankMatch.objects.latest("number"))
    assert world.books_are_right()


def test_money_that_arrives_pays_a_claim_and_no_more_than_it(claim):
    world.send(world.camt([Entry(50_01, text="sorry")], number=2, opening=950_00))
    one = BankException.objects.get(closed_at=None)

    with pytest.raises(claims.NothingOwed), transaction.atomic():
        matched_by_hand.settle(exception=one.pk, end_to_end_id=claim.public_id, **BY, now=clock.real_now())

    assert (owed(), world.waiting()) == (50_00, ["UNKNOWN"])


def test_two_who_settle_a_claim_at_once_settle_it_once(api, alice, claim):
    account = api.internal_account(alice, "EUR")
    api.fund(account, 100_00)

    done = at_once([functools.partial(settle, claims.take, claim, account=account) for _ in range(2)])

    assert sorted(type(one).__name__ for one in done) == ["Claim", "NothingOwed"]
    assert (owed(), factories.balance_of(account)) == (0, 50_00)
    assert world.books_are_right()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE payments_claim SET open_amount = 40_00",
        "UPDATE payments_claim SET amount = 60_00, open_amount = 60_00",
        "UPDATE payments_posting SET amount = 40_00 WHERE entry_id IN (SELECT entry_id FROM payments_claim)",
        "UPDATE payments_journalentry SET purpose = 'BANK_FEE' WHERE id IN (SELECT entry_id FROM payments_claim)",
        "DELETE FROM payments_claim",
    ],
)
def test_the_check_of_the_books_finds_what_was_done_to_a_claim_by_hand(claim, damage):
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(damage.replace("_00", "00"))
        cursor.execute("SET session_replication_role = DEFAULT")

    assert {fault.kind for fault in check.find()} & {"MOVEMENTS_UNEXPECTED", "CLAIM_UNEXPLAINED", "ENTRY_UNEXPLAINED"}


@pytest.mark.parametrize(
    ("amount", "charges", "decision"),
    [
        (-10_50, "0.50", ("SETTLED", 50)),
        (-10_50, "*0.50", ("SETTLED", 50)),
        (-10_50, "*0.40", None),
        (-10_50, "0.40", None),
        (-10_50, "", None),
        (-9_50, "0.50", None),
        (-10_00, "0.50", ("SETTLED", 0)),
    ],
)
def test_a_line_that_states_the_fee_within_it_settles_its_payment_by_itself(  # noqa: PLR0917 - fixtures
    api, acme, worker, alice, amount, charges, decision
):
    rail.connect(acme.platform)
    [paid] = rail.given_out(api, worker, alice, 10_00)

    world.send(world.camt([Entry(amount, world.id_of(paid), charges=charges)]))
    worker.run()

    found = [(one.kind, one.difference) for one in BankMatch.objects.all()]
    assert found == ([decision] if decision else [])
    assert world.waiting() == ([] if decision else ["AMOUNT_DIFFERS"])
    assert rail.payment_of(paid).status == ("COMPLETED" if decision else "PENDING")
    assert owed("BANK_FEES") == (decision[1] if decision else 0)
    assert world.books_are_right()


def test_a_return_that_states_its_fee_and_the_notification_before_it_are_booked_once(api, acme, worker, alice):
    rail.connect(acme.platform)
    [paid] = rail.given_out(api, worker, alice, 10_00)
    world.send(world.camt([Entry(-10_00, world.id_of(paid))]))
    worker.run()
    back = Entry(9_50, world.id_of(paid), reason="AC04", charges="0.50")

    world.send(world.camt([back], kind="054", number=2), world.camt([back], number=3, opening=990_00))
    worker.run()

    assert (rail.payment_of(paid).status, world.waiting(), owed("BANK_FEES")) == ("FAILED", [], 50)
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 10_00
    assert world.books_are_right()
