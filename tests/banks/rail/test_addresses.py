"""Addresses in files for banks: the account owner's and the payees', with town and country or not at all."""

import pytest

from banks.formats import instructions
from banks.formats.records import Batch, Party
from banks.models import BankBatch
from platforms.base import errors
from tests.banks.rail import world
from tests.support import factories

pytestmark = pytest.mark.django_db(transaction=True)

GENERIC = {"credit_format": "GENERIC_001_09"}
BERLIN = {"owner_street": "Hauptstraße 1", "owner_postal_code": "10115", "owner_town": "Berlin"}
LONDON = {"line1": "1 Main Street", "city": "London", "postalCode": "N1 9GU", "country": "GB"}


def pay(api, worker, customer, address, *, name: str = "Ada Lovelace") -> str:
    facts = world.euro_account(name)
    facts["beneficiary"] = {**facts["beneficiary"], "address": address}
    source = api.internal_account(customer, "EUR")
    api.fund(source, 10_00)
    paid = api.transfer_out(source, api.external_account(customer, facts, "EUR"), 10_00).json()["id"]
    worker.run()
    return str(paid)


def written() -> Batch:
    batch = BankBatch.objects.get()
    world.close(batch)
    world.release(batch)
    world.sweep()
    [path] = world.delivered()
    return instructions.read(path.read_bytes())


@pytest.mark.parametrize("key", ["SEPA_001_03", "SEPA_001_09"])
def test_owner_and_payee_have_their_whole_address(api, acme, worker, alice, key):
    world.connect(acme.platform, credit_format=key, **BERLIN)
    pay(api, worker, alice, LONDON)

    file = written()

    owner = {"name": "Acme Payments GmbH", "town": "Berlin", "country": "DE", "postal_code": "10115"}
    assert file.owner == Party(**owner, address=("Hauptstrasse 1",))
    payee = {"name": "Ada Lovelace", "town": "London", "country": "GB", "postal_code": "N1 9GU"}
    assert file.payments[0].party == Party(**payee, address=("1 Main Street",))


@pytest.mark.parametrize(
    "address",
    [
        {"line1": "1 Main Street", "postalCode": "N1 9GU", "country": "GB"},
        {**LONDON, "city": ""},
        {**LONDON, "city": "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"},
    ],
)
def test_a_party_without_a_town_is_paid_without_an_address(api, acme, worker, alice, address):
    world.connect(acme.platform, credit_format="SEPA_001_03")
    pay(api, worker, alice, address)

    file = written()

    assert file.owner == Party(name="Acme Payments GmbH"), "of the owner the country alone is known"
    assert file.payments[0].party == Party(name="Ada Lovelace")


def test_a_bank_that_needs_addresses_refuses_a_payment_without_one_at_once(api, acme, worker, alice):
    world.connect(acme.platform, **GENERIC, needs_addresses=True)

    paid = pay(api, worker, alice, {**LONDON, "city": ""})

    payment, row = world.payment_of(paid), world.row_of(paid)
    assert (payment.status, payment.failure_reason) == ("FAILED", "ACCOUNT_INVALID")
    assert (row.state, "party.town" in row.reason, "city and a country" in row.reason) == ("REFUSED", True, True)
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 10_00

    assert world.row_of(pay(api, worker, alice, LONDON)).state == "BATCHED"


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("owner_country", {"owner_country": "UK"}),
        ("owner_country", {"owner_country": "", "owner_town": "Berlin"}),
        ("owner_town", {"owner_street": "Hauptstraße 1"}),
        ("owner_town", {"owner_postal_code": "10115"}),
        ("owner_town", {"owner_town": "x" * 35 + "ß"}),
        ("owner_street", {"owner_town": "Berlin", "owner_street": "ß" * 36}),
    ],
)
def test_half_an_address_of_the_owner_is_refused(acme, field, changes):
    with pytest.raises(errors.InvalidInput) as refused:
        world.connect(acme.platform, **changes)

    assert [one["field"] for one in refused.value.problems] == [field]


def test_a_format_without_addresses_is_not_asked_for_them(acme):
    with pytest.raises(errors.InvalidInput, match="NACHA") as refused:
        world.connect(acme.platform, **world.DOLLARS, needs_addresses=True)

    assert [one["field"] for one in refused.value.problems] == ["needs_addresses"]
