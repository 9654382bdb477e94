"""The /tokens endpoints."""

import functools
import ipaddress
from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from platforms import queries, token_representations
from platforms.api.spending_limits import SpendingLimits
from platforms.base import identifiers, patterns
from platforms.database.rows import by_key
from platforms.http import pagination
from platforms.http.document.operations import list_of
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import BeginField, Body, ChoiceField, EndField, MomentField, PageQuery, TextField
from platforms.models import Permission
from platforms.operations import api_tokens


@extend_schema_field({"type": "string", "pattern": patterns.NETWORK})
class _Network(TextField):
    def to_internal_value(self, data: Any) -> str:
        """Refuse anything but an IP address or a network in CIDR notation."""
        text = super().to_internal_value(data)
        try:
            return str(ipaddress.ip_network(text, strict=False))
        except ValueError:
            raise serializers.ValidationError("must be an IP address or a network such as 203.0.113.0/24") from None


@extend_schema_serializer(component_name="ApiTokenCreateRequest")
class NewToken(Body):
    """A token to create."""

    name = TextField(max_length=255, help_text="What you call the token.")
    permissions = serializers.ListField(
        child=ChoiceField(choices=Permission.choices),
        min_length=1,
        max_length=3,
        help_text=(
            "`VIEW` reads, `TRANSACT` moves money and plays the sandbox, `MANAGE` changes configuration, customers"
            " and accounts; the last two include `VIEW`. None that the token of the request lacks."
        ),
    )
    expiresAt = MomentField(
        required=False,
        help_text=(
            "When the token ends, by the platform's clock: in the future. Left out: when the token of the request ends."
        ),
    )
    allowedIps = serializers.ListField(
        child=_Network(max_length=64),
        required=False,
        max_length=50,
        help_text=(
            "Addresses and networks (CIDR) that the token may be used from. Left out: those of the token of the"
            " request."
        ),
    )
    spendingLimits = SpendingLimits(
        required=False, help_text="What payments by the token may be. Left out: whatever the payer has."
    )


@extend_schema_serializer(component_name="ApiTokenUpdateRequest")
class TokenChange(Body):
    """What may change about a token."""

    spendingLimits = SpendingLimits(
        help_text=(
            "What payments by the token may be: replaces all its limits. Empty: lifts them. What was spent in the"
            " present window of a budget with the same recurrence counts on."
        ),
    )


class TokenQuery(PageQuery):
    """Filters of the token list."""

    name = serializers.CharField(required=False, help_text="Only the tokens of exactly this name.")
    createdAfter = BeginField(required=False)
    createdBefore = EndField(required=False)
    updatedAfter = BeginField(required=False)
    updatedBefore = EndField(required=False)


@Endpoint(
    "GET",
    "tokens",
    query=TokenQuery,
    response=list_of("TokenListResponse", token_representations.ApiTokenSchema(many=True)),
)
def list_tokens(call: Call) -> Json:
    """List API tokens.

    The live tokens of the platform, newest first: neither revoked ones nor secrets.

    Returns:
        A page of tokens.
    """
    rows = queries.tokens(platform_id=call.platform_id, filters=call.query, now=call.now)
    represent = functools.partial(token_representations.api_token, now=call.now)
    return pagination.page(rows, query=call.query, scope=f"tokens:{call.platform_id}", represent=represent)


@Endpoint(
    "POST",
    "tokens",
    Permission.MANAGE,
    body=NewToken,
    response=token_representations.ApiTokenSchema,
    status=201,
    shows_secret=True,
    shows_credential=True,
)
def create_token(call: Call) -> Json:
    """Create an API token.

    The token gets no more than the one that makes it has: no further permissions, no later end, no further addresses.
    A token with `spendingLimits` can't create another. The reply is the only place its secret is ever shown. A platform
    has at most 100 live tokens.

    Returns:
        The token with its `clientSecret`.
    """
    created = api_tokens.create(
        name=call.body["name"],
        permissions=call.body["permissions"],
        expires_at=call.body.get("expiresAt"),
        allowed_ips=call.body.get("allowedIps", []),
        granted_by=call.caller.permissions,
        ends_by=call.caller.expires_at,
        ips_within=call.caller.allowed_ips,
        spending=call.body.get("spendingLimits") or None,
        **call.by,
    )
    return token_representations.api_token(created.token, now=call.now) | {"clientSecret": created.client_secret}


@Endpoint("GET", "tokens/<str:token_id>", response=token_representations.ApiTokenSchema, errors=("TOKEN_NOT_FOUND",))
def get_token_by_id(call: Call, token_id: str) -> Json:
    """Read an API token.

    What the token may do, from where and until when, what it may spend and has left, and when it was last used.

    Returns:
        The token, without its secret.
    """
    return _shown(call, token_id)


def _shown(call: Call, token_id: str) -> Json:
    token = by_key(queries.shown_tokens(call.platform_id, call.now), identifiers.parse("Token", token_id))
    if token is None:
        raise api_tokens.TokenNotFound
    return token_representations.api_token(token, now=call.now)


@Endpoint(
    "PATCH",
    "tokens/<str:token_id>",
    Permission.MANAGE,
    body=TokenChange,
    response=token_representations.ApiTokenSchema,
    errors=("TOKEN_NOT_FOUND",),
)
def update_token_by_id(call: Call, token_id: str) -> Json:
    """Change what an API token may spend.

    Replace the token's `spendingLimits`, or lift them: the next payment goes by the new ones. Neither the token itself
    can do so, nor one that has limits.

    Returns:
        The token as it is now.
    """
    limits = call.body["spendingLimits"] or None
    api_tokens.limit(token_id=identifiers.parse("Token", token_id), spending=limits, **call.by)
    return _shown(call, token_id)


@Endpoint("DELETE", "tokens/<str:token_id>", Permission.MANAGE, status=204, errors=("TOKEN_NOT_FOUND",))
def delete_token_by_id(call: Call, token_id: str) -> None:
    """Revoke an API token.

    Revoke the token at once: from now on no request changes anything with it. A token can't revoke itself.

    Returns:
        Revoked; no content.
    """
    api_tokens.revoke(token_id=identifiers.parse("Token", token_id), **call.by)
