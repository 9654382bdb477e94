"""Pages of money that arrived, and the dialogs in which staff record what no adapter has told."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from unfold.decorators import action
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from payments.admin import quote_panels
from payments.models import Deposit, InternalAccount
from payments.operations import deposits
from payments.operations.accounts import InternalAccountNotFound
from platforms import audit
from platforms.backoffice import columns, dialogs, links, panels, verbs
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.backoffice.verbs import Role
from platforms.kit import clock, identifiers, money
from platforms.models import Platform

USES = {"CREDITED": "success", "FOR_QUOTE": "info", "SUSPENSE": "danger"}
_CURRENCIES = [(code, f"{code}, {money.currency(code).name}") for code in sorted(money.SUPPORTED_CURRENCIES)]


def _record(*, platform: str, actor: audit.Actor, now: clock.RealTime, **entered: Any) -> Deposit:
    key = identifiers.parse("PlatformConfig", platform)
    assert key is not None, "a dialog of ours names the platform"
    return deposits.receive_by_hand(platform_id=key, actor=actor, real_now=now, **entered)


_RECORD = verbs.declare(
    "deposit.record",
    title="Record money that arrived",
    roles=(Role.OPERATIONS,),
    perform=_record,
    needs_second_person=True,
)


class _RecordForm(dialogs.OperationForm):
    """What is entered of any arrival."""

    verb = _RECORD
    provider_reference = forms.CharField(
        label="Reference of the bank or network",
        max_length=deposits.LONGEST_TEXT,
        widget=UnfoldAdminTextInputWidget,
        help_text="What it calls this arrival. It is booked once.",
    )
    amount = forms.IntegerField(
        min_value=1,
        max_value=money.MAX_AMOUNT,
        widget=UnfoldAdminTextInputWidget,
        help_text="In the smallest unit of the currency: 150 is 1.50 USD.",
    )


class RecordForAccountForm(_RecordForm):
    """The dialog that proposes to credit an internal account with money that arrived."""

    subject_type = "InternalAccount"

    def arguments(self, **entered: Any) -> dict[str, Any]:
        """Return what was entered, and the account with its platform and currency."""
        key = dialogs.key_of(self.object_id)
        account: InternalAccount | None = InternalAccount.objects.filter(id=key).first() if key else None
        if account is None:
            raise InternalAccountNotFound
        platform = identifiers.public("PlatformConfig", account.platform_id)
        return entered | {"platform": platform, "currency": account.currency, "named": account.public_id}


class RecordForm(_RecordForm):
    """The dialog that proposes to book money that arrived for a quote, or for nobody that is known."""

    platform = forms.ModelChoiceField(queryset=Platform.objects.order_by("name"), widget=UnfoldAdminSelectWidget)
    currency = forms.ChoiceField(choices=[("", "Choose one"), *_CURRENCIES], widget=UnfoldAdminSelectWidget)
    named = forms.CharField(
        label="What it is for",
        max_length=deposits.LONGEST_TEXT,
        required=False,
        widget=UnfoldAdminTextInputWidget,
        help_text="A reference, or the id of an account or a quote. Empty, or unknown: it goes into suspense.",
    )

    def subject(self, **entered: Any) -> str:
        """Name the arrival: at most one proposal for it is open."""
        return f"deposit {entered['provider_reference']}"[:64]

    def arguments(self, **entered: Any) -> dict[str, Any]:
        """Return what was entered."""
        return entered | {"platform": entered["platform"].public_id}


RECORD_ACTION: dict[str, Any] = {
    "description": "Record a deposit",
    "icon": "move_to_inbox",
    "dialog": {
        "title": "Record money that arrived for this account",
        "description": "Only what you have seen at the bank or network. It is booked when a second person has approved "
        "it.",
        "form_class": RecordForAccountForm,
        "form_submit_text": "Propose",
    },
}


@admin.register(Deposit)
class DepositAdmin(ReadOnlyAdmin):
    """Money that arrived, and where it went."""

    public_type = "Deposit"
    exact = ("provider_reference",)
    through = {"InternalAccount": "internal_account_id", "PlatformConfig": "platform_id"}
    search_help_text = "Deposit:…, InternalAccount:… or the reference of the bank or network"
    list_display = ("public_id", "at", "amount", "use", "reason", "provider_reference", "internal_account", "platform")
    list_filter = ("use", "platform")
    loads = ("platform", "internal_account")
    shown = (
        columns.money("amount", currency="currency"),
        columns.label("use", USES),
        columns.column("named", lambda deposit: links.to_public_id(deposit.named), title="what it is for"),
    )
    groups = (
        ("Deposit", ("public_id", "platform", "amount", "currency", "provider_reference", "named", "at")),
        ("Where it went", ("use", "reason", "internal_account", "receipt", "entry")),
    )
    actions_list = ("record",)

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show what waits for a person, and the books."""
        return (
            quote_panels.suspended(request, deposit=row.pk),
            quote_panels.books_of_deposit(request, row),
        )

    @action(  # type: ignore[untyped-decorator]
        description="Record money that arrived",
        icon="add",
        dialog={
            "title": "Record money that arrived",
            "description": "Only what you have seen at the bank or network. It is booked when a second person has "
            "approved it.",
            "form_class": RecordForm,
            "form_submit_text": "Propose",
        },
    )
    def record(self, request: HttpRequest, form: RecordForm) -> HttpResponse:
        """Show the proposal."""
        return dialogs.leave(request, form.done, "Booked.")
