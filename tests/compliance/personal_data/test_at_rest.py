"""What the database shows of a person's identifiers, and how its keys are changed."""

import base64

import pytest
from django.core.management import call_command
from django.db import connection

from compliance.models import BeneficialOwner, Customer
from payments.models import ExternalAccount, Quote
from platforms.base import identifiers
from platforms.encryption import encryption
from tests.compliance.personal_data import people
from tests.support import factories
from tests.support.compliance import cases, traces

pytestmark = pytest.mark.django_db
NEW = base64.urlsafe_b64encode(b"n" * 32).decode()
TAX_ID = "47-1234567"


def test_no_identifier_can_be_read_in_the_database(api, acme, worker):
    people.zelda(api, acme, worker)

    assert traces.of(people.IDENTIFIERS) == set()


def test_the_rail_is_told_the_account_all_the_same(api, acme, worker):
    person = people.zelda(api, acme, worker)

    # The end of the account's number chose this outcome in the sandbox.
    assert api.get(f"/transactions/{person.transfer}").json()["status"] == "COMPLETED"
    failing = api.external_account(person.customer, factories.usd_account("002"))
    api.fund(person.internal, 100)
    refused = api.transfer_out(person.internal, failing, 100).json()["id"]
    worker.run()
    assert api.get(f"/transactions/{refused}").json()["status"] == "FAILED"


def test_an_account_is_shown_whole_and_refused_twice(api, alice):
    info = factories.usd_account(number=people.NUMBER)
    account = api.external_account(alice, info)

    again = api.post("/customers/external-accounts", {"customerId": alice, "currency": "USD", "accountInfo": info})

    assert (again.status_code, again.json()["code"]) == (409, "EXTERNAL_ACCOUNT_EXISTS")
    shown = api.get(f"/customers/external-accounts/{account}").json()["accountInfo"]
    assert shown["accountNumber"] == people.NUMBER


def test_two_customers_may_have_the_same_account_and_can_be_found_by_it(api, alice, bob):
    for holder in (alice, bob):
        api.external_account(holder, factories.usd_account(number=people.NUMBER))

    index = ExternalAccount._meta.get_field("primary_identifier_digest")
    found = ExternalAccount.objects.filter(primary_identifier_digest=index.digest(people.NUMBER))

    assert {identifiers.public("Customer", account.customer_id) for account in found} == {alice, bob}


def test_a_business_is_found_by_its_tax_number_however_it_is_written(api):
    business = cases.business(api, taxId=TAX_ID)

    index = Customer._meta.get_field("tax_id_digest")
    found = Customer.objects.get(tax_id_digest=index.digest("47 1234567"))

    assert found.public_id == business
    assert found.business_info["taxId"] == TAX_ID


def test_a_number_that_was_copied_to_another_row_does_not_open(api, alice):
    first = api.external_account(alice, factories.usd_account(number=people.NUMBER))
    second = api.external_account(alice, factories.usd_account())
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE payments_externalaccount SET primary_identifier = other.primary_identifier"
            " FROM payments_externalaccount other WHERE other.id = %s AND payments_externalaccount.id = %s",
            [key.partition(":")[2] for key in (first, second)],
        )

    with pytest.raises(encryption.Unreadable):
        _ = ExternalAccount.objects.get(id=second.partition(":")[2]).primary_identifier


def test_a_list_that_shows_no_identifier_opens_none(api, alice, settings):
    api.external_account(alice)
    settings.ENCRYPTION_KEYS = [NEW]

    accounts = list(ExternalAccount.objects.all())

    assert [account.currency for account in accounts] == ["USD"]
    with pytest.raises(encryption.Unreadable):
        _ = accounts[0].account_info


def test_after_a_rotation_the_old_key_is_needed_no_more(api, acme, worker, settings):
    person = people.zelda(api, acme, worker)
    business = cases.business(api, taxId=TAX_ID)
    cases.owner(api, business, identifier="123-45-6789")
    before = _contents()
    [old] = settings.ENCRYPTION_KEYS
    settings.ENCRYPTION_KEYS = [NEW, old]

    with pytest.raises(encryption.Unreadable):
        _interrupted_rotation(settings)
    call_command("rotate_encryption_keys", batch=1, verbosity=0)
    settings.ENCRYPTION_KEYS = [NEW]

    assert _contents() == before
    reply = api.get(f"/customers/external-accounts/{person.accounts[0]}")
    assert reply.json()["accountInfo"]["accountNumber"] == people.NUMBER
    assert _stored_with(encryption.current_prefix()) > 0
    assert _count_of_work() == 0


def _interrupted_rotation(settings) -> None:
    """Damage one value of the last model, rotate, and repair it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, primary_identifier FROM payments_externalaccount ORDER BY id DESC LIMIT 1")
        key, stored = cursor.fetchone()
        update = "UPDATE payments_externalaccount SET primary_identifier = %s WHERE id = %s"
        cursor.execute(update, [stored[:-4] + "AAAA", key])
        try:
            call_command("rotate_encryption_keys", batch=1, verbosity=0)
        finally:
            cursor.execute(update, [stored, key])


def _contents() -> list[object]:
    accounts = [(row.account_info, row.primary_identifier) for row in ExternalAccount.objects.order_by("id")]
    facts = [row.business_info for row in Customer.objects.order_by("id")]
    people_ = [row.personal_info for row in BeneficialOwner.objects.order_by("id")]
    return [accounts, facts, people_, [row.sender_information for row in Quote.objects.order_by("id")]]


def _stored_with(prefix: str) -> int:
    return len(traces.of([prefix]))


def _count_of_work() -> int:
    import io

    out = io.StringIO()
    call_command("rotate_encryption_keys", stdout=out)
    return sum(int(line.rpartition(": ")[2]) for line in out.getvalue().splitlines())


def test_blind_indexes_follow_a_new_key(api, alice, settings):
    account = api.external_account(alice, factories.usd_account(number=people.NUMBER))
    settings.BLIND_INDEX_KEY = "another key, long enough to be believed in a test"

    call_command("rotate_encryption_keys", blind_indexes=True, verbosity=0)

    index = ExternalAccount._meta.get_field("primary_identifier_digest")
    found = ExternalAccount.objects.get(primary_identifier_digest=index.digest(people.NUMBER))
    assert found.public_id == account
