"""Batches, fees within a line, and claims at the exceptions desk: what two people read, and what they decide."""

import pytest
from django.contrib.auth.models import Group, User
from django.db import transaction
from django.urls import reverse

from banks.models import BankBatch, BankException, BankMatch, Claim
from payments.deposits import deposits
from payments.ledger import check
from platforms import audit
from platforms.backoffice.actions import Role
from platforms.models import Proposal
from tests.backoffice.conftest import BackOffice, list_of, page_of
from tests.backoffice.support_desk.steps import foreseen
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.support import factories

pytestmark = pytest.mark.django_db(transaction=True)
MATCH = "admin:banks_bankexception_match"


@pytest.fixture(autouse=True)
def _bank(settings, tmp_path, acme):
    settings.BANK_FILES_FOLDER = str(tmp_path / "bank")
    rail.connect(acme.platform)


@pytest.fixture
def people(db) -> list[BackOffice]:
    """Two members of operations."""
    found = []
    for name in ("clerk", "chief"):
        user = User.objects.create_user(username=name, is_staff=True)
        user.groups.add(Group.objects.get(name=Role.OPERATIONS))
        found.append(BackOffice(user))
    return found


def decide(people: list[BackOffice], word: str, row, **fields: str) -> None:
    """Propose with one person, and approve with the other."""
    clerk, chief = people
    address = reverse(f"admin:banks_{type(row).__name__.lower()}_{word}", args=[row.pk])
    reply = clerk.post(address, _form_submitted="True", reason="seen", **fields)
    proposal = Proposal.objects.filter(status="OPEN").first()
    assert proposal is not None, reply.content.decode()
    approve = reverse("admin:platforms_proposal_approve", args=[proposal.pk])
    chief.post(approve, _form_submitted="True", reason="as agreed")
    proposal.refresh_from_db()
    assert proposal.status == "APPROVED", chief.text(page_of(proposal))


def waiting() -> BankException:
    found: BankException = BankException.objects.get(closed_at=None)
    return found


def test_both_people_read_the_payment_and_the_fee_within_the_line(people, api, worker, alice):
    paid = rail.given_out(api, worker, alice, 10_00, 20_00)
    batch = BankBatch.objects.get()
    world.send(world.camt([Entry(-30_75, name="Landlord")]))

    effect = foreseen(people[0], MATCH, waiting(), end_to_end_id=batch.message_id)
    assert "the bank has carried out 30.00 EUR." in effect
    assert "The line is 30.75 EUR: the difference of 0.75 EUR is booked as the bank's fee of" in effect
    decide(people, "match", waiting(), end_to_end_id=batch.message_id)
    worker.run()

    assert {rail.payment_of(one).status for one in paid} == {"COMPLETED"}
    match = BankMatch.objects.get()
    assert (match.kind, match.difference, match.decided_by) == ("BATCH", 75, "chief")
    assert "0.75 EUR" in people[0].text(page_of(match))
    assert list(check.find()) == []


def test_the_page_of_a_line_shows_the_batch_of_its_sum_and_the_dialog_has_it_filled_in(people, api, worker, alice):
    rail.given_out(api, worker, alice, 10_00, 20_00)
    batch = BankBatch.objects.get()
    world.send(world.camt([Entry(-30_00, name="Landlord", day=batch.value_date)]))

    assert "Batches of this sum" in people[0].text(page_of(waiting()))
    assert batch.message_id in people[0].text(reverse(MATCH, args=[waiting().pk]))


@pytest.mark.parametrize("amount", [-29_99, 30_01])
def test_a_batch_is_not_matched_with_more_money_for_us_than_it_has(people, api, worker, alice, amount):
    rail.given_out(api, worker, alice, 10_00, 20_00)
    world.send(world.camt([Entry(amount)]))

    reply = people[0].post(
        reverse(MATCH, args=[waiting().pk]),
        _form_submitted="True",
        reason="seen",
        end_to_end_id=BankBatch.objects.get().message_id,
    )

    assert "no fee of the bank explains that" in reply.content.decode()
    assert not Proposal.objects.exists()


def test_a_debit_that_nobody_ordered_is_claimed_and_taken_from_who_owes_it(people, api, alice):
    world.send(world.camt([Entry(-50_00, text="garnishment")]))

    decide(people, "claim", waiting(), debtor="UNKNOWN")
    claim = Claim.objects.get()
    assert "50.00" in people[0].text(list_of(Claim))
    account = api.internal_account(alice, "EUR")
    api.fund(account, 20_00)
    decide(people, "take", claim, account=account, amount="")
    decide(people, "write_off", claim, amount="")

    claim.refresh_from_db()
    assert (claim.open_amount, factories.balance_of(account)) == (0, 0)
    assert [one.amount for one in claim.settlements.order_by("number")] == [20_00, 30_00]
    assert "Taken from an account" in people[0].text(page_of(claim)) or "TAKEN" in people[0].text(page_of(claim))
    assert list(check.find()) == []


def test_money_that_was_booked_before_is_matched_by_two_people(people, api, acme, alice):
    account = api.internal_account(alice, "EUR")
    world.send(world.camt([Entry(50_00, text="hello")]))
    with transaction.atomic():
        booked = deposits.receive(
            platform_id=acme.platform.pk,
            provider_reference="phoned",
            amount=50_00,
            currency="EUR",
            named=account,
            actor=audit.SYSTEM,
            now=acme.platform.now(),
        )

    assert "it is the same money" in foreseen(people[0], MATCH, waiting(), end_to_end_id=booked.public_id)
    decide(people, "match", waiting(), end_to_end_id=booked.public_id)

    assert BankMatch.objects.get().subject == booked.public_id
    assert factories.balance_of(account) == 50_00
    assert list(check.find()) == []


def test_a_recall_says_from_whom_it_is_taken_and_what_is_owed(people, api, alice):
    account = api.internal_account(alice, "EUR")
    world.send(world.camt([Entry(50_00, text=world.reference_of(api, alice), reference="ARRIVAL-1")]))
    outside = api.external_account(alice, rail.euro_account(), "EUR")
    assert api.transfer_out(account, outside, 45_00).status_code in {200, 201}
    world.send(world.camt([Entry(-50_00, reference="ARRIVAL-1")], number=2, opening=1_050_00))
    deposit = BankMatch.objects.get().subject

    assert deposit in people[0].text(reverse(MATCH, args=[waiting().pk]))
    effect = foreseen(people[0], MATCH, waiting(), end_to_end_id=deposit)
    assert "the bank has taken this money back, 50.00 EUR" in effect
    assert "the 45.00 EUR that it lacks are owed to us by its holder" in effect
    decide(people, "match", waiting(), end_to_end_id=deposit)

    assert (Claim.objects.get().open_amount, factories.balance_of(account)) == (45_00, 0)
    assert list(check.find()) == []
