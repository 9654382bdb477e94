"""The public JSON of platforms and tokens."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from platforms.http.fields import AmountField, MomentField, PublicId
from platforms.http.representation import Representation
from platforms.models import (
    ApiToken,
    CounterpartyField,
    DomainState,
    Permission,
    Platform,
    TransactionDirection,
)


class CounterpartyFieldDefinition(serializers.Serializer[Any]):
    """A fact that must, or may, be known of the other party."""

    name = serializers.ChoiceField(choices=CounterpartyField.choices)
    mandatory = serializers.BooleanField()


class PlatformCurrencyConfig(Representation):
    """A currency of a platform with its limits."""

    currencyCode = serializers.CharField(source="code")
    minAmount = AmountField(source="min_amount", min_value=0)
    maxAmount = AmountField(source="max_amount", min_value=0)
    enabledTransactionTypes = serializers.ListField(
        source="enabled_transaction_types", child=serializers.ChoiceField(choices=TransactionDirection.choices)
    )
    requiredCounterpartyFields = CounterpartyFieldDefinition(source="required_counterparty_fields", many=True)
    providerRequiredCustomerFields = serializers.ListField(
        source="provider_required_customer_fields", child=serializers.ChoiceField(choices=CounterpartyField.choices)
    )
    providerRequiredCounterpartyCustomerFields = serializers.ListField(
        source="provider_required_counterparty_customer_fields",
        child=serializers.ChoiceField(choices=CounterpartyField.choices),
    )


class UmaDomainVerification(Representation):
    """Whether the platform is known to own its `umaDomain`, which counts for nothing before."""

    status = serializers.ChoiceField(
        source="state", choices=DomainState.choices, help_text="FAILING: shown before, not found by the latest check."
    )
    proof = serializers.CharField(help_text="What is looked for: at `wellKnownUrl`, or in a TXT record at `dnsName`.")
    wellKnownUrl = serializers.CharField(source="well_known_url")
    dnsName = serializers.CharField(source="dns_name")
    problem = serializers.CharField(
        source="shown_problem", required=False, help_text="What the latest check met with; left out for nothing."
    )
    checkedAt = MomentField(source="checked_at", required=False)
    verifiedAt = MomentField(source="verified_at", required=False)


class PlatformConfig(Representation):
    """A platform's configuration."""

    id = PublicId("PlatformConfig")
    umaDomain = serializers.CharField(source="uma_domain")
    proxyUmaSubdomain = serializers.CharField(source="proxy_uma_subdomain")
    umaDomainVerification = UmaDomainVerification(source="named_domain", required=False)
    webhookEndpoint = serializers.CharField(source="webhook_endpoint")
    supportedCurrencies = PlatformCurrencyConfig(source="currencies", many=True)
    isRegulatedFinancialInstitution = serializers.BooleanField(source="is_regulated_financial_institution")
    createdAt = MomentField(source="created_at")
    updatedAt = MomentField(source="updated_at")


class ApiTokenRepresentation(Representation):
    """A token, without its secret."""

    id = PublicId("Token")
    name = serializers.CharField()
    permissions = serializers.ListField(child=serializers.ChoiceField(choices=Permission.choices))
    clientId = serializers.CharField(source="client_id")
    allowedIps = serializers.ListField(source="allowed_ips", child=serializers.CharField())
    expiresAt = MomentField(source="expires_at", required=False)
    lastUsedAt = MomentField(source="last_used_at", required=False)
    createdAt = MomentField(source="created_at")
    updatedAt = MomentField(source="updated_at")


@extend_schema_serializer(component_name="ApiToken")
class ApiTokenSchema(ApiTokenRepresentation):
    """A token as the OpenAPI document describes it: with the secret that only the reply to its creation holds."""

    clientSecret = serializers.CharField(
        source="client_secret", required=False, help_text="Shown once, in the reply that creates the token."
    )


PLATFORM_CONFIG = PlatformConfig()
API_TOKEN = ApiTokenRepresentation()


def platform_config(platform: Platform) -> dict[str, Any]:
    """Return the JSON of a platform's configuration."""
    return PLATFORM_CONFIG.to_representation(platform)


def api_token(token: ApiToken) -> dict[str, Any]:
    """Return the JSON of a token without its secret."""
    return API_TOKEN.to_representation(token)
