"""Pages of the directories (banks, UMA providers) and of lookups; the dialogs that change the UMA directory."""

import uuid
from typing import Any

from django import forms
from django.contrib import admin
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget, UnfoldBooleanSwitchWidget

from payments.models import Institution, Lookup, UmaProvider
from payments.uma.directory import providers
from platforms import audit
from platforms.backoffice import actions, columns
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import clock
from platforms.models import Environment


@admin.register(Institution)
class InstitutionAdmin(ReadOnlyAdmin):
    """Banks and mobile-money providers, as `GET /discoveries` lists them. They are loaded from a file."""

    exact = ("bank_name", "display_name", "country", "currency")
    search_help_text = "country, currency, or a name in full"
    list_display = ("bank_name", "display_name", "country", "currency", "kind", "rails", "is_active")
    list_filter = ("kind", "is_active")
    shown = (columns.codes("rails"),)
    groups = (
        ("Institution", ("bank_name", "display_name", "country", "currency", "kind", "rails", "is_active")),
        ("Origin", ("source", "created_at", "updated_at")),
    )


@admin.register(Lookup)
class LookupAdmin(ReadOnlyAdmin):
    """Lookups of receivers by platforms. Deleted some time after they expired."""

    through = {"Customer": "customer_id", "ExternalAccount": "external_account_id", "PlatformConfig": "platform_id"}
    search_help_text = "Lookup:…, Customer:… or ExternalAccount:…"
    list_display = ("public_id", "kind", "customer", "external_account", "created_at", "expires_at", "platform")
    list_filter = ("kind", "platform")
    loads = ("platform", "customer", "external_account")
    groups = (
        ("Lookup", ("public_id", "platform", "customer", "kind", "external_account", "receiver_address")),
        ("Time", ("created_at", "expires_at")),
    )


def _hinted(text: str) -> UnfoldAdminTextInputWidget:
    return UnfoldAdminTextInputWidget(attrs={"placeholder": text})


def _what_is_said(provider: UmaProvider | None) -> actions.Fields:
    """Return the fields of an entry, filled in with its present values."""
    # Hints are placeholders inside the fields: the dialog has to fit on a laptop's screen.
    fields = {
        "name": forms.CharField(max_length=255, widget=UnfoldAdminTextInputWidget),
        "domain": forms.CharField(max_length=253, widget=_hinted("what stands behind the @ of its UMA addresses")),
        "lei": forms.CharField(label="LEI", max_length=20, required=False, widget=_hinted("ISO 17442, if it has one")),
        "logo_url": forms.CharField(label="Logo URL", max_length=2048, required=False, widget=_hinted("https://…")),
        "regions": forms.CharField(max_length=1024, widget=_hinted("country codes: DE MX US")),
        "currencies": forms.CharField(max_length=1024, widget=_hinted("currency codes: EUR MXN USD")),
        "is_blocked": forms.BooleanField(
            label="Blocked: no longer listed by default", required=False, widget=UnfoldBooleanSwitchWidget
        ),
    }
    for name, field in fields.items():
        present = getattr(provider, name, None)
        field.initial = " ".join(present) if isinstance(present, list) else present
    return fields


def _entry(**entered: Any) -> providers.Entry:
    lists: dict[str, Any] = {
        name: tuple(entered.pop(name).replace(",", " ").split()) for name in ("regions", "currencies")
    }
    return providers.Entry(**entered, **lists)


def _add(*, environment: str, reason: str, actor: audit.Actor, now: clock.RealTime, **entered: Any) -> UmaProvider:
    entry = _entry(**entered)
    return providers.add(environment=environment, entry=entry, reason=reason, actor=actor, now=now)


def _change(
    *, provider_id: uuid.UUID | None, reason: str, actor: audit.Actor, now: clock.RealTime, **entered: Any
) -> UmaProvider:
    entry = _entry(**entered)
    return providers.change(provider_id=provider_id, entry=entry, reason=reason, actor=actor, now=now)


Action(
    "uma_provider.add",
    roles=[Role.OPERATIONS],
    on=UmaProvider,
    is_of_list=True,
    path="add_provider",
    button="Add a provider",
    icon="add",
    is_main=True,
    title="Add a UMA provider",
    text="Platforms of the environment see it at once.",
    submit="Add",
    fields={
        "environment": forms.ChoiceField(choices=Environment.choices, widget=UnfoldAdminSelectWidget),
        **_what_is_said(None),
    },
    perform=_add,
    message=lambda provider: f"{provider.name} was added.",
)
Action(
    "uma_provider.change",
    roles=[Role.OPERATIONS],
    on=UmaProvider,
    path="change_provider",
    button="Change",
    icon="edit",
    title="Change this UMA provider",
    text="Block it to take it off the list; entries are never deleted.",
    fields=_what_is_said,
    key="provider_id",
    perform=_change,
    message=lambda provider: f"{provider.name} was changed.",
)


@admin.register(UmaProvider)
class UmaProviderAdmin(ReadOnlyAdmin):
    """Counterparties whose customers have UMA addresses, as `GET /uma-providers` lists them."""

    exact = ("domain", "name", "lei")
    search_help_text = "domain, name or LEI"
    list_display = ("name", "domain", "regions", "currencies", "is_blocked", "environment", "created_at")
    list_filter = ("environment", "is_blocked")
    groups = (
        (
            "Provider",
            ("public_id", "name", "domain", "lei", "logo_url", "regions", "currencies", "is_blocked", "environment"),
        ),
        ("Time", ("created_at", "updated_at")),
    )
    shown = (columns.column("lei", lambda provider: provider.lei or "", title="LEI"),)
