"""What stands beside a decision: why the case is here, how old people are, what happened before."""

import datetime as dt

import pytest

from compliance.models import HitState, Screening, ScreeningHit
from compliance.review_desk import screening_hits
from compliance.verification import reviews
from platforms import audit
from tests.backoffice.review_desk import case_documents
from tests.backoffice.review_desk.conftest import claim, do, page, waiting_case, waiting_person
from tests.support import factories
from tests.support.backoffice.pages import words
from tests.support.compliance import cases
from tests.support.compliance.sending import Desk

pytestmark = pytest.mark.django_db
LISTED = {"birthDate": "1961-04-12", "nationality": "AQ"}


def read(who, case) -> str:
    return words(who.text(page(case)))


def test_a_case_says_who_sent_it_and_that_the_provider_left_it_to_a_person(rita, individual):
    shown = read(rita, individual)

    assert "Why this case is here: The platform submitted it on " in shown
    assert "because its provider neither approved nor rejected the customer." in shown


def test_the_check_is_the_services_and_not_the_platforms(rita, individual):
    shown = read(rita, individual)

    assert "Automatic check: manual review by the service" in shown
    assert "Submitted: verification in progress by the platform" in shown


def test_what_a_customer_did_on_the_identity_page_is_not_said_of_the_platform(rita, individual):
    customer = audit.Actor(kind="CUSTOMER", id=individual.customer.partition(":")[2])
    do(reviews.reject, individual, findings=())
    do(reviews.reopen, individual, actor=customer)

    assert "Reopened: manual review by the customer" in read(rita, individual)


def test_a_case_with_a_hit_says_so(api, rita):
    listed = waiting_person(api, "Zebulon Quarrymoor", **LISTED)
    before = read(rita, listed)
    do(screening_hits.resolve, hit_id=ScreeningHit.objects.get().id, state=HitState.CLEARED, reason="Another person.")

    because = "because 1 possible match with watchlists had to be looked at."
    assert because in before
    assert because in read(rita, listed)


def test_a_hit_of_a_later_list_names_the_list(api, rita, individual):
    do(reviews.approve, individual)
    listed = waiting_person(api, "Zebulon Quarrymoor", **LISTED)
    hit = ScreeningHit.objects.get()
    check = Screening.objects.get(id=hit.screening_id)
    later = individual.row.decided_at + dt.timedelta(days=1)
    check.pk, check.cause, check.at = None, "new_list", later
    check.customer, check.compared_with = individual.row.customer, [f"{hit.list_name} of 2026-03-01"]
    check.save(force_insert=True)
    hit.pk, hit.customer, hit.screening, hit.created_at = None, individual.row.customer, check, later
    hit.subject = individual.customer
    hit.save(force_insert=True)

    shown = read(rita, individual)

    assert "rita approved it on " in shown
    assert f"Since then re-screening with {hit.list_name} of 2026-03-01 has found 1 possible match" in shown
    assert "Since then" not in read(rita, listed)


def test_a_reopened_case_names_who_reopened_it(rita, individual):
    do(reviews.reject, individual, findings=())
    do(reviews.reopen, individual)

    assert "rita reopened it on " in read(rita, individual)


def test_a_case_that_went_back_says_whom_it_waits_for(api, rita, individual):
    facts = {"customerType": "INDIVIDUAL", "fullName": "Bob Other 001"}
    assert api.patch(f"/customers/{individual.customer}", facts).status_code == 200

    assert "It waits for the platform, which has to submit it again." in read(rita, individual)


@pytest.mark.parametrize(("years", "is_minor"), [(17, True), (18, False)])
def test_the_age_is_said_and_who_is_a_minor(rita, individual, years, is_minor, within_an_hour):
    customer = individual.row.customer
    customer.birth_date = factories.born(customer.platform.now().date(), years=years)
    customer.save()
    before = read(rita, individual)
    claim(individual)

    shown = read(rita, individual)

    assert f"Age {years} years" in shown
    assert (f"{years} years minor" in shown) == is_minor
    assert "Age" not in before


def test_the_age_of_each_owner_is_said(rita, business):
    claim(business)

    assert "Date of birth 1980-05-06 Age " in read(rita, business)


def test_former_verifications_stand_with_their_outcome(api, rita, individual):
    assert "This is the first verification of this customer." in read(rita, individual)
    do(reviews.reject, individual, findings=())
    again = cases.submit(api, individual.customer)

    reply = rita.text(f"/admin/compliance/verification/desk/{again['id'].partition(':')[2]}/")

    assert page(individual) in reply
    assert ": rejected decided on " in words(reply)


def test_what_the_platform_sent_stands_beside_the_facts(api, rita):
    case = waiting_person(api, platformCustomerId="shop-4711", region="GB", currencies=["GBP"])

    shown = read(rita, case)

    assert "Customer since 2" in shown
    assert "Platform's own ID shop-4711" in shown
    assert "United Kingdom (GB)" in shown


def test_what_was_sent_with_a_document_stands_beside_its_picture(api, rita):
    case = waiting_person(api, nationality="GB")
    picture = case_documents.passport("Bob Pending 001", born="31 JAN 1990")
    Desk(api).uploaded(case.customer, picture, name="second.jpg", country="DE", documentNumber="C01X00T47")
    before = read(rita, case)
    claim(case)

    shown = read(rita, case)

    assert "Kind Passport Country Germany (DE) differs form: United Kingdom (GB) Number C01X00T47 Sent 2" in shown
    assert "File second.jpg" in shown
    assert "second.jpg" not in before
    assert "C01X00T47" not in before


def test_only_the_country_of_a_passport_is_compared_with_a_nationality(api, rita):
    customer = cases.business(api, registrationNumber="5523001")
    owner = cases.owner(api, customer, nationality="US")
    cases.papers(api, customer, owner)
    sent = case_documents.passport("Ana Marsh", born="6 MAY 1980")
    Desk(api).uploaded(owner["id"], sent, name="license.jpg", country="DE", documentType="DRIVERS_LICENSE")
    case = waiting_case(api, customer)
    claim(case)

    shown = read(rita, case)

    assert "Kind Drivers license Country Germany (DE) Sent 2" in shown
    assert "(DE) differs" not in shown
