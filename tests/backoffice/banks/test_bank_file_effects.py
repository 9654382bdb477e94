"""What two people read before a bank is connected, payments are led there, and a batch is released or cancelled."""

import pytest
from django.contrib.auth.models import Group, User
from django.db import transaction
from django.urls import reverse

from banks.models import BankBatch, BankConnection, BankPayment, RailRoute
from banks.rail import connections
from platforms.backoffice.actions import Role
from platforms.base import clock
from platforms.models import Proposal
from tests.backoffice.conftest import BackOffice
from tests.backoffice.support_desk.steps import foreseen, plain
from tests.banks.rail import world

pytestmark = pytest.mark.django_db(transaction=True)
OWN = "Acme Payments GmbH, EUR account •••• 2051"
ENTER, END_ROUTE = "admin:banks_bankconnection_enter_connection", "admin:banks_railroute_end_route"
ENTER_ROUTE, REPLACE = "admin:banks_railroute_enter_route", "admin:banks_bankconnection_replace_connection"
END = "admin:banks_bankconnection_end_connection"
RELEASE, CANCEL = "admin:banks_bankbatch_release_batch", "admin:banks_bankbatch_cancel_batch"


@pytest.fixture
def clerk(db) -> BackOffice:
    user = User.objects.create_user(username="clerk", is_staff=True)
    user.groups.add(Group.objects.get(name=Role.OPERATIONS))
    return BackOffice(user)


@pytest.fixture
def connection(acme) -> BankConnection:
    return world.connect(acme.platform)


def terms(**changes: str) -> dict[str, str]:
    """What the dialog of a connection sends."""
    said = {name: "" if value is None else str(value) for name, value in world.EURO.items()}
    return said | changes


def of_list(office: BackOffice, dialog: str, **entered: str) -> str:
    """What a dialog above a list says before anything is proposed."""
    form = {"_form_submitted": "True", "reason": "", **entered}
    return plain(office.post(reverse(dialog) + "?effect=", **form).content.decode())


def closed(api, worker, alice, *amounts: int) -> BankBatch:
    for amount in amounts:
        world.pay(api, alice, amount)
    worker.run()
    return world.close(BankBatch.objects.get())


def same_end() -> str:
    """An IBAN of another account whose last four are those of the connection's."""
    number = "120300001000202051"
    return f"DE{98 - int(f'{number}131400') % 97:02d}{number}"


def test_a_release_says_how_much_goes_from_which_account_to_how_many(clerk, api, worker, alice, connection):
    batch = closed(api, worker, alice, 12_34, 1_000_00)

    said = foreseen(clerk, RELEASE, batch)

    assert f"Pays 1,012.34 EUR by 2 payments in one file for the bank of house-bank, for {batch.value_date}" in said
    assert "Amount 1,012.34 EUR" in said
    assert f"From house-bank: {OWN}" in said
    assert "To 2 payees" in said
    assert "Booked Nothing now. The money stays in payout clearing until the bank answers" in said
    assert "One file to the bank: pain.001.001.09, SEPA credit transfers, 2 payments" in said
    assert "Into the folder house-bank/out" in said
    assert not Proposal.objects.exists()


def test_a_release_whose_payment_has_changed_is_refused_before_it_is_proposed(clerk, api, worker, alice, connection):
    batch = closed(api, worker, alice, 12_34)
    BankPayment.objects.update(amount=12_35)

    said = foreseen(clerk, RELEASE, batch)

    assert "The batch is not what was shown" in said
    assert "Pays" not in said


def test_a_cancelled_batch_names_the_payments_that_go_into_the_next(clerk, api, worker, alice, connection):
    world.pay(api, alice, 12_34)
    worker.run()
    batch, payment = BankBatch.objects.get(), BankPayment.objects.get()
    while_open = foreseen(clerk, CANCEL, batch)
    world.close(batch)

    said = foreseen(clerk, CANCEL, batch)

    assert "Its payments go into the next batch of house-bank" in while_open
    assert "Now 1 payment, 12.34 EUR" in while_open
    assert "1 payment, 12.34 EUR, into the next batch of house-bank" in said
    named = f"/admin/banks/bankpayment/{payment.pk}/"
    sent = clerk.post(reverse(CANCEL, args=[batch.pk]) + "?effect=", _form_submitted="True", reason="")
    assert named in sent.content.decode()
    assert "(12.34 EUR)" in said


def test_what_is_past_its_release_can_not_be_cancelled(clerk, api, worker, alice, connection):
    world.release(closed(api, worker, alice, 12_34))

    assert "The batch is RELEASED" in foreseen(clerk, CANCEL, BankBatch.objects.get())


def test_a_new_connection_is_shown_with_all_its_terms(clerk, acme):
    entered = terms(platform=str(acme.platform.pk), max_payment="1500", holidays="2026-12-25")

    said = of_list(clerk, ENTER, **entered)

    assert f"Connects the bank account {OWN} as house-bank. Payments go by it once a route leads there" in said
    assert "Formats out: pain.001.001.09, SEPA credit transfers" in said
    assert "Cut-offs 14:30 Europe/Berlin" in said
    assert "Limits 1,500.00 EUR a payment" in said
    assert "Bank holidays 2026-12-25" in said
    assert "Account number DE02120300000000202051" in said


def test_a_name_that_is_taken_is_refused_before_anything_is_proposed(clerk, acme, connection):
    assert "Another bank connection has this name" in of_list(clerk, ENTER, **terms(platform=str(acme.platform.pk)))


def test_a_changed_connection_says_what_changes_and_nothing_else(clerk, connection):
    said = foreseen(clerk, REPLACE, connection, **terms(cut_offs="11:00", folder="elsewhere"))

    assert "Changes of the bank connection house-bank: cut-offs, delivery. Open batches keep the former terms" in said
    assert "11:00 Europe/Berlin; until then: 14:30 Europe/Berlin" in said
    assert "Into the folder elsewhere; until then: Into the folder house-bank/out" in said
    assert "none but weekends" not in said
    assert "house-bank: nothing." in foreseen(clerk, REPLACE, connection, **terms())


def test_another_account_with_the_same_last_four_is_a_change(clerk, connection):
    said = foreseen(clerk, REPLACE, connection, **terms(account_number=same_end()))

    assert "Changes of the bank connection house-bank: account." in said
    assert f"{same_end()}; until then: DE02120300000000202051" in said


def test_a_connection_that_routes_lead_to_is_not_ended(clerk, connection):
    refused = foreseen(clerk, END, connection)
    RailRoute.objects.update(ended_at=clock.real_now())

    assert "Routes lead to this bank connection. End them first" in refused
    assert f"Ends the bank connection house-bank to {OWN}: it takes no more payments" in foreseen(
        clerk, END, connection
    )


def test_a_route_says_which_payments_go_where_and_where_they_went(clerk, acme, connection):
    with transaction.atomic():
        connections.enter(
            **world.EURO | {"name": "other-bank", "platform": acme.platform.id, "answers_folder": ""},
            reason="tried",
            actor=world.ANNA,
            now=clock.real_now(),
        )
    fields = {"platform": str(acme.platform.pk), "currency": "EUR", "connection_name": "other-bank"}

    entered = of_list(clerk, ENTER_ROUTE, account_type="", **fields)
    narrower = of_list(clerk, ENTER_ROUTE, account_type="EUR_ACCOUNT", **fields)
    ended = foreseen(clerk, END_ROUTE, RailRoute.objects.get())

    assert f"in EUR to any account go by the bank connection other-bank ({OWN}), if they are made 60 seconds" in entered
    assert "Until then By the bank connection house-bank" in entered
    assert "in EUR to accounts of type EUR_ACCOUNT go by" in narrower
    assert "Until then The next most specific route, else the rail of the settings" in narrower
    assert "in EUR to any account no longer go by the bank connection house-bank" in ended
    assert "Earlier payments stay there" in ended
