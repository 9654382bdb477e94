"""How other apps see customers: what the view shows, that it is read as its table is, what finds and locks."""

import re

import pytest
from django.db import DatabaseError, connection, transaction

from compliance import parties
from compliance.models import Customer
from tests.support import databases
from tests.support.compliance import cases
from tests.support.plans import planned

pytestmark = [pytest.mark.service, pytest.mark.django_db]


def _party(customer: str) -> dict[str, object]:
    with databases.as_service(), connection.cursor() as cursor:
        cursor.execute("SELECT * FROM compliance_party WHERE id = %s", [customer.partition(":")[2]])
        [row] = cursor.fetchall()
        return dict(zip((column.name for column in cursor.description), row, strict=True))


def test_a_person_is_shown_as_the_api_was_told(api, acme):
    address = {"line1": "1 Main Street", "city": "London", "postalCode": "N1 9GU", "country": "GB"}
    named = f"$zoe@{acme.platform.uma_domain}"
    customer = api.customer("Zoe Approved", nationality="FR", address=address, umaAddress=named)
    kept = Customer.objects.get(id=customer.partition(":")[2])

    assert _party(customer) == {
        "id": kept.id,
        "platform_id": acme.platform.id,
        "platform_customer_id": kept.platform_customer_id,
        "customer_type": "INDIVIDUAL",
        "uma_address": named,
        "currencies": kept.currencies,
        "status": kept.kyc_status,
        "deleted_at": None,
        "name": "Zoe Approved",
        "birth_date": kept.birth_date,
        "nationality": "FR",
        "country": "GB",
        "address_line": "1 Main Street",
        "business_type": None,
        "encrypted_identifiers": "{}",
        "spellings": "",
    }


def test_a_business_is_shown_with_its_identifiers_encrypted(api):
    business = cases.business(api, taxId="47-1234567", registrationNumber="5523041", businessType="INFORMATION")
    shown = _party(business)
    stored = str(shown["encrypted_identifiers"])

    assert (shown["name"], shown["status"], shown["business_type"]) == (
        "Granite Works LLC",
        "UNVERIFIED",
        "INFORMATION",
    )
    assert "47-1234567" not in stored
    assert "5523041" not in stored
    assert parties.open_identifiers(stored, customer_id=shown["id"]) == {
        "taxId": "47-1234567",
        "registrationNumber": "5523041",
    }


def test_a_deleted_customer_is_shown_as_such(api):
    customer = api.customer()
    assert api.delete(f"/customers/{customer}").status_code == 200

    assert _party(customer)["deleted_at"] is not None


_ALONE = "SELECT {columns} FROM {table} party WHERE party.id = '01a1fbc8-8dc7-72a1-8cf0-f4c22d9bcde7'"
_JOINED = """
SELECT {columns} FROM payments_internalaccount account LEFT JOIN {table} party ON party.id = account.customer_id
 WHERE account.id = '01a1fbc8-8dc7-72a1-8cf0-f4c22d9bcde7'
"""


@pytest.mark.parametrize("statement", [_ALONE, _JOINED])
def test_the_view_is_planned_as_its_table(statement):
    """A view that PostgreSQL can't put into the statement is read whole, or is a step of its own."""
    of_the_view = _plan(statement.format(columns="party.status, party.name", table="compliance_party"))

    assert of_the_view == _plan(statement.format(columns="party.kyc_status", table="compliance_customer"))
    assert "compliance_customer_pkey" in "".join(of_the_view)


def _plan(sql: str) -> list[str]:
    # In a table of a few rows reading all of them is as cheap.
    with planned(without=["seqscan"]) as explain:
        return [
            re.sub(r"( on compliance_customer)( party)?$|(compliance_customer|party)\.", r"\1", line)
            for line in explain(sql, options="COSTS OFF")
        ]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE compliance_party SET deleted_at = now()",
        "DELETE FROM compliance_party",
        "SELECT FROM compliance_party FOR UPDATE",
    ],
)
def test_the_service_only_reads_it(statement):
    with pytest.raises(DatabaseError, match="permission denied"):  # noqa: SIM117
        with databases.as_service(), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)


def test_who_is_found_is_named_by_all_that_is_asked_for(acme, rival, api):
    named = f"$zoe@{acme.platform.uma_domain}"
    customer = api.customer("Zoe Approved", umaAddress=named)
    key = Customer.objects.get(id=customer.partition(":")[2]).id

    assert parties.find(platform_id=acme.platform.id, id=key) == (key, "APPROVED", None)
    assert parties.find(uma_address=named) == (key, "APPROVED", None)
    assert parties.find(platform_id=rival.platform.id, id=key) is None
    assert parties.find(platform_id=acme.platform.id, id=None) is None


def test_locking_and_finding_take_one_statement_each(acme, alice, costs):
    key = Customer.objects.get(id=alice.partition(":")[2]).id
    with transaction.atomic():
        with costs.of("locking"):
            held = parties.lock(key)
        with costs.of("finding"):
            assert parties.find(platform_id=acme.platform.id, id=key) == held

    assert held == (key, "APPROVED", None)
