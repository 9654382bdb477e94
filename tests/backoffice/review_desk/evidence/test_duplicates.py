"""The other customer of a duplicate document: told to the reviewer of the case alone, and logged when opened."""

import re

import pytest
from django.urls import reverse

from compliance.models import Customer
from platforms.models import AuditEntry
from tests.backoffice.conftest import page_of
from tests.backoffice.review_desk import case_documents
from tests.backoffice.review_desk.conftest import LENA, Waiting, claim, page, waiting_person
from tests.support.backoffice.pages import words
from tests.support.compliance.sending import Desk

pytestmark = pytest.mark.django_db
OPENED = "customer.open_duplicate"


@pytest.fixture
def copies(api, rival_api) -> tuple[Waiting, Waiting]:
    """Two people of two platforms with one picture, which a third does not have."""
    one, other = waiting_person(api, "Ann 001"), waiting_person(rival_api, "Ben 001")
    picture = case_documents.passport("Same Face", born="1 JAN 1990")
    Desk(api).uploaded(one.customer, picture, name="passport.jpg")
    Desk(rival_api).uploaded(other.customer, picture, name="passport.jpg")
    return one, other


def key(case: Waiting) -> str:
    return case.customer.partition(":")[2]


def opening(case: Waiting, other: str) -> str:
    return reverse("admin:compliance_desk_duplicate", args=[case.key, other])


def test_nobody_is_named_before_the_case_is_claimed(rita, rob, copies):
    one, other = copies
    before = rita.text(page(one))
    refused = rita.post(opening(one, key(other)))
    claim(one)

    assert key(other) not in before
    assert "The same file was submitted for another customer." in before
    assert refused.status_code == 403
    assert key(other) not in rob.text(page(one))
    assert rob.post(opening(one, key(other))).status_code == 403
    assert not AuditEntry.objects.filter(verb=OPENED).exists()


def test_the_reviewer_of_the_case_opens_the_other_customer_and_it_is_logged(rita, copies):
    one, other = copies
    claim(one)
    [address] = re.findall(r'action="([^"]+/duplicate/[^"]+)"', rita.text(page(one)))

    reply = rita.post(address)

    assert reply.headers["Location"] == page_of(Customer.objects.get(id=key(other)))
    entry = AuditEntry.objects.get(verb=OPENED)
    assert (entry.actor_id, entry.subject, entry.details["verification"]) == ("rita", other.customer, one.verification)
    assert rita.get(reply.headers["Location"]).status_code == 200


def test_a_customer_without_one_of_the_files_is_not_opened_so(api, lena, copies):
    one, _ = copies
    third = waiting_person(api, "Cat 001")
    claim(one, LENA, is_lead=True)

    assert lena.post(opening(one, key(third))).status_code == 404
    assert lena.get(opening(one, key(third))).status_code == 405
    assert not AuditEntry.objects.filter(verb=OPENED).exists()


def comparing(case: Waiting, other: str) -> str:
    return reverse("admin:compliance_desk_compare", args=[case.key, other])


def test_both_customers_stand_side_by_side_and_the_opening_is_logged_for_both(rita, copies):
    one, other = copies
    claim(one)
    assert comparing(one, key(other)) in rita.text(page(one))

    reply = rita.post(comparing(one, key(other)))

    shown = words(reply.content.decode())
    for name in ("Ann 001", "Ben 001"):
        assert shown.count(f"{name} same file") == 1
    pictures = re.findall(r'src="([^"]+/pages/1/)"', reply.content.decode())
    assert len(pictures) == 4
    assert [rita.get(picture).status_code for picture in pictures] == [200] * 4
    logged = AuditEntry.objects.filter(actor_id="rita", verb__in=["verification.read", OPENED]).order_by("-id")[:2]
    assert {entry.subject for entry in logged} == {one.verification, other.customer}


def test_the_other_customers_facts_stay_masked(rita, copies):
    one, other = copies
    claim(one)

    shown = words(rita.post(comparing(one, key(other))).content.decode())

    assert shown.count("1990-01-31") <= 1


def test_who_may_not_open_the_other_customer_may_not_compare(api, rita, rob, lena, copies):
    one, other = copies
    third = waiting_person(api, "Cat 001")
    claim(one)

    assert rob.post(comparing(one, key(other))).status_code == 403
    assert rita.post(comparing(one, key(third))).status_code == 404
    assert rita.get(comparing(one, key(other))).status_code == 405
    assert lena.post(comparing(one, key(other))).status_code == 200
