"""Erasure of a customer: no trace of the person remains, and the books are complete."""

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from compliance.customers.customers import CustomerHasFunds
from compliance.models import Customer
from payments.ledger import check
from payments.models import ExternalAccount, Quote
from platforms.base import clock, errors, identifiers
from platforms.models import AuditEntry
from tests.compliance.personal_data import people
from tests.support import factories
from tests.support.compliance import cases, traces
from tests.support.compliance.erasing import delete, erase
from tests.support.compliance.sending import Desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def zelda(api, acme, worker) -> people.Person:
    return people.zelda(api, acme, worker)


def test_nothing_of_a_forgotten_person_is_left_anywhere(api, zelda):
    assert {value for value, _ in traces.of(people.TEXTS)} >= {"Zelda Quixote", "1971-03-04", "for Zelda"}
    delete(api, zelda.customer)

    erase(zelda.customer)

    assert traces.of(people.TEXTS) == set()


def test_payments_of_a_forgotten_person_are_still_shown(api, zelda):
    before = {
        path: api.get(path).json() for path in (f"/transactions/{zelda.transfer}", f"/transactions/{zelda.quoted}")
    }
    delete(api, zelda.customer)

    erase(zelda.customer)

    for path, shown in before.items():
        reply = api.get(path)
        changed = {name for name, value in shown.items() if reply.json().get(name) != value}
        assert reply.status_code == 200
        noted = {"description", "metadata", "remittanceInformation"}
        assert changed <= {"platformCustomerId", "counterpartyInformation", *noted}, path
    assert api.get(f"/quotes/{zelda.quote}").status_code == 200
    shown = api.get(f"/customers/{zelda.customer}").json()
    assert shown["isDeleted"] is True
    assert "fullName" not in shown
    assert api.get("/transactions", customerId=zelda.customer).json()["totalCount"] == 2


@pytest.mark.django_db(transaction=True)
def test_the_books_are_whole_after_it(api, zelda):
    delete(api, zelda.customer)

    erase(zelda.customer)

    outcome = check.run()
    assert outcome.faults == []
    assert outcome.entries > 2


def test_a_repeated_request_is_still_recognised_and_tells_nothing(api, zelda):
    delete(api, zelda.customer)
    erase(zelda.customer)
    body = {"source": {"accountId": zelda.internal}, "destination": {"accountId": zelda.accounts[0]}, "amount": 20_000}

    reply = api.post("/transfer-out", body, key="transfer")

    assert (reply.status_code, reply.json()["id"]) == (201, zelda.transfer)
    assert reply["Idempotent-Replayed"] == "true"
    assert "platformCustomerId" not in reply.json()


def test_an_address_of_a_forgotten_person_goes_to_nobody_else(api, acme, zelda):
    delete(api, zelda.customer)
    erase(zelda.customer)

    reply = api.post(
        "/customers", factories.individual("Other", umaAddress=f"$Zelda.Quixote@{acme.platform.uma_domain}")
    )

    assert (reply.status_code, reply.json()["code"]) == (409, "UMA_ADDRESS_EXISTS")


def test_who_erased_and_why_is_kept_and_it_can_be_repeated(api, zelda):
    delete(api, zelda.customer)

    first = erase(zelda.customer)
    second = erase(zelda.customer)

    assert second.erased_at == first.erased_at
    entries = AuditEntry.objects.filter(verb="customer.erase", subject=zelda.customer)
    assert [entry.details["reason"] for entry in entries] == ["request 17 of the privacy desk"] * 2


def test_a_customer_who_is_still_here_is_not_erased(api, zelda):
    with pytest.raises(errors.InvalidInput):
        erase(zelda.customer)

    assert "Zelda Quixote" in {value for value, _ in traces.of(["Zelda Quixote"])}


def test_a_customer_with_money_is_not_erased(api, zelda):
    # A payment that came back after the deletion.
    Customer.objects.filter(id=identifiers.parse("Customer", zelda.customer)).update(deleted_at=clock.real_now())
    account = ExternalAccount.objects.get(id=identifiers.parse("ExternalAccount", zelda.accounts[0]))
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE payments_ledgeraccount SET balance = 5 WHERE kind = 'CUSTOMER_FUNDS' AND currency = 'USD'"
        )

    with pytest.raises(CustomerHasFunds):
        erase(zelda.customer)

    account.refresh_from_db()
    assert account.primary_identifier == people.NUMBER


def test_a_business_is_forgotten_with_its_owners_and_their_documents(api):
    business = cases.business(api)
    owner = cases.owner(api, business, identifier="123-45-6789", firstName="Dulcinea", lastName="Rosinante")
    Desk(api).uploaded(business, documentNumber="PAPER-4711", name="rosinante.png")
    delete(api, business)

    erase(business)

    assert traces.of(["Dulcinea", "Rosinante", "123-45-6789", "PAPER-4711"]) == set()
    assert api.get(f"/beneficial-owners/{owner['id']}").status_code in {200, 404}


def test_others_are_not_touched(api, rival_api, zelda):
    mine, theirs = api.customer("Mona Mine"), rival_api.customer("Rita Rival")
    delete(api, zelda.customer)

    erase(zelda.customer)

    assert api.get(f"/customers/{mine}").json()["fullName"] == "Mona Mine"
    assert rival_api.get(f"/customers/{theirs}").json()["fullName"] == "Rita Rival"
    assert {"Mona Mine", "Rita Rival"} <= {value for value, _ in traces.of(["Mona Mine", "Rita Rival"])}


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE payments_quote SET total_sending = total_sending + 1",
        "UPDATE payments_quote SET sender_information = '{}'",
        """UPDATE payments_quote SET sender_information = '{"TAX_ID": "another"}'""",
        """UPDATE payments_quote SET sender_information = '{"OTHER": "s1."}'""",
        "UPDATE payments_quote SET counterparty_information = '{}'",
        "UPDATE payments_quote SET purpose = 'GIFT', sender_information = NULL, counterparty_information = NULL",
        "DELETE FROM payments_quote",
        "TRUNCATE payments_quote CASCADE",
    ],
)
def test_a_quote_can_forget_and_nothing_else(zelda, change):
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)

    assert Quote.objects.update(sender_information=None, counterparty_information=None) == 1


def test_the_command_erases_and_says_what_stands_in_the_way(api, alice, capsys):
    with pytest.raises(CommandError, match="no such customer"):
        call_command("erase_customer", "Customer:1", reason="r")
    with pytest.raises(CommandError, match="must be deleted"), connection.cursor():
        _erase_by_command(alice)
    delete(api, alice)

    _erase_by_command(alice)

    assert "is forgotten" in capsys.readouterr().out
    assert Customer.objects.get(id=alice.partition(":")[2]).full_name is None


def test_a_forgotten_name_is_spelt_nowhere(api):
    customer = api.customer("Олена Коваленко")
    holder = factories.usd_account() | {"beneficiary": factories.beneficiary("שרה לוי")}
    account = ExternalAccount.objects.get(id=api.external_account(customer, holder).partition(":")[2])
    assert "kovalenko" in Customer.objects.get(id=customer.partition(":")[2]).spellings
    assert account.spellings
    delete(api, customer)

    erase(customer)

    assert Customer.objects.get(id=customer.partition(":")[2]).spellings == ""
    account.refresh_from_db()
    assert account.spellings == ""


def _erase_by_command(customer: str) -> None:
    # A test's own database transaction would hide that the command opens one: Django marks it as the test's.
    call_command("erase_customer", customer, reason="request 18")
