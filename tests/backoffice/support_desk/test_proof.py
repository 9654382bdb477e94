"""The proof on a payment's page: in which signed roots its entries are, and whether the books still lead there."""

import re

import pytest
from django.db import connection, transaction

from payments import tasks
from payments.models import SignedRoot, Transaction
from tests.backoffice.conftest import page_of
from tests.support.payments import scenarios, sealed_days

pytestmark = pytest.mark.django_db(transaction=True)


def rows(office, payment) -> list[str]:
    """The rows of the panel, as text."""
    text = office.text(page_of(payment)).lower()
    return re.findall(r"not sealed yet|not proven|proven|is not in the journal of the signed root", text)


def test_the_page_of_a_payment_shows_its_proof_and_a_change_of_the_books(backoffice, api, alice):
    payment = scenarios.payment_of(scenarios.transfer_out()(api, alice))
    tasks.advance_due_payments()
    assert rows(backoffice, payment) == ["not sealed yet"] * 2
    root = sealed_days.seal()
    assert rows(backoffice, payment) == ["proven"] * 2
    assert page_of(SignedRoot.objects.get()) in backoffice.get(page_of(payment)).content.decode()
    assert root.statement.split("\n")[-1] in backoffice.text(page_of(root))
    with transaction.atomic(), connection.cursor() as cursor:
        # What the owner of the database can do, so that debits equal credits.
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(
            "UPDATE payments_posting SET amount = amount - 1 WHERE entry_id ="
            " (SELECT min(id) FROM payments_journalentry WHERE transaction_id = %s)",
            [Transaction.objects.get().pk],
        )
    assert rows(backoffice, payment) == ["not proven"] * 2 + ["is not in the journal of the signed root"] * 2


def test_the_page_of_a_payment_whose_entry_has_no_place_in_its_root_says_so(backoffice, api, alice):
    payment = scenarios.payment_of(scenarios.transfer_out()(api, alice))
    sealed_days.seal()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE payments_entrypage SET keys = ''")

    text = backoffice.text(page_of(payment))

    assert rows(backoffice, payment) == ["not proven"]
    assert "Transfer sent: the entry has no place in the signed root" in text


def test_entries_of_several_days_lead_to_the_root_of_their_own(backoffice, api, alice):
    payment = scenarios.payment_of(scenarios.transfer_out()(api, alice))
    first = sealed_days.seal()
    tasks.advance_due_payments()
    assert rows(backoffice, payment) == ["proven", "not sealed yet"]

    second = sealed_days.seal(2)

    text = backoffice.text(page_of(payment))
    assert rows(backoffice, payment) == ["proven"] * 2
    assert all(page_of(root) in text for root in (first, second))
