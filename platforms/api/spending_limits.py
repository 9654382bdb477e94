"""What a token may spend, as requests say it."""

import re
from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from platforms.base import clock, identifiers, money, patterns
from platforms.http.fields import AmountField, Body, ChoiceField, CurrencyField, MomentField, TextField
from platforms.models import Recurrence

_MOST_PAYEES = 100
_ADDRESS = re.compile(patterns.UMA_ADDRESS)


@extend_schema_serializer(component_name="AmountRangeRequest")
class _AmountRange(Body):
    """What one payment may take from its payer."""

    min = AmountField(min_value=1, required=False, help_text="The least, this amount included. Left out: no least.")
    max = AmountField(min_value=1, required=False, help_text="The most, this amount included. Left out: no most.")

    def validate(self, attrs: Any) -> Any:
        """Refuse a range that no amount is in."""
        if not attrs:
            raise serializers.ValidationError("must have min, max or both")
        if attrs.get("min", 0) > attrs.get("max", money.MAX_AMOUNT):
            raise serializers.ValidationError({"min": ["must not be more than max"]})
        return attrs


@extend_schema_serializer(component_name="BudgetRequest")
class _Budget(Body):
    """What all payments of a window may take together."""

    max = AmountField(min_value=0, help_text="The most, in each window. 0: nothing.")
    recurrence = ChoiceField(
        choices=Recurrence.choices,
        help_text=(
            "When the budget begins anew: with each `DAY` or `MONTH` in UTC, by the platform's clock; `NONE`: never."
        ),
    )


@extend_schema_serializer(component_name="CurrencyLimitsRequest")
class _CurrencyLimits(Body):
    """What may be paid in one currency."""

    currency = CurrencyField(help_text="The currency that leaves the payer.")
    amountRange = _AmountRange(required=False, help_text="Bounds of each payment. Left out: any amount.")
    budget = _Budget(required=False, help_text="A bound of all payments together. Left out: none.")
    approvalAbove = AmountField(
        min_value=0,
        required=False,
        help_text="A payment of more than this waits until a person approves it. Left out: none waits.",
    )

    def validate_currency(self, code: str) -> str:
        """Refuse a code that the service does not know."""
        if code not in money.SUPPORTED_CURRENCIES:
            raise serializers.ValidationError("must be a currency of the service, such as USD")
        return code


@extend_schema_field({"type": "string", "pattern": patterns.PAYEE})
class _Payee(TextField):
    """Somebody who may be paid."""

    form = "An id such as `ExternalAccount:<uuid>` or `InternalAccount:<uuid>`, or a UMA address, `$user@domain`."

    def to_internal_value(self, data: Any) -> str:
        """Refuse what could never be the destination of a payment."""
        text = super().to_internal_value(data)
        if any(identifiers.parse(kind, text) for kind in ("ExternalAccount", "InternalAccount")):
            return text
        if _ADDRESS.fullmatch(text):
            return text.lower()
        raise serializers.ValidationError("must be the id of an external or internal account, or a UMA address")


@extend_schema_serializer(component_name="SpendingLimitsRequest")
class SpendingLimits(Body):
    """What a token may spend: what is named is a limit, and all of them hold."""

    currencies = serializers.ListField(
        child=_CurrencyLimits(),
        required=False,
        min_length=1,
        max_length=50,
        help_text="What may be paid in which currency, each once; in no other. Left out: any amount in any.",
    )
    allowedPayees = serializers.ListField(
        child=_Payee(max_length=320),
        required=False,
        min_length=1,
        max_length=_MOST_PAYEES,
        help_text="Who may be paid: accounts by their ids, receivers elsewhere by UMA address. Left out: anybody.",
    )
    validFrom = MomentField(
        required=False, help_text="From when on the token may pay, by the platform's clock. Left out: at once."
    )
    validUntil = MomentField(
        required=False, help_text="When the token may pay no longer, by the platform's clock. Left out: never."
    )

    def to_internal_value(self, data: Any) -> Any:
        """Refuse an object of other fields alone: whoever misspells a limit does not mean that there is none."""
        if isinstance(data, dict) and data and self.fields.keys().isdisjoint(data):
            raise serializers.ValidationError("must name a limit: an empty object lifts all limits")
        return super().to_internal_value(data)

    def validate(self, attrs: Any) -> Any:
        """Refuse limits that contradict each other; return them as they are stored."""
        codes = [each["currency"] for each in attrs.get("currencies", ())]
        if len(set(codes)) < len(codes):
            raise serializers.ValidationError({"currencies": ["must name each currency once"]})
        if "validFrom" in attrs and "validUntil" in attrs and attrs["validFrom"] >= attrs["validUntil"]:
            raise serializers.ValidationError({"validUntil": ["must be after validFrom"]})
        moments = {name: clock.iso(attrs[name]) for name in ("validFrom", "validUntil") if name in attrs}
        return {**attrs, **moments}
