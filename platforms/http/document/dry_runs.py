"""Replies of endpoints that can be rehearsed: either the usual one, or the one to `dryRun=true`."""

from typing import Any

from drf_spectacular.serializers import PolymorphicProxySerializerExtension
from drf_spectacular.utils import PolymorphicProxySerializer

from platforms.http.endpoints import Endpoint


class _Either(PolymorphicProxySerializer):
    """The reply to a dry run, or the usual one."""


class _EitherExtension(PolymorphicProxySerializerExtension):  # type: ignore[no-untyped-call]
    """Describes it as `anyOf`: a dry run of what has an id already has all that the usual reply has, and more."""

    target_class = _Either
    priority = 1

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        """Return the schema."""
        return {"anyOf": super().map_serializer(auto_schema, direction)["oneOf"]}  # type: ignore[no-untyped-call]


def replies(endpoint: Endpoint) -> Any:
    """Return what describes the replies of an endpoint.

    The one to a dry run comes first: makers of clients try one after the other, and its `dryRun` tells it apart.
    """
    if endpoint.dry_run is None:
        return endpoint.response
    name = f"{endpoint.operation[0].upper()}{endpoint.operation[1:]}Reply"
    return _Either(
        component_name=name,
        serializers=[endpoint.dry_run.reply, endpoint.response],
        resource_type_field_name=None,
    )
