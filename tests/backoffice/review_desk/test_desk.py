"""The desk's pages over HTTP: who sees what, who can do what, what is logged, what a page costs."""

import pytest
from django.urls import reverse

from compliance import gates
from compliance.models import ReviewAssignment
from compliance.review_desk import assignments, notes
from compliance.verification import reviews
from platforms.backoffice.actions import Role
from platforms.models import AuditEntry
from tests.backoffice.conftest import BackOffice
from tests.backoffice.review_desk.conftest import (
    DIALOGS,
    QUEUE,
    address,
    claim,
    do,
    page,
    person,
    send,
    waiting_business,
    waiting_case,
    waiting_person,
)
from tests.support.backoffice.pages import words
from tests.support.compliance import cases
from tests.support.compliance.reviewing import look_at
from tests.support.compliance.sending import Desk

pytestmark = pytest.mark.django_db


def offered(who, case) -> list[str]:
    return [word for word in DIALOGS if f"/do/{word}/?seen=" in who.text(page(case))]


# Claiming and the next.


def test_take_the_next_decide_and_have_the_one_after_it(api, rita, business):
    after = waiting_person(api)
    assert rita.post(reverse("admin:compliance_desk_next")).headers["Location"] == page(business)

    reply = send(rita, business, "approve", next="on")

    assert reply.headers["HX-Redirect"] == page(after)
    assert business.row.status == "APPROVED"
    assert ReviewAssignment.objects.get(verification=after.key).assigned_to == "rita"


def test_who_wants_no_next_case_comes_to_the_queue(api, rita, business):
    after = waiting_person(api)
    claim(business)

    assert send(rita, business, "approve").headers["HX-Redirect"] == QUEUE
    assert not ReviewAssignment.objects.filter(verification=after.key).exists()


def test_a_decision_that_is_refused_takes_no_next_case(api, rita, business):
    after = waiting_person(api)

    reply = send(rita, business, "approve", next="on")

    assert "not assigned to you" in words(reply.content.decode())
    assert not ReviewAssignment.objects.filter(verification=after.key).exists()


def test_when_nobody_waits_the_queue_says_so(rita):
    reply = rita.client.post(reverse("admin:compliance_desk_next"), follow=True)

    assert "No case is waiting for you to take." in words(reply.content.decode())


def test_who_comes_second_is_told_who_was_first(rita, rob, business):
    rita.post(reverse("admin:compliance_desk_claim", args=[business.key]))

    reply = rob.client.post(reverse("admin:compliance_desk_claim", args=[business.key]), follow=True)

    assert "rita has this verification." in words(reply.content.decode())


# Which actions are offered to which role.


def test_before_it_is_claimed_a_reviewer_can_claim_it_and_write_a_note(rita, business):
    assert offered(rita, business) == ["note"]
    assert "Claim" in words(rita.text(page(business)))


def test_whoever_has_the_case_can_do_everything_but_hand_it_over(rita, business):
    claim(business)
    look_at(business.key, "rita")

    assert offered(rita, business) == ["approve", "ask", "reject", "escalate", "note", "release"]


def test_a_lead_reviewer_can_also_hand_it_over_and_take_it_away(lena, business):
    claim(business)
    look_at(business.key, "lena")

    assert offered(lena, business) == ["approve", "ask", "reject", "note", "release", "reassign"]


def test_after_a_decision_there_are_notes_and_after_a_rejection_a_way_back(rita, business, individual):
    do(reviews.approve, business)
    do(reviews.reject, individual, findings=())

    assert offered(rita, business) == ["note"]
    assert offered(rita, individual) == ["note", "reopen"]


@pytest.mark.parametrize("role", [Role.SUPPORT, Role.OPERATIONS, Role.ADMINISTRATOR])
def test_other_roles_do_not_come_in(business, role):
    outsider = BackOffice(person("outsider", role))
    claim(business)

    for path in (QUEUE, page(business), *(address(business, word) for word in DIALOGS)):
        assert outsider.get(path).status_code == 403, path
    for word in DIALOGS:
        assert send(outsider, business, word).status_code == 403, word
    assert outsider.post(reverse("admin:compliance_desk_next")).status_code == 403
    assert business.row.status == "PENDING_MANUAL_REVIEW"


def test_a_reviewer_does_not_hand_cases_over_even_by_a_forged_request(rita, business):
    claim(business)

    assert send(rita, business, "reassign", assigned_to="rob").status_code == 403


def test_reading_is_for_get_and_doing_for_post(rita, business):
    assert rita.post(QUEUE).status_code == 405
    assert rita.get(reverse("admin:compliance_desk_next")).status_code == 405
    assert rita.get(reverse("admin:compliance_desk_claim", args=[business.key])).status_code == 405


@pytest.mark.parametrize("kind", ["dialog", "preview"])
def test_words_and_cases_that_are_unknown_are_not_found(rita, business, kind):
    unknown = "00000000-0000-7000-8000-000000000000"

    assert rita.post(reverse(f"admin:compliance_desk_{kind}", args=[business.key, "sing"])).status_code == 404
    assert rita.post(reverse(f"admin:compliance_desk_{kind}", args=[unknown, "approve"])).status_code == 404
    assert rita.get(reverse("admin:compliance_desk_case", args=[unknown])).status_code == 404


def test_of_a_customer_who_was_deleted_nothing_is_left_to_decide(api, rita, business, individual):
    claim(business)
    for case in (business, individual):
        assert api.delete(f"/customers/{case.customer}").status_code in {200, 204}

    assert "No cases." in words(rita.text(QUEUE))
    assert do(assignments.claim_next, is_lead=False) is None
    with pytest.raises(gates.CustomerDeleted):
        claim(individual)
    assert offered(rita, business) == ["note"]
    assert "The platform deleted this customer" in words(rita.text(page(business)))


# Personal data.


def test_personal_data_is_masked_until_the_case_is_ones_own(rita, business):
    before = words(rita.text(page(business)))
    claim(business)

    after = words(rita.text(page(business)))

    for secret in ("12-3456789", "123-45-6789", "1980-05-06", "1 Granite Way"):
        assert secret not in before
        assert secret in after
    assert "Granite Works LLC" in before


def test_each_opening_of_a_case_with_personal_data_is_logged(rita, business):
    rita.text(page(business))
    assert not AuditEntry.objects.filter(verb="verification.read").exists()
    claim(business)

    rita.text(page(business))

    entry = AuditEntry.objects.get(verb="verification.read")
    assert (entry.subject, entry.actor_id) == (business.verification, "rita")


def test_what_people_call_themselves_is_text_not_markup(api, rita):
    case = waiting_business(api, legalName="<script>alert(1)</script>")
    claim(case)
    do(notes.add, case, reason=None, text="<img src=x onerror=alert(2)>")

    html = rita.text(page(case))

    assert "<script>alert(1)" not in html
    assert "<img src=x" not in html
    assert "&lt;script&gt;alert(1)" in html


# What a page costs.


def test_a_case_costs_the_same_however_much_belongs_to_it(api, rita, queries):
    small = waiting_business(api)
    claim(small)
    facts = {"registrationNumber": "5523001", "legalName": "Basalt LLC", "taxId": "98-7654321"}
    customer, first = cases.complete_business(api, **facts)
    second = cases.owner(api, customer, share=20, roles=("UBO",), firstName="Bea", identifier="123-45-6780")
    for holder in (customer, first["id"], second["id"]):
        Desk(api).uploaded(holder)
    large = waiting_case(api, customer)
    claim(large)
    for number in range(3):
        do(notes.add, large, reason=None, text=f"Note {number}.")
    rita.text(page(small))

    costs = [queries(lambda case=case: rita.text(page(case))) for case in (small, large)]

    # Session, person, roles, permissions of the person and of the groups; the verification with its customer and
    # platform, owners, documents, hits, notes, changes, other verifications, the latest run, the same files elsewhere,
    # the rules, and which documents were opened; who shares data, their names, and the customer's accounts outside; the
    # audit row in a database transaction of its own.
    assert costs == [5 + 11 + 3 + 3] * 2


@pytest.mark.parametrize(("born", "marks"), [("1961-04-12", 0), ("1950-04-12", 1)])
def test_the_birth_years_of_the_listed_person_and_of_the_customer_stand_side_by_side(api, rita, born, marks):
    listed = waiting_person(api, "Zebulon Quarrymoor", birthDate=born, nationality="AQ")

    shown = words(rita.text(page(listed)))

    assert f"On the list Zebulon Quarrymoor Born in 1961 {born[:4]}" in shown
    assert born not in shown
    assert shown.count(" differs ") == marks
    assert "1961, 1961" not in shown


@pytest.mark.parametrize(("born", "marks"), [("1961-04-12", 0), ("1950-04-12", 1)])
def test_a_hit_on_an_owner_is_compared_with_the_owner_and_not_with_the_business(api, rita, born, marks):
    facts = {"firstName": "Zebulon", "lastName": "Quarrymoor", "birthDate": born, "nationality": "AQ"}
    customer = cases.business(api, registrationNumber="5523001")
    cases.papers(api, customer, cases.owner(api, customer, **facts))

    shown = words(rita.text(page(waiting_case(api, customer))))

    assert f"On the list Zebulon Quarrymoor Born in 1961 {born[:4]}" in shown
    assert shown.count(" differs ") == marks
