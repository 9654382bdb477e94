"""Pages of the directories (banks, UMA providers) and of lookups; the dialogs that change the UMA directory."""

import uuid
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from unfold.decorators import action
from unfold.enums import ActionVariant
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget, UnfoldBooleanSwitchWidget

from payments.models import Institution, Lookup, UmaProvider
from payments.operations import uma_providers
from platforms import audit
from platforms.backoffice import links
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.kit import clock, errors
from platforms.models import Environment


@admin.register(Institution)
class InstitutionAdmin(ReadOnlyAdmin):
    """Banks and mobile-money providers, as `GET /discoveries` lists them. They come from a file."""

    exact = ("bank_name", "display_name")
    search_help_text = "bankName or displayName, in full"
    list_display = ("bank_name", "display_name", "country", "currency", "kind", "rails", "is_active")
    list_filter = ("kind", "is_active", "currency", "country")
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


class _ProviderForm(BaseDialogForm):  # type: ignore[misc]
    """What staff say about a provider, and why."""

    name = forms.CharField(max_length=255, widget=UnfoldAdminTextInputWidget)
    domain = forms.CharField(
        max_length=253, widget=UnfoldAdminTextInputWidget, help_text="Behind the @ of its UMA addresses."
    )
    lei = forms.CharField(
        label="LEI", max_length=20, required=False, widget=UnfoldAdminTextInputWidget, help_text="ISO 17442, if any."
    )
    logo_url = forms.CharField(label="Logo URL", max_length=2048, required=False, widget=UnfoldAdminTextInputWidget)
    regions = forms.CharField(
        max_length=1024, widget=UnfoldAdminTextInputWidget, help_text="Country codes with blanks between: DE MX US"
    )
    currencies = forms.CharField(
        max_length=1024, widget=UnfoldAdminTextInputWidget, help_text="Currency codes with blanks between: USD EUR"
    )
    is_blocked = forms.BooleanField(
        label="Blocked", required=False, widget=UnfoldBooleanSwitchWidget, help_text="No longer listed by default."
    )
    reason = forms.CharField(
        max_length=1000, widget=UnfoldAdminTextInputWidget, help_text="Why. Kept in the audit log."
    )

    def clean(self) -> dict[str, Any]:
        """Do what the dialog is for: its refusals belong beside the fields that they name."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                with transaction.atomic(durable=True):
                    self.provider = self.carry_out(_entry(cleaned))
            except errors.InvalidInput as refusal:
                for problem in refusal.problems:
                    self.add_error(problem["field"], problem["reason"])
            except errors.DomainError as refusal:
                # The dialog shows what belongs to a field, and nothing else.
                self.add_error("reason", refusal.text)
        return cleaned

    def carry_out(self, entry: uma_providers.Entry) -> UmaProvider:
        """Call the operation."""
        raise NotImplementedError


class AddProviderForm(_ProviderForm):
    """The dialog that adds a provider."""

    environment = forms.ChoiceField(
        choices=Environment.choices, widget=UnfoldAdminSelectWidget, help_text="Whose platforms see it."
    )
    field_order = ("environment",)

    def carry_out(self, entry: uma_providers.Entry) -> UmaProvider:
        """Add the provider."""
        return uma_providers.add(
            environment=self.cleaned_data["environment"],
            entry=entry,
            reason=self.cleaned_data["reason"],
            actor=_actor(self.request),
            now=clock.now(),
        )


class ChangeProviderForm(_ProviderForm):
    """The dialog that changes a provider: it opens with what is known."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Fill in what the entry says now."""
        super().__init__(*args, **kwargs)
        key = _key(self.object_id)
        provider: UmaProvider | None = UmaProvider.objects.filter(id=key).first() if key else None
        if provider is not None:
            self.initial = {
                "name": provider.name,
                "domain": provider.domain,
                "lei": provider.lei,
                "logo_url": provider.logo_url,
                "regions": " ".join(provider.regions),
                "currencies": " ".join(provider.currencies),
                "is_blocked": provider.is_blocked,
            }

    def carry_out(self, entry: uma_providers.Entry) -> UmaProvider:
        """Change the provider."""
        key = _key(self.object_id)
        if key is None:
            raise uma_providers.UmaProviderNotFound
        return uma_providers.change(
            provider_id=key,
            entry=entry,
            reason=self.cleaned_data["reason"],
            actor=_actor(self.request),
            now=clock.now(),
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
    actions_list = ("add_provider",)
    actions_detail = ("change_provider",)

    # By these methods and not by the permissions' own names, which the theme would look up in the database at start-up.
    def has_adding_permission(self, request: HttpRequest) -> bool:
        """Tell who may add providers."""
        return request.user.has_perm("payments.add_umaprovider")

    def has_changing_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Tell who may change them."""
        return request.user.has_perm("payments.change_umaprovider")

    @action(  # type: ignore[untyped-decorator]
        description="Add a provider",
        permissions=["adding"],
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
        return _leave(request, form.provider, "added")

    @action(  # type: ignore[untyped-decorator]
        description="Change",
        permissions=["changing"],
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
        return _leave(request, form.provider, "changed")


def _entry(cleaned: dict[str, Any]) -> uma_providers.Entry:
    return uma_providers.Entry(
        name=cleaned["name"],
        domain=cleaned["domain"],
        lei=cleaned["lei"],
        logo_url=cleaned["logo_url"],
        regions=tuple(cleaned["regions"].replace(",", " ").split()),
        currencies=tuple(cleaned["currencies"].replace(",", " ").split()),
        is_blocked=cleaned["is_blocked"],
    )


def _leave(request: HttpRequest, provider: UmaProvider, what: str) -> HttpResponse:
    """Close the dialog and open the provider's page."""
    messages.success(request, f"{provider.name} was {what}.")
    return HttpResponse(headers={"HX-Redirect": links.page(UmaProvider, provider.id)})


def _actor(request: HttpRequest) -> audit.Actor:
    assert isinstance(request.user, User)
    return audit.Actor(kind="STAFF", id=request.user.get_username()[:64])


def _key(text: object) -> uuid.UUID | None:
    try:
        return uuid.UUID(str(text).rpartition(":")[2])
    except ValueError:
        return None
