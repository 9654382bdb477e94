"""Whose a case is: taken by one, unassigned, reassigned, escalated."""

import pytest

from compliance.models import ReviewAssignment, ReviewNote
from compliance.review_desk import assignments
from compliance.verification import reviews
from platforms.base import errors
from platforms.models import AuditEntry
from tests.backoffice.review_desk.conftest import LENA, RITA, ROB, claim, do, waiting_business, waiting_person
from tests.support.backoffice.pages import words

pytestmark = [pytest.mark.django_db, pytest.mark.any_clock]


def holder(case) -> str:
    return ReviewAssignment.objects.get(verification=case.key).assigned_to


def kinds_of_notes() -> list[str]:
    return list(ReviewNote.objects.order_by("id").values_list("kind", flat=True))


def test_a_case_is_claimed_and_the_audit_log_says_by_whom(business):
    claim(business)

    assert holder(business) == "rita"
    entry = AuditEntry.objects.get(verb="verification.claim")
    assert (entry.subject, entry.actor_kind, entry.actor_id) == (business.verification, "STAFF", "rita")


def test_who_claims_their_own_case_again_changes_nothing(business):
    first = claim(business)

    assert claim(business).assigned_at == first.assigned_at
    assert AuditEntry.objects.filter(verb="verification.claim").count() == 1


def test_a_case_that_somebody_has_is_not_taken_away(business):
    claim(business)

    with pytest.raises(assignments.AlreadyClaimed, match=r"rita has this verification\."):
        claim(business, ROB)
    with pytest.raises(assignments.AlreadyClaimed):
        claim(business, LENA, is_lead=True)
    assert holder(business) == "rita"


def test_what_does_not_wait_is_not_claimed(api, business):
    claim(business)
    do(reviews.approve, business)

    with pytest.raises(reviews.NotUnderReview):
        claim(business, ROB)


def test_next_is_who_has_waited_longest_of_those_nobody_has(api):
    cases = [waiting_person(api, f"Person {number} 001") for number in range(3)]
    claim(cases[0], ROB)

    taken = [do(assignments.claim_next, is_lead=False) for _ in range(3)]

    assert [case and case.id for case in taken] == [cases[1].key, cases[2].key, None]


def test_a_released_case_is_there_for_the_next(business):
    claim(business)

    do(assignments.release, business, is_lead=False)

    assert do(assignments.claim_next, actor=ROB, is_lead=False).id == business.key
    assert kinds_of_notes() == ["RELEASE"]


def test_nobody_releases_what_somebody_else_has_but_a_lead_reviewer(business):
    claim(business)

    with pytest.raises(assignments.NotAssigned):
        do(assignments.release, business, actor=ROB, is_lead=False)
    do(assignments.release, business, actor=LENA, is_lead=True)

    assert holder(business) == ""


def test_a_released_case_is_not_released_again(business):
    claim(business)
    do(assignments.release, business, is_lead=False)

    with pytest.raises(assignments.NotAssigned):
        do(assignments.release, business, is_lead=False)


def test_an_escalated_case_is_for_lead_reviewers_only(business):
    claim(business)

    do(assignments.escalate, business, reason="Two passports, two names.")

    assert do(assignments.claim_next, is_lead=False) is None
    with pytest.raises(assignments.LeadWanted):
        claim(business, ROB)
    assert do(assignments.claim_next, actor=LENA, is_lead=True).id == business.key
    note = ReviewNote.objects.get()
    assert (note.kind, note.text, note.actor_id) == ("ESCALATION", "Two passports, two names.", "rita")


def test_only_who_has_a_case_passes_it_up(business):
    claim(business)

    with pytest.raises(assignments.NotAssigned):
        do(assignments.escalate, business, actor=ROB)


def test_a_case_that_is_handed_over_comes_down_by_that(business):
    claim(business)
    do(assignments.escalate, business)

    do(assignments.reassign, business, actor=LENA, assigned_to="rob", reason="Look at the register.")

    row = ReviewAssignment.objects.get(verification=business.key)
    assert (row.assigned_to, row.escalated_by, row.escalated_at) == ("rob", "", None)
    assert ReviewNote.objects.latest("id").text == "To rob: Look at the register."


@pytest.mark.parametrize("verb", [assignments.release, assignments.escalate])
def test_what_others_must_understand_needs_a_reason(business, verb):
    claim(business)
    options = {"is_lead": False} if verb is assignments.release else {}

    with pytest.raises(errors.InvalidInput):
        do(verb, business, reason=" ", **options)


def test_the_texts_of_notes_are_not_readable_in_the_database(business):
    from django.db import connection

    claim(business)
    do(assignments.escalate, business, reason="Two passports, two names.")

    with connection.cursor() as cursor:
        cursor.execute("SELECT text FROM compliance_reviewnote")
        assert "passports" not in cursor.fetchone()[0]


def test_an_escalated_business_does_not_hold_up_the_next(api, business):
    other = waiting_business(api, legalName="Basalt LLC", taxId="98-7654321")
    claim(business)
    do(assignments.escalate, business)

    assert do(assignments.claim_next, actor=RITA, is_lead=False).id == other.key


REASSIGN = "/admin/compliance/verification/desk/reassign/"


def test_several_cases_are_reassigned_at_once_and_skipped_ones_are_named(api, lena, rob):
    cases = [waiting_person(api, f"Person{number} 001") for number in range(3)]
    do(reviews.approve, cases[1])

    keys = [*(case.key for case in cases), "nonsense"]
    reply = lena.post(f"{REASSIGN}?part=all", case=keys, assigned_to="rob", reason="Rita is away.")

    assert [holder(case) for case in (cases[0], cases[2])] == ["rob", "rob"]
    assert AuditEntry.objects.filter(verb="verification.reassign", actor_id="lena").count() == 2
    assert set(ReviewNote.objects.values_list("kind", flat=True)) == {"REASSIGNMENT"}
    text = words(lena.text(reply.url))
    assert "2 cases reassigned to rob." in text
    assert f"Skipped {cases[1].verification}: This verification is not waiting for a decision." in text


@pytest.mark.parametrize(
    "entered", [{"case": []}, {"assigned_to": "nobody"}, {"reason": ""}, {"reason": "x" * 1001}, {"case": ["x"]}]
)
def test_what_is_missing_reassigns_nothing(api, lena, rob, entered):
    case = waiting_person(api)

    lena.post(REASSIGN, **({"case": [case.key], "assigned_to": "rob", "reason": "Rita is away."} | entered))

    assert not ReviewAssignment.objects.exclude(assigned_to="").exists()


def test_only_lead_reviewers_reassign(rita, rob, api):
    case = waiting_person(api)

    assert rita.post(REASSIGN, case=[case.key], assigned_to="rob", reason="Rita is away.").status_code == 403
    assert "Reassign the chosen cases" not in rita.text("/admin/compliance/verification/desk/")
