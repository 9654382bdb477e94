"""Lines and payments matched together: pages, and the effect of such a decision."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db import transaction
from django.http import HttpRequest

from banks.admin.statements import back_effects, effects
from banks.models import BankSet, BankSetPayment, MatchKind
from banks.statements.by_hand import taken_back, together
from banks.statements.by_hand.together import Together
from payments.admin import names
from platforms.backoffice import columns, panels
from platforms.backoffice.amounts import major_units
from platforms.backoffice.effects import Effect
from platforms.backoffice.read_only import ReadOnlyAdmin

_NAMED = 10
"""Payments and lines that are named."""


def settle(
    *, exception: uuid.UUID | None, end_to_end_id: str, lines: str = "", platform: uuid.UUID | None = None
) -> Effect:
    """Return the effect of matching a line; raises as `together.settle` does."""
    if not together.are_several(end_to_end_id, lines):
        return effects.settle(exception=exception, end_to_end_id=end_to_end_id, platform=platform)
    with transaction.atomic():  # for the locks of transfers
        plan = together.find(exception, end_to_end_id=end_to_end_id, lines=lines)
        backs = taken_back.plan(plan.payments) if plan.kind == MatchKind.RETURNED else []
    open_line = plan.exceptions[0]
    currency = open_line.line.currency
    booked = [names.entry(movement) for movement in back_effects.entries(backs)]
    are_all_booked = bool(backs) and len(backs) == len(plan.payments)
    later = "" if are_all_booked else "By the payments' workers, as for every answer of a bank."
    return Effect(
        does=f"{_does(plan)}{back_effects.sentence(backs, currency)}",
        amount=major_units(plan.total, currency),
        source=back_effects.source(backs) or effects.account(open_line),
        target=effects.account(open_line) if backs else "",
        booked=" ".join(filter(None, (f"Immediately: {', '.join(booked)}." if booked else "", later))),
        sent=back_effects.told(backs),
        more=_listed(plan),
        notes=effects.notes(open_line),
    )


def _does(found: Together) -> str:
    currency = found.payments[0].currency
    total = major_units(found.total, currency)
    lines, payments = len(found.exceptions), len(found.payments)
    what = f"{lines} lines with one payment" if lines > 1 else f"the line with {payments} payments"
    done = "each has come back" if found.kind == MatchKind.RETURNED else "each is carried out"
    return f"Matches {what}, {total} on both sides: {done if payments > 1 else done.replace('each', 'it')}"


def _listed(found: Together) -> dict[str, str]:
    told = {"Payments": [f"{one.end_to_end_id} {major_units(one.amount, one.currency)}" for one in found.payments]}
    if len(found.exceptions) > 1:
        told["Lines"] = [
            f"{one.line.public_id} {major_units(one.line.amount, one.line.currency)}" for one in found.exceptions
        ]
    return {
        name: ", ".join([*texts[:_NAMED], *([f"and {len(texts) - _NAMED} more"] if len(texts) > _NAMED else [])])
        for name, texts in told.items()
    }


@admin.register(BankSet)
class BankSetAdmin(ReadOnlyAdmin):
    """Lines and payments that two people have matched together: both have the same sum."""

    search_help_text = "BankSet:…"
    list_display = ("public_id", "at", "amount", "kind", "connection_name", "decided_by")
    shown = (columns.money("amount", currency="currency"), columns.named("kind"), columns.text("reason", is_wide=True))
    groups = (
        ("Set", ("public_id", "kind", "amount", "currency", "connection_name")),
        ("By", ("decided_by", "at", "reason")),
    )

    def named(self, row: Any) -> str:
        """Return the sum, and what became of it."""
        return f"{columns.words(row.kind)}: {major_units(row.amount, row.currency)}"

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the payments, and the decisions of the lines."""
        shown = ("public_id", "at", "amount", "line", "decided_by")
        return (
            panels.rows_of(
                request, "banks.BankSetPayment", "public_id", "payment", "amount", title="Payments", bank_set=row.pk
            ),
            panels.rows_of(request, "banks.BankMatch", *shown, title="Lines", subject=row.public_id),
        )


@admin.register(BankSetPayment)
class BankSetPaymentAdmin(ReadOnlyAdmin):
    """Payments that were matched together with others, or with several lines."""

    through = {"BankSet": "bank_set_id", "BankPayment": "payment_id"}
    search_help_text = "BankSet:… or BankPayment:…"
    list_display = ("payment", "amount", "kind", "bank_set")
    loads = ("payment", "bank_set")
    shown = (
        columns.column("amount", lambda row: major_units(row.amount, row.bank_set.currency)),
        columns.named("kind"),
    )
    groups = (("Payment of a set", ("bank_set", "payment", "kind", "amount")),)
