"""Pages of internal and external accounts."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from payments.accounts import internal_accounts
from payments.admin import (
    deposits,  # noqa: F401 - its button comes first
    effects,
    names,
    parties,
)
from payments.admin.reports import balance_chart
from payments.models import ExternalAccount, InternalAccount
from platforms.backoffice import amounts, columns, links, masking, panels
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
    effect=effects.release_account,
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

    def named(self, row: Any) -> str:
        """Return the holder, and the end of what payers name; nothing where a page has not loaded the holder."""
        is_loaded = {"platform", "customer"} <= row._state.fields_cache.keys()
        return names.internal_account(row) if is_loaded else ""

    def summary(self, row: Any) -> str:
        """Return whose it is and what it holds."""
        holder = links.named(row.customer) if row.customer else f"{row.platform} itself"
        balance = amounts.major_units(row.ledger_account.balance or 0, row.currency)
        return " · ".join((holder, balance, str(row.platform)))

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the balance by day."""
        return (balance_chart.of(request, row.ledger_account),)


@admin.register(ExternalAccount)
class ExternalAccountAdmin(ReadOnlyAdmin):
    """Bank accounts, mobile money and wallets outside of the service. Their identifiers are masked."""

    has_personal_data = True
    exact_by_platform = ("platform_account_id",)
    through = {"Customer": "customer_id", "PlatformConfig": "platform_id"}
    search_help_text = "ExternalAccount:…, Customer:… or the platform's own id"
    list_display = (
        "beneficiary",
        "primary_identifier",
        "customer",
        "account_type",
        "currency",
        "status",
        "platform",
        "public_id",
    )
    list_filter = ("status", "beneficiary_verification_status", "platform")
    loads = ("platform", "customer")
    shown = (
        columns.label("status", STATUSES),
        columns.label("beneficiary_verification_status", VERIFICATIONS, title="verification"),
        columns.text("primary_identifier", masking.masked, title="account"),
        columns.column("beneficiary", parties.holder, title="beneficiary"),
        columns.document("account_info", masking.account),
        columns.document("beneficiary_verified_data", masking.account, title="verified data"),
        columns.document("metadata", masking.personal, title="metadata of the platform"),
    )
    groups = (
        ("Account", ("public_id", "platform", "customer", "currency", "account_type", "status", "platform_account_id")),
        ("Of the platform", ("metadata",)),
        (
            "Details, masked",
            ("beneficiary", "latin_name", "entered_latin_name", "primary_identifier", "account_info"),
        ),
        (
            "Verification of the beneficiary",
            ("beneficiary_verification_status", "beneficiary_verified_data", "warnings"),
        ),
    )

    def named(self, row: Any) -> str:
        """Return the beneficiary and the end of the number."""
        return names.external_account(row)

    def summary(self, row: Any) -> str:
        """Return its kind, the end of its number and who holds it."""
        number = f"{row.account_type} {masking.masked(row.primary_identifier)}"
        return " · ".join(filter(None, (number, parties.holder(row), str(row.platform))))
