"""GET and PATCH /config."""

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from platforms import features, queries, representations
from platforms.base import patterns
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import AmountField, Body, ChoiceField, CurrencyField, FlagField, TextField
from platforms.http.shares.fields import ShareField
from platforms.models import CounterpartyField, FeeDestinationType, FeeSourceType, Permission, TransactionDirection
from platforms.operations import config, platform_fees


@extend_schema_serializer(component_name="CounterpartyFieldDefinition")
class _CounterpartyField(Body):
    """A fact that must, or may, be known of the other party."""

    name = ChoiceField(choices=CounterpartyField.choices, help_text="Which fact.")
    mandatory = FlagField(help_text="true: without it there is no payment. false: told where it is known.")


class _ShownOnly(serializers.ListField):
    """What a reply shows and a client may send back: read, and ignored."""

    def __init__(self) -> None:
        """Take any counterparty fields."""
        super().__init__(
            child=ChoiceField(choices=CounterpartyField.choices),
            required=False,
            help_text="Ignored, so that what was read can be sent back: the rails of the currency decide.",
        )


@extend_schema_serializer(component_name="PlatformCurrencyConfigRequest")
class _Currency(Body):
    """A currency with its limits."""

    currencyCode = CurrencyField(help_text="The currency, each once.")
    minAmount = AmountField(
        min_value=0, help_text="The least that one payment may send, this amount included; at most `maxAmount`."
    )
    maxAmount = AmountField(min_value=0, help_text="The most that one payment may send, this amount included.")
    requiredCounterpartyFields = serializers.ListField(
        child=_CounterpartyField(),
        max_length=17,
        help_text="What must, or may, be known of the other party of a payment in the currency.",
    )
    enabledTransactionTypes = serializers.ListField(
        child=ChoiceField(choices=TransactionDirection.choices),
        max_length=2,
        help_text="Which way money may flow in the currency; empty: neither way.",
    )
    providerRequiredCustomerFields = _ShownOnly()
    providerRequiredCounterpartyCustomerFields = _ShownOnly()


@extend_schema_field({"type": "string", "pattern": patterns.DOMAIN})
class _Domain(TextField):
    """A domain name; which ones are to be had is the operation's to say."""


@extend_schema_field({"type": "string", "pattern": patterns.ENDPOINT})
class _Endpoint(TextField):
    """The address of a webhook endpoint; which ones are called is the operation's to say."""


@extend_schema_serializer(component_name="FeeConfigRequest")
class _FeeConfig(Body):
    """What you charge your customers for payments by quote."""

    currency = CurrencyField(help_text="The sending currency: the fee is taken in it. One of your currencies.")
    sourceType = ChoiceField(
        choices=FeeSourceType.choices,
        required=False,
        help_text="Only for quotes whose source is of this type. Left out: of any.",
    )
    destinationType = ChoiceField(
        choices=FeeDestinationType.choices,
        required=False,
        help_text="Only for quotes whose destination is of this type. Left out: of any.",
    )
    fixed = AmountField(
        min_value=0,
        help_text="Fixed fee of one payment, in the smallest unit of the currency; at most `fixed` of `feeLimits`.",
    )
    variableRate = ShareField(
        help_text="Share of the whole sending amount: 0.015 is 1.5 per cent; at most `variableRate` of `feeLimits`."
    )
    minimum = AmountField(
        min_value=0,
        required=False,
        help_text="A smaller fee is raised to this; at most `fixed` of `feeLimits`. Left out: 0.",
    )
    maximum = AmountField(
        min_value=0,
        required=False,
        help_text="A larger fee is cut to this; at least `minimum`. Left out: no fee is cut.",
    )


@extend_schema_serializer(component_name="PlatformConfigUpdateRequest")
class ConfigChanges(Body):
    """What a platform may change about itself."""

    umaDomain = _Domain(
        required=False,
        max_length=253,
        help_text="The domain of your customers' UMA addresses. In production it counts once it is shown to be yours.",
    )
    webhookEndpoint = _Endpoint(
        required=False,
        max_length=2048,
        allow_blank=True,
        help_text=(
            "Where events go: https, at a public address, on no port of another protocol. Setting it sends a `TEST`"
            " event; empty ends the sending."
        ),
    )
    supportedCurrencies = serializers.ListField(
        child=_Currency(),
        required=False,
        min_length=1,
        max_length=200,
        help_text="All your currencies: the list replaces the one before.",
    )
    features = serializers.ListField(
        child=ChoiceField(choices=features.CHOICES),
        required=False,
        max_length=len(features.FEATURES),
        help_text=(
            "What of `GET /versions` is turned on, and nothing else: the list replaces the one before. It concerns what"
            " happens from then on."
        ),
    )
    feeConfigs = serializers.ListField(
        child=_FeeConfig(),
        required=False,
        max_length=platform_fees.MOST_CONFIGS,
        help_text=(
            "All that you charge your customers, within the `feeLimits` of each currency: the list replaces the one"
            " before. Of several that fit a quote, the one that names both types counts, then the one that names the"
            " source's."
        ),
    )


def _checked(call: Call) -> Json:
    """Return the body. Looks up the endpoint's host, so never inside a database transaction."""
    if call.body.get("webhookEndpoint"):
        config.require_public(call.body["webhookEndpoint"], environment=call.caller.environment)
    return call.body


@Endpoint("GET", "config", response=representations.PLATFORM_CONFIG)
def get_platform_config(call: Call) -> Json:
    """Read the platform's configuration.

    What your platform is called, which currencies it uses with their limits, and where its webhooks go.

    Returns:
        The configuration.
    """
    return representations.platform_config(queries.configuration(call.platform_id))


@Endpoint(
    "PATCH",
    "config",
    Permission.MANAGE,
    body=ConfigChanges,
    response=representations.PLATFORM_CONFIG,
    prepare=_checked,
    errors=("INVALID_CURRENCY",),
)
def update_platform_config(call: Call, prepared: Json) -> Json:
    """Change the platform's configuration.

    Change what the body names; what it leaves out stays. `supportedCurrencies` is replaced whole: a currency that is
    left out is dropped, which is refused while somebody has money in it.

    Returns:
        The configuration as it is now.
    """
    return representations.platform_config(config.update(changes=prepared, **call.by))
