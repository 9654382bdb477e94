"""The text that a platform gives the payee with a payment."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from platforms.base import patterns
from platforms.http.fields import TextField

LONGEST = 140
"""Characters: what the messages of banks have room for."""


@extend_schema_field({"type": "string", "maxLength": LONGEST, "pattern": patterns.PRINTABLE})
class RemittanceField(TextField):
    """A line of text for the payee's statement."""

    form = "One line of at most 140 characters."

    def __init__(self, **options: Any) -> None:
        """Take the options of a text field; it may be left out."""
        text = (
            "What the other side reads on the statement, such as the number of an invoice. A rail that carries less"
            " gets as much as it carries, in the letters that it has; the payment's reference stands behind it where"
            " there is room."
        )
        super().__init__(**dict[str, Any](required=False, max_length=LONGEST, help_text=text) | options)

    def to_internal_value(self, data: Any) -> str:
        """Refuse line ends and other characters that are not seen."""
        text = super().to_internal_value(data)
        if not text.isprintable():
            raise serializers.ValidationError("must be one line without characters that are not seen")
        return text
