"""Pages of internal and external accounts."""

import uuid
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from unfold.decorators import action

from payments.admin import deposits
from payments.models import ExternalAccount, InternalAccount
from payments.operations import accounts
from platforms import audit
from platforms.backoffice import columns, dialogs, masking, verbs
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.backoffice.verbs import Role
from platforms.kit import clock

STATUSES = {"ACTIVE": "success", "PENDING": "info", "UNDER_REVIEW": "warning", "INACTIVE": "danger"}
VERIFICATIONS = {
    "MATCHED": "success",
    "PARTIAL_MATCH": "warning",
    "NOT_MATCHED": "danger",
    "PENDING": "info",
}


def _release(*, account_id: str, reason: str, actor: audit.Actor, now: clock.RealTime) -> InternalAccount:
    return accounts.release(account_id=uuid.UUID(account_id), reason=reason, actor=actor, real_now=now)


class ReleaseForm(dialogs.OperationForm):
    """The dialog that proposes to let money move again on an account that is held."""

    verb = verbs.declare(
        "internal_account.release",
        title="Release a held account",
        roles=(Role.OPERATIONS,),
        perform=_release,
        needs_second_person=True,
    )
    subject_type = "InternalAccount"

    def arguments(self, **entered: Any) -> dict[str, Any]:
        """Return the account."""
        return {"account_id": str(dialogs.key_of(self.object_id))}


@admin.register(InternalAccount)
class InternalAccountAdmin(ReadOnlyAdmin):
    """Money that the service holds."""

    public_type = "InternalAccount"
    exact = ("funding_reference",)
    through = {"Customer": "customer_id", "PlatformConfig": "platform_id"}
    search_help_text = "InternalAccount:…, Customer:… or funding reference"
    list_display = ("public_id", "customer", "currency", "balance", "funding_reference", "platform")
    list_filter = ("platform",)
    loads = ("platform", "customer", "ledger_account")
    shown = (
        columns.column(
            "balance", lambda account: columns.money_text(account.ledger_account.balance or 0, account.currency)
        ),
        columns.column(
            "held",
            lambda account: (
                columns.moment_text(account.ledger_account.held_at) if account.ledger_account.held_at else ""
            ),
            title="held since",
        ),
        # Our own bank details, for payers to see: nothing to mask.
        columns.document("funding_instructions", lambda value: value),
    )
    groups = (
        ("Account", ("public_id", "platform", "customer", "currency", "balance", "held", "ledger_account")),
        ("Funding", ("funding_reference", "funding_instructions")),
    )
    actions_detail = ("record_deposit", "release")

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Offer to record money that arrived, and to release what is held."""
        key = dialogs.key_of(object_id)
        offered: list[Any] = super().get_actions_detail(request, object_id)
        if key is None or not InternalAccount.objects.filter(id=key, ledger_account__held_at__isnull=False).exists():
            return [action for action in offered if action.path != "release"]
        return offered

    @action(**deposits.RECORD_ACTION)  # type: ignore[untyped-decorator]
    def record_deposit(self, request: HttpRequest, form: deposits.RecordForAccountForm, object_id: str) -> HttpResponse:
        """Show the proposal."""
        return dialogs.leave(request, form.done, "Booked.")

    @action(  # type: ignore[untyped-decorator]
        description="Release",
        icon="lock_open",
        dialog={
            "title": "Release this account",
            "description": "The check of the books has found a fault that concerns this account, and no money moves on "
            "it. Once it is released it is held again only for another fault.",
            "form_class": ReleaseForm,
            "form_submit_text": "Propose",
        },
    )
    def release(self, request: HttpRequest, form: ReleaseForm, object_id: str) -> HttpResponse:
        """Show the account."""
        return dialogs.leave(request, form.done, "Money moves again on this account.")


@admin.register(ExternalAccount)
class ExternalAccountAdmin(ReadOnlyAdmin):
    """Bank accounts, mobile money and wallets outside of the service. Their identifiers are masked."""

    public_type = "ExternalAccount"
    has_personal_data = True
    exact_by_platform = ("platform_account_id",)
    through = {"Customer": "customer_id", "PlatformConfig": "platform_id"}
    search_help_text = "ExternalAccount:…, Customer:… or the platform's own id"
    list_display = ("public_id", "customer", "account_type", "currency", "primary_identifier", "status", "platform")
    list_filter = ("status", "beneficiary_verification_status", "platform")
    loads = ("platform", "customer")
    shown = (
        columns.label("status", STATUSES),
        columns.label("beneficiary_verification_status", VERIFICATIONS),
        columns.text("primary_identifier", masking.masked),
        columns.document("account_info", masking.account),
        columns.document("beneficiary_verified_data", masking.account),
    )
    groups = (
        ("Account", ("public_id", "platform", "customer", "currency", "account_type", "status", "platform_account_id")),
        ("Details, masked", ("primary_identifier", "account_info")),
        ("Beneficiary check", ("beneficiary_verification_status", "beneficiary_verified_data", "warnings")),
    )

    def summary(self, row: Any) -> str:
        """Return its kind, the end of its number and who holds it."""
        holder = row.account_info.get("beneficiary") or {}
        name = holder.get("fullName") or holder.get("legalName") or ""
        number = f"{row.account_type} {masking.masked(row.primary_identifier)}"
        return " · ".join(filter(None, (number, name, str(row.platform))))
