"""What a reviewer has looked at before an approval, what the page says is missing, and what is kept."""

import pytest
from django.db import DatabaseError, transaction
from django.urls import reverse

from compliance.models import Document, ReviewApproval, ReviewRule
from compliance.review_desk import approvals, case_files, decisions, rules
from compliance.verification import documents
from platforms import audit
from platforms.backoffice.actions import Role
from platforms.base import clock, errors
from platforms.models import AuditEntry
from tests.backoffice.review_desk import case_documents
from tests.backoffice.review_desk.conftest import (
    LENA,
    RITA,
    Waiting,
    address,
    approve,
    button,
    claim,
    page,
    person,
    refusal,
    rule,
    send,
    waiting_person,
    with_hit,
)
from tests.support.backoffice.pages import words
from tests.support.compliance.reviewing import checklist, compared, look_at
from tests.support.compliance.sending import Desk

pytestmark = pytest.mark.django_db


# What is looked at first.


def opens(case: Waiting, name: str, *, page_number: int | None = None, pages: int | None = None, count: int = 99):
    for document in list(Document.objects.order_by("id"))[:count]:
        documents.record_reading(
            document=document,
            actor=audit.Actor("STAFF", name),
            now=clock.real_now(),
            page=page_number,
            pages=pages,
        )


def straight(case: Waiting, **more):
    """Approve without having looked at anything but what the test says."""
    arguments = {"checklist": checklist(case.key), "seen": case.seen, "is_lead": False, **more}
    with transaction.atomic():
        return decisions.approve(
            verification_id=case.key, reason="Seen by me.", actor=RITA, now=clock.real_now(), **arguments
        )


def test_a_business_is_not_approved_with_one_document_of_three_opened(business):
    claim(business)
    opens(business, "rita", count=1)

    with pytest.raises(approvals.NotReady) as refused:
        straight(business)

    assert "You have not opened 2 of 3 documents: " in refused.value.text
    assert "passport (GB)" in refused.value.text
    opens(business, "rita")
    assert straight(business).status == "APPROVED"


def test_what_a_colleague_opened_does_not_count(business):
    claim(business)
    opens(business, "rob")

    with pytest.raises(approvals.NotReady, match="not opened 3 of 3"):
        straight(business)


def test_every_page_is_opened_and_a_replaced_file_anew(api, rita, individual):
    claim(individual)
    opens(individual, "rita", page_number=2, pages=2)
    with pytest.raises(approvals.NotReady, match="not opened 1 of 1"):
        straight(individual)
    opens(individual, "rita", page_number=1, pages=2)
    file = case_files.load(individual.key)
    assert not list(approvals.unopened_causes(file, demand=rules.of_case(file), names=["rita"]))

    Document.objects.update(sha256=b"other" * 6)

    with pytest.raises(approvals.NotReady, match="not opened 1 of 1"):
        straight(individual)


def test_the_page_of_a_document_says_how_many_there_are(api, rita):
    case = waiting_person(api)
    excerpt = Desk(api).uploaded(
        case.customer,
        case_documents.sheets(("One",), ("Two",)),
        name="excerpt.pdf",
        documentType="OTHER",
    )
    key = excerpt["id"].partition(":")[2]

    rita.get(reverse("admin:compliance_document_page", args=[key, 1]))

    details = AuditEntry.objects.get(verb="document.read").details
    assert (details["page"], details["pages"]) == (1, 2)


def test_a_rule_may_leave_documents_and_checklist_to_the_reviewer(individual):
    claim(individual)
    rule(individual, "EVERY")

    straight(individual, checklist={})

    kept = ReviewApproval.objects.get()
    assert (kept.checklist, [one["flag"] for one in kept.rules]) == ({}, ["EVERY"])


# The page.


def test_the_button_says_why_not_and_is_ready_once_everything_was_opened(rita, business):
    claim(business)

    shown = rita.text(page(business))
    assert 'aria-disabled="true"' in shown
    assert "Not yet: You have not opened 3 of 3 documents" in words(shown)
    assert f"{reverse('admin:compliance_desk_dialog', args=[business.key, 'approve'])}?" not in shown
    assert 'aria-disabled="true"' in button(rita, business)

    look_at(business.key, "rita")

    ready = button(rita, business)
    assert "aria-disabled" not in ready
    assert "/do/approve/?seen=" in ready


def test_the_button_says_that_a_hit_is_undecided(rita, listed):
    look_at(listed.key, "rita")

    assert "A screening hit is undecided. Decide first." in words(button(rita, listed))
    with_hit(listed, "SANCTION", "CONFIRMED")
    assert "A screening hit is confirmed: this case can only be rejected." in words(button(rita, listed))


def test_nobody_is_locked_out_without_being_told_what_to_do(rita, risky):
    look_at(risky.key, "rita")
    assert "Nobody is a lead reviewer: ask an administrator" in words(button(rita, risky))

    person("lena", Role.LEAD_REVIEWER)

    assert "High-risk country: a lead reviewer approves." in words(button(rita, risky))
    assert "Nobody" not in button(rita, risky)


def test_a_reviewer_who_is_alone_is_told_that_a_second_person_is_missing(lena, individual):
    rule(individual, "EVERY", "TWO")

    assert "Nobody else may approve it: ask an administrator" in words(button(lena, individual))

    person("rob", Role.REVIEWER)
    assert "Every case: two people approve. You propose it" in words(button(lena, individual))


def test_a_case_that_is_not_ones_own_has_no_button(rita, rob, individual):
    claim(individual)

    assert rob.get(reverse("admin:compliance_desk_approval", args=[individual.key])).status_code == 404


# The checklist.


def test_each_item_needs_its_own_answer(rita, individual):
    claim(individual)

    reply = send(rita, individual, "approve", compared_0_PHOTO="", compared_0_EXPIRY="")

    assert "Say of each item whether it fits: expiry, photo." in words(reply.content.decode())
    with pytest.raises(approvals.NotReady, match="2 items are missing"):
        approve(individual, checklist=_without(individual, "PHOTO", "EXPIRY"))
    assert individual.row.status == "PENDING_MANUAL_REVIEW"


def _without(case: Waiting, *items: str):
    return {
        key: {item: way for item, way in answers.items() if item not in items}
        for key, answers in checklist(case.key).items()
    }


@pytest.mark.parametrize(
    ("item", "flag"),
    [("NAME", "Name differs"), ("BIRTH_DATE", "Birth date differs"), ("PHOTO", "Number, expiry or photo differs")],
)
def test_a_difference_takes_a_lead_reviewer(individual, item, flag):
    claim(individual)
    differing = checklist(individual.key, **{item: "DIFFERS"})

    assert f"{flag}: a lead reviewer approves." in refusal(individual, checklist=differing)

    approve(individual, actor=LENA, is_lead=True, checklist=differing)
    assert individual.row.status == "APPROVED"


@pytest.mark.parametrize(
    "wrong",
    [
        {"Document:01a1f0d2-1111-7000-8000-000000000000": {}},
        {"nonsense": {"NAME": "FITS"}},
        {"@": {"NAME": "ABSENT"}},
        {"@": {"SHOE_SIZE": "FITS"}},
        {"@": {"NAME": "PERHAPS"}},
    ],
)
def test_a_checklist_that_is_none_is_refused(individual, wrong):
    claim(individual)
    [passport] = checklist(individual.key)

    with pytest.raises(errors.InvalidInput):
        approve(individual, checklist={key.replace("@", passport): items for key, items in wrong.items()})


def test_what_was_compared_stays_with_the_decision_and_in_the_history(rita, individual):
    claim(individual)

    send(rita, individual, "approve", **compared(individual.key, EXPIRY="ABSENT"))

    kept = ReviewApproval.objects.get()
    [passport] = kept.checklist
    assert kept.checklist[passport] == {
        **dict.fromkeys(["NAME", "BIRTH_DATE", "NUMBER", "PHOTO"], "FITS"),
        "EXPIRY": "ABSENT",
    }
    assert (kept.verification_id, kept.actor_id, kept.documents) == (individual.key, "rita", [passport])
    shown = words(rita.text(page(individual)))
    assert "Compared before the approval by rita" in shown
    assert "fit: name, birth date, number, photo; not on it: expiry" in shown
    assert "Rules: Every case (A reviewer)" in shown


@pytest.mark.parametrize("model", [ReviewApproval, ReviewRule])
def test_what_is_kept_never_changes(individual, model):
    claim(individual)
    rule(individual, "BUSINESS")
    approve(individual)

    for change in (lambda: model.objects.update(proposed_by="eve"), lambda: model.objects.all().delete()):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()


def test_the_dialog_asks_for_the_checklist_by_name(rita, individual):
    claim(individual)

    dialog = rita.text(address(individual, "approve"))

    assert 'aria-label="Passport, GB · Bob Pending 001"' in dialog
    assert dialog.count("<fieldset>") == 5
