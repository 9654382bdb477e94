"""Money that arrived, in the back office: recorded by two people, found, and resolved from suspense."""

import datetime as dt

import pytest
from django.urls import reverse

from payments.ledger import check
from payments.models import Deposit, InternalAccount, SuspenseItem
from platforms.models import AuditEntry, Proposal
from tests.backoffice.conftest import list_of, page_of
from tests.support import factories
from tests.support.payments.arrivals import arrive, item_of

pytestmark = pytest.mark.django_db(transaction=True)
ON_ACCOUNT = "admin:payments_internalaccount_record_deposit"
ANYWHERE = "admin:payments_deposit_record"
RESOLVE = "admin:payments_suspenseitem_resolve"


@pytest.fixture
def account(api, alice):
    return InternalAccount.objects.get(id=api.internal_account(alice).partition(":")[2])


def send(office, dialog: str, *of, **entered):
    form = {"_form_submitted": "True", "reason": "seen on the statement", **entered}
    return office.post(reverse(dialog, args=of), **form)


def approve(office):
    proposal = Proposal.objects.get(status="OPEN")
    return office.post(
        reverse("admin:platforms_proposal_approve", args=[proposal.pk]), _form_submitted="True", reason="seen too"
    )


def sound() -> bool:
    return list(check.find()) == []


@pytest.mark.any_clock
def test_two_people_record_what_arrived_for_an_account(acme, account, olga, otto):
    assert "Record a deposit" in olga.text(page_of(account))

    proposed = send(olga, ON_ACCOUNT, account.pk, provider_reference="BANK-1", amount="123.45")
    assert "HX-Redirect" in proposed, proposed.content
    assert (Deposit.objects.count(), factories.balance_of(account.public_id)) == (0, 0), "one is not enough"
    alone = approve(olga)
    assert "HX-Redirect" not in alone
    approved = approve(otto)

    assert "HX-Redirect" in approved, approved.content
    deposit = Deposit.objects.get()
    assert (deposit.use, deposit.provider_reference, deposit.amount) == ("CREDITED", "BANK-1", 123_45)
    assert factories.balance_of(account.public_id) == 123_45
    row = AuditEntry.objects.get(verb="deposit.receive")
    assert (row.actor_id, row.details["proposedBy"], row.details["reason"]) == ("otto", "olga", "seen on the statement")
    assert abs(deposit.at - acme.platform.now()) < dt.timedelta(minutes=5), "in the platform's time"
    assert "BANK-1" in olga.text(page_of(deposit))
    assert "DEPOSIT_RECEIVED" in olga.text(page_of(deposit))
    assert sound()


def test_what_nobody_can_place_goes_into_suspense_and_from_there_where_two_people_say(acme, account, olga, otto):
    facts = {"platform": acme.platform.pk, "currency": "USD", "amount": "50.00", "named": "fore Alise"}
    assert "Record a deposit" in olga.text(list_of(Deposit))
    proposed = send(olga, ANYWHERE, provider_reference="BANK-2", **facts)
    assert "HX-Redirect" in proposed, proposed.content
    approve(otto)

    item = item_of(Deposit.objects.get())
    assert (item.amount, item.reason, item.deposit.provider_reference) == (50_00, "UNKNOWN_REFERENCE", "BANK-2")
    assert sound()
    dialog = olga.text(reverse(RESOLVE, args=[item.pk]))
    assert "Credit an internal account" in dialog
    assert "Pay it to the beneficiary once more" not in dialog
    assert all("BANK-2" in olga.text(page) for page in (list_of(SuspenseItem), page_of(item)))

    proposed = send(olga, RESOLVE, item.pk, way="CREDIT_HOLDER", account="", credited=account.public_id)
    assert "HX-Redirect" in proposed, proposed.content
    assert SuspenseItem.objects.get().way == ""
    approve(otto)

    item.refresh_from_db()
    assert (item.way, item.credited, item.resolved_at is not None) == ("CREDIT_HOLDER", account, True)
    assert factories.balance_of(account.public_id) == 50_00
    page = olga.text(page_of(item))
    assert "DEPOSIT_RECEIVED" in page
    assert "SUSPENSE_CREDITED" in page
    assert sound()


def test_an_account_that_was_meant_and_could_not_be_credited_is_proposed(acme, api, account, olga):
    assert api.delete(f"/customers/Customer:{account.customer_id}").status_code == 200
    item = item_of(arrive(acme.platform, named=account.funding_reference))

    assert account.public_id in olga.text(reverse(RESOLVE, args=[item.pk]))
    refused = send(olga, RESOLVE, item.pk, way="CREDIT_HOLDER", account="", credited=account.public_id)

    assert "this account is closed" in refused.content.decode()
    assert Proposal.objects.count() == 0


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"amount": "0"}, "must be more than 0"),
        ({"amount": "-1"}, "must be more than 0"),
        ({"amount": "1.505"}, "USD has 2 decimals"),
        ({"amount": "1,50"}, "with a point before the decimals"),
        ({"amount": str(2**63)}, "larger than an amount can be"),
        ({"provider_reference": ""}, "required"),
        ({"provider_reference": "x" * 141}, "at most 140"),
        ({"provider_reference": "BANK-0"}, "is booked already"),
        ({"reason": ""}, "required"),
    ],
)
def test_what_can_not_be_booked_is_refused_before_it_is_proposed(acme, account, olga, wrong, told):
    arrive(acme.platform, reference="BANK-0")

    reply = send(olga, ON_ACCOUNT, account.pk, **{"provider_reference": "BANK-1", "amount": "5", **wrong})

    assert told in reply.content.decode()
    assert (Proposal.objects.count(), Deposit.objects.count()) == (0, 1)


def test_a_deposit_that_came_by_itself_meanwhile_is_not_booked_twice(acme, account, olga, otto):
    send(olga, ON_ACCOUNT, account.pk, provider_reference="BANK-1", amount="5")
    arrive(acme.platform, 5, named=account.funding_reference, reference="BANK-1")

    reply = approve(otto)

    assert "is booked already" in reply.content.decode()
    assert (Deposit.objects.count(), factories.balance_of(account.public_id)) == (1, 5)


def test_a_deposit_is_found_by_the_reference_of_the_bank(acme, olga):
    deposit = arrive(acme.platform, reference="BANK-2026-77")

    assert page_of(deposit) in olga.text(reverse("search"), q="BANK-2026-77")
    assert deposit.public_id in olga.text(list_of(Deposit), q="BANK-2026-77")
    assert deposit.public_id not in olga.text(list_of(Deposit), q="BANK-2026-7")


def test_what_waits_for_a_customer_stands_on_its_page(acme, api, alice, olga):
    account = InternalAccount.objects.select_related("customer").get(id=api.internal_account(alice, "EUR")[16:])
    arrive(acme.platform, 55_55, named=account.funding_reference)

    page = olga.text(page_of(account.customer))

    assert "Open problems" in page
    assert "55.55 USD" in page
