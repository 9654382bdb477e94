"""A screening hit that is the person on the list: one decision ends the case, for the platform too."""

import datetime as dt

import pytest
from django.db import transaction
from django.urls import reverse

from compliance.models import Customer, HitState, ReviewAssignment, ScreeningHit, Verification
from compliance.review_desk import decisions, screening_hits
from compliance.screening import screenings
from compliance.verification import reviews
from platforms.backoffice import links
from platforms.base import clock
from tests.backoffice.review_desk.conftest import (
    QUEUE,
    RITA,
    ROB,
    Waiting,
    claim,
    do,
    ground,
    page,
    waiting_business,
    waiting_case,
    waiting_person,
)
from tests.support.compliance import cases
from tests.support.compliance.reviewing import told_of

WHY = "The same passport number."
BORN = {"birthDate": "1961-04-12"}


@pytest.fixture
def listed(api) -> Waiting:
    return waiting_person(api, "Zebulon Quarrymoor", birthDate="1961-04-12", nationality="AQ")


def listed_owner(api) -> Waiting:
    """A business whose owner is like somebody on a list."""
    customer = cases.business(api)
    owner = cases.owner(api, customer, firstName="Zebulon", lastName="Quarrymoor", birthDate="1961-04-12")
    cases.papers(api, customer, owner)
    case = waiting_case(api, customer)
    return Waiting(case.customer, owner, case.verification)


def owner_of(case: Waiting) -> str:
    assert case.owner is not None
    return str(case.owner["id"])


def hit_of(case: Waiting) -> ScreeningHit:
    found: ScreeningHit = case.row.customer.screening_hits.get()
    return found


def send(office, case: Waiting, hit: ScreeningHit, **entered):
    path = f"{reverse('admin:compliance_desk_hit', args=[case.key])}?hit={hit.id}"
    return office.post(path, **{"state": "CONFIRMED", "reason": WHY, "_form_submitted": "True"} | entered)


def shown(api, case: Waiting) -> tuple[str, list[tuple[str, str]]]:
    """Return what the platform reads of a verification: its status, and what is wrong with whom."""
    reply = api.get(f"/verifications/{case.verification}").json()
    return reply["verificationStatus"], [(error["type"], error["resourceId"]) for error in reply["errors"]]


def test_a_true_match_ends_the_case_and_opens_the_next(api, rita, listed):
    following = waiting_person(api)
    claim(listed)

    done = send(rita, listed, hit_of(listed), next="on")

    assert done.headers["HX-Redirect"] == page(following)
    assert shown(api, listed) == ("REJECTED", [("APPLICANT_SANCTIONED", listed.customer)])
    assert api.get(f"/customers/{listed.customer}").json()["kycStatus"] == "REJECTED"
    assert told_of(listed.verification)[-1] == "VERIFICATION.REJECTED"
    assert told_of(listed.customer)[-1] == "CUSTOMER.KYC_REJECTED"
    assert told_of(listed.customer).count("CUSTOMER.KYC_REJECTED") == 1
    assert list(ReviewAssignment.objects.exclude(assigned_to="")) == [following.row.assignment]
    assert "Zebulon" not in rita.text(QUEUE, part="mine").partition("desk-table")[2]
    case = rita.text(page(listed))
    assert "True match" in case or "Screening hit confirmed" in case
    assert WHY in case


def test_without_a_wish_for_the_next_case_the_queue_opens(rita, listed):
    claim(listed)

    assert send(rita, listed, hit_of(listed)).headers["HX-Redirect"] == QUEUE


def test_a_false_positive_leaves_the_case_open(api, rita, listed):
    waiting_person(api)
    claim(listed)

    done = send(rita, listed, hit_of(listed), state="CLEARED", next="on")

    assert done.headers["HX-Redirect"] == page(listed)
    assert shown(api, listed) == ("PENDING_MANUAL_REVIEW", [])
    assert ReviewAssignment.objects.get().assigned_to == "rita"


def test_a_true_match_of_an_owner_rejects_owner_and_business(api, rita):
    case = listed_owner(api)
    claim(case)

    send(rita, case, hit_of(case))

    assert shown(api, case) == ("REJECTED", [("APPLICANT_SANCTIONED", owner_of(case))])
    assert api.get(f"/customers/{case.customer}").json()["kybStatus"] == "REJECTED"
    assert api.get(f"/beneficial-owners/{owner_of(case)}").json()["kycStatus"] == "REJECTED"


def test_a_true_match_of_the_business_leaves_its_owners_alone(api, rita):
    case = waiting_business(api, legalName="Blackmarsh Gravel Trading FZE")
    claim(case)

    send(rita, case, ScreeningHit.objects.get(subject=case.customer))

    assert shown(api, case) == ("REJECTED", [("APPLICANT_SANCTIONED", case.customer)])
    assert api.get(f"/beneficial-owners/{owner_of(case)}").json()["kycStatus"] != "REJECTED"


def test_whom_no_sanction_names_is_rejected_without_that_word(api, rita, listed):
    claim(listed)
    hit = hit_of(listed)
    ScreeningHit.objects.filter(id=hit.id).update(kind="PEP")

    send(rita, listed, hit)

    assert shown(api, listed) == ("REJECTED", [("APPLICANT_REJECTED", listed.customer)])


def test_accepting_is_offered_for_exposed_people_only(rita, listed):
    claim(listed)
    hit = hit_of(listed)
    dialog = links.of_action(ScreeningHit, "accept", hit.pk)
    decide = f"{reverse('admin:compliance_desk_hit', args=[listed.key])}?hit={hit.id}"
    assert dialog not in rita.get(page(listed)).content.decode()
    assert "choose Accept" not in rita.text(decide)

    ScreeningHit.objects.filter(id=hit.id).update(kind="PEP")

    assert dialog in rita.get(page(listed)).content.decode()
    assert "choose Accept" in rita.text(decide)


def test_a_second_hit_stays_to_be_decided_and_changes_nothing_more(api, lena, listed):
    claim(listed)
    first = hit_of(listed)
    second = ScreeningHit.objects.get(id=first.id)
    second.id, second.fingerprint, second.entry_reference = None, "other", "DOi.002"
    second = ScreeningHit.objects.create(
        **{field.name: getattr(second, field.name) for field in ScreeningHit._meta.fields if field.name != "id"}
    )

    send(lena, listed, first)
    events = told_of(listed.customer), told_of(listed.verification)
    done = send(lena, listed, second)

    assert done.headers["HX-Redirect"] == page(listed)
    assert set(ScreeningHit.objects.values_list("state", flat=True)) == {"CONFIRMED"}
    assert (told_of(listed.customer), told_of(listed.verification)) == events


def test_two_who_decide_one_hit_decide_once(rita, lena, listed):
    claim(listed)
    hit = hit_of(listed)

    send(rita, listed, hit)
    again = send(lena, listed, hit, state="CLEARED")

    assert "This hit was decided already." in again.content.decode()
    assert Verification.objects.get(id=listed.key).status == "REJECTED"
    assert told_of(listed.verification).count("VERIFICATION.REJECTED") == 1


def test_only_the_reviewer_of_a_case_ends_it_by_a_true_match(rob, listed):
    claim(listed)
    hit = hit_of(listed)

    refused = send(rob, listed, hit)

    assert "not assigned to you" in refused.content.decode()
    hit.refresh_from_db()
    assert (hit.state, listed.row.status) == ("OPEN", "PENDING_MANUAL_REVIEW")


def test_a_case_that_somebody_rejected_meanwhile_keeps_its_grounds(api, lena, listed):
    claim(listed)
    hit = hit_of(listed)
    do(decisions.reject, listed, findings=[ground(listed)], seen=listed.seen, is_lead=False, actor=RITA)

    send(lena, listed, hit)

    assert shown(api, listed) == ("REJECTED", [("APPLICANT_REJECTED", listed.customer)])
    assert told_of(listed.customer).count("CUSTOMER.KYC_REJECTED") == 1


def screened_again(case: Waiting, **changed: object) -> None:
    """Leave what a sweep after a new list leaves: an open hit, and the status as it was."""
    with transaction.atomic():
        customer = Customer.objects.get(id=case.row.customer_id)
        owners = list(customer.beneficial_owners.all())
        for owner in owners:
            owner.personal_info = owner.personal_info | {"firstName": "Zebulon", "lastName": "Quarrymoor"} | BORN
        for name, value in changed.items():
            setattr(customer, name, value)
        screenings.screen_customer(customer=customer, owners=owners, cause=screenings.NEW_LIST, now=clock.real_now())


def test_an_active_customer_is_rejected_though_no_verification_waits(api, individual):
    do(reviews.approve, individual)
    screened_again(individual, full_name="Zebulon Quarrymoor", birth_date=dt.date(1961, 4, 12))

    do(screening_hits.resolve, hit_id=hit_of(individual).id, state=HitState.CONFIRMED, reason=WHY)

    assert api.get(f"/customers/{individual.customer}").json()["kycStatus"] == "REJECTED"
    assert told_of(individual.customer)[-1] == "CUSTOMER.KYC_REJECTED"
    # What was approved then stays what it was.
    assert shown(api, individual) == ("APPROVED", [])


def test_an_owner_of_an_active_business_is_rejected_with_it(api, business):
    do(reviews.approve, business)
    screened_again(business)

    do(screening_hits.resolve, hit_id=hit_of(business).id, state=HitState.CONFIRMED, reason=WHY)

    assert api.get(f"/customers/{business.customer}").json()["kybStatus"] == "REJECTED"
    assert api.get(f"/beneficial-owners/{owner_of(business)}").json()["kycStatus"] == "REJECTED"


def test_what_the_platform_has_to_reopened_first_stays_with_it(api, listed):
    """A verification that waits for the platform is not rejected under its hands; its customer is."""
    with transaction.atomic():
        Verification.objects.filter(id=listed.key).update(status="RESOLVE_ERRORS")

    do(screening_hits.resolve, hit_id=hit_of(listed).id, state=HitState.CONFIRMED, reason=WHY, actor=ROB)

    assert api.get(f"/customers/{listed.customer}").json()["kycStatus"] == "REJECTED"
    assert listed.row.status == "RESOLVE_ERRORS"
    assert cases.submit(api, listed.customer)["verificationStatus"] == "PENDING_MANUAL_REVIEW"
