"""Money of a customer whose identity was rejected: a case for each account that has some."""

import datetime as dt

import pytest
from django.db import connection, transaction

from compliance.models import REJECTED_CUSTOMERS, Customer
from payments.models import CaseKind, CaseState, OperationsCase
from payments.workflow import cases, monitor
from platforms import audit
from platforms.base import clock
from tests.support.plans import planned

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]

OLGA = audit.Actor(kind="STAFF", id="olga")
APPROVED, PENDING, REJECTED = "Carol Customer", "Carol Changed 001", "Carol Changed 002"
"""Names by which the sandbox decides."""


@pytest.fixture
def carol(api, days_ahead):
    return api.customer(APPROVED)


@pytest.fixture
def account(api, carol):
    return api.internal_account(carol)


def rename(api, customer: str, name: str) -> None:
    reply = api.patch(f"/customers/{customer}", {"customerType": "INDIVIDUAL", "fullName": name})
    assert reply.status_code == 200, reply.content


def open_cases() -> list[OperationsCase]:
    return list(OperationsCase.objects.filter(kind=CaseKind.HOLDER_REJECTED, state=CaseState.OPEN))


@pytest.mark.any_clock
def test_a_rejected_customer_with_money_is_a_case_until_it_is_approved(acme, api, carol, account, sweep):
    api.fund(account, 100)
    assert sweep() == 0

    rename(api, carol, REJECTED)
    sweep()

    [case] = open_cases()
    assert (case.subject, case.platform_id) == (account, acme.platform.id)
    assert "USD" in case.cause
    assert "Carol" not in case.cause
    assert abs(case.since - clock.real_now()) < dt.timedelta(minutes=5)
    assert sweep() == 0
    rename(api, carol, APPROVED)
    sweep()
    case.refresh_from_db()
    assert (case.state, case.resolution) == (CaseState.CLOSED, monitor.GONE)


def test_one_without_money_is_none_and_neither_is_one_who_waits(api, carol, account, sweep):
    rename(api, carol, REJECTED)
    assert sweep() == 0
    rename(api, carol, PENDING)
    api.fund(account, 100)
    assert sweep() == 0


def test_a_payment_that_comes_after_the_rejection_is_a_case(api, carol, account, worker, sweep):
    assert api.transfer_in(api.external_account(carol), account, 100).status_code == 201
    rename(api, carol, REJECTED)
    worker.run()

    sweep()

    assert [case.subject for case in open_cases()] == [account]


def test_a_case_ends_with_the_money(api, carol, account, worker, sweep):
    api.fund(account, 100)
    rename(api, carol, REJECTED)
    sweep()
    rename(api, carol, APPROVED)
    assert api.transfer_out(account, api.external_account(None), 100).status_code == 201
    rename(api, carol, REJECTED)

    sweep()

    assert open_cases() == []


def test_a_business_that_was_rejected_is_a_case_too(acme, api, sweep):
    business = api.post("/customers", {"customerType": "BUSINESS", "businessInfo": {"legalName": "Acme Gravel"}}).json()
    account = api.internal_account(business["id"])
    api.fund(account, 100)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE compliance_customer SET kyb_status = 'REJECTED' WHERE kyb_status IS NOT NULL")

    sweep()

    assert [case.subject for case in open_cases()] == [account]


def test_of_what_a_person_has_closed_only_new_money_is_another_case(api, carol, account, sweep):
    api.fund(account, 100)
    rename(api, carol, REJECTED)
    sweep()
    with transaction.atomic():
        [case] = open_cases()
        cases.close(case_id=case.id, reason="Frozen by order of the court.", actor=OLGA, now=clock.real_now())
    assert sweep() == 0

    api.fund(account, 1)
    sweep()

    assert [case.subject for case in open_cases()] == [account]


def test_an_index_carries_the_search(api):
    rows = Customer.objects.filter(REJECTED_CUSTOMERS).values("id")
    # There are too few customers for the planner to bother.
    with transaction.atomic(), planned(without=["seqscan"]) as explain:
        plan = "\n".join(explain(*rows.query.sql_with_params()))

    assert "customer_rejected" in plan
