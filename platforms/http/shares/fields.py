"""The field of a share of an amount in requests."""

from decimal import Decimal
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

DECIMALS = 8


@extend_schema_field({"type": "number", "minimum": 0, "exclusiveMaximum": 1})
class ShareField(serializers.Field[Any, Any, Any, Any]):
    """A share of an amount, as a JSON number: 0.015 is 1.5 per cent."""

    form = f"A number such as 0.015, with at most {DECIMALS} decimals."

    default_error_messages = {
        "invalid": "must be a number",
        "out_of_bounds": "must be at least 0 and less than 1",
        "decimals": f"must have at most {DECIMALS} decimals",
    }

    def to_internal_value(self, data: Any) -> Decimal:
        """Return the share, exactly as it was written; refuse strings."""
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid")
        share = Decimal(repr(data))
        if not 0 <= share < 1:
            self.fail("out_of_bounds")
        if share != round(share, DECIMALS):
            self.fail("decimals")
        return share.normalize()
