"""The public JSON of tokens and of what they may spend."""

import datetime as dt
from typing import Any

import orjson
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from platforms.base import clock
from platforms.http.fields import AmountField, MomentField, PublicId
from platforms.http.representation import Representation
from platforms.models import ApiToken, Permission, Recurrence


class ApiTokenRepresentation(Representation):
    """A token, without its secret."""

    id = PublicId("Token", help_text="Names the token in paths.")
    name = serializers.CharField(help_text="What you call the token.")
    permissions = serializers.ListField(
        child=serializers.ChoiceField(choices=Permission.choices),
        help_text=(
            "`VIEW` reads, `TRANSACT` moves money and plays the sandbox, `MANAGE` changes configuration, customers"
            " and accounts; the last two include `VIEW`."
        ),
    )
    clientId = serializers.CharField(source="client_id", help_text="The user name of HTTP Basic.")
    allowedIps = serializers.ListField(
        source="allowed_ips",
        child=serializers.CharField(),
        help_text="Addresses and networks (CIDR) that the token may be used from. Empty: from anywhere.",
    )
    expiresAt = MomentField(
        source="expires_at",
        required=False,
        help_text="When the token ends, by the platform's clock. Absent for one that does not end.",
    )
    lastUsedAt = MomentField(
        source="last_used_at",
        required=False,
        help_text="When a request last used it, a minute off at most. Absent before the first.",
    )
    createdAt = MomentField(source="created_at")
    updatedAt = MomentField(source="updated_at")


class AmountRange(serializers.Serializer[Any]):
    """What one payment may take from its payer."""

    min = AmountField(required=False, help_text="The least, this amount included. Absent where there is no least.")
    max = AmountField(required=False, help_text="The most, this amount included. Absent where there is no most.")


class Budget(serializers.Serializer[Any]):
    """What all payments of a window may take together, and what they have taken."""

    max = AmountField(help_text="The most, in each window.")
    recurrence = serializers.ChoiceField(
        choices=Recurrence.choices,
        help_text="When the budget begins anew: with each `DAY` or `MONTH` in UTC; `NONE`: never.",
    )
    spent = AmountField(help_text="What the payments of the present window have taken, those that failed included.")
    left = AmountField(help_text="What payments may still take in the present window.")
    renewsAt = MomentField(
        required=False, help_text="When the next window begins, by the platform's clock. Absent where none does."
    )


class CurrencyLimits(serializers.Serializer[Any]):
    """What may be paid in one currency."""

    currency = serializers.CharField(help_text="The currency that leaves the payer.")
    amountRange = AmountRange(required=False, help_text="Bounds of each payment. Absent: any amount.")
    budget = Budget(required=False, help_text="A bound of all payments together. Absent where there is none.")
    approvalAbove = serializers.IntegerField(
        required=False, help_text="A payment of more than this waits until a person approves it. Absent: none waits."
    )


class SpendingLimits(serializers.Serializer[Any]):
    """What a token may spend: all that is named holds."""

    currencies = CurrencyLimits(
        many=True, required=False, help_text="What may be paid in which currency, and in no other. Absent: in any."
    )
    allowedPayees = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="Who may be paid: ids of accounts, and UMA addresses. Absent: anybody.",
    )
    validFrom = MomentField(required=False, help_text="From when on the token may pay. Absent: at once.")
    validUntil = MomentField(required=False, help_text="When the token may pay no longer. Absent: never.")


@extend_schema_serializer(component_name="ApiToken")
class ApiTokenSchema(ApiTokenRepresentation):
    """A token as the OpenAPI document describes it: with the secret that only the reply to its creation holds."""

    spendingLimits = SpendingLimits(
        required=False, help_text="What payments by the token may be. Absent: whatever the payer has."
    )
    clientSecret = serializers.CharField(
        source="client_secret",
        required=False,
        help_text="The password of HTTP Basic. Shown once, in the reply that creates the token.",
    )


API_TOKEN = ApiTokenRepresentation()


def api_token(token: ApiToken, *, now: dt.datetime) -> dict[str, Any]:
    """Return the JSON of a token without its secret, at the platform's time.

    What it has spent is what `queries.shown_tokens` has loaded; nothing for a new token.
    """
    shown = API_TOKEN.to_representation(token)
    if token.spending is None:
        return shown
    spent = {(each["currency"], each["recurrence"]): each["spent"] for each in getattr(token, "spent_now", ())}
    limits = dict(token.spending)
    if "currencies" in limits:
        limits["currencies"] = [_of_currency(terms, spent, now) for terms in limits["currencies"]]
    return shown | {"spendingLimits": limits}


def budgets(found: str | None, *, now: dt.datetime) -> list[dict[str, Any]]:
    """Return the JSON of the limits of currencies with a budget, at the platform's time.

    `found` is what `spending.SPENT` has found in the database.
    """
    known = orjson.loads(found or "{}")
    spent = {(each["currency"], each["recurrence"]): each["spent"] for each in known.get("spent") or ()}
    limits = (known.get("terms") or {}).get("currencies", ())
    return [_of_currency(terms, spent, now) for terms in limits if "budget" in terms]


def _of_currency(terms: dict[str, Any], spent: dict[tuple[str, str], int], now: dt.datetime) -> dict[str, Any]:
    """Return the limits of a currency, with what is left of its budget."""
    if "budget" not in terms:
        return terms
    most, recurrence = terms["budget"]["max"], terms["budget"]["recurrence"]
    taken, (_, renews_at) = spent.get((terms["currency"], recurrence), 0), Recurrence(recurrence).window(now)
    budget = {"max": most, "recurrence": recurrence, "spent": taken, "left": max(0, most - taken)}
    return terms | {"budget": budget | ({"renewsAt": clock.iso(renews_at)} if renews_at else {})}
