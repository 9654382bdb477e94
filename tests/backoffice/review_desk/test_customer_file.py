"""A customer's file as PDF: all that is stored, to whoever may see it, with who has taken it in the audit log."""

import datetime as dt
import hashlib
import re
from typing import Any

import pytest
from django.db import connection, transaction
from django.urls import reverse

from compliance.admin.customer_file import taking
from compliance.models import (
    BeneficialOwner,
    CaseOutcome,
    Customer,
    Document,
    HandOpenedCase,
    ReviewNote,
    ScreeningHit,
    ScreeningListVersion,
    VerificationStatusChange,
)
from compliance.review_desk import decisions, hand_opened_cases, notes
from platforms import release
from platforms.backoffice import links
from platforms.backoffice import notes as page_notes
from platforms.backoffice.actions import Role
from platforms.base import clock, identifiers
from platforms.models import AuditEntry, Note
from platforms.operations import audit_seals
from tests.backoffice.access.conftest import signed_in
from tests.backoffice.conftest import BackOffice
from tests.backoffice.review_desk.conftest import RITA, approve, claim, do, ground, waiting_person, with_hit
from tests.support import factories
from tests.support.backoffice import pdfs
from tests.support.compliance.erasing import delete, erase
from webhooks.models import Event

pytestmark = pytest.mark.django_db
WHY = "Asked for by the examiner"


def customer_of(public_id: str) -> Customer:
    row: Customer = Customer.objects.get(id=identifiers.parse("Customer", public_id))
    return row


def ask(office: BackOffice, customer: str, personal_data: str = "masked") -> str:
    """Fill the dialog in; return the address of the file."""
    key = identifiers.parse("Customer", customer)
    address = links.of_action(Customer, taking.TAKE.word, key)
    reply = office.post(address, _form_submitted="True", reason=WHY, personal_data=personal_data)
    assert reply.headers["HX-Redirect"] == links.page(Customer, key)
    return reverse("admin:compliance_customer_file", args=[key])


def content_of(office: BackOffice, customer: str, personal_data: str = "masked") -> bytes:
    reply = office.get(ask(office, customer, personal_data))
    assert reply.status_code == 200, reply.headers
    assert reply["Content-Type"] == "application/pdf"
    assert "no-store" in reply["Cache-Control"]
    return bytes(reply.content)


def file_of(office: BackOffice, customer: str, personal_data: str = "masked") -> str:
    return pdfs.text_of(content_of(office, customer, personal_data))


def sha256(salt: str, text: str) -> str:
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


def moment(at: dt.datetime) -> str:
    return at.astimezone(dt.UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def test_the_file_of_an_approved_person_has_what_was_decided_on_what_and_why(api, rita, individual):
    customer = individual.row.customer
    do(notes.add, individual, reason=None, text="Asked Анна for the second page, she sent it")
    claim(individual)
    approve(individual, reason="Everything fits, seen by me")
    with transaction.atomic():
        page_notes.add(
            platform=customer.platform,
            about=customer.public_id,
            customer=customer.pk,
            text="Called on Monday\nand again on Tuesday",
            actor=RITA,
            now=customer.platform.now(),
        )
        case = hand_opened_cases.open_case(
            customer_id=customer.pk, reason="Many payments at night", actor=RITA, now=customer.platform.now()
        )
    api.post(f"/customers/{customer.public_id}", factories.usd_account())
    audit_seals.LOG.seal_all()

    content = content_of(rita, customer.public_id)

    text, pages = pdfs.text_of(content), pdfs.pages_of(content)
    for number, page in enumerate(pages, start=1):
        assert f"{number} of {len(pages)}" in page
        assert customer.public_id in page
    assert f"Customer's file: {customer.name}" in text
    assert f"Full name {customer.full_name}" in text
    assert f"Date of birth {customer.birth_date.year}-••-••" in text
    [document] = Document.objects.filter(customer=customer)
    assert document.public_id in text
    assert bytes(document.sha256).hex() in text.replace(" ", "")
    assert f"Sent {moment(document.created_at)}" in text
    assert "Opened rita, " in text
    for change in VerificationStatusChange.objects.filter(verification=individual.row):
        assert moment(change.at) in text
    decision = VerificationStatusChange.objects.get(verification=individual.row, to_status="APPROVED")
    assert "Everything fits, seen by me" in text
    assert sha256(decision.salt, decision.reason) in text.replace(" ", "")
    assert decision.salt in text.replace(" ", "")
    assert "Rules that applied Every case: a reviewer" in text
    assert "Compared Passport" in text
    assert "fit: name, birth date, number, expiry, photo" in text
    for note in ("Asked Анна for the second page, she sent it", "Called on Monday and again on Tuesday"):
        assert note in text
    kept: list[Any] = [*ReviewNote.objects.all(), *Note.objects.all()]
    assert all(sha256(note.salt, note.text) in text.replace(" ", "") for note in kept)
    assert len(kept) == 2
    assert f"{case.public_id}: Waits" in text
    assert "Many payments at night" in text
    for event in Event.objects.filter(resource__in=[customer.public_id, individual.verification]):
        assert f"{moment(event.created_at)} {event.type}" in text
    assert "There was no hit." in text
    assert "Every case A reviewer yes yes The default." in text
    assert f"Version {release.VERSION}" in text
    assert "All times are in UTC" in text
    seal = audit_seals.LOG.last()
    assert f"Newest seal number {seal.number}, rows up to {seal.last_id}" in text
    assert f"audit_verify --expect {seal.number}:{bytes(seal.digest).hex()}".replace(" ", "") in text.replace(" ", "")


def test_the_file_of_a_rejected_business_has_owners_hits_and_grounds(rita, business):
    customer = business.row.customer
    owner = BeneficialOwner.objects.get(customer=customer)
    claim(business)
    said = {"reason": "Outside of our policy", "findings": [ground(business)]}
    do(decisions.reject, business, seen=business.seen, is_lead=False, **said)

    text = file_of(rita, customer.public_id)

    assert f"Legal name {customer.business_info['legalName']}" in text
    assert f"Registration number •••• {customer.business_info['registrationNumber'][-4:]}" in text or "•••• " in text
    assert f"Owners and people of the business {owner.full_name}" in text
    assert f"Share {owner.ownership_percentage.normalize():f} %" in text
    assert "Rejected" in text
    assert f"Ground: Outside our policy ({customer.name})" in text
    assert "Told to the platform: " in text


def test_a_hit_stands_with_list_edition_score_end_and_next_look(api, rita):
    case = waiting_person(api, "Zebulon Quarrymoor", birthDate="1961-04-12", nationality="AQ")
    with_hit(case, "PEP", "ACCEPTED")
    hit = ScreeningHit.objects.get(customer=case.row.customer)

    text = file_of(rita, case.customer)

    edition = next(one for one in hit.screening.compared_with if one.startswith(hit.list_name))
    assert f"{hit.matched_name}: True match, accepted" in text
    assert f"entry {hit.entry_reference}" in text
    assert f"Edition {edition}" in text
    assert f"Score {hit.score} of 100" in text
    assert "Reason Compared." in text
    assert "Source of funds Salary of the office or of employment" in text
    assert "To be looked at again 2026-01-01" in text
    assert "Checks against watchlists" in text


def test_the_editions_of_lists_that_are_in_use_stand_in_it(api, rita):
    moment = clock.real_now()
    for entries, is_current in ((17_001, False), (17_002, True)):
        ScreeningListVersion.objects.create(
            name="UN consolidated",
            kind="SANCTION",
            published_at=moment,
            loaded_at=moment,
            entry_count=entries,
            is_current=is_current,
            checksum="a" * 64,
        )

    text = file_of(rita, waiting_person(api, "Zebulon Quarrymoor").customer)

    in_use = text[text.index("List editions in use now") :]
    assert "UN consolidated" in in_use
    assert "17,002" in in_use
    assert "17,001" not in text


def test_a_decided_case_and_an_account_outside(api, rita, alice):
    customer = customer_of(alice)
    reply = api.post("/customers/external-accounts", factories.us_bank_of(alice, "789"))
    assert reply.status_code == 201, reply.json()
    now = customer.platform.now()
    with transaction.atomic():
        by: dict[str, Any] = {"actor": RITA, "now": now}
        case = hand_opened_cases.open_case(customer_id=customer.pk, reason="Nine payments at night", **by)
        ended: dict[str, Any] = {"outcome": CaseOutcome.IN_ORDER, "reason": "They are rent and salaries"}
        hand_opened_cases.decide(case_id=case.pk, **ended, **by)
    case = HandOpenedCase.objects.get()

    text = file_of(rita, alice, "shown")

    assert reply.json()["id"][:30] in text
    number = reply.json()["accountInfo"]["accountNumber"]
    assert number not in text
    assert f"•••• {number[-4:]}" in text
    assert "In order: the customer stays as it is" in text
    assert "They are rent and salaries" in text
    assert sha256(case.conclusion_salt, "They are rent and salaries") in text.replace(" ", "")


def test_who_has_opened_a_document_and_how_often(individual, rita, lena):
    document = Document.objects.get(customer=customer_of(individual.customer))
    address = reverse("admin:compliance_document_content", args=[document.pk])
    for office, times in ((rita, 1), (lena, 3)):
        for _ in range(times):
            assert office.get(address).status_code == 200

    text = file_of(rita, individual.customer)

    assert re.search(r"rita, \S+Z lena, \S+Z and 2 times more, the last time \S+Z", text), text
    rita.get(address)
    assert " and once more " in file_of(rita, individual.customer)


def test_what_does_not_exist_is_a_sentence_and_no_empty_table(api, rita):
    bare = api.post("/customers", factories.individual("Ann Lee")).json()["id"]
    Event.objects.all().delete()

    text = file_of(rita, bare)

    for sentence in (
        "No document was sent.",
        "There was no verification.",
        "Staff opened no case.",
        "Nobody wrote a note.",
        "There is no external account.",
        "The platform was told nothing.",
        "Nobody has opened its cases, had its personal data shown, or taken its file before.",
        "No row was sealed yet.",
    ):
        assert sentence in text, sentence


def test_personal_data_is_masked_unless_it_is_asked_for_and_each_taking_is_in_the_audit_log(rita, business):
    customer = business.row.customer
    tax = customer.business_info["taxId"]

    masked, shown = (content_of(rita, customer.public_id, choice) for choice in ("masked", "shown"))

    assert tax not in pdfs.text_of(masked)
    assert tax in pdfs.text_of(shown)
    rows = list(AuditEntry.objects.filter(verb="customer.take_file").order_by("id"))
    assert [(row.actor_kind, row.actor_id, row.subject, row.details) for row in rows] == [
        (
            "STAFF",
            "rita",
            customer.public_id,
            {
                "reason": WHY,
                "personalData": choice,
                "pages": len(pdfs.pages_of(content)),
                "sha256": hashlib.sha256(content).hexdigest(),
            },
        )
        for choice, content in (("masked", masked), ("shown", shown))
    ]
    assert f"rita This file taken {WHY}" in " ".join(pdfs.text_of(shown).split())


def test_a_file_is_made_once_for_what_was_said_and_not_after_five_minutes(rita, individual, bob):
    address = ask(rita, individual.customer)
    other = reverse("admin:compliance_customer_file", args=[identifiers.parse("Customer", bob)])
    assert "Download it" in rita.text(links.page(Customer, individual.row.customer_id))

    assert rita.get(address).status_code == 200
    assert rita.get(address).status_code == 302
    ask(rita, individual.customer)
    assert rita.get(other).status_code == 302
    ask(rita, individual.customer)
    session = rita.client.session
    session[taking.SESSION_KEY] = [*session[taking.SESSION_KEY][:3], clock.real_now().timestamp() - 301]
    session.save()
    assert rita.get(address).status_code == 302
    assert AuditEntry.objects.filter(verb="customer.take_file").count() == 1


@pytest.mark.parametrize("role", [Role.SUPPORT, Role.OPERATIONS])
def test_whoever_may_not_see_documents_and_hits_gets_no_file(individual, role):
    office = signed_in("sam", role)
    key = individual.row.customer_id

    assert "File as PDF" not in office.text(links.page(Customer, key))
    assert office.get(reverse("admin:compliance_customer_file", args=[key])).status_code == 403
    assert office.get(links.of_action(Customer, taking.TAKE.word, key)).status_code == 403


def test_of_an_erased_customer_there_is_what_remains_and_that_it_was_erased(api, rita, individual):
    customer, name = individual.row.customer, individual.row.customer.full_name
    do(notes.add, individual, reason=None, text="Knows Zoltan of the bakery")
    delete(api, individual.customer)
    erase(individual.customer)

    text = file_of(rita, individual.customer, "shown")

    assert "This customer was erased on" in text
    assert name not in text
    assert "Zoltan" not in text
    assert customer.public_id in text
    assert "Customer erased Customer:" in text
    assert "Note" in text
    assert "Erased." in text
    document = Document.objects.get(customer=customer)
    assert bytes(document.sha256).hex() in text.replace(" ", "")


def test_what_no_key_opens_is_said_and_a_file_that_lacks_a_fact_is_not_made(rita, individual):
    do(notes.add, individual, reason=None, text="Asked for the second page")
    damage("UPDATE compliance_reviewnote SET text = overlay(text PLACING 'AAAA' FROM 30)")

    assert "No key opens this text" in file_of(rita, individual.customer)

    document = Document.objects.get()
    document.document_number = "X1234567"
    document.save()
    damage("UPDATE compliance_document SET document_number = overlay(document_number PLACING 'AAAA' FROM 30)")
    address = ask(rita, individual.customer)
    refused = rita.client.get(address, follow=True)

    assert refused.redirect_chain == [(links.page(Customer, individual.row.customer_id), 302)]
    assert "Something in this file can&#x27;t be decrypted. Tell the operators." in refused.content.decode()
    assert AuditEntry.objects.filter(verb="customer.take_file").count() == 1


def damage(statement: str) -> None:
    """Change rows as the owner of the database can."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(statement)
        cursor.execute("SET session_replication_role = origin")


def test_it_takes_as_many_queries_for_much_as_for_little(rita, individual, business, costs):
    claim(individual)
    do(notes.add, individual, reason=None, text="The first one")
    address = ask(rita, individual.customer)
    costs.call(lambda: rita.get(address))
    for number in range(5):
        do(notes.add, individual, reason=None, text=f"Note number {number}")
    approve(individual)

    ask(rita, individual.customer)
    costs.call(lambda: rita.get(address))
    address = ask(rita, business.customer)
    costs.call(lambda: rita.get(address), "a business")
