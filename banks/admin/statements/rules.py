"""Rules for lines of statements: written from an exception, entered in their list, and ended."""

import uuid
from typing import Any

from django import forms
from django.contrib import admin
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSelectWidget

from banks.admin.statements import effects
from banks.admin.statements.dialogs import TWO, following, is_open, platform_choice
from banks.models import BankConnection, BankException, BankRule, BankRuleKind
from banks.statements.by_hand import decisions, open_lines
from banks.statements.matching import rules
from platforms.backoffice.actions import Action, Fields
from platforms.backoffice.fields import text
from platforms.backoffice.read_only import ReadOnlyAdmin


def _number(label: str, initial: int, help_text: str = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        initial=initial,
        min_value=0,
        max_value=1000,
        help_text=help_text,
        widget=UnfoldAdminIntegerFieldWidget,
    )


def _enter_rule(
    *,
    line: uuid.UUID | None = None,
    platform: uuid.UUID | None = None,
    **entered: Any,
) -> BankRule:
    return decisions.enter_rule(line=line, platform=platform, **entered)


_RULE: dict[str, Any] = {
    **TWO,
    "perform": _enter_rule,
    "effect": effects.enter_rule,
    "proposed_as": "Enter a bank rule",
    "message": "The rule holds now.",
    "subject": lambda *, connection_name, kind, priority, **_: f"rule {kind} {priority} of {connection_name}"[:64],
}


def _connections() -> list[tuple[str, str]]:
    rows = BankConnection.objects.filter(ended_at=None).order_by("name")
    return [(name, name) for name in rows.values_list("name", flat=True)]


def _rule_fields(_: Any) -> Fields:
    return {
        "connection_name": forms.ChoiceField(
            label="Bank connection", choices=_connections, widget=UnfoldAdminSelectWidget
        ),
        "kind": forms.ChoiceField(
            choices=[("CODE", "Fee by bank transaction code"), ("NAME", "Quote by amount, date and name")],
            widget=UnfoldAdminSelectWidget,
        ),
        "priority": _number("Priority", 100, "The lowest counts first."),
        "transaction_code": text("Beginning of the code", "For fees, such as PMNT/MCOP/CHRG.", required=False),
        "days": _number("How old a quote may be, in days", 7),
        "ratio": _number("How alike names have to be, in percent", 85),
    }


def _rule_of_list(_: Any, entered: dict[str, Any]) -> dict[str, Any]:
    return entered | {"code": entered.pop("transaction_code")}


def _fields_by_exception(row: BankException | None) -> Fields:
    ways = [("CODE", f"Lines with this code are fees: {row.line.code}")] if row is not None and row.line.code else []
    if row is not None and row.line.is_credit and row.line.account_digest:
        ways.append(("PAYER", "Money from this payer's account is for one internal account"))
    return {
        "kind": forms.ChoiceField(label="Rule", choices=ways, widget=UnfoldAdminSelectWidget),
        "priority": _number("Priority", 100, "The lowest counts first."),
        "internal_account": text("Internal account", "InternalAccount:…, for money.", required=False),
        **platform_choice(row),
    }


def _rule_of_exception(row: BankException | None, entered: dict[str, Any]) -> dict[str, Any]:
    if row is None:
        raise open_lines.ExceptionNotFound
    is_code = entered["kind"] == BankRuleKind.CODE
    said = {"code": row.line.code} if is_code else {"line": row.line.public_id}
    return entered | said | {"connection_name": row.line.connection_name}


Action(
    "bank_rule.enter",
    **_RULE,
    on=BankRule,
    is_of_list=True,
    path="enter_rule",
    button="Enter a rule",
    icon="add",
    is_main=True,
    title="Enter a rule",
    text="A second person approves it.",
    fields=_rule_fields,
    arguments=_rule_of_list,
)
WRITE = Action(
    "bank_rule.enter",
    **_RULE,
    on=BankException,
    path="rule",
    button="Rule",
    icon="rule",
    offered=is_open,
    following=following,
    title="Write a rule from this exception",
    text="A second person approves it. It also decides about such lines that wait now.",
    fields=_fields_by_exception,
    arguments=_rule_of_exception,
)
Action(
    "bank_rule.end",
    **TWO,
    on=BankRule,
    path="end_rule",
    button="End",
    icon="event_busy",
    offered=lambda row, _: row.ended_at is None,
    title="End this rule",
    text="A second person approves it. What it decided stays.",
    key="rule",
    perform=rules.end,
    effect=effects.end_rule,
)


@admin.register(BankRule)
class BankRuleAdmin(ReadOnlyAdmin):
    """Rules for lines without an end-to-end id or a reference."""

    exact = ("connection_name",)
    search_help_text = "name of a bank connection"
    list_display = (
        "public_id",
        "connection_name",
        "priority",
        "kind",
        "code",
        "internal_account",
        "platform",
        "ended_at",
    )
    loads = ("internal_account", "platform")
    hidden = ("account_digest",)
