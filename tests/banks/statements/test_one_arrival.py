"""One arrival is booked once, whoever tells of it first: staff, a bank's file, or an adapter."""

import functools
from typing import Any

import pytest
from django.db import transaction

from banks.models import BankException, BankMatch
from banks.statements.by_hand import decisions, matched_by_hand
from banks.statements.matching.told import LineIsTaken, LineWaits
from payments.admin import effects
from payments.deposits import deposits
from payments.models import Deposit
from platforms.base import clock, errors
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry, camt, mt940
from tests.support import factories
from tests.support.payments.arrivals import arrive
from tests.support.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
BANK = "AC-2026-4711"


@pytest.fixture
def bank(acme):
    return rail.connect(acme.platform)


def by_hand(platform, amount=70_00, *, named="", reference=BANK) -> Deposit:
    entered = {
        "platform_id": platform.id,
        "provider_reference": reference,
        "amount": amount,
        "currency": "EUR",
        "named": named,
    }
    with transaction.atomic():
        return deposits.receive_by_hand(
            **entered, reason="seen at the bank", actor=rail.ANNA, real_now=clock.real_now()
        )


def by_adapter(platform, amount=70_00, *, named="", reference=BANK) -> Deposit:
    deposit: Deposit = arrive(platform, amount, named=named, reference=reference, currency="EUR")
    return deposit


FIRST = pytest.mark.parametrize("tell", [by_hand, by_adapter], ids=["staff", "adapter"])


def line(api, alice, **facts: Any) -> Entry:
    usual: dict[str, Any] = {"amount": 70_00, "text": world.reference_of(api, alice), "reference": BANK}
    return Entry(**usual | facts)


def balance(api, customer: str) -> int:
    return factories.balance_of(api.internal_account(customer, "EUR"))


@FIRST
@pytest.mark.parametrize(
    ("reference", "facts"),
    [
        (BANK, {}),
        (BANK.lower(), {}),
        ("RENT-11", {"end_to_end_id": "RENT-11", "reference": "OTHER"}),
        (BANK, {"text": "no reference of ours"}),
    ],
    ids=["bank's reference", "other capitals", "end-to-end id", "names nobody"],
)
def test_what_was_booked_before_is_not_booked_from_the_statement(  # noqa: PLR0917 - fixtures
    api, acme, bank, alice, tell, reference, facts
):
    deposit = tell(acme.platform, named=api.internal_account(alice, "EUR"), reference=reference)

    world.send(camt([line(api, alice, **facts)]))

    assert balance(api, alice) == 70_00
    assert (world.kinds(), world.waiting()) == (["DEPOSIT"], [])
    match = BankMatch.objects.get()
    assert (match.subject, match.platform) == (deposit.public_id, acme.platform)
    assert world.books_are_right()


def test_a_statement_in_mt940_is_recognised_too(api, acme, bank, alice):
    by_hand(acme.platform, named=api.internal_account(alice, "EUR"))

    world.send(mt940([line(api, alice)]))

    assert (balance(api, alice), world.kinds()) == (70_00, ["DEPOSIT"])


@FIRST
def test_what_the_statement_has_booked_is_not_booked_again(api, acme, bank, alice, tell):
    world.send(camt([line(api, alice)]))
    booked = Deposit.objects.get()

    if tell is by_hand:
        with pytest.raises(errors.InvalidInput) as refusal:
            tell(acme.platform, named=api.internal_account(alice, "EUR"))
        assert booked.public_id in str(refusal.value.details)
        with pytest.raises(errors.InvalidInput):
            effects.record_deposit(
                platform=acme.platform.id, provider_reference=BANK, amount=70_00, currency="EUR", named=""
            )
    else:
        assert tell(acme.platform, named=api.internal_account(alice, "EUR")) == booked
        with pytest.raises(deposits.DepositDiffers):
            tell(acme.platform, named=api.internal_account(None, "EUR"))

    assert (balance(api, alice), Deposit.objects.count()) == (70_00, 1)
    assert world.books_are_right()


@FIRST
def test_what_waits_for_people_is_booked_by_nobody_else(api, acme, bank, alice, tell):
    world.send(camt([line(api, alice, text="no reference of ours")]))

    with pytest.raises(LineWaits):
        tell(acme.platform, named=api.internal_account(alice, "EUR"))

    assert (world.waiting(), Deposit.objects.count()) == (["UNKNOWN"], 0)


@FIRST
def test_a_collection_is_not_recorded_as_a_deposit(api, acme, worker, alice, tell):
    into, account = world.collection_given_out(api, acme.platform, worker, alice)
    world.send(camt([Entry(20_00, world.id_of(into), reference=BANK)]))
    worker.run()

    with pytest.raises(LineIsTaken):
        tell(acme.platform, 20_00, named=account)

    assert factories.balance_of(account) == 20_00


@FIRST
def test_other_facts_wait_for_people(api, acme, bank, alice, tell):
    tell(acme.platform, 7_00, named=api.internal_account(alice, "EUR"))

    world.send(camt([line(api, alice)]))

    assert (balance(api, alice), world.waiting()) == (7_00, ["DEPOSIT_DIFFERS"])


def test_money_booked_for_another_account_waits_and_is_matched_by_people(api, acme, bank, alice):
    deposit = by_hand(acme.platform, named=api.internal_account(None, "EUR"))

    world.send(camt([line(api, alice)]))

    assert world.waiting() == ["DEPOSIT_DIFFERS"]
    one = BankException.objects.get()
    told: dict[str, Any] = {"reason": "agreed", "actor": rail.ANNA, "now": clock.real_now()}
    for decide in (functools.partial(decisions.credit, named=api.internal_account(alice, "EUR")), decisions.suspend):
        with pytest.raises(decisions.BookedBefore), transaction.atomic():
            decide(exception=one.pk, **told)
    with transaction.atomic():
        matched_by_hand.settle(exception=one.pk, end_to_end_id=deposit.public_id, **told)
    assert (world.kinds(), world.waiting(), Deposit.objects.count()) == (["DEPOSIT"], [], 1)


def test_one_deposit_is_the_money_of_one_line(api, acme, bank, alice):
    by_hand(acme.platform, named=api.internal_account(alice, "EUR"), reference="RENT")
    month = functools.partial(line, api, alice, end_to_end_id="RENT")

    world.send(camt([month(reference="B-1")]), camt([month(reference="B-2")], number=2, opening=1_070_00))

    assert (balance(api, alice), Deposit.objects.count()) == (140_00, 2)


def test_of_lines_with_one_reference_the_one_with_the_amount_is_it(api, acme, bank, alice):
    by_hand(acme.platform, named=api.internal_account(alice, "EUR"))

    world.send(camt([line(api, alice, amount=30_00), line(api, alice)]))

    assert (balance(api, alice), world.waiting()) == (100_00, [])
    assert world.books_are_right()


def test_another_amount_under_a_payers_own_id_is_other_money(api, acme, bank, alice):
    by_hand(acme.platform, named=api.internal_account(alice, "EUR"), reference="RENT")

    world.send(camt([line(api, alice, amount=30_00, end_to_end_id="RENT")]))

    assert (balance(api, alice), world.waiting()) == (100_00, [])


def test_a_line_of_another_platforms_bank_says_nothing(api, acme, bank, alice, rival_api):
    world.send(camt([line(api, alice)]))
    rival = rival_api.internal_account(None, "EUR")

    by_hand(Deposit.objects.get().platform.__class__.objects.exclude(id=acme.platform.id).get(), named=rival)

    assert factories.balance_of(rival) == 70_00


def test_staff_and_file_at_once_book_it_once(api, acme, bank, alice):
    account = api.internal_account(alice, "EUR")
    for number in range(4):
        reference = f"AT-ONCE-{number}"
        entry = line(api, alice, reference=reference)
        world.put(camt([entry], number=number + 1, opening=1_000_00 + number * 70_00))
        at_once([world.read, functools.partial(_tell, acme.platform, account, reference)])

    assert balance(api, alice) == 4 * 70_00
    assert (world.kinds(), Deposit.objects.count()) == (["DEPOSIT"] * 4, 4)
    assert world.books_are_right()


def _tell(platform, account: str, reference: str) -> None:
    by_adapter(platform, named=account, reference=reference)
