"""GET /uma-providers."""

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from payments import queries
from platforms.http import pagination
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import CurrencySerializer, PageQuery
from platforms.http.representation import Ready, Representation
from platforms.http.schema import list_of


class UmaProviderQuery(PageQuery):
    """Filters of the directory."""

    countryCode = serializers.CharField(required=False, max_length=2, help_text="A country that it serves.")
    currencyCode = serializers.CharField(required=False, max_length=8, help_text="A currency that it takes.")
    hasBlockedProviders = serializers.BooleanField(default=False, help_text="List blocked providers too.")
    sortOrder = serializers.ChoiceField(default="desc", choices=["asc", "desc"])


@extend_schema_serializer(component_name="UmaProvider")
class UmaProviderRepresentation(Representation):
    """A counterparty whose customers have UMA addresses."""

    name = serializers.CharField()
    domain = serializers.CharField()
    supportedRegions = serializers.ListField(child=serializers.CharField(), source="regions")
    supportedCurrencies = Ready(CurrencySerializer(many=True), source="currency_list")
    logoUrl = serializers.URLField(source="logo_url", required=False)
    lei = serializers.CharField(required=False)
    allowListStatus = serializers.BooleanField(source="is_allowed")


_UMA_PROVIDER = UmaProviderRepresentation()


@Endpoint(
    "GET",
    "uma-providers",
    query=UmaProviderQuery,
    response=list_of("UmaProviderListResponse", UmaProviderRepresentation(many=True)),
)
def get_available_uma_providers(call: Call) -> Json:
    """List UMA providers."""
    rows = queries.uma_providers(environment=call.caller.environment, filters=call.query)
    scope = f"uma-providers:{call.caller.environment}"
    return pagination.page(rows, query=call.query, scope=scope, represent=_UMA_PROVIDER.to_representation)
