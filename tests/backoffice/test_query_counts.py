"""How many queries lists and pages cost: the same for two rows and for twenty."""

import pytest
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.db import models

from payments.models import InternalAccount, JournalEntry, LedgerAccount, Quote, Transaction
from tests.backoffice.conftest import MODELS, list_of, page_of, transaction_of
from tests.support.payments import quote_requests

SIGNED_IN = 2  # the session and the person

# What may be done; where the money is; items in suspense; calls and their tokens; steps; journal entries, their
# postings, the accounts of those; what rails said; receipts; proposals; events and their attempts; accounts of both
# parties.
DESK = 1 + 1 + 1 + 2 + 1 + 3 + 1 + 1 + 1 + 2 + 2

LISTS = {
    # Count and rows, then one for each relation that columns link to, and one for the filter by platform.
    "payments.Transaction": 2 + 1 + 1,
    "payments.InternalAccount": 2 + 3 + 1,
    "payments.ExternalAccount": 2 + 2 + 1,
    "payments.JournalEntry": 2 + 3 + 1,
    "payments.Posting": 2 + 2,
    "payments.Quote": 2 + 2 + 1,
    "payments.FundingReceipt": 2 + 2 + 1,
    "payments.SuspenseItem": 2 + 2 + 1,
    "webhooks.Event": 2 + 1 + 1,
    "platforms.AuditEntry": 2 + 1 + 1,
}


@pytest.fixture(autouse=True)
def _content_types_are_known(db):
    """Every process reads them once."""
    for model in MODELS:
        ContentType.objects.get_for_model(model)


@pytest.mark.parametrize("label", LISTS)
def test_a_list_costs_the_same_however_long_it_is(label, backoffice, api, story, queries):
    path = list_of(next(model for model in MODELS if model._meta.label == label))
    before = queries(lambda: backoffice.text(path))

    for _ in range(5):
        api.transfer_out(story.internal_account, story.external_account, 100)
        assert quote_requests.quote(api, quote_requests.realtime("USD"), story.external_account).status_code == 201
        api.post("/sandbox/send", {"quoteId": story.quote, "currencyCode": "USD"})
    api.customer("Carol Approved")

    assert queries(lambda: backoffice.text(path)) == before == SIGNED_IN + LISTS[label]


def test_a_payments_page_costs_its_row_its_relations_and_its_tables(backoffice, story, queries):
    path = page_of(transaction_of(story.paid))

    # The payment and four relations; then what the timeline and the rest of the desk cost.
    assert queries(lambda: backoffice.text(path)) == SIGNED_IN + 5 + DESK


def test_a_payment_across_currencies_adds_its_quote_what_arrived_and_what_waits(backoffice, api, story, queries):
    path = page_of(transaction_of(story.quoted))
    before = queries(lambda: backoffice.text(path))

    for _ in range(5):
        api.post("/sandbox/send", {"quoteId": story.quote, "currencyCode": "USD"})

    # The payment and three relations; quote; receipts; items in suspense.
    assert queries(lambda: backoffice.text(path)) == before == SIGNED_IN + 4 + 1 + 1 + 1 + DESK


def test_a_quotes_page_costs_the_same_however_much_has_arrived(backoffice, api, story, queries):
    path = page_of(Quote.objects.get(id=story.quote.partition(":")[2]))
    before = queries(lambda: backoffice.text(path))

    for _ in range(5):
        api.post("/sandbox/send", {"quoteId": story.quote, "currencyCode": "USD"})

    # The quote and five relations; receipts; items in suspense; the books.
    assert queries(lambda: backoffice.text(path)) == before == SIGNED_IN + 6 + 1 + 1 + 3


def test_a_journal_entrys_page_costs_the_same_for_many_postings(backoffice, story, queries):
    path = page_of(JournalEntry.objects.exclude(reverses=None).latest("id"))

    # The entry, its platform, payment and the entry it reverses; postings and their accounts.
    assert queries(lambda: backoffice.text(path)) == SIGNED_IN + 4 + 2


def test_a_statement_costs_the_same_however_long_it_is(backoffice, api, story, queries):
    account = InternalAccount.objects.get(id=story.internal_account.partition(":")[2]).ledger_account
    path = page_of(account)
    before = queries(lambda: backoffice.text(path))

    for _ in range(5):
        api.fund(story.internal_account, 100)

    # The account, its platform and holder; where the statement begins; the statement.
    assert queries(lambda: backoffice.text(path)) == before == SIGNED_IN + 3 + 2


def test_a_long_list_is_not_counted_to_its_end(backoffice, story, monkeypatch):
    from platforms.backoffice.paginator import BoundedPaginator

    monkeypatch.setattr(BoundedPaginator, "bound", 3)

    reply = backoffice.get(list_of(LedgerAccount))

    assert reply.context["cl"].result_count == 3
    assert "more than 3 ledger accounts" in " ".join(reply.content.decode().split())


def test_a_list_is_read_from_the_newest_by_its_key(backoffice, story):
    rows = backoffice.get(list_of(Transaction)).context["cl"].result_list

    assert [row.pk for row in rows] == sorted((row.pk for row in rows), reverse=True)
    assert set(rows.query.order_by) == {"-pk"}


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_no_filter_reads_the_whole_table_for_its_choices(model):
    for name in admin.site._registry[model].list_filter:
        field = model._meta.get_field(name)

        assert field.choices or isinstance(field, models.BooleanField) or field.name == "platform"
