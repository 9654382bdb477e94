"""Pages of the directories (banks, UMA providers) and of lookups; the dialogs that change the UMA directory."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from unfold.decorators import action
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget, UnfoldBooleanSwitchWidget

from payments.models import Institution, Lookup, UmaProvider
from payments.operations import uma_providers
from platforms import audit
from platforms.backoffice import columns, dialogs, verbs
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.backoffice.verbs import Role
from platforms.kit import clock
from platforms.models import Environment

_ADD_PROVIDER = verbs.declare("uma_provider.add", title="Add a UMA provider", roles=[Role.OPERATIONS])
_CHANGE_PROVIDER = verbs.declare("uma_provider.change", title="Change a UMA provider", roles=[Role.OPERATIONS])


@admin.register(Institution)
class InstitutionAdmin(ReadOnlyAdmin):
    """Banks and mobile-money providers, as `GET /discoveries` lists them. They come from a file."""

    exact = ("bank_name", "display_name", "country", "currency")
    search_help_text = "country, currency, or a name in full"
    list_display = ("bank_name", "display_name", "country", "currency", "kind", "rails", "is_active")
    list_filter = ("kind", "is_active")
    groups = (
        ("Institution", ("bank_name", "display_name", "country", "currency", "kind", "rails", "is_active")),
        ("Origin", ("source", "created_at", "updated_at")),
    )


@admin.register(Lookup)
class LookupAdmin(ReadOnlyAdmin):
    """What platforms asked about receivers. Forgotten some time after they expired."""

    public_type = "Lookup"
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


class _ProviderForm(dialogs.OperationForm):
    """What staff say about a provider."""

    # Hints stand inside the fields: the dialog has to fit on a laptop's screen.
    name = forms.CharField(max_length=255, widget=UnfoldAdminTextInputWidget)
    domain = forms.CharField(max_length=253, widget=_hinted("what stands behind the @ of its UMA addresses"))
    lei = forms.CharField(label="LEI", max_length=20, required=False, widget=_hinted("ISO 17442, if it has one"))
    logo_url = forms.CharField(label="Logo URL", max_length=2048, required=False, widget=_hinted("https://…"))
    regions = forms.CharField(max_length=1024, widget=_hinted("country codes: DE MX US"))
    currencies = forms.CharField(max_length=1024, widget=_hinted("currency codes: EUR MXN USD"))
    is_blocked = forms.BooleanField(
        label="Blocked: no longer listed by default", required=False, widget=UnfoldBooleanSwitchWidget
    )


class AddProviderForm(_ProviderForm):
    """The dialog that adds a provider."""

    verb = _ADD_PROVIDER
    environment = forms.ChoiceField(choices=Environment.choices, widget=UnfoldAdminSelectWidget)
    field_order = ("environment",)

    def carry_out(self, *, actor: audit.Actor, **entered: Any) -> UmaProvider:
        """Add the provider."""
        return uma_providers.add(
            environment=entered["environment"],
            entry=_entry(entered),
            reason=entered["reason"],
            actor=actor,
            now=clock.real_now(),
        )


class ChangeProviderForm(_ProviderForm):
    """The dialog that changes a provider: it opens with what is known."""

    verb = _CHANGE_PROVIDER

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Fill in what the entry says now."""
        super().__init__(*args, **kwargs)
        key = dialogs.key_of(self.object_id)
        provider = UmaProvider.objects.filter(id=key).first() if key else None
        if provider is not None:
            facts = {name: getattr(provider, name) for name in ("name", "domain", "lei", "logo_url", "is_blocked")}
            lists = {name: " ".join(getattr(provider, name)) for name in ("regions", "currencies")}
            self.initial = facts | lists

    def carry_out(self, *, actor: audit.Actor, **entered: Any) -> UmaProvider:
        """Change the provider."""
        return uma_providers.change(
            provider_id=dialogs.key_of(self.object_id),
            entry=_entry(entered),
            reason=entered["reason"],
            actor=actor,
            now=clock.real_now(),
        )


@admin.register(UmaProvider)
class UmaProviderAdmin(ReadOnlyAdmin):
    """Counterparties whose customers have UMA addresses, as `GET /uma-providers` lists them."""

    public_type = "UmaProvider"
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
    actions_list = ("add_provider",)
    actions_detail = ("change_provider",)

    @action(  # type: ignore[untyped-decorator]
        description="Add a provider",
        icon="add",
        variant=ActionVariant.PRIMARY,
        dialog={
            "title": "Add a UMA provider",
            "description": "Platforms of the environment see it at once.",
            "form_class": AddProviderForm,
            "form_submit_text": "Add",
        },
    )
    def add_provider(self, request: HttpRequest, form: AddProviderForm) -> HttpResponse:
        """Show what was added."""
        return dialogs.leave(request, form.done, f"{form.done.name} was added.")

    @action(  # type: ignore[untyped-decorator]
        description="Change",
        icon="edit",
        dialog={
            "title": "Change this UMA provider",
            "description": "Block it to take it off the list; entries are never deleted.",
            "form_class": ChangeProviderForm,
            "form_submit_text": "Change",
        },
    )
    def change_provider(self, request: HttpRequest, form: ChangeProviderForm, object_id: str) -> HttpResponse:
        """Show what it says now."""
        return dialogs.leave(request, form.done, f"{form.done.name} was changed.")


def _entry(entered: dict[str, Any]) -> uma_providers.Entry:
    return uma_providers.Entry(
        name=entered["name"],
        domain=entered["domain"],
        lei=entered["lei"],
        logo_url=entered["logo_url"],
        regions=tuple(entered["regions"].replace(",", " ").split()),
        currencies=tuple(entered["currencies"].replace(",", " ").split()),
        is_blocked=entered["is_blocked"],
    )
