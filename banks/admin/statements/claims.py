"""Claims: what others owe us, since a bank took it from our account; paid, taken from an account, or written off."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest

from banks.admin.statements import claim_effects
from banks.models import Claim, ClaimSettlement
from banks.statements import claims
from payments.admin import quotes
from platforms.backoffice import actions, amounts, columns, fields, panels
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.lists import narrowing
from platforms.backoffice.read_only import ReadOnlyAdmin

REASONS = {
    "COLLECTION_RETURNED": "Collection returned, and its money spent",
    "FUNDING_RETURNED": "Money of a quote taken back after it had been used",
    "DEPOSIT_RECALLED": "Money recalled by the bank, and spent",
    "NOT_ORDERED": "Taken by the bank, and ordered by nobody here",
}
_WAYS = {
    "PAID": "Paid by money that arrived",
    "TAKEN": "Taken from an account",
    "WRITTEN_OFF": "Written off as a loss",
    "UNDONE": "Undone: it was no claim",
}
_WAY_LABELS = {"PAID": "success", "TAKEN": "success", "WRITTEN_OFF": "warning", "UNDONE": "danger"}


def _amount(claim: Claim | None) -> actions.Fields:
    told = "In the major unit of the currency. Empty: all that is owed."
    if claim is not None:
        left = amounts.major_units(claim.open_amount, claim.currency)
        told = f"Owed: {left}. Empty: all of it."
    return {"amount": fields.AmountField(label="Amount", help_text=told, required=False)}


def _take_fields(claim: Claim | None) -> actions.Fields:
    own = "that of the holder" if claim and claim.internal_account_id else "the platform's own"
    told = f"InternalAccount:… of the platform. Empty: {own}; without an amount it gives what it has."
    return {"account": fields.text("Account", told, required=False), **_amount(claim)}


def _in_units(claim: Claim | None, entered: dict[str, Any]) -> dict[str, Any]:
    """Return what was entered with the amount in the smallest unit of the claim's currency."""
    amount = entered["amount"]
    if amount is not None and claim is not None:
        amount = amounts.smallest_units(amount, claim.currency, field="amount")
    return entered | {"amount": amount}


def _is_open(claim: Claim, _: Any) -> bool:
    return claim.settled_at is None


_ON: dict[str, Any] = {
    "roles": [Role.OPERATIONS],
    "takes_two": True,
    "on": Claim,
    "offered": _is_open,
    "key": "claim",
    "arguments": _in_units,
    "message": "Done.",
}
Action(
    "claim.take",
    **_ON,
    button="Take from an account",
    icon="download",
    is_main=True,
    title="Take what is owed from an internal account",
    text="A second person approves it. The account is debited, and the platform is told.",
    fields=_take_fields,
    perform=claims.take,
    effect=claim_effects.take,
    proposed_as="Take a claim from an account",
)
Action(
    "claim.write_off",
    **_ON,
    button="Write off",
    icon="money_off",
    title="Write this claim off as a loss",
    text="A second person approves it. Nobody will pay it: the amount becomes a loss of ours, and that stays.",
    fields=_amount,
    perform=claims.write_off,
    effect=claim_effects.write_off,
    proposed_as="Write a claim off",
)


@admin.register(Claim)
class ClaimAdmin(ReadOnlyAdmin):
    """Money that others owe us: open claims first, the oldest first."""

    through = {"Transaction": "transaction_id", "BankStatementLine": "line_id"}
    search_help_text = "Claim:…, Transaction:… or BankStatementLine:…"
    ordering = ("-settled_at", "pk")
    list_display = ("public_id", "opened_at", "age", "owed", "amount", "reason", "debtor", "platform", "transaction")
    list_filter = (
        narrowing.by(
            "stands",
            "stands",
            {
                "open": ("Owed", lambda: Q(settled_at=None)),
                "settled": ("Settled", lambda: Q(settled_at__isnull=False)),
            },
        ),
        "platform",
    )
    loads = ("platform", "transaction", "internal_account", "line")
    hidden = ("open_amount",)
    shown = (
        columns.money("amount", currency="currency"),
        columns.column("owed", lambda row: amounts.major_units(row.open_amount, row.currency)),
        columns.column("age", lambda row: quotes.age(row.opened_at, row.settled_at, row.platform)),
        columns.named("reason", REASONS),
        columns.text("debtor", lambda who: columns.words(who, claim_effects.DEBTORS)),
    )
    titles = {"debtor": "owed by", "entry": "ledger entry", "owed": "still owed"}
    groups = (
        ("Claim", ("public_id", "amount", "owed", "currency", "reason", "debtor", "age")),
        ("About", ("platform", "transaction", "internal_account", "line")),
        ("Books", ("opened_at", "settled_at", "entry")),
    )

    def named(self, row: Any) -> str:
        """Return how much is owed, and why."""
        return f"{amounts.major_units(row.open_amount, row.currency)}: {columns.words(row.reason, REASONS)}"

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show how it was settled so far."""
        shown = ("at", "way", "amount", "internal_account", "line", "decided_by", "reason")
        return (panels.rows_of(request, "banks.ClaimSettlement", *shown, title="Settled", claim=row.pk),)


@admin.register(ClaimSettlement)
class ClaimSettlementAdmin(ReadOnlyAdmin):
    """Parts of claims that were settled, each by two people."""

    through = {"Claim": "claim_id"}
    search_help_text = "ClaimSettlement:… or Claim:…"
    list_display = ("public_id", "at", "amount", "way", "claim", "decided_by")
    list_filter = ("way",)
    loads = ("claim", "internal_account", "line")
    shown = (
        columns.column("amount", lambda row: amounts.major_units(row.amount, row.claim.currency)),
        columns.label("way", _WAY_LABELS),
        columns.text("reason", is_wide=True),
    )
    groups = (
        ("Settlement", ("public_id", "claim", "number", "amount", "way", "internal_account", "line", "entry")),
        ("By", ("decided_by", "at", "reason")),
    )

    def named(self, row: Any) -> str:
        """Return how much of a claim was settled, and how."""
        return f"{amounts.major_units(row.amount, row.claim.currency)}: {columns.words(row.way, _WAYS)}"
