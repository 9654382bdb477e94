"""GET /discoveries."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from payments import queries
from payments.models import InstitutionKind
from platforms.base import countries, errors
from platforms.http.document.operations import list_of
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import ChoiceField, CurrencyFilter, WholeListQuery


@extend_schema_field({"type": "string", "pattern": countries.PATTERN})
class _Country(serializers.CharField):
    """A country of ISO 3166-1 alpha-2."""


class DiscoveryQuery(WholeListQuery):
    """Where money is to go; without a filter, everywhere."""

    country = _Country(
        required=False,
        max_length=2,
        help_text="Only what is in this country. ISO 3166-1 alpha-2; small letters are taken too.",
    )
    currency = CurrencyFilter(help_text="Only what is paid in this currency. Small letters are taken too.")


class Discovery(serializers.Serializer[Any]):
    """A bank or mobile-money provider that money can be sent to."""

    bankName = serializers.CharField(
        help_text="What external accounts of the currency take as `bankName` or `provider`."
    )
    displayName = serializers.CharField(help_text="The registered name, for people to read.")
    country = serializers.CharField(help_text="Where it is: ISO 3166-1 alpha-2.")
    currency = serializers.CharField(help_text="Code of the currency that it is paid in.")
    kind = ChoiceField(choices=InstitutionKind.choices, required=False, help_text="A bank, or a mobile-money provider.")
    rails = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="The rails that reach it: names that `paymentRail` of a quote takes.",
    )


@Endpoint(
    "GET",
    "discoveries",
    query=DiscoveryQuery,
    response=list_of("DiscoveryListResponse", Discovery(many=True), paged=False),
    errors=("INVALID_CURRENCY",),
)
def get_discoveries(call: Call) -> Json:
    """List the banks and providers that money can be sent to.

    Answer with all that match, by country, currency and name.

    Returns:
        The banks and providers.
    """
    filters = {name: text.upper() for name, text in call.query.items()}
    if filters.get("country", "US") not in countries.CODES:
        raise errors.InvalidInput.field("country", "must be a country code of ISO 3166-1 alpha-2, such as MX")
    return {"data": queries.institutions(filters=filters)}
