"""Filters with fields: amounts with their currency, and one of many codes."""

from typing import Any

import pytest
from django.db.models import Q

from banks.models import BankStatement
from payments.models import Deposit, JournalEntry, SuspenseItem, Transaction
from platforms.backoffice.lists import lookups
from platforms.models import AuditEntry
from tests.backoffice.conftest import list_of
from tests.support.backoffice.pages import words
from webhooks.models import Event

pytestmark = pytest.mark.django_db


def shown(backoffice, model, **query) -> set[Any]:
    reply = backoffice.get(list_of(model), **query)
    assert reply.status_code == 200
    return {row.pk for row in reply.context["cl"].result_list}


def rows(model, *conditions: Q, **columns) -> set[Any]:
    return set(model.objects.filter(*conditions, **columns).values_list("pk", flat=True))


def test_payments_are_found_by_what_was_sent_or_received(backoffice, story):
    pesos = rows(Transaction, Q(sent_currency="MXN") | Q(received_currency="MXN"))
    some = Q(received_currency="MXN", received_amount__range=(1000_00, 4000_00))
    of_dollars = Q(sent_currency="USD", sent_amount__gte=50_00) | Q(received_currency="USD", received_amount__gte=50_00)

    assert pesos
    assert shown(backoffice, Transaction, currency="MXN") == pesos
    assert shown(backoffice, Transaction, currency="MXN", least="1000", most="4000.00") >= rows(Transaction, some)
    assert shown(backoffice, Transaction, currency="USD", least="50") == rows(Transaction, of_dollars)
    assert shown(backoffice, Transaction, currency="USD", least="1234.56", most="1234.56") == {
        payment.pk for payment in Transaction.objects.all() if payment.public_id == story.paid
    }


def test_codes_are_chosen_from_their_words(backoffice, story):
    payment = Transaction.objects.exclude(failure_reason=None).earliest("pk")
    item, event, entry = (
        SuspenseItem.objects.earliest("pk"),
        Event.objects.earliest("pk"),
        JournalEntry.objects.earliest("pk"),
    )
    statement = BankStatement.objects.earliest("pk")

    for model, asked in (
        (Transaction, {"failure_reason": payment.failure_reason}),
        (SuspenseItem, {"reason": item.reason}),
        (Event, {"type": event.type}),
        (JournalEntry, {"purpose": entry.purpose}),
        (BankStatement, {"connection_name": statement.connection_name}),
    ):
        assert shown(backoffice, model, **asked) == set(sorted(rows(model, **asked), reverse=True)[:50]) != set()
    assert shown(backoffice, Deposit, reason="UNKNOWN_REFERENCE") == rows(Deposit, reason="UNKNOWN_REFERENCE")


def test_purposes_of_entries_are_chosen_by_the_words_that_the_list_shows(backoffice, story):
    reply = backoffice.get(list_of(JournalEntry))
    [spec] = [one for one in reply.context["cl"].filter_specs if "purpose" in one.expected_parameters()]
    offered = dict(spec.form.fields["purpose"].choices)

    page = words(reply.content.decode())
    assert all(offered[purpose] in page for purpose in JournalEntry.objects.values_list("purpose", flat=True))
    assert offered["TRANSFER_OUT_CAME_BACK"] == "Transfer returned by bank"


def test_every_payment_is_on_one_rail(backoffice, story):
    reply = backoffice.get(list_of(Transaction))
    [spec] = [one for one in reply.context["cl"].filter_specs if "rail" in one.expected_parameters()]
    rails = [code for code, _ in spec.form.fields["rail"].choices if code]

    by_rail = [shown(backoffice, Transaction, rail=rail) for rail in ("UMA", "INTERNAL", "USD_ACCOUNT", "MXN_ACCOUNT")]

    assert {"UMA", "INTERNAL", "USD_ACCOUNT", "MXN_ACCOUNT"} <= set(rails)
    assert sum(map(len, by_rail)) == len(set().union(*by_rail))
    assert set().union(*by_rail) == rows(Transaction)
    assert all(by_rail[which] for which in (0, 2))


def test_the_audit_log_says_what_a_person_did(backoffice, story):
    mine = rows(AuditEntry, actor_kind="STAFF", actor_id="administrator")
    verb = AuditEntry.objects.earliest("pk").verb

    assert shown(backoffice, AuditEntry, person="administrator") == mine
    assert shown(backoffice, AuditEntry, person="nobody") == set()
    assert shown(backoffice, AuditEntry, verb=verb) <= rows(AuditEntry, verb=verb)
    assert shown(backoffice, AuditEntry, verb="made.up") == set()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"least": "10"}, "Choose the currency of the amounts."),
        ({"currency": "XXX"}, "Choose a currency of the list."),
        ({"currency": "USD", "least": "ten"}, "Enter an amount such as 1234.56."),
        ({"currency": "USD", "least": "1.234"}, "USD has 2 decimals"),
        ({"currency": "USD", "least": "9" * 29}, "is larger than an amount can be"),
        ({"currency": "USD", "least": "2", "most": "1"}, "The first amount is larger than the second."),
        ({"failure_reason": "NO_SUCH"}, "Choose a reason of failure of the list."),
        ({"rail": "NO_SUCH"}, "Choose a rail of the list."),
    ],
)
def test_what_makes_no_sense_is_said_and_shows_nothing(asked, said, backoffice):
    reply = backoffice.get(list_of(Transaction), **asked)

    assert reply.status_code == 200
    assert said in words(reply.content.decode())
    assert not list(reply.context["cl"].result_list)


def test_what_no_index_finds_is_looked_for_among_the_newest_of_the_days(backoffice, story, monkeypatch):
    monkeypatch.setattr(lookups, "NEWEST", 2)
    newest = sorted(rows(Transaction), reverse=True)[:2]

    page = backoffice.text(list_of(Transaction), currency="USD", days="this_month")

    assert "Looked at: the newest 2. Choose fewer days for the others." in words(page)
    assert shown(backoffice, Transaction, currency="USD", days="this_month") <= set(newest)


def test_what_an_index_finds_is_all_there(backoffice, story, monkeypatch):
    monkeypatch.setattr(lookups, "NEWEST", 0)
    failed = rows(Transaction, failure_reason__isnull=False)

    reasons = set(Transaction.objects.filter(pk__in=failed).values_list("failure_reason", flat=True))

    assert set().union(*(shown(backoffice, Transaction, failure_reason=reason) for reason in reasons)) == failed


def test_the_panel_keeps_what_was_entered_and_says_what_is_filtered(backoffice, story):
    page = backoffice.text(list_of(Transaction), currency="USD", least="10", most="20.50", days="today")

    assert 'name="least" value="10"' in page
    assert '<input type="hidden" name="days" value="today">' in page
    assert "Day of creation: today (UTC) · Amount: 10 to 20.50 USD" in words(page)
    assert "Filters (2)" in words(page)
