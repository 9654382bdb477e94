"""A hit sends a verification to people, through the API; and what the people can do then."""

import pytest
from django.db import transaction

from compliance.models import Customer, HitState, Screening, ScreeningHit, Verification
from compliance.review_desk import screening_hits
from compliance.screening import screenings
from compliance.verification import reviews
from platforms import audit
from platforms.base import clock
from tests.support.compliance import cases

pytestmark = pytest.mark.django_db
STAFF = audit.Actor(kind="STAFF", id="reviewer-1")
REASON = "Looked at closely."


def approve() -> None:
    with transaction.atomic():
        verification = Verification.objects.get()
        reviews.approve(verification_id=verification.id, reason=REASON, actor=STAFF, now=clock.real_now())


def resolve(state: HitState) -> None:
    with transaction.atomic():
        hit = ScreeningHit.objects.get()
        screening_hits.resolve(hit_id=hit.id, state=state, reason=REASON, actor=STAFF, now=clock.real_now())


def test_a_business_on_no_list_is_approved_as_ever(api):
    customer, owner = cases.complete_business(api)

    assert cases.submit(api, customer)["verificationStatus"] == "APPROVED"
    run = Screening.objects.get(cause="verification")
    assert (run.outcome, run.subjects) == ("CLEAR", [customer, owner["id"]])


def test_a_business_on_a_list_goes_to_manual_review(api):
    customer, _ = cases.complete_business(api, legalName="Black Marsh Gravel Trading Ltd")

    assert cases.submit(api, customer)["verificationStatus"] == "PENDING_MANUAL_REVIEW"
    assert api.get(f"/customers/{customer}").json()["kybStatus"] == "PENDING"
    assert {hit.subject for hit in ScreeningHit.objects.all()} == {customer}


def test_an_owner_on_a_list_sends_the_business_to_manual_review(api):
    customer = cases.business(api)
    owner = cases.owner(api, customer, firstName="Zebulon", lastName="Quarrymoor", birthDate="1961-04-12")
    cases.papers(api, customer, owner)

    assert cases.submit(api, customer)["verificationStatus"] == "PENDING_MANUAL_REVIEW"
    assert ScreeningHit.objects.get().subject == owner["id"]


def test_nobody_approves_a_verification_before_its_hits_are_cleared(api):
    customer = cases.business(api)
    owner = cases.owner(api, customer, firstName="Zebulon", lastName="Quarrymoor", birthDate="1961-04-12")
    cases.papers(api, customer, owner)
    cases.submit(api, customer)

    with pytest.raises(screenings.HitsUnresolved):
        approve()
    resolve(HitState.CLEARED)
    approve()

    assert api.get(f"/customers/{customer}").json()["kybStatus"] == "APPROVED"


def test_a_confirmed_hit_rejects_the_business_and_can_not_be_approved_over(api):
    customer = cases.business(api)
    owner = cases.owner(api, customer, firstName="Zebulon", lastName="Quarrymoor", birthDate="1961-04-12")
    cases.papers(api, customer, owner)
    cases.submit(api, customer)

    resolve(HitState.CONFIRMED)

    assert Customer.objects.get().status == "REJECTED"
    with pytest.raises(reviews.NotUnderReview):
        approve()


def test_an_owner_who_comes_later_is_compared_at_once(api):
    customer, _ = cases.complete_business(api)
    cases.submit(api, customer)

    late = cases.owner(api, customer, share=10, firstName="Ottoline", lastName="Marshall", roles=["UBO"])
    assert not ScreeningHit.objects.exists()
    api.patch(f"/beneficial-owners/{late['id']}", {"personalInfo": {"lastName": "Vexforth"}})

    assert ScreeningHit.objects.get().subject == late["id"]
