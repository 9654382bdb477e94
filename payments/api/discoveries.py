"""GET /discoveries."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from payments import queries
from payments.models import InstitutionKind
from platforms.base import countries, errors
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import CurrencyFilter, WholeListQuery
from platforms.http.schema import list_of


@extend_schema_field({"type": "string", "pattern": countries.PATTERN})
class _Country(serializers.CharField):
    """A country of ISO 3166-1 alpha-2."""


class DiscoveryQuery(WholeListQuery):
    """Where money is to go; without a filter, everywhere."""

    country = _Country(required=False, max_length=2, help_text="Taken in small letters, too.")
    currency = CurrencyFilter(help_text="Taken in small letters, too.")


class Discovery(serializers.Serializer[Any]):
    """A bank or mobile-money provider that money can be sent to."""

    bankName = serializers.CharField(help_text="What external accounts of the currency take as `bankName`.")
    displayName = serializers.CharField(help_text="The registered name, for people to read.")
    country = serializers.CharField()
    currency = serializers.CharField()
    kind = serializers.ChoiceField(choices=InstitutionKind.choices, required=False)
    rails = serializers.ListField(child=serializers.CharField(), required=False)


@Endpoint(
    "GET",
    "discoveries",
    query=DiscoveryQuery,
    response=list_of("DiscoveryListResponse", Discovery(many=True), paged=False),
)
def get_discoveries(call: Call) -> Json:
    """List the banks and providers that money can be sent to.

    Answer with all that match, by country, currency and name.
    """
    filters = {name: text.upper() for name, text in call.query.items()}
    if filters.get("country", "US") not in countries.CODES:
        raise errors.InvalidInput.field("country", "must be a country code of ISO 3166-1 alpha-2, such as MX")
    return {"data": queries.institutions(filters=filters)}
