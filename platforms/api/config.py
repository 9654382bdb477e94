"""GET and PATCH /config."""

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from platforms import queries, representations
from platforms.kit import patterns
from platforms.models import CounterpartyField, Permission, TransactionDirection
from platforms.operations import config
from platforms.rest.fields import AmountField, Body, CurrencyField, FlagField, Query, TextField
from platforms.rest.schema import operation
from platforms.rest.views import Call, CommandView, Reply


@extend_schema_serializer(component_name="CounterpartyFieldDefinition")
class _CounterpartyField(Body):
    """A fact that must, or may, be known of the other party."""

    name = serializers.ChoiceField(choices=CounterpartyField.choices)
    mandatory = FlagField()


class _ShownOnly(serializers.ListField):
    """What a reply shows and a client may send back: read, and ignored."""

    def __init__(self) -> None:
        """Take any counterparty fields."""
        super().__init__(
            child=serializers.ChoiceField(choices=CounterpartyField.choices),
            required=False,
            help_text="Ignored: the rails of the currency decide.",
        )


@extend_schema_serializer(component_name="PlatformCurrencyConfigRequest")
class _Currency(Body):
    currencyCode = CurrencyField(help_text="Each currency once.")
    minAmount = AmountField(min_value=0, help_text="At most `maxAmount`.")
    maxAmount = AmountField(min_value=0)
    requiredCounterpartyFields = serializers.ListField(child=_CounterpartyField(), max_length=17)
    enabledTransactionTypes = serializers.ListField(
        child=serializers.ChoiceField(choices=TransactionDirection.choices), max_length=2
    )
    providerRequiredCustomerFields = _ShownOnly()
    providerRequiredCounterpartyCustomerFields = _ShownOnly()


@extend_schema_field({"type": "string", "pattern": patterns.DOMAIN})
class _Domain(TextField):
    """A domain name; which ones are to be had is the operation's to say."""


@extend_schema_field({"type": "string", "pattern": patterns.ENDPOINT})
class _Endpoint(TextField):
    """The address of a webhook endpoint; which ones are called is the operation's to say."""


@extend_schema_serializer(component_name="PlatformConfigUpdateRequest")
class ConfigChanges(Body):
    """What a platform may change about itself."""

    umaDomain = _Domain(required=False, max_length=253)
    webhookEndpoint = _Endpoint(
        required=False,
        max_length=2048,
        allow_blank=True,
        help_text="https, at a public address, on no port of another protocol. Empty: no webhooks are sent.",
    )
    supportedCurrencies = serializers.ListField(child=_Currency(), required=False, min_length=1, max_length=200)


class Config(CommandView):
    """The caller's own platform."""

    permission = Permission.MANAGE

    def prepare(self, call: Call, **_: str) -> dict[str, Any]:
        """Read the body, and ask name servers about an endpoint that it names: not in a database transaction."""
        changes: dict[str, Any] = call.read_body(ConfigChanges)
        if changes.get("webhookEndpoint"):
            config.require_public(changes["webhookEndpoint"], environment=call.caller.environment)
        return changes

    @operation(
        "getPlatformConfig", summary="Read the platform's configuration", response=representations.PLATFORM_CONFIG
    )
    def get(self, call: Call) -> Reply:
        """Read the platform's configuration."""
        call.read_query(Query)
        return Reply(representations.platform_config(queries.configuration(call.caller.platform_id)))

    @operation(
        "updatePlatformConfig",
        summary="Change the platform's configuration",
        request=ConfigChanges,
        response=representations.PLATFORM_CONFIG,
    )
    def patch(self, call: Call, prepared: dict[str, Any]) -> Reply:
        """Change what the body names."""
        changes = prepared
        platform = config.update(platform_id=call.caller.platform_id, changes=changes, actor=call.actor, now=call.now)
        return Reply(representations.platform_config(platform))
