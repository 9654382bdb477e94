"""The public JSON of platforms, versions and idempotency keys."""

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from platforms import features, queries
from platforms.base import clock
from platforms.http.fields import AmountField, MomentField, PublicId
from platforms.http.representation import Ready, Representation
from platforms.models import (
    CounterpartyField,
    DomainState,
    FeeDestinationType,
    FeeSourceType,
    Platform,
    TransactionDirection,
)
from platforms.models.idempotency_key import State

VERSION_STATES = [(name, name) for name in ("CURRENT", "SUPPORTED", "DEPRECATED")]


class CounterpartyFieldDefinition(serializers.Serializer[Any]):
    """A fact that must, or may, be known of the other party."""

    name = serializers.ChoiceField(choices=CounterpartyField.choices, help_text="Which fact.")
    mandatory = serializers.BooleanField(
        help_text="true: without it there is no payment. false: told where it is known."
    )


class FeeLimits(serializers.Serializer[Any]):
    """The most that a platform may charge its customers in a currency."""

    fixed = AmountField(
        min_value=0, help_text="The greatest fixed or least fee of one payment, in the smallest unit of the currency."
    )
    variableRate = serializers.FloatField(help_text="The greatest share of the whole sending amount.")


class PlatformCurrencyConfig(Representation):
    """A currency of a platform with its limits."""

    currencyCode = serializers.CharField(source="code", help_text="The currency: its code, such as `USD`.")
    minAmount = AmountField(
        source="min_amount", min_value=0, help_text="The least that one payment may send, this amount included."
    )
    maxAmount = AmountField(
        source="max_amount", min_value=0, help_text="The most that one payment may send, this amount included."
    )
    enabledTransactionTypes = serializers.ListField(
        source="enabled_transaction_types",
        child=serializers.ChoiceField(choices=TransactionDirection.choices),
        help_text="Which way money may flow in the currency; empty: neither way.",
    )
    requiredCounterpartyFields = CounterpartyFieldDefinition(
        source="required_counterparty_fields",
        many=True,
        help_text="What must, or may, be known of the other party of a payment in the currency.",
    )
    providerRequiredCustomerFields = serializers.ListField(
        source="provider_required_customer_fields",
        child=serializers.ChoiceField(choices=CounterpartyField.choices),
        help_text="What the rails of the currency ask for about your customer.",
    )
    providerRequiredCounterpartyCustomerFields = serializers.ListField(
        source="provider_required_counterparty_customer_fields",
        child=serializers.ChoiceField(choices=CounterpartyField.choices),
        help_text="What the rails of the currency ask for about the other party.",
    )
    feeLimits = Ready(
        FeeLimits,
        source="fee_limits",
        required=False,
        help_text="The most that you may charge your customers, as the operator allows. Absent: nothing.",
    )


class FeeConfig(serializers.Serializer[Any]):
    """What a platform charges its customers for payments by quote."""

    currency = serializers.CharField(help_text="The sending currency: its code, such as `USD`.")
    sourceType = serializers.ChoiceField(
        choices=FeeSourceType.choices,
        required=False,
        help_text="Only for quotes whose source is of this type. Absent: of any.",
    )
    destinationType = serializers.ChoiceField(
        choices=FeeDestinationType.choices,
        required=False,
        help_text="Only for quotes whose destination is of this type. Absent: of any.",
    )
    fixed = AmountField(min_value=0, help_text="Fixed fee of one payment, in the smallest unit of the currency.")
    variableRate = serializers.FloatField(help_text="Share of the whole sending amount: 0.015 is 1.5 per cent.")
    minimum = AmountField(min_value=0, required=False, help_text="A smaller fee is raised to this. Absent: 0.")
    maximum = AmountField(min_value=0, required=False, help_text="A larger fee is cut to this. Absent: none is cut.")


class UmaDomainVerification(Representation):
    """Whether the platform is known to own its `umaDomain`, which counts for nothing before."""

    status = serializers.ChoiceField(
        source="state",
        choices=DomainState.choices,
        help_text="Whether the domain is known to be yours. `FAILING`: shown before, not found by the latest check.",
    )
    proof = serializers.CharField(
        help_text="The text that is looked for: at `wellKnownUrl`, or in a TXT record at `dnsName`."
    )
    wellKnownUrl = serializers.CharField(
        source="well_known_url", help_text="The address at which the web server of the domain may show the proof."
    )
    dnsName = serializers.CharField(
        source="dns_name", help_text="The DNS name at which a TXT record may show the proof."
    )
    problem = serializers.CharField(
        source="shown_problem",
        required=False,
        help_text="What the latest check met with. Absent where it met with nothing.",
    )
    checkedAt = MomentField(
        source="checked_at",
        required=False,
        help_text="When the proof was last looked for, in real time. Absent before the first check.",
    )
    verifiedAt = MomentField(
        source="verified_at",
        required=False,
        help_text="When the proof was last found, in real time. Absent while it never was.",
    )


class PlatformConfig(Representation):
    """A platform's configuration."""

    id = PublicId("PlatformConfig", help_text="Your platform.")
    umaDomain = serializers.CharField(
        source="uma_domain", help_text="The domain of your customers' UMA addresses, in small letters."
    )
    proxyUmaSubdomain = serializers.CharField(
        source="proxy_uma_subdomain", help_text="The name below the service's own host that stands for the domain."
    )
    umaDomainVerification = UmaDomainVerification(
        source="named_domain",
        required=False,
        help_text="Whether the domain is known to be yours. Absent where none was named.",
    )
    webhookEndpoint = serializers.CharField(
        source="webhook_endpoint", help_text="Where events go: an https address. Empty: none are sent."
    )
    supportedCurrencies = PlatformCurrencyConfig(
        source="currencies", many=True, help_text="All currencies of the platform, each once, with their limits."
    )
    features = serializers.ListField(
        child=serializers.ChoiceField(choices=features.CHOICES),
        help_text="What you have turned on of what `GET /versions` lists.",
    )
    feeConfigs = Ready(
        FeeConfig(many=True),
        source="fee_configs",
        required=False,
        help_text="What you charge your customers for payments by quote. Absent: nothing.",
    )
    isRegulatedFinancialInstitution = serializers.BooleanField(
        source="is_regulated_financial_institution",
        help_text="Whether you verify your customers yourself, as a regulated institution. Only the operator sets it.",
    )
    createdAt = MomentField(source="created_at")
    updatedAt = MomentField(source="updated_at")


class ApiVersion(serializers.Serializer[Any]):
    """A version of the API."""

    version = serializers.CharField(help_text="The day that names it, as in the paths.")
    state = serializers.ChoiceField(
        choices=VERSION_STATES,
        help_text=(
            "`CURRENT`: the newest. `SUPPORTED`: as good as before, though there is a newer one. `DEPRECATED`: it still"
            " answers as before, until `endsOn`."
        ),
    )
    deprecatedOn = serializers.DateField(
        required=False, help_text="Since when it is deprecated. Absent for a version that is not."
    )
    endsOn = serializers.DateField(
        required=False, help_text="From when on it may no longer answer. Absent for a version that is not deprecated."
    )


class ApiFeature(serializers.Serializer[Any]):
    """What a platform may turn on, because clients of the first day do not know its values."""

    name = serializers.ChoiceField(choices=features.CHOICES, help_text="What `features` of the configuration names.")
    description = serializers.CharField(help_text="What you get that has turned it on.")
    otherwise = serializers.CharField(help_text="What tells you the same without it.")
    isEnabled = serializers.BooleanField(help_text="Whether you have turned it on.")


@extend_schema_serializer(component_name="ApiVersions")
class Versions(serializers.Serializer[Any]):
    """The versions of the API and what can be turned on in all of them."""

    data = ApiVersion(  # type: ignore[assignment]  # a property of the framework's
        many=True, help_text="The versions that are served, the newest first."
    )
    features = ApiFeature(many=True, help_text="What `PATCH /config` turns on and off.")


class KeyedResource(Representation):
    """The object that the reply to a request is about."""

    type = serializers.CharField(help_text="What it is: the first part of its `id`.")
    id = serializers.CharField(help_text="Its `id`.")
    status = serializers.CharField(
        required=False,
        help_text="Its status at this moment. Absent where such objects have none, or it is gone.",
    )


@extend_schema_serializer(component_name="IdempotencyKey")
class KeyUse(Representation):
    """What became of an idempotency key."""

    key = serializers.CharField(help_text="The key.")
    state = serializers.ChoiceField(
        choices=State.choices,
        help_text=(
            "`COMPLETED`: a request was carried out or refused for good, as `replyStatus` says. `IN_PROGRESS`: one is"
            " being worked on, ask again shortly. `VOIDED`: none will ever do anything."
        ),
    )
    method = serializers.CharField(
        required=False,
        help_text="The method of the request. Absent unless `COMPLETED`, and where it was not kept.",
    )
    path = serializers.CharField(
        required=False,
        help_text=(
            "The path of the request, without its query. Absent unless `COMPLETED`, and where it was not kept: requests"
            " to earlier releases, paths with an address of a person, and those longer than 255 characters."
        ),
    )
    createdAt = MomentField(
        source="created_at",
        required=False,
        help_text="When the reply was kept, or the key voided, by the platform's clock. Absent while `IN_PROGRESS`.",
    )
    replyStatus = serializers.IntegerField(
        source="status", required=False, help_text="The HTTP status of the reply. Absent unless `COMPLETED`."
    )
    reply = Ready(
        {"type": "object", "additionalProperties": True},
        required=False,
        help_text=(
            "The body of the reply. Absent unless `COMPLETED`, where there was none, where the token could not have"
            " made the request, and where it holds a credential: send the request again with its key instead. Less of"
            " it where a person was forgotten since."
        ),
    )
    resource = KeyedResource(required=False, help_text="What a success is about. Absent otherwise.")


PLATFORM_CONFIG = PlatformConfig()
KEY_USE = KeyUse()


def platform_config(platform: Platform) -> dict[str, Any]:
    """Return the JSON of a platform's configuration."""
    return PLATFORM_CONFIG.to_representation(platform)


def versions(
    served: Sequence[str], *, ends: Mapping[str, tuple[dt.date, dt.date]], enabled: Collection[str]
) -> dict[str, Any]:
    """Return the JSON of the versions, the newest first, and of all features, of which some are enabled.

    `ends`: when each deprecated version became so, and when it ends.
    """
    return {
        "data": [_version(name, ends.get(name), is_newest=name == served[0]) for name in served],
        "features": [
            {
                "name": name,
                "description": feature.sentence,
                "otherwise": feature.otherwise,
                "isEnabled": name in enabled,
            }
            for name, feature in features.FEATURES.items()
        ],
    }


def _version(name: str, ends: tuple[dt.date, dt.date] | None, *, is_newest: bool) -> dict[str, str]:
    if ends is None:
        return {"version": name, "state": "CURRENT" if is_newest else "SUPPORTED"}
    deprecated_on, ends_on = (day.isoformat() for day in ends)
    return {"version": name, "state": "DEPRECATED", "deprecatedOn": deprecated_on, "endsOn": ends_on}


def key_use(use: queries.KeyUse, *, platform: clock.Clocked, shows_reply: bool) -> dict[str, Any]:
    """Return the JSON of what became of an idempotency key."""
    shown = KEY_USE.to_representation(use)
    if use.created_at is not None:
        shown["createdAt"] = clock.iso(clock.of(platform, use.created_at))
    if not shows_reply:
        shown.pop("reply", None)
    return shown
