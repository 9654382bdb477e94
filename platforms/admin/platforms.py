"""Pages of platforms and their currencies."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from unfold.decorators import action
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from platforms import audit
from platforms.backoffice import columns, dialogs, links, panels, verbs
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.backoffice.verbs import Role
from platforms.kit import clock
from platforms.models import Environment, Permission, Platform, PlatformCurrency
from platforms.operations import api_tokens, platforms

ENVIRONMENTS = {"SANDBOX": "info", "PRODUCTION": "danger"}
_FIRST_TOKEN = "first token"  # noqa: S105 - its name


@dataclasses.dataclass(frozen=True, slots=True)
class NewPlatform:
    """A platform with its first token, whose secret exists in clear only here."""

    platform: Platform
    token: api_tokens.NewToken


class CreateForm(dialogs.OperationForm):
    """The dialog that makes a platform: what `manage.py create_platform` does."""

    verb = verbs.declare("platform.create", title="Make a platform", roles=[Role.OPERATIONS, Role.ADMINISTRATOR])
    name = forms.CharField(max_length=255, widget=UnfoldAdminTextInputWidget)
    environment = forms.ChoiceField(
        choices=[("", "Choose one"), *Environment.choices],
        widget=UnfoldAdminSelectWidget,
        help_text="For good: a platform never changes from sandbox to production, or back.",
    )
    uma_domain = forms.CharField(label="UMA domain", max_length=253, widget=UnfoldAdminTextInputWidget)
    currencies = forms.CharField(
        widget=UnfoldAdminTextInputWidget, help_text="Codes, with spaces or commas between them: USD, MXN."
    )
    contact_email = forms.EmailField(
        label="E-mail of a person there", required=False, widget=UnfoldAdminTextInputWidget
    )

    def carry_out(self, *, actor: audit.Actor, **entered: Any) -> NewPlatform:
        """Make the platform and its first token, which may do everything."""
        now = clock.real_now()
        made = platforms.create_platform(
            name=entered["name"],
            environment=entered["environment"],
            uma_domain=entered["uma_domain"],
            currencies=entered["currencies"].upper().replace(",", " ").split(),
            contact_email=entered["contact_email"],
            actor=actor,
            now=now,
            reason=entered["reason"],
        )
        token = api_tokens.create(
            platform_id=made.id,
            name=_FIRST_TOKEN,
            permissions=Permission.values,
            granted_by=frozenset(Permission.values),
            actor=actor,
            now=now,
        )
        return NewPlatform(made, token)


_FOR_GOOD = (
    "Impossible. Test money and real money would stand in the same books, under the same identifiers and keys. Make "
    "another platform."
)


@admin.register(Platform)
class PlatformAdmin(ReadOnlyAdmin):
    """The tenants."""

    public_type = "PlatformConfig"
    exact = ("uma_domain", "name")
    search_help_text = "PlatformConfig:…, UMA domain or name"
    list_display = ("name", "environment", "uma_domain", "public_id", "created_at")
    list_filter = ("environment",)
    shown = (
        columns.label("environment", ENVIRONMENTS),
        columns.column("why_for_good", lambda _: _FOR_GOOD, title="another environment", is_wide=True),
    )
    groups = (
        (
            "Platform",
            (
                "public_id",
                "name",
                "environment",
                "why_for_good",
                "is_regulated_financial_institution",
                "contact_email",
            ),
        ),
        ("Configuration", ("uma_domain", "proxy_uma_subdomain", "webhook_endpoint", "clock_offset")),
    )

    actions_list = ("create",)

    @action(  # type: ignore[untyped-decorator]
        description="Make a platform",
        icon="add",
        variant=ActionVariant.PRIMARY,
        dialog={
            "title": "Make a platform",
            "description": "With its currencies, their accounts, and a first API token, whose secret is shown once.",
            "form_class": CreateForm,
            "form_submit_text": "Make it",
        },
    )
    def create(self, request: HttpRequest, form: CreateForm) -> HttpResponse:
        """Show the secret in the dialog: nowhere else, and not again."""
        made: NewPlatform = form.done
        shown = format_html(
            '<div id="dialog-form" class="mb-6 mt-6"><p class="desk-name">{} is made.</p>'
            "<p>Client id: <code>{}</code></p><p>Client secret, shown once: <code>{}</code></p>"
            "<p>Give it to the platform on a safe way. {}</p></div>",
            made.platform.name,
            made.token.token.client_id,
            made.token.client_secret,
            links.to(links.page(Platform, made.platform.pk), "Open the platform"),
        )
        return HttpResponse(shown, headers={"Cache-Control": "no-store"})

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the currencies and the tokens."""
        currencies = ("code", "min_amount", "max_amount", "enabled_transaction_types")
        tokens = ("name", "permissions", "client_id", "last_used_at", "expires_at", "revoked_at")
        domains = ("domain", "state", "verified_at", "failing_since", "problem")
        return (
            panels.rows_of(request, "platforms.UmaDomain", *domains, title="UMA domains", platform=row.pk),
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
