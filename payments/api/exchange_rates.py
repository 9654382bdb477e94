"""GET /exchange-rates."""

from typing import Any

from rest_framework import serializers

from payments import representations
from payments.rates import corridors
from platforms.kit import money
from platforms.rest.fields import CurrencyField, RepeatedField, WholeListQuery
from platforms.rest.schema import list_of, operation
from platforms.rest.views import Call, QueryView, Reply


class ExchangeRateQuery(WholeListQuery):
    """Which corridors, and for how much."""

    sourceCurrency = CurrencyField(required=False, help_text="One of the platform's. Default: all of them.")
    destinationCurrency = RepeatedField(
        child=CurrencyField(),
        required=False,
        max_length=100,
        help_text="Of the platform's; may be given several times. Default: all of them.",
    )
    sendingAmount = serializers.IntegerField(
        min_value=0,
        max_value=money.MAX_AMOUNT,
        default=10_000,
        help_text="In the smallest unit of the source currency.",
    )


class ExchangeRates(QueryView):
    """Rates of the platform's corridors."""

    @operation(
        "getExchangeRates",
        summary="Read exchange rates, fees included",
        query=ExchangeRateQuery,
        response=list_of(
            "ExchangeRateListResponse", representations.ExchangeRateRepresentation(many=True), paged=False
        ),
    )
    def get(self, call: Call) -> Reply:
        """Answer with one row per corridor and rail of the destination."""
        query: dict[str, Any] = call.read_query(ExchangeRateQuery)
        rows = corridors.priced(
            platform_id=call.caller.platform_id,
            environment=call.caller.environment,
            sending=query.get("sourceCurrency"),
            receiving=query.get("destinationCurrency"),
            amount=query["sendingAmount"],
            now=call.now,
        )
        return Reply({"data": [representations.EXCHANGE_RATE.to_representation(row) for row in rows]})
