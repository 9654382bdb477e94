"""A version 2027-01-01 beside 2025-10-13, as it would be made. Two things change; all else is shared.

A balance says its amount as a text and names its currency by its code; a new token has to say when it ends. In the
service each part would lie where the comment above it says.
"""

import dataclasses
import decimal
import sys
from typing import Any

from django.urls import include, path
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from config import urls as today
from payments.api import internal_accounts
from payments.representations import InternalAccountRepresentation
from platforms.api import tokens
from platforms.http.document.operations import list_of
from platforms.http.endpoints import Call, Json
from platforms.http.fields import MomentField
from platforms.http.urls import urls

VERSION = "2027-01-01"

# payments/api/v2027_01_01.py


class Balance(serializers.Serializer[Any]):
    """An amount as people write it."""

    value = serializers.CharField()
    currencyCode = serializers.CharField()


@extend_schema_serializer(component_name="CustomerInternalAccount")
class InternalAccount(InternalAccountRepresentation):
    """An internal account with its balance and how to fund it."""

    balance = Balance()  # type: ignore[assignment]


@dataclasses.replace(
    internal_accounts.list_customer_internal_accounts,
    response=list_of("CustomerInternalAccountListResponse", InternalAccount(many=True)),
)
def list_customer_internal_accounts(call: Call) -> Json:
    """List internal accounts of customers."""
    listed: Json = internal_accounts.list_customer_internal_accounts.function(call)
    return listed | {"data": [account | {"balance": _balance(account["balance"])} for account in listed["data"]]}


def _balance(shown: Json) -> Json:
    currency = shown["currency"]
    value = decimal.Decimal(shown["amount"]).scaleb(-currency["decimals"])
    return {"value": f"{value:f}", "currencyCode": currency["code"]}


# platforms/api/v2027_01_01.py


@extend_schema_serializer(component_name="ApiTokenCreateRequest")
class NewToken(tokens.NewToken):
    """A token to create."""

    expiresAt = MomentField(help_text="In the future.")


@dataclasses.replace(tokens.create_token, body=NewToken)
def create_token(call: Call) -> Json:
    """Create an API token.

    Create a token; the reply is the only place its secret is ever shown.
    """
    created: Json = tokens.create_token.function(call)
    return created


# The other method of the address stays as it is.
list_tokens = tokens.list_tokens

# config/urls.py

urlpatterns = [
    *today.urlpatterns,
    path(
        f"{VERSION}/",
        include(([path("", include(urls(sys.modules[__name__]))), *today.RESOURCES], "api"), namespace=VERSION),
    ),
]
