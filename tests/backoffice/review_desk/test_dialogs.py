"""What each dialog of the desk does, and what it shows before."""

import re

import pytest
from django.urls import reverse

from compliance.models import (
    NOT_PASSED,
    TOLD,
    Document,
    RejectionGround,
    ReviewAssignment,
    ReviewNote,
    ScreeningHit,
    Verification,
)
from compliance.review_desk import notes
from compliance.verification import reviews
from platforms.backoffice import proposals
from platforms.backoffice.actions import Role
from platforms.models import AuditEntry, Proposal
from tests.backoffice.conftest import BackOffice
from tests.backoffice.review_desk.conftest import (
    DIALOGS,
    LENA,
    ROB,
    address,
    claim,
    do,
    page,
    person,
    send,
    waiting_person,
)
from tests.support import factories
from tests.support.backoffice.pages import words
from tests.support.compliance.reviewing import look_at, told_of

pytestmark = pytest.mark.django_db


# What each dialog does.


def test_ask_for_more_turns_lines_into_errors(api, rita, business):
    claim(business)
    passport = next(row for row in Document.objects.all() if row.holder_id == business.owner["id"])
    place = list(Document.objects.order_by("created_at", "id")).index(passport)

    reply = send(
        rita,
        business,
        "ask",
        **{
            f"document_{place}_kind": "EXPIRED_DOCUMENT",
            "person_0_first_kind": "INVALID_FIELD:customer.businessInfo.taxId",
            "person_0_first_reason": "The excerpt names another number.",
            "person_0_second_kind": "MISSING_OWNERSHIP_STRUCTURE_DOCUMENT",
        },
    )

    assert reply.status_code == 200, reply.content
    expired, field, missing = api.get(f"/verifications/{business.verification}").json()["errors"]
    assert expired == {
        "resourceId": passport.public_id,
        "type": "EXPIRED_DOCUMENT",
        "acceptedDocumentTypes": ["PASSPORT"],
        "reason": "This document has expired. Send one that is still valid.",
    }
    assert field == {
        "resourceId": business.customer,
        "type": "INVALID_FIELD",
        "field": "customer.businessInfo.taxId",
        "reason": "The excerpt names another number.",
    }
    assert (missing["type"], missing["resourceId"]) == ("MISSING_OWNERSHIP_STRUCTURE_DOCUMENT", business.customer)
    assert "SHAREHOLDER_REGISTER" in missing["acceptedDocumentTypes"]


def test_a_document_of_another_kind_than_it_was_sent_as_can_be_asked_for(api, rita, individual):
    claim(individual)

    reply = send(rita, individual, "ask", document_0_kind="WRONG_DOCUMENT_TYPE")

    assert reply.status_code == 200, reply.content
    [error] = api.get(f"/verifications/{individual.verification}").json()["errors"]
    assert error["type"] == "WRONG_DOCUMENT_TYPE"
    assert {"PASSPORT", "DRIVERS_LICENSE", "NATIONAL_ID"} <= set(error["acceptedDocumentTypes"])
    assert error["reason"] == "This is not the kind of document that it was sent as."


@pytest.mark.parametrize("word", [word for word in DIALOGS if word not in {"reassign", "reopen"}])
def test_each_dialog_names_its_customer(rita, individual, word):
    claim(individual)

    assert re.search(r"<h1[^>]*>[^<]*: Bob Pending 001\s*</h1>", rita.text(address(individual, word)))


@pytest.mark.parametrize(
    ("entered", "said"),
    [
        ({}, "must be at least one issue"),
        ({"person_0_first_reason": "Wrong."}, "Choose what is wrong as well."),
        ({"person_0_first_kind": "NONSENSE"}, "Select a valid choice"),
        ({"person_0_first_kind": "APPLICANT_FRAUD"}, "Select a valid choice"),
    ],
)
def test_what_nobody_could_resolve_is_not_asked(rita, business, entered, said):
    claim(business)

    reply = send(rita, business, "ask", **entered)

    assert said in words(reply.content.decode())
    assert business.row.status == "PENDING_MANUAL_REVIEW"


def test_reject_names_the_person_it_is_about_and_keeps_the_reason_inside(api, rita, business):
    claim(business)

    send(rita, business, "reject", person_1_kind="STOLEN_IDENTITY", reason="The photograph was changed.")

    shown = api.get(f"/verifications/{business.verification}").json()
    assert shown["verificationStatus"] == "REJECTED"
    assert shown["errors"] == [
        {
            "resourceId": business.owner["id"],
            "type": "APPLICANT_FRAUD",
            "reason": "The identity check was not passed.",
        }
    ]
    assert "photograph" not in str(shown)
    assert "The photograph was changed." in words(rita.text(page(business)))


def test_a_rejection_has_a_ground_which_the_platform_hears_in_its_own_words(api, rita, individual):
    claim(individual)

    refused = send(rita, individual, "reject", reason="A trade that we do not serve.")
    assert "choose the ground of the rejection" in words(refused.content.decode())
    assert individual.row.status == "PENDING_MANUAL_REVIEW"
    send(rita, individual, "reject", person_0_kind="UNACCEPTABLE_BUSINESS", reason="A trade that we do not serve.")

    [error] = api.get(f"/verifications/{individual.verification}").json()["errors"]
    assert (error["type"], error["reason"]) == ("APPLICANT_REJECTED", "A business of this kind is not accepted.")
    shown = words(rita.text(page(individual)))
    assert "Ground: Unacceptable business (Bob Pending 001)" in shown
    [entry] = AuditEntry.objects.filter(verb="verification.reject")
    assert entry.details["grounds"] == ["UNACCEPTABLE_BUSINESS"]


@pytest.mark.parametrize("chosen", list(RejectionGround))
def test_no_ground_tells_the_platform_more_than_it_may_know(chosen):
    """Of crime and suspicion a platform hears that the check was not passed, and no word that helps who is meant."""
    told = TOLD[chosen]

    assert told.type.startswith("APPLICANT_")
    assert told.use
    is_told = told.type == "APPLICANT_REJECTED" and chosen not in {"EXPOSED", "SUSPICION", "UNEXPLAINED_FUNDS", "OTHER"}
    assert (told.text != NOT_PASSED) is is_told


def test_escalate_gives_the_case_to_the_lead_reviewers(rita, lena, business):
    claim(business)

    send(rita, business, "escalate", reason="Two passports, two names.")

    assert "Escalated by rita" in words(lena.text(page(business)))
    assert "Two passports, two names." in words(lena.text(page(business)))
    assert "Claim" not in words(rita.text(page(business)))


def test_hand_over_offers_reviewers_and_no_others(lena, rob, business):
    BackOffice(person("sam", Role.SUPPORT))
    form = lena.text(address(business, "reassign"))
    assert re.findall(r'<option value="(\w+)"', form) == ["lena", "rob"]

    send(lena, business, "reassign", assigned_to="rob")
    refused = send(lena, business, "reassign", assigned_to="sam")

    assert ReviewAssignment.objects.get().assigned_to == "rob"
    assert "Select a valid choice" in words(refused.content.decode())


def test_a_note_is_kept_without_deciding_anything(rita, business):
    send(rita, business, "note", reason="Called the registrar.")

    assert ReviewNote.objects.get().text == "Called the registrar."
    assert "Called the registrar." in words(rita.text(page(business)))
    assert "Called" not in str(AuditEntry.objects.get(verb="verification.note").details)


@pytest.mark.parametrize("word", DIALOGS)
def test_nothing_is_done_without_a_reason(rita, lena, business, individual, word):
    claim(business)
    claim(individual)
    do(reviews.reject, individual, findings=())
    who, case = (lena, business) if word == "reassign" else (rita, individual if word == "reopen" else business)
    before = Verification.objects.order_by("id").values_list("status", flat=True)

    reply = send(who, case, word, reason=" ", assigned_to="rita")

    assert "This field is required." in words(reply.content.decode())
    assert list(Verification.objects.order_by("id").values_list("status", flat=True)) == list(before)
    assert not ReviewNote.objects.exists()


def test_a_case_that_changed_under_the_reviewers_eyes_is_not_decided(api, rita, business):
    claim(business)
    seen = business.seen
    do(notes.add, business, actor=ROB, reason=None, text="Wait.")

    reply = send(rita, business, "approve", seen=seen)

    assert "Changed since you opened this case: notes." in words(reply.content.decode())
    assert business.row.status == "PENDING_MANUAL_REVIEW"


def test_a_rejection_is_overturned_by_two(rita, lena, business):
    do(reviews.reject, business, findings=())

    send(rita, business, "reopen", reason="The register was out of date.")

    assert business.row.status == "REJECTED"
    proposal = Proposal.objects.get()
    assert (proposal.verb, proposal.subject, proposal.proposed_by) == (
        "verification.reopen",
        business.verification,
        "rita",
    )
    do(proposals.approve, actor=LENA, proposal_id=proposal.id, reason="Agreed.")
    assert business.row.status == "PENDING_MANUAL_REVIEW"


# What a decision will send.


def preview(who, case, word, **entered) -> str:
    """The preview as the dialog asks for it: with what is filled in so far, and no reason yet."""
    reply = who.post(address(case, word, kind="preview"), _form_submitted="True", reason="", **entered)
    return str(reply.content.decode())


def foretold(who, case, word, **entered) -> list[str]:
    html = preview(who, case, word, **entered)
    return re.findall(r"<code>([\w.]+)</code>", html)


@pytest.mark.parametrize(
    ("word", "entered"),
    [
        ("approve", {}),
        ("reject", {"person_0_kind": "FORGED_DOCUMENT"}),
        ("ask", {"person_0_first_kind": "INVALID_FIELD:customer.address"}),
    ],
)
def test_what_is_shown_before_is_what_is_told_afterwards(rita, business, word, entered):
    claim(business)
    look_at(business.key, "rita")
    events = [*told_of(business.customer), *told_of(business.verification)]

    shown = foretold(rita, business, word, **entered)
    assert [*told_of(business.customer), *told_of(business.verification)] == events
    assert business.row.status == "PENDING_MANUAL_REVIEW"
    send(rita, business, word, **entered)

    told = [*told_of(business.customer), *told_of(business.verification)]
    for event in events:
        told.remove(event)
    assert sorted(shown) == sorted(told)
    assert shown


def test_the_preview_shows_what_the_platform_will_read_and_masks_the_rest(rita, business):
    claim(business)
    look_at(business.key, "rita")
    entered = {"person_0_first_kind": "INVALID_FIELD:customer.address", "person_0_first_reason": "It is empty land."}

    html = preview(rita, business, "ask", **entered)
    approval = preview(rita, business, "approve")

    assert "Invalid field: It is empty land." in words(html)
    assert "KYB_APPROVED" in approval
    assert "12-3456789" not in approval


def test_the_preview_says_what_would_be_refused(api, rita):
    listed = waiting_person(api, "Zebulon Quarrymoor", birthDate="1961-04-12", nationality="AQ")
    claim(listed)

    html = preview(rita, listed, "approve")

    assert "There are screening hits that are open or confirmed" in words(html)


@pytest.mark.parametrize("word", ["approve", "reject", "ask"])
def test_after_a_preview_a_reason_is_needed_all_the_same(rita, business, word):
    claim(business)
    preview(rita, business, word)

    reply = send(rita, business, word, reason="")

    assert "This field is required." in words(reply.content.decode())
    assert business.row.status == "PENDING_MANUAL_REVIEW"


def test_a_dialog_that_tells_nothing_has_no_preview(rita, business):
    assert rita.client.post(address(business, "note", kind="preview"), {}).status_code == 404


def test_reopening_shows_what_it_would_tell_and_does_nothing(rita, business):
    do(reviews.reject, business, findings=())

    assert sorted(foretold(rita, business, "reopen")) == [
        "CUSTOMER.KYB_PENDING",
        "VERIFICATION.PENDING_MANUAL_REVIEW",
    ]
    assert business.row.status == "REJECTED"


# Screening hits.


def test_a_hit_is_decided_on_the_page_of_its_case(api, rita):
    listed = waiting_person(api, "Zebulon Quarrymoor", birthDate="1961-04-12", nationality="AQ")
    claim(listed)
    hit = listed.row.customer.screening_hits.get()
    path = f"{reverse('admin:compliance_desk_hit', args=[listed.key])}?hit={hit.id}"
    before = rita.text(page(listed))
    assert "hit=" in before
    assert "Sanctions list SANCTION" in words(before)

    short = rita.post(path, state="CLEARED", reason="No.", _form_submitted="True")
    done = rita.post(path, state="CLEARED", reason="Born in another year.", _form_submitted="True")

    assert "10 to 1000 characters" in words(short.content.decode())
    assert done.headers["HX-Redirect"] == page(listed)
    hit.refresh_from_db()
    assert (hit.state, hit.decided_by_id) == ("CLEARED", "rita")
    assert "Cleared by rita: Born in another year." in words(rita.text(page(listed)))


def test_a_hit_of_somebody_else_is_not_decided_here(api, rita, business):
    listed = waiting_person(api, "Zebulon Quarrymoor", birthDate="1961-04-12", nationality="AQ")
    hit = listed.row.customer.screening_hits.get()

    path = f"{reverse('admin:compliance_desk_hit', args=[business.key])}?hit={hit.id}"

    assert rita.post(path, state="CLEARED", reason="Born in another year.").status_code == 404


def test_a_hit_of_a_payee_is_decided_on_its_own_page(api, rita, lena):
    info = factories.usd_account() | {"beneficiary": factories.beneficiary("Zebulon Quarrymoor")}
    account = api.post("/platform/external-accounts", {"currency": "USD", "accountInfo": info}).json()["id"]
    hit = ScreeningHit.objects.get()
    place = reverse("admin:compliance_screeninghit_change", args=[hit.pk])
    shown = words(rita.text(place))
    assert "Decide" in shown
    assert "Name Zebulon Quarrymoor" in shown, "whom the reviewer compares with the list"

    path = reverse("admin:compliance_screeninghit_resolve", args=[hit.pk])
    entered = {"state": "CLEARED", "reason": "Born in another year.", "_form_submitted": "True"}
    refused = words(rita.post(path, **entered).content.decode())
    assert "Sanctions hit cleared: a lead reviewer clears it, because no approval of a case follows." in refused
    assert ScreeningHit.objects.get().state == "OPEN"
    lena.post(path, **entered)

    hit.refresh_from_db()
    assert (hit.state, hit.decided_by_id) == ("CLEARED", "lena")
    assert api.get(f"/platform/external-accounts/{account}").json()["status"] == "ACTIVE"
    assert "Decide" not in words(rita.text(place)).replace("Decided", "")
