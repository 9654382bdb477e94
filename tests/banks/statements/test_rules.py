"""Rules that staff enter: names of payers, their accounts under another key, and platforms of one connection."""

import pytest
from django.core.management import call_command
from django.db import transaction

from banks.models import BankException, BankMatch, BankRule
from banks.statements.by_hand import decisions
from banks.statements.matching import rules
from payments.models import InternalAccount, Transaction
from platforms.base import clock
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.conftest import Api
from tests.support import factories

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bank(acme):
    return rail.connect(acme.platform)


def rule(kind: str, **said) -> BankRule:
    """Enter a rule of the house bank."""
    with transaction.atomic():
        return decisions.enter_rule(
            connection_name="house-bank",
            kind=kind,
            priority=10,
            **said,
            reason="agreed",
            actor=rail.ANNA,
            now=clock.real_now(),
        )


def today(amount: int, name: str, **said) -> Entry:
    return Entry(amount, name=name, day=clock.real_now().date(), **said)


def status_of(payment: str) -> str:
    return str(Transaction.objects.get(id=payment.partition(":")[2]).status)


@pytest.mark.parametrize(
    ("name", "amount", "is_paid"),
    [
        ("APPROVED, ALICE", 100_00, True),
        ("Alice Aproved", 100_00, True),
        ("Malice Unknown", 100_00, False),
        ("Alice Approved", 100_01, False),
    ],
)
def test_a_name_and_an_amount_pay_the_only_quote_that_they_fit(  # noqa: PLR0917 - fixtures and a case
    api, bank, alice, worker, name, amount, is_paid
):
    payment = world.unpaid_quote(api, alice)
    made = rule("NAME", days=3, ratio=80)

    world.send(world.camt([today(amount, name)]))
    worker.run()

    assert (status_of(payment) != "PENDING") is is_paid
    assert world.kinds() == (["DEPOSIT"] if is_paid else [])
    assert world.waiting() == ([] if is_paid else ["UNKNOWN"])
    assert not is_paid or BankMatch.objects.get().rule == made.public_id
    assert world.books_are_right()


def test_a_name_that_fits_two_quotes_pays_none(api, bank, alice, worker):
    payments = [world.unpaid_quote(api, alice) for _ in range(2)]
    rule("NAME", days=3, ratio=80)

    world.send(world.camt([today(100_00, "Alice Approved")]))
    worker.run()

    assert [status_of(one) for one in payments] == ["PENDING", "PENDING"]
    assert world.waiting() == ["AMBIGUOUS"]


def test_a_name_is_not_compared_with_a_part_of_the_quotes(api, bank, alice, monkeypatch):
    monkeypatch.setattr(rules, "_MOST", 1)
    payments = [world.unpaid_quote(api, alice) for _ in range(2)]
    rule("NAME", days=3, ratio=80)

    world.send(world.camt([today(100_00, "Alice Approved")]))

    assert [status_of(one) for one in payments] == ["PENDING", "PENDING"]
    assert world.waiting() == ["AMBIGUOUS"]


def test_a_name_does_not_pay_with_money_that_came_back(api, bank, alice):
    payment = world.unpaid_quote(api, alice)
    rule("NAME", days=3, ratio=80)

    world.send(world.camt([today(100_00, "Alice Approved", reason="AC04")]))

    assert status_of(payment) == "PENDING"
    assert world.waiting() == ["UNKNOWN"]


def test_a_rule_for_a_payer_follows_a_new_key_of_blind_indexes(api, bank, alice, settings):
    account = api.internal_account(alice, "EUR")
    world.send(world.camt([Entry(70_00, text="rent"), Entry(1_00, text="other", account="DE89370400440532013000")]))
    first = BankException.objects.earliest("id")
    made = rule("PAYER", line=first.line_id, internal_account=account)
    assert factories.balance_of(account) == 70_00
    settings.BLIND_INDEX_KEY = "another key, long enough to be believed in a test"

    for _ in range(2):
        call_command("rotate_encryption_keys", blind_indexes=True, verbosity=0)

    world.send(world.camt([Entry(5_00, text="more")], number=2, opening=1_071_00))
    assert factories.balance_of(account) == 75_00
    assert set(BankMatch.objects.values_list("rule", flat=True)) == {made.public_id}
    world.send(world.camt([Entry(6_00, account="DE89370400440532013000")], number=3, opening=1_076_00))
    assert factories.balance_of(account) == 75_00


def test_a_connection_of_production_holds_the_money_of_several_platforms_apart(api, alice):
    live = [factories.tenant(name, environment="PRODUCTION", regulated=True) for name in ("live", "second")]
    rail.connect(None)
    apis = [Api(one.client_id, one.client_secret) for one in live]
    accounts = [one.internal_account(one.customer(), "EUR") for one in apis]
    references = [InternalAccount.objects.get(id=one.partition(":")[2]).funding_reference for one in accounts]
    fee = Entry(-3_00, code="PMNT/MCOP/CHRG")

    entries = [Entry(7_00, text=references[0]), Entry(8_00, text=references[1]), fee]
    foreign = Entry(9_00, text=world.reference_of(api, alice))
    world.send(world.camt([*entries, foreign, Entry(1_00, text=" ".join(references))]))

    assert [factories.balance_of(one) for one in accounts] == [7_00, 8_00]
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 0
    assert world.waiting() == ["NO_PLATFORM", "UNKNOWN", "AMBIGUOUS"]
    made = rule("CODE", code="PMNT/MCOP/CHRG", platform=live[1].platform.pk)
    assert world.waiting() == ["UNKNOWN", "AMBIGUOUS"]
    booked = BankMatch.objects.filter(kind="FEE").values_list("rule", "platform", "entry__platform")
    assert list(booked) == [(made.public_id, live[1].platform.pk, live[1].platform.pk)]
    assert world.books_are_right()
