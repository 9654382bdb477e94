"""The exceptions desk: lines without an explanation, the decisions of staff about them, and rules made from them."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest

from payments.admin.bank_statements import effects
from payments.admin.bank_statements.comparison import KINDS
from payments.admin.bank_statements.dialogs import TWO, following, is_open, open_exceptions, platform_choice
from payments.admin.bank_statements.pages import named, said, signed
from payments.admin.bank_statements.rules import WRITE
from payments.bank_statements import decisions, matched_by_hand
from payments.models import (
    BankException,
    BankMatch,
    BankPayment,
    Deposit,
    InternalAccount,
    MatchKind,
)
from platforms.backoffice import columns, links, panels
from platforms.backoffice.actions import Action, Fields
from platforms.backoffice.amounts import major_units
from platforms.backoffice.fields import text
from platforms.backoffice.lists import narrowing
from platforms.backoffice.read_only import ReadOnlyAdmin

REASONS = {
    "UNKNOWN": "No explanation found",
    "AMOUNT_DIFFERS": "Amount differs from the payment",
    "AGAIN": "Payment was matched before",
    "NOT_SENT": "Payment was not given to the bank",
    "COLLECTION_RETURNED": "Collection came back",
    "CURRENCY_DIFFERS": "Another currency than the account",
    "NO_PLATFORM": "No platform to charge",
    "DEPOSIT_DIFFERS": "Booked before with other facts",
    "AMBIGUOUS": "Several explanations",
    "REFUSED": "Refused",
    "PAID_THOUGH_FAILED": "Payment had failed, and the bank paid",
    "REPEATED": "Same as a line of another statement",
    "UNDONE": "Decision undone",
}
_MOST = 10
"""Candidates shown on a page."""


def _is_open_credit(row: BankException, _: Any) -> bool:
    return row.closed_at is None and row.line.is_credit


def _match_fields(row: BankException | None) -> Fields:
    """Return the field for a payment, filled in if exactly one has the amount."""
    found = list(_payments_like(row)) if row is not None else []
    only = found[0].end_to_end_id if len(found) == 1 else ""
    told = "Of the payment by file: candidates are on the page. Or the Deposit:… that is this money."
    return {"end_to_end_id": text("End-to-end id", told, initial=only)}


def _credit_fields(row: BankException | None) -> Fields:
    """Return the field for the beneficiary, filled in if exactly one account had money from this payer before."""
    found = list(_accounts_like(row)) if row is not None else []
    only = found[0].public_id if len(found) == 1 else ""
    said = "InternalAccount:…, Transaction:… of a quote, or a reference."
    return {"named": text("Beneficiary", said, initial=only)}


_ON: dict[str, Any] = {
    **TWO,
    "on": BankException,
    "key": "exception",
    "offered": is_open,
    "following": following,
    "message": "Done.",
}
_CREDIT = {**_ON, "offered": _is_open_credit}
Action(
    "bank_exception.settle",
    **_ON,
    path="match",
    button="Match",
    icon="link",
    is_main=True,
    title="Match this line with a payment of ours",
    text="A second person approves it. The payment is settled, or came back, as the line says.",
    fields=_match_fields,
    perform=matched_by_hand.settle,
    effect=effects.settle,
    proposed_as="Match a bank line",
)
Action(
    "bank_exception.credit",
    **_CREDIT,
    path="credit",
    button="Credit",
    icon="call_received",
    title="Credit this money to an account or a quote",
    text="A second person approves it.",
    fields=_credit_fields,
    perform=decisions.credit,
    effect=effects.credit,
    proposed_as="Credit a bank line",
)
Action(
    "bank_exception.charge",
    **_ON,
    path="fee",
    button="Fee",
    icon="percent",
    title="Book this line as the bank's fee",
    text="A second person approves it.",
    fields=platform_choice,
    perform=decisions.charge,
    effect=effects.charge,
    proposed_as="Book a bank line as a fee",
)
Action(
    "bank_exception.suspend",
    **_CREDIT,
    path="suspense",
    button="Suspense",
    icon="hourglass",
    title="Move this money into suspense",
    text="A second person approves it. It waits there until two people say whose it is.",
    fields=platform_choice,
    perform=decisions.suspend,
    effect=effects.suspend,
    proposed_as="Move a bank line into suspense",
)
Action(
    "bank_exception.send_back",
    **_CREDIT,
    path="back",
    button="Send back",
    icon="undo",
    title="Send this money back to where it came from",
    text="A second person approves it. It goes with the next file to the bank.",
    fields=platform_choice,
    perform=decisions.send_back,
    effect=effects.send_back,
    proposed_as="Send a bank line back",
)
Action(
    "bank_exception.note",
    **_ON,
    path="note",
    button="Close",
    icon="check",
    title="Close this line without booking anything",
    text="A second person approves it. Books and bank differ by this line.",
    perform=decisions.note,
    effect=effects.note,
    proposed_as="Close a bank line",
)
Action(
    "bank_match.undo",
    **TWO,
    on=BankMatch,
    path="undo",
    button="Undo",
    icon="undo",
    offered=lambda row, _: row.kind in {MatchKind.FEE, MatchKind.NOTED},
    title="Undo this decision",
    text="A second person approves it. A fee is reversed, and the line waits for people again.",
    key="match",
    perform=decisions.undo,
    effect=effects.undo,
    proposed_as="Undo a decision about a bank line",
)


@admin.register(BankException)
class BankExceptionAdmin(ReadOnlyAdmin):
    """Exceptions. Letters press the buttons of a page; j and k go through the list."""

    through = {"BankStatementLine": "line_id"}
    search_help_text = "BankException:… or BankStatementLine:…"
    list_display = ("public_id", "opened_at", "amount", "reason", "said_name", "said_text", "connection", "closed_at")
    list_filter = (
        narrowing.by(
            "stands",
            "stands",
            {
                "open": ("Waits for people", lambda: Q(closed_at=None)),
                "closed": ("Decided", lambda: Q(closed_at__isnull=False)),
            },
        ),
    )
    loads = ("line__statement", "connection")
    shown = (
        columns.column("amount", lambda row: signed(row.line)),
        columns.named("reason", REASONS),
        columns.column("code", lambda row: row.line.code),
        columns.column("booked_on", lambda row: str(row.line.booked_on or "")),
        columns.column("end_to_end_id", lambda row: row.line.end_to_end_id),
        columns.column("reason_code", lambda row: row.line.reason_code, title="the bank's reason"),
        said("name", "name"),
        said("account", "account"),
        said("text", "text"),
    )
    groups = (
        ("Line", ("public_id", "amount", "reason", "booked_on", "connection", "line")),
        ("What the bank says", ("said_name", "said_account", "said_text", "end_to_end_id", "code", "reason_code")),
        ("Exception", ("opened_at", "closed_at")),
    )

    class Media:
        """Letters for the buttons."""

        js = ("backoffice/queue_keys.js",)

    def named(self, row: Any) -> str:
        """Return how much moved, and from or to whom."""
        return named(row.line)

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show candidates for the line, and the decisions about it."""
        shown = ("public_id", "at", "kind", "subject", "decided_by", "reason")
        return (
            _payments(row),
            _accounts(row),
            panels.rows_of(request, "payments.BankMatch", *shown, title="Decisions", line=row.line_id),
            panels.by_keyboard(open_exceptions(), row, _LETTERS if row.closed_at is None else {}),
        )


_LETTERS = {
    "m": "Match",
    "c": "Credit",
    "f": "Fee",
    "s": "Suspense",
    "b": "Send back",
    "x": "Close",
    "r": WRITE.button,
}


def _payments_like(row: BankException) -> Iterable[BankPayment]:
    found = BankPayment.objects.filter(
        connection_name=row.connection.name, amount=row.line.amount, currency=row.line.currency
    )
    return found.order_by("-pk")[:_MOST]


def _payments(row: BankException) -> panels.Panel | None:
    """Return the panel of payments by file with the line's amount."""
    found = _payments_like(row)
    cells = [
        (links.to_public_id(one.public_id), one.end_to_end_id, one.state, major_units(one.amount, one.currency))
        for one in found
    ]
    return (
        panels.Panel("Payments of this amount", ("payment", "end-to-end id", "state", "amount"), cells)
        if cells
        else None
    )


def _accounts(row: BankException) -> panels.Panel | None:
    """Return the panel of internal accounts with earlier money from the same payer."""
    cells = [
        (links.to_public_id(one.public_id), one.funding_reference, str(one.platform)) for one in _accounts_like(row)
    ]
    return (
        panels.Panel("Had money from this payer before", ("account", "reference", "platform"), cells) if cells else None
    )


def _accounts_like(row: BankException) -> Iterable[InternalAccount]:
    if not row.line.is_credit or not row.line.account_digest:
        return ()
    earlier = BankMatch.objects.filter(
        line__account_digest=bytes(row.line.account_digest), kind=MatchKind.DEPOSIT
    ).values_list("subject", flat=True)
    keys = [one.partition(":")[2] for one in earlier[:_MOST]]
    credited = Deposit.objects.filter(id__in=keys, internal_account__isnull=False).values("internal_account")
    accounts: Iterable[InternalAccount] = InternalAccount.objects.filter(id__in=credited).select_related("platform")
    return accounts


@admin.register(BankMatch)
class BankMatchAdmin(ReadOnlyAdmin):
    """Decisions about lines of statements, each by a rule or by two people."""

    through = {"BankStatementLine": "line_id", "PlatformConfig": "platform_id"}
    names_others_in = "subject"
    search_help_text = "BankMatch:… or BankStatementLine:…"
    list_display = ("public_id", "at", "amount", "kind", "subject", "rule", "decided_by", "line")
    list_filter = ("kind",)
    loads = ("line", "platform")
    shown = (
        columns.column("amount", signed),
        columns.label("kind", KINDS),
        columns.subject("subject"),
        columns.column("rule", lambda row: links.to_public_id(row.rule)),
        columns.text("reason", is_wide=True),
    )
    groups = (
        ("Decision", ("public_id", "kind", "amount", "subject", "platform", "entry")),
        ("By", ("rule", "decided_by", "at", "reason")),
        ("Line", ("line", "number", "is_credit", "currency")),
    )
    titles = {"is_credit": "money in", "number": "decision about the line"}

    def named(self, row: Any) -> str:
        """Return what the line was taken for, and the line."""
        return f"{columns.words(row.kind)}: {named(row.line)}"
