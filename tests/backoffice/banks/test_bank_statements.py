"""The exceptions desk, uploads, rules, and books against bank: two people for what moves money."""

import datetime as dt
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import Group, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import reverse

from banks.models import BankConnection, BankException, BankIncomingFile, BankMatch, BankPayment, BankRule
from banks.statements.by_hand import decisions
from payments.ledger import check
from payments.models import Deposit, OperationsCase, SuspenseItem
from payments.workflow import monitor
from platforms.backoffice.actions import Role
from platforms.base import clock
from platforms.models import AuditEntry, Proposal
from tests.backoffice.conftest import BackOffice, list_of, page_of
from tests.backoffice.support_desk.steps import foreseen
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.support import factories
from tests.support.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _bank(settings, tmp_path):
    settings.BANK_FILES_FOLDER = str(tmp_path / "bank")


def _person(name: str, role: Role) -> BackOffice:
    user = User.objects.create_user(username=name, is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    return BackOffice(user)


@pytest.fixture
def clerk(db) -> BackOffice:
    return _person("clerk", Role.OPERATIONS)


@pytest.fixture
def chief(db) -> BackOffice:
    return _person("chief", Role.OPERATIONS)


@pytest.fixture
def bank(acme):
    return rail.connect(acme.platform)


def waiting(**filters) -> BankException:
    found: BankException = BankException.objects.get(closed_at=None, **filters)
    return found


def decide(clerk: BackOffice, chief: BackOffice, word: str, row, **fields: str) -> None:
    """Propose with one person, and approve with another."""
    address = reverse(f"admin:banks_{type(row).__name__.lower()}_{word}", args=[row.pk])
    reply = clerk.post(address, _form_submitted="True", reason="seen", **fields)
    assert Proposal.objects.filter(status="OPEN").exists(), reply.content.decode()
    approve(clerk)
    assert Proposal.objects.filter(status="OPEN").exists(), "one person is not enough"
    approve(chief)
    assert not Proposal.objects.filter(status="OPEN").exists()


def approve(office: BackOffice) -> None:
    proposal = Proposal.objects.get(status="OPEN")
    address = reverse("admin:platforms_proposal_approve", args=[proposal.pk])
    office.post(address, _form_submitted="True", reason="as agreed")


def test_a_file_is_uploaded_with_a_reason_once_and_read_when_a_second_person_says_so(clerk, chief, bank):
    content = world.camt([Entry(70_00, text="hello")])
    address = reverse("admin:banks_bankincomingfile_upload")
    fields = {"connection": str(bank.pk), "reason": "the bank mailed it"}

    for _ in range(2):
        clerk.post(address, file=SimpleUploadedFile("mail.xml", content), **fields)
    world.read()

    file = BankIncomingFile.objects.get()
    assert (file.state, world.lines()) == ("SET_ASIDE", [])
    proposal = Proposal.objects.get(status="OPEN")
    assert "from 1,000.00 EUR to 1,070.00 EUR" in clerk.text(page_of(proposal))
    approve(clerk)
    world.read()
    assert world.lines() == []
    approve(chief)
    world.read()
    file.refresh_from_db()
    assert world.waiting() == ["UNKNOWN"]
    assert (file.received_by, file.reason, file.state) == ("clerk", "the bank mailed it", "APPLIED")
    assert (
        "came before" in clerk.post(address, file=SimpleUploadedFile("again.xml", content), **fields).content.decode()
    )
    assert "mail.xml" in clerk.text(list_of(BankIncomingFile))
    reply = clerk.get(reverse("admin:banks_bankincomingfile_content", args=[file.pk]))
    assert b"".join(reply.streaming_content) == content
    assert AuditEntry.objects.get(verb="bank_incoming_file.download").actor_id == "clerk"
    assert _person("sue", Role.SUPPORT).get(address).status_code == 403


def test_a_file_that_was_set_aside_is_read_again_when_what_kept_it_was_cured(clerk, chief, bank):
    BankConnection.objects.update(account_number="DE89370400440532013000")
    world.send(world.camt([Entry(70_00, text="hello")]))
    file = BankIncomingFile.objects.get()
    address = reverse("admin:banks_bankincomingfile_read", args=[file.pk])
    assert "2051, has no bank connection" in clerk.post(address, _form_submitted="True", reason="x").content.decode()
    BankConnection.objects.update(account_number="DE02120300000000202051")

    decide(clerk, chief, "read", file)
    world.read()

    assert world.waiting() == ["UNKNOWN"]


def test_a_damaged_file_is_uploaded_and_not_proposed_to_be_read(clerk, bank):
    clerk.post(
        reverse("admin:banks_bankincomingfile_upload"),
        file=SimpleUploadedFile("mail.xml", b"hello"),
        connection=str(bank.pk),
        reason="mailed",
    )
    world.read()

    assert BankIncomingFile.objects.get().state == "SET_ASIDE"
    assert not Proposal.objects.exists()


def test_the_page_of_a_line_is_headed_by_amount_direction_and_the_other_side(clerk, bank):
    world.send(world.camt([Entry(70_00), Entry(-3_00, name="House Bank"), Entry(1_00, name="")]))

    for case in BankException.objects.select_related("line"):
        expected = {
            70_00: "70.00 EUR received from Ada Lovelace",
            3_00: "3.00 EUR paid to House Bank",
            1_00: "1.00 EUR received",
        }[case.line.amount]
        for row in (case, case.line):
            assert f'<span class="min-w-0 truncate" title="{expected}">{expected}</span>' in clerk.text(page_of(row))


@pytest.mark.parametrize("account", ["FR1420041010050500013M02606", r"12345678\260"])
def test_an_account_number_is_masked_in_the_text_too(clerk, bank, account):
    world.send(world.camt([Entry(70_00, text=f"/ACC/{account[:6]} {account[6:]}/REMI/rent", account=account)]))

    for row in (waiting(), waiting().line):
        assert f"/ACC/•••• {account[-4:]}/REMI/rent" in clerk.text(page_of(row))


def test_what_belongs_to_a_line_is_headed_by_what_it_is(clerk, chief, bank):
    world.send(world.camt([Entry(-3_00, name="House Bank")]))
    decide(clerk, chief, "fee", waiting())

    [match] = BankMatch.objects.all()
    said = "Fee: 3.00 EUR paid to House Bank"
    assert f'<span class="min-w-0 truncate" title="{said}">{said}</span>' in clerk.text(page_of(match))


def test_a_line_is_matched_by_hand_with_a_payment_of_its_amount(  # noqa: PLR0917 - fixtures
    clerk, chief, api, bank, worker, alice
):
    [paid] = rail.given_out(api, worker, alice, 12_34)
    world.send(world.camt([Entry(-12_34, "MISTYPED")]))
    one = waiting()
    assert world.id_of(paid) in clerk.text(page_of(one))

    decide(clerk, chief, "match", one, end_to_end_id=world.id_of(paid))
    worker.run()

    assert rail.payment_of(paid).status == "COMPLETED"
    match = BankMatch.objects.get()
    assert (match.kind, match.decided_by, match.reason, match.rule) == ("SETTLED", "chief", "seen", "")
    assert not BankException.objects.filter(closed_at=None).exists()
    assert list(check.find()) == []


def test_a_collection_that_came_back_is_taken_from_its_holder_by_two_people(  # noqa: PLR0917 - fixtures
    clerk, chief, api, acme, worker, alice
):
    into, account = world.came_back_after_it_settled(api, acme.platform, worker, alice)
    named = {"end_to_end_id": world.id_of(into)}
    dialog = "admin:banks_bankexception_match"
    effect = foreseen(clerk, dialog, waiting(), **named)
    assert "the payer's bank has taken 20.00 EUR back, and Alice Approved, EUR account" in effect
    assert "TRANSFER_IN_CAME_BACK" in effect
    spent = api.transfer_out(account, api.external_account(alice, rail.euro_account(), "EUR"), 5_00)
    short = foreseen(clerk, dialog, waiting(), **named)
    assert "is debited with 15.00 EUR, and the 5.00 EUR that it lacks are owed to us by its holder" in short
    assert "CLAIM_LENT" in short
    assert spent.status_code in {200, 201}
    api.fund(account, 5_00)

    decide(clerk, chief, "match", waiting(), **named)

    assert rail.payment_of(into).status == "FAILED"
    assert factories.balance_of(account) == 0
    entry = AuditEntry.objects.get(verb="transaction.failed", subject=into)
    assert (entry.actor_id, entry.details["reason"]) == ("chief", rail.row_of(into).failure_reason)
    assert not BankException.objects.filter(closed_at=None).exists()
    assert list(check.find()) == []


def test_a_line_is_matched_with_no_payment_of_another_amount(clerk, api, bank, worker, alice):
    [paid] = rail.given_out(api, worker, alice, 12_34)
    world.send(world.camt([Entry(-12_33, "MISTYPED")]))
    address = reverse("admin:banks_bankexception_match", args=[waiting().pk])

    reply = clerk.post(address, _form_submitted="True", reason="seen", end_to_end_id=world.id_of(paid))

    assert "No payment given to this bank" in reply.content.decode()
    assert not Proposal.objects.exists()
    assert BankPayment.objects.get().state == "BATCHED"


def test_money_is_credited_to_the_account_that_people_name(clerk, chief, api, bank, alice):
    account = api.internal_account(alice, "EUR")
    world.send(world.camt([Entry(70_00, text="hello")]))

    decide(clerk, chief, "credit", waiting(), named=account)

    assert factories.balance_of(account) == 70_00
    assert BankMatch.objects.get().kind == "DEPOSIT"
    assert list(check.find()) == []


def test_money_is_moved_into_suspense(clerk, chief, bank):
    world.send(world.camt([Entry(70_00, text="hello")]))

    decide(clerk, chief, "suspense", waiting())

    assert SuspenseItem.objects.get().amount == 70_00
    assert list(check.find()) == []


def test_money_is_sent_back_with_the_next_file(clerk, chief, bank, worker):
    world.send(world.camt([Entry(70_00, text="hello", account="FR1420041010050500013M02606")]))

    decide(clerk, chief, "back", waiting())
    worker.run()

    payment = BankPayment.objects.get()
    assert (payment.state, payment.leg, payment.amount) == ("BATCHED", "REFUND", 70_00)
    assert payment.content["number"] == "FR1420041010050500013M02606"
    assert payment.content["name"] == "Ada Lovelace"
    assert list(check.find()) == []


def test_a_line_is_booked_as_a_fee_and_that_is_undone_once(clerk, chief, bank):
    world.send(world.camt([Entry(-3_00, text="paper")]))
    one = waiting()

    decide(clerk, chief, "fee", one)
    assert not BankException.objects.filter(closed_at=None).exists()
    fee = BankMatch.objects.get()
    decide(clerk, chief, "undo", fee)

    assert list(BankMatch.objects.order_by("number").values_list("kind", "entry__purpose")) == [
        ("FEE", "BANK_FEE"),
        ("UNDONE", "BANK_FEE_UNDONE"),
    ]
    assert waiting().reason == "UNDONE"
    assert list(check.find()) == []
    reply = clerk.post(reverse("admin:banks_bankmatch_undo", args=[fee.pk]), _form_submitted="True", reason="again")
    assert "Only the latest decision" in reply.content.decode()
    decide(clerk, chief, "note", one)
    assert BankMatch.objects.latest("number").kind == "NOTED"
    assert list(check.find()) == []


def test_a_rule_is_written_from_a_case_and_decides_about_those_that_wait(clerk, chief, api, bank, alice):
    account = api.internal_account(alice, "EUR")
    world.send(world.camt([Entry(70_00, text="rent"), Entry(80_00, text="rent", reference="B-2")]))
    first = BankException.objects.order_by("id").first()

    decide(clerk, chief, "rule", first, kind="PAYER", priority="10", internal_account=account)

    assert factories.balance_of(account) == 150_00
    rule = BankRule.objects.get()
    assert set(BankMatch.objects.values_list("rule", flat=True)) == {rule.public_id}
    world.send(world.camt([Entry(5_00, text="more")], number=2, opening=1_150_00))
    assert factories.balance_of(account) == 155_00
    decide(clerk, chief, "end_rule", rule)
    world.send(world.camt([Entry(6_00, text="more")], number=3, opening=1_155_00))
    assert world.waiting() == ["UNKNOWN"]
    assert list(check.find()) == []


def test_a_rule_for_codes_books_fees(clerk, chief, bank):
    world.send(world.camt([Entry(-3_00, text="paper", code="ACMT/MDOP/OTHR")]))

    decide(clerk, chief, "rule", waiting(), kind="CODE", priority="10")

    assert world.kinds() == ["FEE"]
    assert list(check.find()) == []


def test_books_against_bank_of_a_day_on_one_page_and_in_one_file(clerk, api, bank, worker, alice):
    one, other = rail.given_out(api, worker, alice, 10_00, 20_00)
    world.send(
        world.camt([Entry(-10_00, world.id_of(one)), Entry(-3_00, text="paper")]),
        world.pain_002("M", **{world.id_of(other): "ACSC"}),
    )
    answered_at = rail.row_of(other).answered_at
    assert answered_at is not None
    today = answered_at.astimezone(ZoneInfo("Europe/Berlin")).date()
    pages = {
        day: clerk.text(reverse("admin:banks_bank_comparison"), connection=str(bank.pk), day=str(day))
        for day in {world.DAY, today}
    }

    assert "Both know: 1" in pages[world.DAY]
    assert "Only the bank knows: 1" in pages[world.DAY]
    assert "Only the books know: 1" in pages[today]
    query = {"connection": str(bank.pk), "day": str(world.DAY)}
    reply = clerk.get(reverse("admin:banks_bank_comparison_export"), **query)
    rows = b"".join(reply.streaming_content).decode().splitlines()
    assert [row.split(",")[:4] for row in rows[1:3]] == [
        ["BOTH", str(world.DAY), "-10.00", "EUR"],
        ["BANK", str(world.DAY), "-3.00", "EUR"],
    ]
    assert AuditEntry.objects.get(verb="bank_comparison.export").actor_id == "clerk"


def test_the_case_of_a_day_leads_to_every_payment_that_no_line_shows(clerk, api, bank, worker, alice):
    paid = rail.given_out(api, worker, alice, 10_00, 20_00, 30_00, 40_00, 50_00, 60_00)
    long_ago = clock.real_now() - dt.timedelta(days=30)
    rows = [rail.row_of(one) for one in paid]
    world.send(world.camt([Entry(-60_00, rows.pop().end_to_end_id, day=long_ago.date())], day=long_ago.date()))
    other_day = rows.pop()
    batch = rows[0].batch
    assert batch is not None
    world.send(world.pain_002(batch.message_id, **{row.end_to_end_id: "ACSC" for row in [*rows, other_day]}))
    BankPayment.objects.filter(state="SETTLED").exclude(unconfirmed_since=None).update(unconfirmed_since=long_ago)
    BankPayment.objects.filter(pk=other_day.pk).update(unconfirmed_since=long_ago + dt.timedelta(days=2))
    with transaction.atomic():
        monitor.sweep(kind="BANK_FILE", now=clock.real_now())
    case = OperationsCase.objects.get(subject__startswith="house-bank 20")
    assert "4 payments" in case.cause
    assert rows[3].end_to_end_id not in case.cause, "a case names three, and counts the others"

    page = clerk.text(page_of(case))
    listed = clerk.text(f"{list_of(BankPayment)}?{urlencode({'unshown': case.subject})}")
    of_any_day = clerk.text(f"{list_of(BankPayment)}?unshown=any-day")

    for text in (page, listed):
        assert [row.end_to_end_id in text for row in [*rows, other_day]] == [True, True, True, True, False]
    assert all(row.end_to_end_id in of_any_day for row in [*rows, other_day])
    assert rail.row_of(paid[-1]).end_to_end_id not in of_any_day, "a line shows it"
    for day in ("house-bank 2026-02-30", "house-bank 9999-12-31", "no-bank 2026-02-03"):
        of_no_day = clerk.text(f"{list_of(BankPayment)}?{urlencode({'unshown': day})}")
        assert not any(row.end_to_end_id in of_no_day for row in rows)


def test_two_who_approve_at_once_book_a_line_once(bank):
    world.send(world.camt([Entry(70_00, text="hello")]))
    key = waiting().pk

    def suspend() -> BankException:
        with transaction.atomic():
            return decisions.suspend(exception=key, reason="one", actor=rail.ANNA, now=clock.real_now())

    done = at_once([suspend, suspend])

    assert sorted(type(one).__name__ for one in done) == ["BankException", "ExceptionClosed"]
    assert Deposit.objects.count() == 1


@pytest.mark.usefixtures("bank")
def test_a_suggestion_opens_the_dialog_filled_in(clerk, api, worker, alice):
    [paid] = rail.given_out(api, worker, alice, 10_00)
    name = world.id_of(paid)
    world.send(world.camt([Entry(-10_60, text=f"{name[:6]} {name[6:-1]}")]))
    line = waiting()

    page = clerk.text(page_of(line))
    assert "What this line may be" in page
    assert "0.60 EUR more was taken than the 10.00 EUR of the payment" in page
    address = reverse("admin:banks_bankexception_match", args=[line.pk])
    assert f"{address}?end_to_end_id={name}" in clerk.get(page_of(line)).content.decode()
    dialog = clerk.get(f"{address}?end_to_end_id={name}&reason=because").content.decode()
    assert f'value="{name}"' in dialog
    assert "because</textarea>" not in dialog
    assert not Proposal.objects.exists(), "a link decides nothing"

    decide(clerk, _person("chief", Role.OPERATIONS), "match", line, end_to_end_id=name)
    assert "What this line may be" not in clerk.text(page_of(line))
