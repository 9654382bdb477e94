"""Payees whose names have no one spelling in Latin letters: a payment waits until two people have confirmed one."""

import pytest
from django.contrib.auth.models import Group, User
from django.db import transaction
from django.urls import reverse

from banks.formats import instructions
from banks.models import BankBatch
from banks.rail import spellings
from payments.models import CaseKind, ExternalAccount, OperationsCase
from payments.workflow import monitor
from platforms.backoffice.actions import Role
from platforms.base import clock, errors
from platforms.models import AuditEntry, Proposal
from tests.backoffice.conftest import BackOffice, page_of
from tests.banks.rail import world

pytestmark = pytest.mark.django_db(transaction=True)

ARABIC = "محمد علي"


def cases() -> list[tuple[str, str]]:
    with transaction.atomic():
        monitor.sweep(kind=CaseKind.BANK_FILE, now=clock.real_now())
    rows = OperationsCase.objects.filter(kind=CaseKind.BANK_FILE, state="OPEN")
    return [(one.subject, one.cause) for one in rows]


def _person(name: str) -> BackOffice:
    user = User.objects.create_user(username=name, is_staff=True)
    user.groups.add(Group.objects.get(name=Role.OPERATIONS))
    return BackOffice(user)


def press(office: BackOffice, account: ExternalAccount, button: str, **said: str) -> str:
    address = reverse(f"admin:payments_externalaccount_{button}", args=[account.pk])
    return str(office.post(address, _form_submitted="True", reason="the passport", **said).content.decode())


@pytest.mark.parametrize("name", [ARABIC, "陳大文", "กิตติ", "Anna 張", "\U00020002AAA", "\U00012000"])
def test_a_payment_waits_and_a_case_names_the_account(api, acme, worker, alice, name):
    world.connect(acme.platform)
    paid = world.pay(api, alice, name=name)
    worker.run()

    account, row = ExternalAccount.objects.latest("id"), world.row_of(paid)
    assert (row.state, world.payment_of(paid).status) == ("WAITING", "PENDING")
    assert account.public_id in row.reason
    assert name not in row.reason
    assert not BankBatch.objects.exists()
    [(subject, cause)] = cases()
    assert (subject, "house-bank" in cause, name in cause) == (account.public_id, True, False)


def test_two_people_confirm_a_spelling_and_the_payment_goes_out_under_it(api, acme, worker, alice):
    world.connect(acme.platform)
    paid = world.pay(api, alice, name=ARABIC)
    worker.run()
    clerk, chief, account = _person("clerk"), _person("chief"), ExternalAccount.objects.latest("id")

    press(clerk, account, "spell", latin_name="Mohammed  Ali")
    worker.run()
    assert world.row_of(paid).state == "WAITING", "nobody has confirmed it"
    press(clerk, account, "confirm_spelling")
    proposal = Proposal.objects.get()
    approve = reverse("admin:platforms_proposal_approve", args=[proposal.pk])
    assert "Mohammed Ali" in chief.text(page_of(proposal))
    clerk.post(approve, _form_submitted="True", reason="as agreed")
    account.refresh_from_db()
    assert account.latin_name == "", "one person is not enough"
    chief.post(approve, _form_submitted="True", reason="as agreed")
    worker.run()

    assert world.row_of(paid).state == "BATCHED"
    assert cases() == []
    batch = BankBatch.objects.get()
    world.close(batch)
    world.release(batch)
    world.sweep()
    [path] = world.delivered()
    assert [one.party.name for one in instructions.read(path.read_bytes()).payments] == ["Mohammed Ali"]
    assert "Mohammed Ali" in clerk.text(page_of(account))
    for kept in (*AuditEntry.objects.values_list("details", flat=True), proposal.arguments):
        assert "Mohammed" not in str(kept)

    # The next payment needs nobody.
    source = api.internal_account(alice, "EUR")
    api.fund(source, 5_00)
    again = api.transfer_out(source, account.public_id, 5_00).json()["id"]
    worker.run()
    assert world.row_of(again).state == "BATCHED"


@pytest.mark.parametrize("typed", ["", "محمد", "Mohammed ❤", "/Mohammed", "José", "x" * 71, "123"])
def test_a_spelling_is_in_the_letters_of_a_file(api, acme, alice, typed):
    account = ExternalAccount.objects.get(
        id=api.external_account(alice, world.euro_account(ARABIC), "EUR").partition(":")[2]
    )

    with pytest.raises(errors.InvalidInput), transaction.atomic():
        spellings.enter(account=account.pk, latin_name=typed, reason="passport", actor=world.TILL, now=clock.real_now())


def test_a_spelling_that_was_entered_anew_is_not_confirmed_as_the_one_shown(api, acme, alice):
    key = api.external_account(alice, world.euro_account(ARABIC), "EUR").partition(":")[2]
    said = {"account": key, "reason": "passport", "now": clock.real_now()}
    with transaction.atomic():
        row = spellings.enter(**said, latin_name="Mohammed Ali", actor=world.TILL)
        digest = spellings.digest_of(row)
        spellings.enter(**said, latin_name="Muhammad Ali", actor=world.TILL)

    with pytest.raises(spellings.NothingEntered), transaction.atomic():
        spellings.confirm(**said, digest=digest, actor=world.ANNA)


def test_the_owner_of_the_account_is_named_in_latin_letters(acme):
    with pytest.raises(errors.InvalidInput) as refused:
        world.connect(acme.platform, owner_name="阿克米")

    assert [one["field"] for one in refused.value.problems] == ["owner_name"]


def test_a_town_that_would_be_distorted_is_left_out_with_its_address(api, acme, worker, alice):
    world.connect(acme.platform)
    facts = world.euro_account("Ada")
    facts["beneficiary"]["address"] = {"line1": "1", "city": "القاهرة", "postalCode": "11511", "country": "EG"}
    source = api.internal_account(alice, "EUR")
    api.fund(source, 10_00)
    paid = api.transfer_out(source, api.external_account(alice, facts, "EUR"), 10_00).json()["id"]
    worker.run()
    batch = BankBatch.objects.get()
    world.close(batch)
    world.release(batch)
    world.sweep()

    [path] = world.delivered()
    [payment] = instructions.read(path.read_bytes()).payments
    assert (world.row_of(paid).state, payment.party.town, payment.party.country) == ("BATCHED", None, None)
