"""GET /uma-providers."""

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from payments import queries
from platforms.http import pagination
from platforms.http.document.operations import list_of
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import ChoiceField, CurrencySerializer, PageQuery
from platforms.http.representation import Ready, Representation


class UmaProviderQuery(PageQuery):
    """Filters of the directory."""

    countryCode = serializers.CharField(
        required=False, max_length=2, help_text="Only institutions that serve this country: ISO 3166-1 alpha-2."
    )
    currencyCode = serializers.CharField(
        required=False, max_length=8, help_text="Only institutions that take this currency."
    )
    hasBlockedProviders = serializers.BooleanField(
        default=False, help_text="true: institutions that payments are not allowed with, too."
    )
    sortOrder = ChoiceField(default="desc", choices=["asc", "desc"])


@extend_schema_serializer(component_name="UmaProvider")
class UmaProviderRepresentation(Representation):
    """A counterparty whose customers have UMA addresses."""

    name = serializers.CharField(help_text="What the institution is called.")
    domain = serializers.CharField(help_text="The domain of its customers' UMA addresses.")
    supportedRegions = serializers.ListField(
        child=serializers.CharField(), source="regions", help_text="Countries that it serves: ISO 3166-1 alpha-2."
    )
    supportedCurrencies = Ready(
        CurrencySerializer(many=True), source="currency_list", help_text="Currencies that it takes."
    )
    logoUrl = serializers.URLField(
        source="logo_url", required=False, help_text="Address of its logo. Absent where none is known."
    )
    lei = serializers.CharField(
        required=False, help_text="Its legal entity identifier (ISO 17442). Absent where none is known."
    )
    allowListStatus = serializers.BooleanField(
        source="is_allowed", help_text="Whether payments to and from it are allowed."
    )


_UMA_PROVIDER = UmaProviderRepresentation()


@Endpoint(
    "GET",
    "uma-providers",
    query=UmaProviderQuery,
    response=list_of("UmaProviderListResponse", UmaProviderRepresentation(many=True)),
)
def get_available_uma_providers(call: Call) -> Json:
    """List UMA providers.

    The institutions that the service knows, whose customers have UMA addresses.

    Returns:
        A page of UMA providers.
    """
    rows = queries.uma_providers(environment=call.caller.environment, filters=call.query)
    scope = f"uma-providers:{call.caller.environment}"
    return pagination.page(rows, query=call.query, scope=scope, represent=_UMA_PROVIDER.to_representation)
