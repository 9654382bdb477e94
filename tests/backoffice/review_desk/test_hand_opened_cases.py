"""Cases that reviewers open about approved customers: the platform hears of them only if they end in a rejection."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.urls import reverse

from compliance.customers import erasure
from compliance.models import Customer, HandOpenedCase, Verification
from compliance.review_desk import hand_opened_cases
from platforms.backoffice import links
from platforms.backoffice.actions import Role
from platforms.models import AuditEntry
from platforms.operations import reasons
from tests.backoffice.access.conftest import signed_in
from tests.backoffice.review_desk.conftest import do
from webhooks.models import Event

pytestmark = pytest.mark.django_db
WHY = "Nine payments to one new payee in a night"
FOUND = "Looked at the payments: they are his rent and salaries"


@pytest.fixture
def customer(alice) -> Customer:
    row: Customer = Customer.objects.get(id=alice.partition(":")[2])
    assert row.status == "APPROVED"
    return row


def send_open(office, customer: Customer, reason: str = WHY):
    return office.post(links.of_action(Customer, "open-case", customer.pk), _form_submitted="True", reason=reason)


def send_end(office, case: HandOpenedCase, outcome: str, reason: str = FOUND):
    address = links.of_action(HandOpenedCase, "decide", case.pk)
    return office.post(address, _form_submitted="True", outcome=outcome, reason=reason)


def told() -> list[str]:
    return list(Event.objects.order_by("number").values_list("type", flat=True))


def test_the_customer_stays_approved_the_platform_hears_nothing_and_the_case_waits_in_the_queue(api, customer):
    office = signed_in("rita", Role.REVIEWER)
    before, reply = told(), api.get(f"/customers/{customer.public_id}").json()
    verifications = api.get("/verifications").json()

    case_page = send_open(office, customer).headers["HX-Redirect"]

    case = HandOpenedCase.objects.get()
    assert case_page == links.page(HandOpenedCase, case.pk)
    assert WHY in office.get(case_page).content.decode()
    assert case_page in office.get(reverse("admin:compliance_desk_queue")).content.decode()
    assert (told(), api.get(f"/customers/{customer.public_id}").json()) == (before, reply)
    assert api.get("/verifications").json() == verifications
    assert not Verification.objects.filter(status="PENDING_MANUAL_REVIEW").exists()


def test_in_order_ends_it_and_the_platform_hears_nothing(customer):
    office, before = signed_in("rita", Role.REVIEWER), told()
    send_open(office, customer)
    case = HandOpenedCase.objects.get()

    assert send_end(signed_in("rob", Role.REVIEWER), case, "IN_ORDER").status_code == 200

    case.refresh_from_db()
    customer.refresh_from_db()
    assert (case.outcome, case.decided_by, case.conclusion) == ("IN_ORDER", "rob", FOUND)
    assert (customer.status, told()) == ("APPROVED", before)
    assert "Opened by hand" not in office.get(reverse("admin:compliance_desk_queue")).content.decode()
    assert "decided already" in send_end(office, case, "REJECTED").content.decode()


def test_a_rejection_is_told_like_every_other_without_the_reason(api, customer):
    office, before = signed_in("rita", Role.LEAD_REVIEWER), told()
    send_open(office, customer)

    send_end(office, HandOpenedCase.objects.get(), "REJECTED", "The payee is his own shell company")

    assert told()[len(before) :] == ["CUSTOMER.KYC_REJECTED"]
    assert "shell" not in str(list(Event.objects.order_by("number").values())[-1])
    assert api.get(f"/customers/{customer.public_id}").json()["kycStatus"] == "REJECTED"


def test_a_verification_that_came_under_review_meanwhile_is_rejected_too(individual):
    customer = individual.row.customer
    Customer.objects.filter(id=customer.id).update(kyc_status="APPROVED")
    case = do(hand_opened_cases.open_case, customer_id=customer.id, reason=WHY)
    Customer.objects.filter(id=customer.id).update(kyc_status="PENDING")

    do(hand_opened_cases.decide, case_id=case.id, outcome="REJECTED", reason=FOUND)

    customer.refresh_from_db()
    assert (customer.status, Verification.objects.get(id=individual.row.id).status) == ("REJECTED", "REJECTED")


def test_one_case_waits_about_a_customer_and_only_about_an_approved_one(api, customer):
    office = signed_in("rita", Role.REVIEWER)
    send_open(office, customer)

    assert "waits already" in send_open(office, customer).content.decode()
    Customer.objects.filter(id=customer.id).update(kyc_status="PENDING")
    HandOpenedCase.objects.update(outcome="IN_ORDER", decided_at="2026-01-01T00:00Z", decided_by="rita")
    assert "Only about an approved customer" in send_open(office, customer).content.decode()
    assert HandOpenedCase.objects.count() == 1


@pytest.mark.parametrize("role", [Role.SUPPORT, Role.OPERATIONS])
def test_who_talks_to_customers_and_platforms_sees_no_case(customer, role):
    send_open(signed_in("rita", Role.REVIEWER), customer)
    case, office = HandOpenedCase.objects.get(), signed_in("sam", role)

    assert office.get(links.page(HandOpenedCase, case.pk)).status_code == 403
    assert send_open(office, customer).status_code == 403
    assert str(case.pk) not in office.get(links.page(Customer, customer.pk)).content.decode()


def test_the_log_has_hashes_the_database_no_words_and_erasure_empties_them(api, customer):
    office = signed_in("rita", Role.REVIEWER)
    send_open(office, customer)
    send_end(office, HandOpenedCase.objects.get(), "IN_ORDER")
    entries = AuditEntry.objects.filter(verb__in=["customer.open_case", "hand_opened_case.decide"])
    assert entries.count() == 2
    assert not any(words in str(entry.details) for entry in entries for words in (WHY, FOUND))
    assert list(reasons.differences()) == []
    with connection.cursor() as cursor:
        cursor.execute("SELECT reason || conclusion FROM compliance_handopenedcase")
        [stored] = cursor.fetchone()
    assert not any(words in stored for words in (WHY, FOUND))

    assert hand_opened_cases.forget(customer_id=customer.id) == 1

    case = HandOpenedCase.objects.get()
    assert (case.reason, case.salt, case.conclusion, case.conclusion_salt) == ("", "", "", "")


def test_erasing_a_customer_empties_the_words_of_its_cases(individual, api):
    customer = individual.row.customer
    Customer.objects.filter(id=customer.id).update(kyc_status="APPROVED")
    do(hand_opened_cases.open_case, customer_id=customer.id, reason=WHY)
    assert api.delete(f"/customers/{individual.customer}").status_code in {200, 204}

    do(erasure.erase, customer=Customer.objects.get(id=customer.id), reason="request 17 of the privacy desk")

    assert HandOpenedCase.objects.get().reason == ""
    assert list(reasons.differences()) == []


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE compliance_handopenedcase SET opened_by = 'rob'",
        "UPDATE compliance_handopenedcase SET opened_at = now()",
        "DELETE FROM compliance_handopenedcase",
    ],
)
def test_who_opened_it_and_when_stays(customer, change):
    send_open(signed_in("rita", Role.REVIEWER), customer)

    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)
