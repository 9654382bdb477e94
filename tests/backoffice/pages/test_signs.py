"""One meaning of a sign on every screen and in every file, which its heading says; no balance is missing."""

import csv
import io
import re

import pytest
from django.contrib import admin
from django.urls import reverse

from banks.models import BankConnection, BankException, BankStatement, BankStatementLine
from payments.models import JournalEntry, LedgerAccount, Posting, Transaction
from platforms.backoffice.columns import SIGNED
from platforms.backoffice.read_only import ReadOnlyAdmin
from tests.backoffice.conftest import list_of, page_of
from tests.support.backoffice.pages import words
from tests.support.payments import scenarios

pytestmark = pytest.mark.django_db
_AMOUNT = re.compile(r"-?\d+\.\d+")


def file_of(reply) -> list[list[str]]:
    text = b"".join(reply.streaming_content).decode().removeprefix("\ufeff")
    return list(csv.reader(io.StringIO(text, newline="")))


def rail_account() -> LedgerAccount:
    return LedgerAccount.objects.filter(kind="RAIL_SETTLEMENT", currency="USD", postings__isnull=False)[0]


def test_every_page_with_a_signed_amount_says_what_the_sign_means(backoffice, story):
    account = rail_account()
    line = BankStatementLine.objects.exclude(booked_on=None).earliest("pk")
    assert line.booked_on is not None
    connection = BankConnection.objects.get(name=line.connection_name, ended_at=None)
    statement = reverse("admin:payments_ledger_statement", args=[account.pk])
    comparison = reverse("admin:banks_bank_comparison")
    pages = {
        list_of(LedgerAccount): {},
        page_of(account): {},
        statement: {},
        list_of(BankStatement): {},
        page_of(BankStatement.objects.first()): {},
        list_of(BankStatementLine): {},
        page_of(line): {},
        list_of(BankException): {},
        comparison: {"connection": str(connection.pk), "day": line.booked_on.isoformat()},
        reverse("admin:payments_quote_exchange_result"): {},
        reverse("admin:payments_report", args=["trial-balance"]): {},
    }

    silent = [path for path, query in pages.items() if SIGNED not in words(backoffice.text(path, **query)).lower()]

    assert silent == []


def test_every_file_of_a_list_says_what_a_sign_means(backoffice, story):
    unsaid: dict[str, set[str]] = {}
    signed: set[str] = set()
    for page in admin.site._registry.values():
        if not isinstance(page, ReadOnlyAdmin):
            continue
        heads, *lines = file_of(backoffice.post(f"{list_of(page.model)}export/"))
        amounts = {number - 1 for number, head in enumerate(heads) if head.endswith(": currency")}
        for number in amounts:
            below_zero = any(line[number].startswith("-") for line in lines)
            is_said = SIGNED in heads[number]
            assert all(not line[number] or _AMOUNT.fullmatch(line[number]) or line[number].isdigit() for line in lines)
            if not is_said and ("(positive)" not in heads[number] or below_zero):
                unsaid.setdefault(page.opts.label, set()).add(heads[number])
            signed |= {page.opts.label} if is_said else set()

    assert unsaid == {}
    assert signed >= {"payments.LedgerAccount", "banks.BankStatement", "banks.BankStatementLine"}


def test_a_statement_has_one_sign_on_its_page_and_in_its_files(backoffice, story):
    account = rail_account()
    page = backoffice.text(reverse("admin:payments_ledger_statement", args=[account.pk]))
    export = reverse("admin:payments_ledger_export", args=[account.pk])
    heads, *lines = file_of(backoffice.get(export, form="csv"))
    camt = b"".join(backoffice.get(export, form="camt").streaming_content).decode()
    of_list = {row[0]: row for row in file_of(backoffice.post(f"{list_of(LedgerAccount)}export/"))[1:]}
    heads_of_list = file_of(backoffice.post(f"{list_of(LedgerAccount)}export/"))[0]

    closing = dict(zip(heads, lines[-1], strict=True))["balance_credits_less_debits"]

    assert float(closing) < 0
    assert f"{float(closing):,.2f} USD" in words(page)
    assert of_list[str(account.pk)][heads_of_list.index(f"Balance ({SIGNED})")] == closing
    assert "<AddtlInf>Balances are credits less debits: CRDT above zero, DBIT below.</AddtlInf>" in camt
    balance = camt[camt.rindex("<Bal>") : camt.rindex("</Bal>")]
    assert f">{closing.removeprefix('-')}<" in balance
    assert "<CdtDbtInd>DBIT</CdtDbtInd>" in balance


def test_no_account_is_without_a_balance(backoffice, story, api):
    for _ in range(2):
        scenarios.transfer_out()(api, story.alice)
        rows = {row.pk: row.balance for row in backoffice.get(list_of(LedgerAccount)).context["cl"].result_list}
        assert rows == {row.pk: _balance(row) for row in LedgerAccount.objects.filter(pk__in=rows)}
    for account in LedgerAccount.objects.filter(kind="RAIL_SETTLEMENT"):
        shown = words(backoffice.text(page_of(account)))
        assert re.search(rf"Balance \({SIGNED}\) -?[\d.,]+ {account.currency}", shown)


def _balance(account) -> int:
    postings = Posting.objects.filter(account=account).values_list("side", "amount")
    return sum(amount if side == "C" else -amount for side, amount in postings)


def test_accounts_are_named_in_words_with_the_code_beside(backoffice, story):
    entry = JournalEntry.objects.filter(transaction=Transaction.objects.get(id=story.paid.partition(":")[2])).first()
    books = words(backoffice.text(reverse("admin:payments_ledger_books")))

    assert "Rail settlement RAIL_SETTLEMENT" in books
    assert "Customer funds CUSTOMER_FUNDS" in books
    assert "Payout clearing, USD" in words(backoffice.text(page_of(entry)))
    assert "PAYOUT_CLEARING" in words(backoffice.text(page_of(entry)))
    assert "Payout clearing, USD" in words(backoffice.text(list_of(Posting)))
