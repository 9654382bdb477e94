"""Lists as people read them: a line a row, amounts once, words in place of codes."""

import pytest

from banks.models import BankStatementLine
from payments.models import JournalEntry, LedgerAccount, Transaction
from platforms.backoffice import parties
from platforms.backoffice.columns import document_text, words
from platforms.backoffice.parties import Parties
from tests.backoffice.conftest import list_of
from tests.support.backoffice.pages import words as as_text

pytestmark = pytest.mark.django_db


def test_the_list_of_payments_has_one_amount_where_one_left_and_the_same_arrived(backoffice, story):
    page = as_text(backoffice.text(list_of(Transaction)))

    assert page.count("1,234.56 USD") == 1
    assert "200.00 USD → 3,699.99 MXN" in page


def test_what_is_written_from_right_to_left_leaves_digits_and_arrows_in_their_places():
    payee = Parties(customer="Alice", other="محمد •••• 4015")

    assert payee.words == "Alice to \u2068محمد\u2069 •••• 4015"
    assert Parties(customer="Alice", other="Ada •••• 4015").words == "Alice to Ada •••• 4015"
    assert str(parties._other(payee)).endswith('<bdi>محمد</bdi> <bdi class="one-line">•••• 4015</bdi>')


def test_the_list_of_journal_entries_says_how_much_went_from_where_to_where(backoffice, story):
    entry = JournalEntry.objects.filter(transaction_id=story.paid.partition(":")[2]).earliest("id")
    kinds = {posting.side: posting.account.kind for posting in entry.postings.select_related("account")}

    page = as_text(backoffice.text(list_of(JournalEntry), q=str(entry.pk)))

    assert "1,234.56 USD" in page
    assert {side: words(kind) in page for side, kind in kinds.items()} == {"D": True, "C": True}


def test_the_list_of_ledger_accounts_has_words_for_their_kinds(backoffice, story):
    assert "Rail settlement" in as_text(backoffice.text(list_of(LedgerAccount), q="RAIL_SETTLEMENT"))


@pytest.mark.parametrize(("value", "shown"), [([], "none"), ({}, "none"), (None, "")])
def test_a_list_of_nothing_reads_as_none(value, shown):
    assert document_text(value) == shown


def test_the_list_of_statement_lines_says_who_and_what_for(backoffice, story):
    page = as_text(backoffice.text(list_of(BankStatementLine)))

    assert "Ada rent" in page
    assert "DE89370400440532013000" not in page
