"""Pages of platforms and their currencies."""

import dataclasses
import functools
import uuid
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from platforms import audit
from platforms.backoffice import amounts, columns, fields, links, notes, panels
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.effects import Effect
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import clock, errors, money
from platforms.models import Environment, Permission, Platform, PlatformCurrency
from platforms.operations import api_tokens, platform_fees, platforms

ENVIRONMENTS = {"SANDBOX": "info", "PRODUCTION": "danger"}
_FIRST_TOKEN = "first token"  # noqa: S105 - its name


@dataclasses.dataclass(frozen=True, slots=True)
class NewPlatform:
    """A new platform with its first token, whose secret exists in clear only here."""

    platform: Platform
    token: api_tokens.NewToken


def _create(*, currencies: str, actor: audit.Actor, now: clock.RealTime, **entered: Any) -> NewPlatform:
    """Do what `manage.py create_platform` does; the first token may do everything."""
    codes = currencies.upper().replace(",", " ").split()
    made = platforms.create_platform(currencies=codes, actor=actor, now=now, **entered)
    token = api_tokens.create(
        platform_id=made.id,
        name=_FIRST_TOKEN,
        permissions=Permission.values,
        granted_by=frozenset(Permission.values),
        actor=actor,
        now=now,
    )
    return NewPlatform(made, token)


def _show_secret(request: HttpRequest, row: None, made: NewPlatform) -> HttpResponse:
    """Show the secret in this dialog, its only occurrence."""
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


Action(
    "platform.create",
    roles=[Role.OPERATIONS, Role.ADMINISTRATOR],
    on=Platform,
    is_of_list=True,
    button="Make a platform",
    icon="add",
    is_main=True,
    title="Make a platform",
    text="With its currencies, their accounts, and a first API token, whose secret is shown once.",
    submit="Make it",
    fields={
        "name": forms.CharField(max_length=255, widget=UnfoldAdminTextInputWidget),
        "environment": forms.ChoiceField(
            choices=[("", "Choose one"), *Environment.choices],
            widget=UnfoldAdminSelectWidget,
            help_text="For good: a platform never changes from sandbox to production, or back.",
        ),
        "uma_domain": forms.CharField(label="UMA domain", max_length=253, widget=UnfoldAdminTextInputWidget),
        "currencies": forms.CharField(
            widget=UnfoldAdminTextInputWidget, help_text="Codes, with spaces or commas between them: USD, MXN."
        ),
        "contact_email": forms.EmailField(label="Contact e-mail", required=False, widget=UnfoldAdminTextInputWidget),
    },
    perform=_create,
    reply=_show_secret,
)


def _payee_verification(*, platform_id: uuid.UUID, allowed: bool) -> Effect:
    """Say what would change."""
    platform = Platform.objects.get(id=platform_id)
    others = f"names of account holders of every other {platform.environment.lower()} platform"
    may = "may then ask about" if allowed else "may no longer ask about"
    before = "It may ask today." if platform.may_verify_payees else "It may not ask today."
    return Effect(
        does=f"{platform.public_id} {may} the {others}. It learns a name that it nearly knows.",
        more={"Before": before},
    )


Action(
    "platform.allow_payee_verification",
    roles=[Role.ADMINISTRATOR],
    takes_two=True,
    on=Platform,
    path="payee-verification",
    button="Verification of payee",
    icon="person_search",
    title="Verification of payee",
    text="Whether the platform may ask if an account of another platform belongs to a name, at most 10 times a day "
    "about one account. About its own accounts every platform may ask.",
    fields={
        "allowed": forms.TypedChoiceField(
            label="It may ask",
            choices=[("", "Choose one"), ("yes", "Yes"), ("no", "No")],
            coerce=lambda word: word == "yes",
            widget=UnfoldAdminSelectWidget,
        )
    },
    key="platform_id",
    perform=platforms.allow_payee_verification,
    effect=_payee_verification,
    proposed_as="Verification of payee",
)
_LIMIT = Decimal(100) * platform_fees.GREATEST_SHARE
"""In per cent."""


def _fee_limits(_: Any, entered: dict[str, Any]) -> dict[str, Any]:
    """Return the limits as they are stored: the amount in the smallest unit, a share in place of per cent."""
    fixed, code = entered["most_fixed"], entered["currency"]
    return entered | {
        "most_fixed": amounts.smallest_units(fixed, code, field="most_fixed") if fixed else 0,
        "most_share": entered["most_share"] / 100,
    }


def _limit_effect(*, platform_id: uuid.UUID, currency: str, most_fixed: int, most_share: Decimal) -> Effect:
    """Say what would change."""
    row = PlatformCurrency.objects.filter(platform_id=platform_id, code=currency).select_related("platform").first()
    if row is None:
        raise errors.InvalidInput.field("currency", "must be a currency of the platform")
    before = _limits(row.most_fixed_fee, row.most_fee_share, currency)
    configs = row.fee_configs or []
    within = functools.partial(platform_fees.within, most_fixed=most_fixed, most_share=most_share)
    lowered = sum(within(config) != config for config in configs)
    return Effect(
        does=f"{row.platform.public_id} may charge its customers {_limits(most_fixed, most_share, currency)} for a "
        f"payment in {currency}. They pay it beside the fees of the service, and the platform gets it.",
        more={
            "Before": before,
            "Configured by the platform": f"{len(configs)}, of which {lowered} above these limits: "
            "they are lowered to them.",
        },
    )


def _limits(fixed: int, share: Decimal, currency: str) -> str:
    if not fixed and not share:
        return "nothing"
    return f"at most {amounts.major_units(fixed, currency)} and {platform_fees.plain(share * 100)} %"


Action(
    platform_fees.LIMIT,
    roles=[Role.OPERATIONS],
    takes_two=True,
    on=Platform,
    path="fee-limits",
    button="Limits of its fees",
    icon="percent",
    title="Limits of the platform's own fees",
    text="The most that the platform may charge its customers for payments by quote, by currency. A second person "
    "approves it. Applies to new quotes; what the platform has configured above it is lowered.",
    fields={
        "currency": forms.ChoiceField(
            choices=[("", "Choose one"), *((code, code) for code in sorted(money.SUPPORTED_CURRENCIES))],
            widget=UnfoldAdminSelectWidget,
            help_text="One of the platform's currencies: what its customers send.",
        ),
        "most_fixed": fields.AmountField(
            may_be_zero=True, initial="0", label="Largest fixed fee", help_text="In the currency, such as 5.00."
        ),
        "most_share": forms.DecimalField(
            label="Largest variable fee (%)",
            initial="0",
            min_value=Decimal(0),
            max_value=_LIMIT,
            decimal_places=platform_fees.DECIMALS - 2,
            widget=UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal"}),
            help_text="Of the whole send amount: 1.5 is 1.5 %. 0: none.",
        ),
    },
    key="platform_id",
    arguments=_fee_limits,
    perform=platform_fees.limit,
    effect=_limit_effect,
    proposed_as="Limits of a platform's fees",
)
notes.offer_on(
    Platform,
    customer=lambda _: None,
    kept="For good. Name no customer here: write about a customer on the customer's page, where erasure empties it.",
)
_FOR_GOOD = (
    "Impossible. Test money and real money would stand in the same books, under the same identifiers and keys. Make "
    "another platform."
)


@admin.register(Platform)
class PlatformAdmin(ReadOnlyAdmin):
    """The tenants."""

    exact = ("uma_domain", "name")
    search_help_text = "PlatformConfig:…, UMA domain or name"
    list_display = ("name", "environment", "uma_domain", "public_id", "created_at")
    list_filter = ("environment",)
    shown = (
        columns.label("environment", ENVIRONMENTS),
        columns.column("why_for_good", lambda _: _FOR_GOOD, title="change of environment", is_wide=True),
    )
    titles = {"proxy_uma_subdomain": "UMA subdomain", "contact_email": "contact e-mail"}
    if_filled = frozenset({"contact_email", "clock_offset", "rate_limit_per_second", "rate_limit_burst"})
    first_links = frozenset(
        {
            *("Customers", "Quotes", "Deposits", "Suspense", "Cases", "Claims", "Approvals", "Audit log"),
            *("Events", "Endpoint health", "Internal accounts", "External accounts", "Fee schedules"),
        }
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
                "may_verify_payees",
                "contact_email",
            ),
        ),
        ("Configuration", ("uma_domain", "proxy_uma_subdomain", "webhook_endpoint", "clock_offset")),
    )

    class Media:
        """The letter for a note."""

        js = ("backoffice/queue_keys.js",)

    def named(self, row: Any) -> str:
        """Return the platform's name and environment."""
        return str(row)

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the notes, the domains, the currencies and the tokens."""
        currencies = ("code", "min_amount", "max_amount", "enabled_transaction_types", "fee_limits")
        tokens = ("name", "permissions", "client_id", "last_used_at", "expires_at", "revoked_at")
        domains = ("domain", "state", "verified_at", "failing_since", "problem")
        return (
            notes.panel(row.public_id),
            panels.rows_of(request, "platforms.UmaDomain", *domains, title="UMA domains", platform=row.pk),
            panels.rows_of(request, "platforms.PlatformCurrency", *currencies, platform=row.pk),
            panels.rows_of(request, "platforms.ApiToken", *tokens, title="API tokens", platform=row.pk),
        )


def _shown_limits(row: PlatformCurrency) -> str:
    return _limits(row.most_fixed_fee, row.most_fee_share, row.code)


@admin.register(PlatformCurrency)
class PlatformCurrencyAdmin(ReadOnlyAdmin):
    """Currencies that a platform can hold and move, with their limits."""

    exact = ("code",)
    through = {"PlatformConfig": "platform_id"}
    search_help_text = "currency code or PlatformConfig:…"
    list_display = ("code", "platform", "min_amount", "max_amount", "enabled_transaction_types")
    list_filter = ("platform",)
    loads = ("platform",)
    titles = {
        "min_amount": "least amount",
        "max_amount": "largest amount",
        "enabled_transaction_types": "payments",
        "fee_configs": "what the platform charges its customers",
        "fees_due_at": "its fees go to its account next",
    }
    hidden = ("most_fixed_fee", "most_fee_share")
    if_filled = frozenset({"fee_configs", "fees_due_at"})
    shown = (
        columns.limit("min_amount", currency="code"),
        columns.limit("max_amount", currency="code"),
        columns.codes("enabled_transaction_types"),
        columns.column("fee_limits", _shown_limits, title="the platform's own fees"),
    )
