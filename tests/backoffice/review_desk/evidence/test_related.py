"""Who else of a platform has the birth date and name, address, tax number or an account of the customer of a case."""

import pytest
from django.db import connection

from compliance.models import Customer
from compliance.review_desk import related_customers
from tests.backoffice.conftest import page_of
from tests.backoffice.review_desk.conftest import claim, page, waiting_business, waiting_person
from tests.support import factories, plans
from tests.support.backoffice.pages import words

pytestmark = pytest.mark.django_db
_MANY = """
INSERT INTO compliance_customer
SELECT (jsonb_populate_record(customer, jsonb_build_object(
         'id', gen_random_uuid(), 'uma_address', '$many' || number || '@example.com', 'full_name', 'Many ' || number,
         'birth_date', DATE '1950-01-01' + number,
         'address', jsonb_build_object('line1', number || ' Long Road', 'postalCode', 'X', 'country', 'GB')))).*
  FROM compliance_customer customer, generate_series(1, 2000) number WHERE customer.id = %s
"""
HOME = {"line1": "12 Quarry Lane", "postalCode": "EC1A 1BB", "city": "London", "country": "GB"}
NEXT_DOOR = HOME | {"line1": "12 QUARRY lane"}
ELSEWHERE = HOME | {"line1": "1 Elsewhere"}
ADA = {"birthDate": "1961-04-12", "nationality": "GB", "address": HOME}


def _row(public_id: str) -> Customer:
    found: Customer = Customer.objects.get(id=public_id.partition(":")[2])
    return found


def _section(html: str) -> str:
    return words(html.partition("Related customers")[2].partition("Accounts and payments")[0])


def test_the_case_names_who_shares_birth_date_and_name_or_the_address(api, rita):
    namesake = api.customer("ADA Lovelace 001", **ADA | {"address": ELSEWHERE})
    neighbour = api.customer(
        "Nora Next", **ADA | {"birthDate": "1970-01-01", "address": HOME | {"line1": "12 QUARRY lane"}}
    )
    case = waiting_person(api, "Ada Lovelace 001", **ADA)
    claim(case)

    html = rita.text(page(case))

    assert "Same birth date and name: 1 other customer ADA Lovelace 001" in _section(html)
    assert "Same address: 1 other customer Nora Next" in _section(html)
    assert all(page_of(_row(other)) in html for other in (namesake, neighbour))


def test_the_case_names_who_has_an_account_of_the_same_number(api, rita):
    payee = factories.usd_account("456")
    other = api.customer("Olga Other", birthDate="1980-05-05", nationality="DE")
    case = waiting_person(api, "Ada Lovelace 001", **ADA)
    for customer in (other, case.customer):
        api.external_account(customer, payee)
    claim(case)

    shown = _section(rita.text(page(case)))

    assert "Same external account: 1 other customer Olga Other" in shown
    assert payee["accountNumber"] not in shown


def test_businesses_are_found_by_their_tax_number_however_it_is_written(api, rita):
    waiting_business(api, legalName="First 001", taxId="98-7654321", registrationNumber="5523001")
    case = waiting_business(api, legalName="Second 001", taxId="987654321", registrationNumber="6623001")
    claim(case)

    assert "Same tax number: 1 other customer First 001" in _section(rita.text(page(case)))


@pytest.mark.parametrize(
    ("shared", "other", "what"),
    [
        ({"email": "ada@post.example"}, {"email": "ADA@post.example"}, "Same e-mail address"),
        ({"phoneNumber": "+4915799887766"}, {"phoneNumber": "+4915799887766"}, "Same telephone number"),
    ],
)
def test_the_case_names_who_is_reached_the_same_way(api, rita, shared, other, what):
    api.customer("Olga Other", birthDate="1980-05-05", nationality="DE", **other)
    case = waiting_person(api, "Ada Lovelace 001", **ADA, **shared)
    claim(case)

    assert f"{what}: 1 other customer Olga Other" in _section(rita.text(page(case)))


def test_other_platforms_and_other_readers_are_told_nothing(api, rival_api, rita, rob):
    rival_api.customer("Ada Lovelace 001", **ADA)
    case = waiting_person(api, "Ada Lovelace 001", **ADA)
    api.customer("Ada Lovelace 001", **ADA | {"address": ELSEWHERE})

    assert "shown once the case is yours" in _section(rob.text(page(case)))
    claim(case)
    assert "1 other customer" in _section(rita.text(page(case)))
    assert "1 other customer" not in _section(rob.text(page(case)))


def test_of_many_the_newest_are_named_and_that_there_are_more(api, monkeypatch):
    monkeypatch.setattr(related_customers, "MOST", 2)
    others = [api.customer("Ada Lovelace 001", **ADA | {"address": ELSEWHERE}) for _ in range(4)]

    same, _ = related_customers.of(_row(others[0]))

    assert (same.what, same.is_cut) == ("birth date and name", True)
    assert [row.public_id for row in same.customers] == [others[3], others[2]]


def test_each_question_has_an_index(api):
    business = _row(waiting_business(api, taxId="98-7654321").customer)
    person = _row(api.customer("Ada Lovelace 001", **ADA))
    reached = _row(api.customer("Nora Next", email="nora@post.example", phoneNumber="+4915799887766"))
    digests = {"tax": business.tax_id_digest, "email": reached.email_digest, "phone": reached.phone_digest}
    wanted = {**related_customers.wanted(person), **digests}

    with connection.cursor() as cursor:
        # Among few rows any index of the platform would do.
        cursor.execute(_MANY, [person.pk])
    with plans.planned("compliance_customer", without=("seqscan",)) as explain:
        plan = str(explain(related_customers.SAME, wanted))

    indexes = ("customer_by_birth_date", "customer_by_address", "compliance_customer_tax_id_digest")
    for index in (*indexes, "customer_by_email", "customer_by_phone"):
        assert index in plan
