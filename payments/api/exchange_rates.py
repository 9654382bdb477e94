"""GET /exchange-rates."""

from rest_framework import serializers

from payments import quote_representations
from payments.rates import corridors
from platforms.base import money
from platforms.http.document.operations import list_of
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import CurrencyField, RepeatedField, WholeListQuery


class ExchangeRateQuery(WholeListQuery):
    """Which corridors, and for how much."""

    sourceCurrency = CurrencyField(
        required=False, help_text="What is sent: one of the platform's currencies. Left out: all of them."
    )
    destinationCurrency = RepeatedField(
        child=CurrencyField(),
        required=False,
        max_length=100,
        help_text="What arrives: currencies of the platform's, one by one or with commas. Left out: all of them.",
    )
    sendingAmount = serializers.IntegerField(
        min_value=0,
        max_value=money.MAX_AMOUNT,
        default=10_000,
        help_text=(
            "What is sent, in the smallest unit of the source currency, of which `receivingAmount` is worked out."
        ),
    )


@Endpoint(
    "GET",
    "exchange-rates",
    query=ExchangeRateQuery,
    response=list_of(
        "ExchangeRateListResponse", quote_representations.ExchangeRateRepresentation(many=True), paged=False
    ),
    errors=("INVALID_CURRENCY", "AMOUNT_OUT_OF_RANGE", "QUOTE_REQUEST_FAILED"),
)
def get_exchange_rates(call: Call) -> Json:
    """Read exchange rates, fees included.

    Answer with one row per corridor and rail of the destination.

    Returns:
        The rates.
    """
    rows = corridors.priced(
        platform_id=call.platform_id,
        environment=call.caller.environment,
        sending=call.query.get("sourceCurrency"),
        receiving=call.query.get("destinationCurrency"),
        amount=call.query["sendingAmount"],
        now=call.now,
    )
    return {"data": [quote_representations.EXCHANGE_RATE.to_representation(row) for row in rows]}
