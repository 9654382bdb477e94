"""GET and PATCH /config."""

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from platforms import queries, representations
from platforms.base import patterns
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import AmountField, Body, CurrencyField, FlagField, TextField
from platforms.models import CounterpartyField, Permission, TransactionDirection
from platforms.operations import config


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


def _checked(call: Call) -> Json:
    """Return the body. Name servers are asked about an endpoint that it names: not in a database transaction."""
    if call.body.get("webhookEndpoint"):
        config.require_public(call.body["webhookEndpoint"], environment=call.caller.environment)
    return call.body


@Endpoint("GET", "config", response=representations.PLATFORM_CONFIG)
def get_platform_config(call: Call) -> Json:
    """Read the platform's configuration."""
    return representations.platform_config(queries.configuration(call.platform_id))


@Endpoint(
    "PATCH", "config", Permission.MANAGE, body=ConfigChanges, response=representations.PLATFORM_CONFIG, prepare=_checked
)
def update_platform_config(call: Call, prepared: Json) -> Json:
    """Change the platform's configuration.

    Change what the body names.
    """
    return representations.platform_config(config.update(changes=prepared, **call.by))
