"""The field of a body, and its schema."""

import re
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

MOST_KEYS, LONGEST_KEY, LONGEST_VALUE = 20, 40, 500
_PATTERN = "[A-Za-z0-9_.-]+"
_KEY = re.compile(_PATTERN)
METADATA: dict[str, Any] = {
    "type": "object",
    "maxProperties": MOST_KEYS,
    "additionalProperties": {"type": "string", "maxLength": LONGEST_VALUE},
    "propertyNames": {"pattern": f"^{_PATTERN}$", "minLength": 1, "maxLength": LONGEST_KEY},
}
"""Its schema, in requests and replies."""
METADATA_SHOWN = "What you noted as `metadata`. Absent where nothing is noted."
METADATA_HELP = (
    "What you note on it under keys of your own, texts each; lists are filtered by it, and events have it. Name no"
    " person in it, because it is stored in plain text."
)
BAD_KEY = f"must be 1 to {LONGEST_KEY} letters of a to z, digits, and the signs _ . - in any order"
BAD_VALUE = f"must be a string of at most {LONGEST_VALUE} characters"


@extend_schema_field(METADATA)
class MetadataField(serializers.Field[Any, Any, Any, Any]):
    """Texts by keys. An empty object is nothing at all: None."""

    def __init__(self, **options: Any) -> None:
        """Take the options of a field; it may be left out."""
        super().__init__(**dict[str, Any](required=False, help_text=METADATA_HELP) | options)

    def to_internal_value(self, data: Any) -> dict[str, str] | None:
        """Refuse anything but a flat object of texts; all that is wrong is named at once."""
        if not isinstance(data, dict):
            raise serializers.ValidationError("must be an object of strings")
        if len(data) > MOST_KEYS:
            raise serializers.ValidationError(f"must have at most {MOST_KEYS} keys")
        wrong = {}
        for name, value in data.items():
            if not is_key(name):
                wrong[name[:LONGEST_KEY]] = [BAD_KEY]
            elif not isinstance(value, str) or len(value) > LONGEST_VALUE or "\0" in value:
                wrong[name] = [BAD_VALUE]
        if wrong:
            raise serializers.ValidationError(wrong)
        return data or None


def is_key(name: str) -> bool:
    """Tell whether a text can be a key."""
    return len(name) <= LONGEST_KEY and _KEY.fullmatch(name) is not None
