"""Pages of money that arrived, and the dialogs in which staff record arrivals that no adapter reported."""

import dataclasses
import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from payments.accounts.internal_accounts import InternalAccountNotFound
from payments.admin import effects, names, quote_panels
from payments.admin.facts import payers
from payments.deposits import deposits
from payments.models import Deposit, InternalAccount
from payments.workflow import suspense
from platforms.backoffice import actions, amounts, columns, fields, links, panels, parties
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.lists import days, entered
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import clock, identifiers, money
from platforms.models import Platform

USES = {"CREDITED": "success", "FOR_QUOTE": "info", "SUSPENSE": "danger"}
_CURRENCIES = [(code, f"{code}, {money.currency(code).name}") for code in sorted(money.SUPPORTED_CURRENCIES)]


def _record(*, platform: uuid.UUID, now: clock.RealTime, **entered: Any) -> Deposit:
    return deposits.receive_by_hand(platform_id=platform, real_now=now, **entered)


def _for_account(account: InternalAccount | None, entered: dict[str, Any]) -> dict[str, Any]:
    """Add the account with its platform and currency; the amount in the smallest unit."""
    if account is None:
        raise InternalAccountNotFound
    platform = identifiers.public("PlatformConfig", account.platform_id)
    named = {"platform": platform, "currency": account.currency, "named": account.public_id}
    return _in_units(None, entered | named)


def _in_units(_: Any, entered: dict[str, Any]) -> dict[str, Any]:
    """Return what was entered with the amount in the smallest unit of the currency."""
    return entered | {"amount": amounts.smallest_units(entered["amount"], entered["currency"], field="amount")}


_ENTERED: actions.Fields = {
    "provider_reference": forms.CharField(
        label="Reference of the bank or network",
        max_length=deposits.LONGEST_TEXT,
        widget=UnfoldAdminTextInputWidget,
        help_text="What it calls this arrival. It is booked once.",
    ),
    "amount": fields.AmountField(help_text="In the major unit of the currency, such as 1,234.56."),
}
_RECORD: dict[str, Any] = {
    "roles": [Role.OPERATIONS],
    "takes_two": True,
    "text": "Only what you have seen at the bank or network. It is booked when a second person has approved it.",
    "perform": _record,
    "effect": effects.record_deposit,
    "proposed_as": "Record a deposit",
    "message": "Booked.",
}
Action(
    "deposit.record",
    **_RECORD,
    on=Deposit,
    is_of_list=True,
    button="Record a deposit",
    icon="add",
    title="Record a deposit",
    fields={
        **_ENTERED,
        "platform": forms.ModelChoiceField(queryset=Platform.objects.order_by("name"), widget=UnfoldAdminSelectWidget),
        "currency": forms.ChoiceField(choices=[("", "Choose one"), *_CURRENCIES], widget=UnfoldAdminSelectWidget),
        "named": forms.CharField(
            label="What it is for",
            max_length=deposits.LONGEST_TEXT,
            required=False,
            widget=UnfoldAdminTextInputWidget,
            help_text="A reference, or the id of an account or a quote. Empty, or unknown: it goes into suspense.",
        ),
    },
    arguments=_in_units,
    subject=lambda *, provider_reference, **_: f"deposit {provider_reference}"[:64],
)
Action(
    "deposit.record",
    **_RECORD,
    on=InternalAccount,
    path="record_deposit",
    button="Record a deposit",
    icon="move_to_inbox",
    title="Record a deposit for this account",
    fields=_ENTERED,
    arguments=_for_account,
)


@admin.register(Deposit)
class DepositAdmin(ReadOnlyAdmin):
    """Money that arrived, and its use."""

    exact = ("provider_reference",)
    through = {"InternalAccount": "internal_account_id", "PlatformConfig": "platform_id"}
    search_help_text = "Deposit:…, InternalAccount:… or the reference of the bank or network"
    time_of_keys = "at"
    list_display = (
        "at",
        "amount",
        "use",
        "reason",
        "payer",
        parties.CUSTOMER,
        "reference",
        "platform",
        "public_id",
    )
    parties_in = "public_id"
    list_filter = (
        days.of("at", title="day of arrival"),
        entered.amounts_of(("amount", "currency")),
        entered.by_code("reason", "reason", lambda: entered.worded(suspense.IN_SUSPENSE, names.REASONS)),
        "use",
        "platform",
    )
    loads = ("platform", "internal_account")
    shown = (
        columns.money("amount", currency="currency"),
        columns.label("use", USES),
        columns.named("reason", names.REASONS),
        columns.column("named", lambda deposit: links.to_public_id(deposit.named), title="what it is for"),
        columns.column("payer", payers.of),
        columns.column("provider_reference", lambda deposit: links.to_public_id(deposit.provider_reference)),
        dataclasses.replace(
            columns.column("reference", lambda deposit: links.by_kind(deposit.provider_reference)),
            in_files=(columns.text("provider_reference"),),
        ),
    )
    # Of lists, and with the amount: the page has the whole reference.
    hidden = ("reference", "currency")
    groups = (
        ("Deposit", ("amount", "at", "payer", "provider_reference", "named", "platform", "public_id")),
        ("Where it went", ("use", "reason", "internal_account", "receipt", "entry")),
    )

    def prepare(self, request: HttpRequest, rows: Sequence[Any], *, is_page: bool) -> None:
        """Load the names of the payers."""
        payers.load(rows)

    def heading(self, row: Any) -> str:
        """Return how much arrived, and for whom; where nobody is known, the reference of the bank or network."""
        found = (
            parties.of(row, self.parties_in) if row.internal_account_id else parties.find([row.named]).get(row.named)
        )
        platform = row.platform.name if row.internal_account_id else ""
        holder = (found.customer if found else "") or platform
        whose = f"for {holder}" if holder else f"reference {row.provider_reference}"
        return f"{amounts.major_units(row.amount, row.currency)}, {whose}"

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show open suspense items, and the ledger entries."""
        return (
            quote_panels.suspended(request, deposit=row.pk),
            quote_panels.books_of_deposit(request, row),
        )
