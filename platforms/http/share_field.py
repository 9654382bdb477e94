"""The field of a share of an amount in requests."""

from decimal import Decimal
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

DECIMALS = 8


@extend_schema_field({"type": "number", "minimum": 0, "exclusiveMaximum": 1})
class ShareField(serializers.DecimalField):
    """A share of an amount, as a JSON number: 0.015 is 1.5 per cent."""

    form = f"A number such as 0.015, with at most {DECIMALS} decimals."

    def __init__(self, **kwargs: Any) -> None:
        """Take what is not negative, and less than everything."""
        greatest = 1 - Decimal(1).scaleb(-DECIMALS)
        super().__init__(max_digits=None, decimal_places=DECIMALS, min_value=0, max_value=greatest, **kwargs)

    def to_internal_value(self, data: Any) -> Decimal:
        """Refuse strings, which the parent class takes too; the bounds are compared afterwards, for any number."""
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid")
        share = Decimal(repr(data))
        if 0 < share < 1 and share != round(share, DECIMALS):
            self.fail("max_decimal_places", max_decimal_places=DECIMALS)
        return share.normalize()
