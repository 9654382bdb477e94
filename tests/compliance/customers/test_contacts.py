"""E-mail address and telephone number of individuals."""

import pytest
from django.db import connection

from compliance.models import Customer
from tests.support.compliance import bulk_files, traces
from tests.support.compliance.erasing import delete, erase
from webhooks.models import Event

pytestmark = pytest.mark.django_db
EMAIL, PHONE = "Zelda.Quixote@post.example", "+4915799887766"
CONTACTS = {"email": EMAIL, "phoneNumber": PHONE}


def contacts(shown) -> dict[str, str]:
    return {name: shown[name] for name in CONTACTS if name in shown}


def row(customer: str) -> Customer:
    found: Customer = Customer.objects.get(id=customer.partition(":")[2])
    return found


def change(api, customer: str, **changes):
    return api.patch(f"/customers/{customer}", {"customerType": "INDIVIDUAL", **changes})


def test_they_are_shown_as_they_were_given_and_absent_where_none_was(api):
    customer = api.customer("Zelda Quixote", **CONTACTS)

    assert contacts(api.get(f"/customers/{customer}").json()) == CONTACTS
    assert contacts(api.get("/customers", platformCustomerId=row(customer).platform_customer_id).json()["data"][0]) == (
        CONTACTS
    )
    assert contacts(api.get(f"/customers/{api.customer('Nora Nobody')}").json()) == {}


def test_they_change_one_by_one_and_no_check_is_run_again(api):
    customer = api.customer("Zelda Quixote", **CONTACTS)
    told = Event.objects.count()

    reply = change(api, customer, email="zelda@other.example")

    assert contacts(reply.json()) == {"email": "zelda@other.example", "phoneNumber": PHONE}
    assert reply.json()["kycStatus"] == "APPROVED"
    assert Event.objects.count() == told


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("email", "a@b", "must be an e-mail address such as ada@example.com"),
        ("email", "Ada <ada@example.com>", "must be an e-mail address such as ada@example.com"),
        ("email", "", "must not be empty"),
        ("email", None, "must not be null: give a value, or leave it out"),
        ("email", f"{'a' * 250}@example.com", "must have at most 254 characters"),
        ("phoneNumber", "030 1234567", "must be a telephone number such as +14155550123"),
        ("phoneNumber", "+0123456789", "must be a telephone number such as +14155550123"),
        ("phoneNumber", "+1234567890123456", "must be a telephone number such as +14155550123"),
        ("phoneNumber", "+49\u0661579988776", "must be a telephone number such as +14155550123"),
        ("phoneNumber", 4915799887766, "must be a string"),
    ],
)
def test_what_can_not_be_one_changes_nothing(api, field, value, reason):
    customer = api.customer("Zelda Quixote", **CONTACTS)

    reply = change(api, customer, **{field: value})

    assert reply.status_code == 400
    assert reply.json()["details"]["errors"] == [{"field": field, "reason": reason}]
    assert contacts(api.get(f"/customers/{customer}").json()) == CONTACTS


def test_a_business_has_none(api):
    made = api.post(
        "/customers", {"customerType": "BUSINESS", "businessInfo": {"legalName": "Granite Works"}, **CONTACTS}
    )

    assert (made.status_code, contacts(made.json())) == (201, {})


def test_they_are_read_nowhere_in_the_database(api):
    customer = api.customer("Zelda Quixote", **CONTACTS)

    # Events tell the customer, whole, to the platform; they are sealed, and so are stored replies.
    assert traces.of([EMAIL, PHONE]) == set()
    with connection.cursor() as cursor:
        cursor.execute("SELECT email, phone_number FROM compliance_customer WHERE id = %s", [row(customer).pk])
        assert not {EMAIL, PHONE, None} & set(cursor.fetchone())


def test_nothing_of_them_is_left_after_an_erasure(api):
    customer = api.customer("Zelda Quixote", **CONTACTS)
    delete(api, customer)

    erase(customer)

    left = row(customer)
    assert (left.email, left.phone_number, left.email_digest, left.phone_digest) == (None, None, None, None)
    assert contacts(api.get(f"/customers/{customer}").json()) == {}
    told = [event.payload for event in Event.objects.filter(resource=customer)]
    assert told
    assert not any(value in payload for payload in told for value in (EMAIL, PHONE))


def test_a_file_of_customers_may_have_them(api):
    columns = (*bulk_files.COLUMNS, "email", "phoneNumber")
    people = [
        bulk_files.ADA | CONTACTS,
        bulk_files.ADA | {"platformCustomerId": "without"},
        bulk_files.GRANITE | {"email": "office", "phoneNumber": "12"},
        bulk_files.ADA | {"platformCustomerId": "wrong", "email": "office"},
    ]

    job = bulk_files.imported(api, bulk_files.text(*people, columns=columns))

    assert bulk_files.errors_of(job) == [
        ("wrong", "INVALID_INPUT", [("email", "must be an e-mail address such as ada@example.com")])
    ]
    made = {each["platformCustomerId"]: contacts(each) for each in api.get("/customers").json()["data"]}
    assert made == {"ada": CONTACTS, "without": {}, "granite": {}}
