"""Pages of internal and external accounts."""

import uuid
from typing import Any

from django.contrib import admin

from payments.accounts import internal_accounts
from payments.admin import deposits  # noqa: F401 - its button comes first
from payments.models import ExternalAccount, InternalAccount
from platforms.backoffice import columns, masking
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import clock

STATUSES = {"ACTIVE": "success", "PENDING": "info", "UNDER_REVIEW": "warning", "INACTIVE": "danger"}
VERIFICATIONS = {
    "MATCHED": "success",
    "PARTIAL_MATCH": "warning",
    "NOT_MATCHED": "danger",
    "PENDING": "info",
}


def _release(*, account_id: uuid.UUID | None, now: clock.RealTime, **by: Any) -> InternalAccount:
    return internal_accounts.release(account_id=account_id, real_now=now, **by)


Action(
    "internal_account.release",
    roles=[Role.OPERATIONS],
    takes_two=True,
    on=InternalAccount,
    button="Release",
    icon="lock_open",
    offered=lambda account, _: account.ledger_account.held_at is not None,
    title="Release this account",
    text="The check of the books has found a fault that concerns this account, and no money moves on it. Once it is "
    "released it is held again only for another fault.",
    key="account_id",
    perform=_release,
    proposed_as="Release a held account",
    message="Money moves again on this account.",
)


@admin.register(InternalAccount)
class InternalAccountAdmin(ReadOnlyAdmin):
    """Money that the service holds."""

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


@admin.register(ExternalAccount)
class ExternalAccountAdmin(ReadOnlyAdmin):
    """Bank accounts, mobile money and wallets outside of the service. Their identifiers are masked."""

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
