"""Pages of platforms and their currencies."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from platforms.backoffice import columns, panels
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.models import Platform, PlatformCurrency

ENVIRONMENTS = {"SANDBOX": "info", "PRODUCTION": "danger"}


@admin.register(Platform)
class PlatformAdmin(ReadOnlyAdmin):
    """The tenants."""

    public_type = "PlatformConfig"
    exact = ("uma_domain", "name")
    search_help_text = "PlatformConfig:…, UMA domain or name"
    list_display = ("name", "environment", "uma_domain", "public_id", "created_at")
    list_filter = ("environment",)
    shown = (columns.label("environment", ENVIRONMENTS),)
    groups = (
        ("Platform", ("public_id", "name", "environment", "is_regulated_financial_institution", "contact_email")),
        ("Configuration", ("uma_domain", "proxy_uma_subdomain", "webhook_endpoint", "clock_offset")),
    )

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the currencies and the tokens."""
        currencies = ("code", "min_amount", "max_amount", "enabled_transaction_types")
        tokens = ("name", "permissions", "client_id", "last_used_at", "expires_at", "revoked_at")
        return (
            panels.rows_of(request, "platforms.PlatformCurrency", *currencies, platform=row.pk),
            panels.rows_of(request, "platforms.ApiToken", *tokens, title="API tokens", platform=row.pk),
        )


@admin.register(PlatformCurrency)
class PlatformCurrencyAdmin(ReadOnlyAdmin):
    """What a platform can hold and move, and how much at once."""

    exact = ("code",)
    through = {"PlatformConfig": "platform_id"}
    search_help_text = "currency code or PlatformConfig:…"
    list_display = ("code", "platform", "min_amount", "max_amount", "enabled_transaction_types")
    list_filter = ("platform",)
    loads = ("platform",)
    shown = (columns.money("min_amount", currency="code"), columns.money("max_amount", currency="code"))
