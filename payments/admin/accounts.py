"""Pages of internal and external accounts."""

from typing import Any

from django.contrib import admin

from payments.models import ExternalAccount, InternalAccount
from platforms.backoffice import columns, masking
from platforms.backoffice.read_only import ReadOnlyAdmin

STATUSES = {"ACTIVE": "success", "PENDING": "info", "UNDER_REVIEW": "warning", "INACTIVE": "danger"}
VERIFICATIONS = {
    "MATCHED": "success",
    "PARTIAL_MATCH": "warning",
    "NOT_MATCHED": "danger",
    "PENDING": "info",
}


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
        # Our own bank details, for payers to see: nothing to mask.
        columns.document("funding_instructions", lambda value: value),
    )
    groups = (
        ("Account", ("public_id", "platform", "customer", "currency", "balance", "ledger_account")),
        ("Funding", ("funding_reference", "funding_instructions")),
    )


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
