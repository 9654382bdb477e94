"""Pages of the books: accounts with their statements, journal entries as T accounts, postings, checks."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from django.contrib import admin
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import prefetch_related_objects
from django.http import HttpRequest
from django.urls import URLPattern, reverse
from django.utils.html import format_html

from payments.admin import ledger_reports, names
from payments.admin.reports import balance_chart
from payments.admin.reports import pages as report_pages
from payments.ledger import chart, movements, statements
from payments.models import (
    BalancePage,
    BalanceTotal,
    BalanceTree,
    CheckedBalance,
    EntryPage,
    JournalEntry,
    JournalSeal,
    LedgerAccount,
    LedgerCheckRun,
    Posting,
    SealedBalance,
    SignedRoot,
)
from platforms.backoffice import amounts, columns, links, panels
from platforms.backoffice.lists import days, entered
from platforms.backoffice.read_only import ReadOnlyAdmin

STATEMENT_LINES = 50
_SIDES = {chart.DEBIT: "debit", chart.CREDIT: "credit"}


@admin.register(LedgerAccount)
class LedgerAccountAdmin(ReadOnlyAdmin):
    """Ledger accounts. Accounts shared by many payments store no balance; their statement computes it."""

    exact = ("kind",)
    through = {"InternalAccount": "internal_account__id", "PlatformConfig": "platform_id"}
    search_help_text = "number, InternalAccount:… or kind"
    list_display = ("id", "kind", "internal_account", "currency", "balance", "normal_side", "is_guarded", "platform")
    list_filter = ("is_guarded", "platform")
    loads = ("platform", "internal_account__customer", "internal_account__platform")
    shown = (
        columns.named("kind"),
        columns.signed("balance", lambda row: (row.balance, row.currency)),
        columns.text("normal_side", lambda side: _SIDES.get(side, side), title="normal balance"),
        columns.link("internal_account", title="holder"),
    )
    titles = {"is_guarded": "cannot go negative"}

    def named(self, row: Any) -> str:
        """Return its kind in words, the currency and the number."""
        return f"{columns.words(row.kind)}, {row.currency} #{row.pk}"

    def heading(self, row: Any) -> str:
        """Return whose account it is, or its kind in words, with the currency and the number."""
        account = getattr(row, "internal_account", None)
        return f"{links.named(account)} #{row.pk}" if account else self.named(row)

    def get_urls(self) -> list[URLPattern]:
        """Add the addresses of the reports."""
        return [*ledger_reports.urls(), *report_pages.urls(), *super().get_urls()]

    def prepare(self, request: HttpRequest, rows: Sequence[Any], *, is_page: bool) -> None:
        """Add up the balances of accounts that store none."""
        shared = [row for row in rows if row.balance is None]
        by_account = statements.balances([row.pk for row in shared]) if shared else {}
        for row in shared:
            row.balance = by_account[row.pk]

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the balance by day, and the latest postings with the balance after each."""
        return balance_chart.of(request, row), _statement(row)


def _statement(account: LedgerAccount) -> panels.Panel:
    lines = statements.latest(account.pk, most=STATEMENT_LINES)
    rows = [ledger_reports.statement_row(account, line) for line in reversed(lines)]
    return panels.Panel(
        title="Statement, newest first",
        headers=("time", "entry", "purpose", "transaction", "debit", "credit", ledger_reports.BALANCE),
        rows=rows,
        numeric=frozenset({4, 5, 6}),
        note=f"The latest {STATEMENT_LINES} postings." if len(rows) == STATEMENT_LINES else "",
        more=reverse("admin:payments_ledger_statement", args=[account.pk]),
        more_text="Open statement and export",
    )


def _purposes() -> entered.Choices:
    every = {*names.PURPOSES, *(movement.purpose for movement in movements.MOVEMENTS)}
    return entered.worded(sorted(every), names.PURPOSES)


def _amount_text(entry: JournalEntry) -> str:
    """Return the sum of the debits, by currency: the credits have the same."""
    sums = _sums([posting for posting in entry.postings.all() if posting.side == chart.DEBIT])
    return format_html('<span class="one-line amount">{}</span>', sums) if sums else ""


def _corrected_month(entry: JournalEntry) -> str:
    """Return which closed month an entry corrects; empty for nearly all."""
    return str(getattr(entry, "correction", ""))


def _accounts_of(entry: JournalEntry, side: str) -> str:
    """Return the kinds of the accounts on a side, in words, each once."""
    kinds = (posting.account.kind for posting in entry.postings.all() if posting.side == side)
    return ", ".join(columns.words(kind) for kind in dict.fromkeys(kinds))


@admin.register(JournalEntry)
class JournalEntryAdmin(ReadOnlyAdmin):
    """Balanced movements of money."""

    exact = ("purpose",)
    through = {"Transaction": "transaction_id"}
    search_help_text = "number, Transaction:… or purpose"
    time_of_keys = "at"
    list_display = ("id", "purpose", "amount", "debited", "credited", "transaction", "reverses", "platform", "at")
    # Of lists: the page has each posting.
    hidden = ("amount", "debited", "credited")
    list_filter = (
        days.of("at", title="day of the entry"),
        entered.by_code("purpose", "purpose", _purposes),
        "platform",
    )
    loads = ("platform", "transaction", "reverses", "correction")
    shown = (
        columns.named("purpose", names.PURPOSES),
        columns.column("amount", _amount_text),
        columns.column("corrects", _corrected_month),
        columns.column("debited", lambda row: _accounts_of(row, chart.DEBIT)),
        columns.column("credited", lambda row: _accounts_of(row, chart.CREDIT)),
    )

    def prepare(self, request: HttpRequest, rows: Sequence[Any], *, is_page: bool) -> None:
        """Read the postings of a list's entries, and their accounts, at once."""
        if not is_page:
            prefetch_related_objects(rows, "postings__account")

    def heading(self, row: Any) -> str:
        """Return the purpose in words, and the number."""
        return f"{columns.words(row.purpose, names.PURPOSES)} #{row.pk}"

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the postings as a T account: debits at the left, credits at the right."""
        return (_t_account(row),)


def _t_account(entry: JournalEntry) -> panels.Panel:
    postings = list(entry.postings.prefetch_related("account").order_by("id"))
    debits = [posting for posting in postings if posting.side == chart.DEBIT]
    credits_ = [posting for posting in postings if posting.side == chart.CREDIT]
    return panels.Panel(
        title="Postings",
        headers=("debited account", "debit", "credit", "credited account"),
        rows=[[*half(left), *reversed(half(right))] for left, right in zip_longest(debits, credits_)],
        numeric=frozenset({1, 2}),
        totals=("Sum", _sums(debits), _sums(credits_), ""),
        more=links.listing(Posting, entry=entry.pk),
    )


def account_link(posting: Posting) -> str:
    """Return a link to a posting's account: its kind in words, and the code beside."""
    link = links.related(posting, "account")
    try:
        return columns.with_code(link, posting.account.kind)
    except ObjectDoesNotExist:
        return link


def half(posting: Posting | None) -> tuple[str, str]:
    """Return a posting's account and amount, empty when the other side of the entry has more postings."""
    if posting is None:
        return "", ""
    return account_link(posting), amounts.major_units(posting.amount, posting.currency)


def _sums(postings: Sequence[Posting]) -> str:
    currencies = dict.fromkeys(posting.currency for posting in postings)
    return " + ".join(
        amounts.major_units(sum(posting.amount for posting in postings if posting.currency == code), code)
        for code in currencies
    )


@admin.register(Posting)
class PostingAdmin(ReadOnlyAdmin):
    """Single sides of journal entries."""

    search_help_text = "number"
    list_display = ("id", "entry", "account", "side", "amount", "at")
    loads = ("entry", "account")
    shown = (
        columns.column("account", account_link),
        columns.text("side", lambda side: _SIDES.get(side, side)),
        columns.money("amount", currency="currency"),
    )


def _bytes(name: str) -> columns.Column:
    """Return the column of stored bytes, which says how many there are."""
    return columns.text(name, lambda value: f"{len(value)} bytes")


@admin.register(JournalSeal)
class JournalSealAdmin(ReadOnlyAdmin):
    """The chain of seals: what `manage.py ledger_check` compares the journal with."""

    list_display = ("number", "rows", "after_id", "last_id", "sealed_at")
    shown = (
        columns.text("digest", lambda value: bytes(value).hex(), title="digest (SHA-256, keyed)", is_wide=True),
        _bytes("index"),
    )
    groups = (("Seal", ("number", "sealed_at", "digest")), ("Entries", ("rows", "after_id", "last_id", "index")))


@admin.register(SignedRoot)
class SignedRootAdmin(ReadOnlyAdmin):
    """The signed roots of days, which proofs lead to."""

    list_display = ("number", "day", "entries", "digest", "sealed_at")
    shown = (
        columns.text("digest", lambda value: bytes(value).hex(), title="digest (SHA-256)", is_wide=True),
        columns.text("statement", is_wide=True),
    )
    groups = (
        ("Root", ("number", "day", "digest", "statement", "signatures")),
        ("Made", ("entries", "trees", "after_id", "last_id", "seal_number", "read_until", "begun_at", "sealed_at")),
    )
    hidden = ("key", "entry_pages", "tree_blocks", "next_tree", "next_position")


@admin.register(EntryPage)
class EntryPageAdmin(ReadOnlyAdmin):
    """Stored nodes of the entries of a day."""

    list_display = ("id", "root", "index", "after_id")
    loads = ("root",)
    shown = (_bytes("keys"), _bytes("blocks"))
    groups = (("Page", ("root", "index", "after_id", "keys", "blocks")),)


@admin.register(BalanceTree)
class BalanceTreeAdmin(ReadOnlyAdmin):
    """The trees of balances: one for each platform and currency."""

    list_display = ("number", "platform", "currency", "accounts")
    loads = ("platform",)
    hidden = ("key",)


@admin.register(SealedBalance)
class SealedBalanceAdmin(ReadOnlyAdmin):
    """Balances at the end of days that changed them."""

    search_help_text = "number"
    list_display = ("id", "account", "root", "balance", "last_at")
    loads = ("account", "root", "tree")
    shown = (columns.money("balance", currency="account.currency"),)
    groups = (("Balance", ("account", "root", "balance", "last_at")), ("Place", ("tree", "position")))


@admin.register(BalancePage)
class BalancePageAdmin(ReadOnlyAdmin):
    """Stored nodes of a tree of balances."""

    list_display = ("id", "tree", "index", "root")
    loads = ("tree", "root")
    shown = (_bytes("blocks"),)
    groups = (("Page", ("tree", "index", "root", "blocks")),)


@admin.register(BalanceTotal)
class BalanceTotalAdmin(ReadOnlyAdmin):
    """What the balances of a tree added up to."""

    list_display = ("id", "tree", "root", "accounts", "total")
    loads = ("tree", "root")
    shown = (
        columns.column("total", lambda row: columns.money_text(int(row.total), row.tree.currency)),
        columns.text("digest", lambda value: bytes(value).hex(), title="root of the tree", is_wide=True),
        _bytes("pages"),
    )
    groups = (("Total", ("tree", "root", "accounts", "total", "digest", "pages")),)


@admin.register(CheckedBalance)
class CheckedBalanceAdmin(ReadOnlyAdmin):
    """What the postings of accounts add up to, as far as the check has added them up."""

    list_display = ("account", "balance")
    loads = ("account",)
    shown = (columns.signed("balance", lambda row: (row.balance, row.account.currency)),)
    groups = (("Sum", ("account", "balance")),)


@admin.register(LedgerCheckRun)
class LedgerCheckRunAdmin(ReadOnlyAdmin):
    """Results of the checks of the books."""

    list_display = ("finished_at", "result", "entries", "postings")
    shown = (
        columns.column(
            "result",
            lambda run: columns.state_text(
                f"{len(run.faults)} faults" if run.faults else "clean", {"clean": "success"}
            ),
        ),
    )
    groups = (
        ("Check", ("result", "started_at", "finished_at", "entries", "postings", "seals")),
        ("Found", ("faults",)),
        ("Read", ("parts",)),
    )
