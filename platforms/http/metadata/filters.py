"""The filter of lists."""

from collections.abc import Mapping
from typing import Any

import orjson
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from platforms.http.fields import Query
from platforms.http.metadata.fields import BAD_KEY, BAD_VALUE, LONGEST_KEY, LONGEST_VALUE, METADATA, is_key

_PREFIX = "metadata."
_HELP = (
    "Only what has these values in its metadata. Name the key in the parameter: `metadata.order=17`, or"
    " `metadata[order]=17`; several keys must all fit. It is meant for values that few have, such as the number of an"
    " order."
)


@extend_schema_field(METADATA)
class MetadataFilter(serializers.Field[Any, Any, Any, Any]):
    """A filter by metadata: the values that were given for each key."""

    def __init__(self, **options: Any) -> None:
        """Take the options of a field; it may be left out."""
        super().__init__(**dict[str, Any](required=False, help_text=_HELP) | options)

    def to_internal_value(self, data: Any) -> dict[str, str]:
        """Return the value of each key; refuse a filter without a key, and a key that is given twice."""
        if not isinstance(data, dict):
            raise serializers.ValidationError("must name a key, such as metadata.order=17")
        wrong = {}
        for name, values in data.items():
            if not is_key(name):
                wrong[name[:LONGEST_KEY]] = [BAD_KEY]
            elif len(values) > 1:
                wrong[name] = ["is given more than once"]
            elif len(values[0]) > LONGEST_VALUE:
                wrong[name] = [BAD_VALUE]
        if wrong:
            raise serializers.ValidationError(wrong)
        return {name: values[0] for name, values in data.items()}


class MetadataQuery(Query):
    """Adds the filter by metadata to the query of a list."""

    metadata = MetadataFilter()

    @classmethod
    def gathered(cls, query: Mapping[str, list[str]]) -> dict[str, Any]:
        """Return the parameters, those of the filter as one."""
        rest: dict[str, Any] = {}
        by_key: dict[str, list[str]] = {}
        for name, values in query.items():
            if name.startswith(_PREFIX):
                by_key.setdefault(name.removeprefix(_PREFIX), []).extend(values)
            elif name.startswith("metadata[") and name.endswith("]"):
                by_key.setdefault(name[len("metadata[") : -1], []).extend(values)
            else:
                rest[name] = values
        return rest | ({"metadata": [by_key]} if by_key else {})


def contained(values: Mapping[str, str]) -> str:
    """Return the JSON that the metadata of a matching row contains."""
    return orjson.dumps(dict(values)).decode()
