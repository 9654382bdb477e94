"""The exceptions desk: lines without an explanation, the decisions of staff about them, and rules made from them."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminSelectWidget

from banks.admin.statements import candidates, claim_effects, effects, sets
from banks.admin.statements.comparison import KINDS
from banks.admin.statements.dialogs import (
    TWO,
    following,
    is_open,
    open_exceptions,
    platform_choice,
    platform_if_several,
)
from banks.admin.statements.pages import named, said, signed
from banks.admin.statements.rules import WRITE
from banks.models import BankException, BankMatch, Debtor, MatchKind
from banks.statements.by_hand import decisions, together
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
    "CLAIMED": "May pay a claim of the same payment",
    "DEPOSIT_DIFFERS": "Booked before with other facts",
    "AMBIGUOUS": "Several explanations",
    "REFUSED": "Refused",
    "PAID_THOUGH_FAILED": "Payment had failed, and the bank paid",
    "RETURNED_THOUGH_REJECTED": "Bank had rejected the payment, and returned it",
    "REPEATED": "Same as a line of another statement",
    "UNDONE": "Decision undone",
}


def _is_open_credit(row: BankException, _: Any) -> bool:
    return row.closed_at is None and row.line.is_credit


def _match_fields(row: BankException | None) -> Fields:
    """Return the field for what the line is, filled in if exactly one thing has its amount."""
    only = ""
    if row is not None:
        ids = [candidate.end_to_end_id for candidate in candidates.payments(row)]
        ids += [candidate.message_id for candidate in candidates.batches(row)]
        ids += [candidate.public_id for candidate in candidates.recalled(row)]
        only = ids[0] if len(ids) == 1 else ""
    what_to_enter = (
        "Of the payment by file, or the id of a batch: candidates are on the page. Or the Deposit:… that is this money "
        "or was taken back, or the Claim:… that it pays; of what was carried out by hand also the SuspenseItem:… or "
        "Transaction:…. The ids of several payments, separated by blanks, if the line is exactly their sum."
    )
    further = text(
        "Further lines of the same payment",
        "BankException:… of lines that wait, separated by blanks, if the bank has divided one payment. Else empty.",
        required=False,
    )
    return {
        "end_to_end_id": text("End-to-end id", what_to_enter, initial=only),
        "lines": further,
        **platform_if_several(row),
    }


def _claim_fields(row: BankException | None) -> Fields:
    """Return the fields for who owes us the money, and in whose books."""
    choices = [(who.value, claim_effects.DEBTORS[who]) for who in decisions.CLAIMED_FROM]
    owed = forms.ChoiceField(
        label="Owed by", choices=choices, initial=Debtor.UNKNOWN.value, widget=UnfoldAdminSelectWidget
    )
    return {"debtor": owed, **platform_choice(row)}


def _credit_fields(row: BankException | None) -> Fields:
    """Return the field for the beneficiary, filled in if exactly one account had money from this payer before."""
    found = list(candidates.accounts(row)) if row is not None else []
    only = found[0].public_id if len(found) == 1 else ""
    said = "InternalAccount:…, Transaction:… of a quote, or a reference."
    return {"named": text("Beneficiary", said, initial=only)}


def _is_open_debit(row: BankException, _: Any) -> bool:
    return row.closed_at is None and not row.line.is_credit


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
    text="A second person approves it. The payment is settled, or came back, as the line says. What the bank has kept "
    "of it, or taken beside it, is booked as its fee.",
    fields=_match_fields,
    perform=together.settle,
    effect=sets.settle,
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
    "bank_exception.claim",
    **{**_ON, "offered": _is_open_debit},
    path="claim",
    button="Claim",
    icon="money_off",
    title="Book this line as owed to us",
    text="A second person approves it. The bank took money that nobody here ordered: it is owed to us until it is "
    "paid, taken from an account or written off.",
    fields=_claim_fields,
    perform=decisions.claim,
    effect=effects.claim,
    proposed_as="Book a bank line as a claim",
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
    offered=lambda row, _: row.kind in {MatchKind.FEE, MatchKind.NOTED, MatchKind.CLAIM},
    title="Undo this decision",
    text="A second person approves it. A fee or a claim is reversed, and the line waits for people again.",
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
        columns.signed("amount", lambda row: signed(row.line)),
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
            candidates.panel_of_suggestions(row),
            candidates.panel_of_coverings(row),
            candidates.panel_of_payments(row),
            candidates.panel_of_batches(row),
            candidates.panel_of_recalled(row),
            candidates.panel_of_claims(row),
            candidates.panel_of_accounts(row),
            panels.rows_of(request, "banks.BankMatch", *shown, title="Decisions", line=row.line_id),
            panels.by_keyboard(open_exceptions(), row, _LETTERS if row.closed_at is None else {}),
        )


_LETTERS = {
    "m": "Match",
    "c": "Credit",
    "f": "Fee",
    "s": "Suspense",
    "b": "Send back",
    "o": "Claim",
    "x": "Close",
    "r": WRITE.button,
}


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
        columns.signed("amount", signed),
        columns.label("kind", KINDS),
        columns.subject("subject"),
        columns.column("difference", lambda row: major_units(row.difference, row.currency) if row.difference else ""),
        columns.column("rule", lambda row: links.to_public_id(row.rule)),
        columns.text("reason", is_wide=True),
    )
    groups = (
        ("Decision", ("public_id", "kind", "amount", "difference", "subject", "platform", "entry")),
        ("By", ("rule", "decided_by", "at", "reason")),
        ("Line", ("line", "number", "is_credit", "currency")),
    )
    titles = {"is_credit": "money in", "number": "decision about the line", "difference": "bank's fee within it"}

    def named(self, row: Any) -> str:
        """Return what the line was taken for, and the line."""
        return f"{columns.words(row.kind)}: {named(row.line)}"
