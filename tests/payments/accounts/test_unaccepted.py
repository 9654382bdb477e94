"""Accounts and names of former releases that would be refused today are listed, and stay as they are."""

import io

import pytest
from django.core.management import call_command

from compliance.models import Customer
from payments.models import ExternalAccount
from platforms.base import names
from tests.support import factories
from tests.support.payments import lightning_invoices

LETTER_OF_BREATH = "\u02be"

pytestmark = pytest.mark.django_db(transaction=True)


def listed() -> list[str]:
    out = io.StringIO()
    call_command("list_unaccepted", stdout=out)
    return out.getvalue().splitlines()


def change(account: str, **info: str) -> ExternalAccount:
    """Give an account what a former release took."""
    row: ExternalAccount = ExternalAccount.objects.get(id=account.partition(":")[2])
    row.account_info |= info
    row.save()
    return row


def test_what_is_right_is_not_listed(api, alice):
    api.external_account(alice, factories.usd_account(), "USD")
    expired = lightning_invoices.text(network="bcrt")
    api.external_account(alice, lightning_invoices.account(expired), "BTC")

    assert listed() == ["Everything would be accepted today"]


def test_accounts_are_listed_with_reasons_and_without_values(api, alice, bob):
    good = api.external_account(alice, factories.usd_account(), "USD")
    wrong = api.external_account(bob, factories.usd_account(number="123456788"), "USD")
    deleted = api.external_account(bob, factories.usd_account(number="123456777"), "USD")
    change(wrong, accountNumber="12 34", routingNumber="200000004")
    change(deleted, accountNumber="12 34")
    api.delete(f"/customers/external-accounts/{deleted}")

    lines = listed()

    assert [line.partition(":")[0] + ":" + line.split(":")[1] for line in lines[:-1]] == [
        f"{wrong} (ACTIVE) accountInfo.accountNumber",
        f"{wrong} (ACTIVE) accountInfo.routingNumber",
    ]
    assert lines[-1] == "2 fields would be refused today"
    assert good not in "".join(lines)
    assert "12 34" not in "".join(lines)
    kept = ExternalAccount.objects.get(id=wrong.partition(":")[2])
    assert (kept.status, kept.account_info["accountNumber"]) == ("ACTIVE", "12 34")


def test_what_the_sandbox_plays_is_right(api, alice):
    api.external_account(alice, {"accountType": "LIGHTNING", "invoice": "lnbc1pvjluez002"}, "BTC")

    assert listed() == ["Everything would be accepted today"]


def test_names_that_show_or_say_nothing_are_listed(api, acme, alice, bob):
    customer = Customer.objects.get(id=alice.partition(":")[2])
    customer.full_name, customer.business_info = "\u3164", {"legalName": LETTER_OF_BREATH}
    customer.save()
    # Of a person with one name the other one is empty.
    owner = factories.owner_of(customer, firstName="", lastName="Suharto", middleName="\u115f")

    assert listed() == [
        f"{alice} fullName: must contain a letter",
        f"{alice} businessInfo.legalName: {names.problem(LETTER_OF_BREATH)}",
        f"{owner.public_id} personalInfo.middleName: must contain a letter",
        "3 fields would be refused today",
    ]
