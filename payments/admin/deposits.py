"""Pages of money that arrived, and the dialogs in which staff record what no adapter has told."""

import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from payments.accounts.internal_accounts import InternalAccountNotFound
from payments.admin import names, quote_panels
from payments.deposits import deposits
from payments.models import Deposit, InternalAccount
from platforms.backoffice import actions, columns, links, panels
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import clock, identifiers, money
from platforms.models import Platform

USES = {"CREDITED": "success", "FOR_QUOTE": "info", "SUSPENSE": "danger"}
_CURRENCIES = [(code, f"{code}, {money.currency(code).name}") for code in sorted(money.SUPPORTED_CURRENCIES)]


def _record(*, platform: uuid.UUID, now: clock.RealTime, **entered: Any) -> Deposit:
    return deposits.receive_by_hand(platform_id=platform, real_now=now, **entered)


def _for_account(account: InternalAccount | None, entered: dict[str, Any]) -> dict[str, Any]:
    """Add the account with its platform and currency."""
    if account is None:
        raise InternalAccountNotFound
    platform = identifiers.public("PlatformConfig", account.platform_id)
    return entered | {"platform": platform, "currency": account.currency, "named": account.public_id}


_ENTERED: actions.Fields = {
    "provider_reference": forms.CharField(
        label="Reference of the bank or network",
        max_length=deposits.LONGEST_TEXT,
        widget=UnfoldAdminTextInputWidget,
        help_text="What it calls this arrival. It is booked once.",
    ),
    "amount": forms.IntegerField(
        min_value=1,
        max_value=money.MAX_AMOUNT,
        widget=UnfoldAdminTextInputWidget,
        help_text="In the smallest unit of the currency: 150 is 1.50 USD.",
    ),
}
_RECORD: dict[str, Any] = {
    "roles": [Role.OPERATIONS],
    "takes_two": True,
    "text": "Only what you have seen at the bank or network. It is booked when a second person has approved it.",
    "perform": _record,
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
    """Money that arrived, and where it went."""

    exact = ("provider_reference",)
    through = {"InternalAccount": "internal_account_id", "PlatformConfig": "platform_id"}
    search_help_text = "Deposit:…, InternalAccount:… or the reference of the bank or network"
    list_display = ("public_id", "at", "amount", "use", "reason", "provider_reference", "internal_account", "platform")
    list_filter = ("use", "platform")
    loads = ("platform", "internal_account")
    shown = (
        columns.money("amount", currency="currency"),
        columns.label("use", USES),
        columns.named("reason", names.REASONS),
        columns.column("named", lambda deposit: links.to_public_id(deposit.named), title="what it is for"),
    )
    groups = (
        ("Deposit", ("public_id", "platform", "amount", "currency", "provider_reference", "named", "at")),
        ("Where it went", ("use", "reason", "internal_account", "receipt", "entry")),
    )

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show what waits for a person, and the books."""
        return (
            quote_panels.suspended(request, deposit=row.pk),
            quote_panels.books_of_deposit(request, row),
        )
