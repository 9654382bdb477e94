"""The /tokens endpoints."""

import ipaddress
from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from platforms import queries, representations
from platforms.kit import identifiers, patterns
from platforms.models import Permission
from platforms.operations import api_tokens
from platforms.rest import pagination
from platforms.rest.fields import Body, MomentField, PageQuery, Query, TextField
from platforms.rest.schema import list_of, operation
from platforms.rest.views import Call, CommandView, Reply


@extend_schema_field({"type": "string", "pattern": patterns.NETWORK})
class _Network(TextField):
    def to_internal_value(self, data: Any) -> str:
        """Refuse anything but an IP address or a network in CIDR notation."""
        text = super().to_internal_value(data)
        try:
            return str(ipaddress.ip_network(text, strict=False))
        except ValueError:
            raise serializers.ValidationError("Must be an IP address or a network such as 203.0.113.0/24.") from None


@extend_schema_serializer(component_name="ApiTokenCreateRequest")
class NewToken(Body):
    """A token to create."""

    name = TextField(max_length=255)
    permissions = serializers.ListField(
        child=serializers.ChoiceField(choices=Permission.choices), min_length=1, max_length=3
    )
    expiresAt = MomentField(required=False, help_text="In the future.")
    allowedIps = serializers.ListField(child=_Network(max_length=64), required=False, max_length=50)


class TokenQuery(PageQuery):
    """Filters of the token list."""

    name = serializers.CharField(required=False)
    createdAfter = MomentField(required=False)
    createdBefore = MomentField(required=False)
    updatedAfter = MomentField(required=False)
    updatedBefore = MomentField(required=False)


class Tokens(CommandView):
    """The platform's tokens."""

    permission = Permission.MANAGE
    shows_secret = True

    @operation(
        "listTokens",
        summary="List API tokens",
        query=TokenQuery,
        response=list_of("TokenListResponse", representations.ApiTokenSchema(many=True)),
    )
    def get(self, call: Call) -> Reply:
        """List API tokens."""
        query = call.read_query(TokenQuery)
        rows = queries.tokens(platform_id=call.caller.platform_id, filters=query)
        scope = f"tokens:{call.caller.platform_id}"
        return Reply(pagination.page(rows, query=query, scope=scope, represent=representations.api_token))

    @operation(
        "createToken",
        summary="Create an API token",
        request=NewToken,
        response=representations.ApiTokenSchema,
        status=201,
    )
    def post(self, call: Call) -> Reply:
        """Create a token; the reply is the only place its secret is ever shown."""
        wanted = call.read_body(NewToken)
        created = api_tokens.create(
            platform_id=call.caller.platform_id,
            name=wanted["name"],
            permissions=wanted["permissions"],
            expires_at=wanted.get("expiresAt"),
            allowed_ips=wanted.get("allowedIps", []),
            granted_by=call.caller.permissions,
            ends_by=call.caller.expires_at,
            ips_within=call.caller.allowed_ips,
            actor=call.actor,
            now=call.now,
        )
        return Reply(representations.api_token(created.token) | {"clientSecret": created.client_secret}, 201)


class Token(CommandView):
    """One token."""

    permission = Permission.MANAGE

    @operation("getTokenById", summary="Read an API token", response=representations.ApiTokenSchema)
    def get(self, call: Call, token_id: str) -> Reply:
        """Read an API token."""
        call.read_query(Query)
        token = queries.live_tokens(call.caller.platform_id).filter(id=identifiers.parse("Token", token_id)).first()
        if token is None:
            raise api_tokens.TokenNotFound
        return Reply(representations.api_token(token))

    @operation("deleteTokenById", summary="Revoke an API token", status=204)
    def delete(self, call: Call, token_id: str) -> Reply:
        """Revoke the token at once."""
        api_tokens.revoke(
            platform_id=call.caller.platform_id,
            token_id=identifiers.parse("Token", token_id),
            actor=call.actor,
            now=call.now,
        )
        return Reply(None, 204)
