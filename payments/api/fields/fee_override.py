"""The field by which a quote says what the platform charges for it."""

from drf_spectacular.utils import extend_schema_serializer

from payments.pricing.arithmetic import PlatformFee
from platforms.http.endpoints import Json
from platforms.http.fields import AmountField, Body
from platforms.http.shares.fields import ShareField


@extend_schema_serializer(component_name="PlatformFeeOverride")
class FeeOverride(Body):
    """What you charge your customer for this payment."""

    fixed = AmountField(
        min_value=0,
        help_text="Fixed fee, in the smallest unit of the sending currency; at most `fixed` of `feeLimits`.",
    )
    variableRate = ShareField(
        help_text="Share of the whole sending amount: 0.015 is 1.5 per cent; at most `variableRate` of `feeLimits`."
    )


def of(body: Json) -> PlatformFee | None:
    """Return what a validated body names; None where it names nothing."""
    told = body.get("platformFeeOverride")
    return told and PlatformFee(told["fixed"], told["variableRate"])
