"""What dry runs of payments tell: balances, fees, what the token may still spend, and events.

All of it is what the database transaction of the dry run has stored, read before it is rolled back.
"""

import contextlib
import uuid
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_serializer
from rest_framework import serializers

from payments.quote_representations import QuoteRepresentation
from payments.representations import IncomingTransaction, OutgoingTransaction
from platforms import token_representations
from platforms.base import clock
from platforms.base.money_json import currency_amount
from platforms.database import prepared, sql
from platforms.http.authentication import Caller
from platforms.http.dry_runs import DryRun
from platforms.http.fields import AmountField, CurrencyAmountSerializer
from platforms.operations import spending
from webhooks.outbox import events
from webhooks.outbox.event_types import EventType

_READ = sql.of_constants(
    "SELECT ({told}), ({spent})",
    told=events.STORED.format("$1"),
    spent=spending.SPENT.format(key="$2", windows="$3"),
)
_BALANCE = EventType.INTERNAL_ACCOUNT_BALANCE_UPDATED


@extend_schema_serializer(component_name="BalanceEffect")
class _Balance(serializers.Serializer[Any]):
    """What becomes of the balance of an internal account."""

    accountId = serializers.CharField(help_text="The account, `InternalAccount:<uuid>`.")
    currency = serializers.CharField(help_text="Its currency.")
    before = AmountField(help_text="Its balance before the payment, in its smallest unit.")
    after = AmountField(help_text="Its balance after it, in its smallest unit.")


@extend_schema_serializer(component_name="Effects")
class _Shown(serializers.Serializer[Any]):
    """What the request would do at once. What comes later, when a rail has answered, is not in it."""

    balances = _Balance(many=True, help_text="The internal accounts whose balance would change.")
    fees = CurrencyAmountSerializer(many=True, help_text="What would be kept of the money; empty without fees.")
    limits = token_representations.CurrencyLimits(
        many=True,
        help_text=(
            "What the token could spend after it: its limits in each currency with a budget, as its `spendingLimits`"
            " tell them. Empty for a token without budgets."
        ),
    )
    events = serializers.ListField(
        child=serializers.ChoiceField(choices=EventType.choices),
        help_text="The types of the webhooks that would be sent, in their order.",
    )


_OTHERWISE = "Absent but in the reply to a dry run."


class _Unmade(serializers.Serializer[Any]):
    dryRun = serializers.ChoiceField(choices=[True], help_text="true: nothing was done.")
    effects = _Shown(help_text="What the request would do.")


class Rehearsable(serializers.Serializer[Any]):
    """What the reply to a dry run has beside the usual one."""

    dryRun = serializers.BooleanField(required=False, help_text=f"true: nothing was done. {_OTHERWISE}")
    effects = _Shown(required=False, help_text=f"What the request would do. {_OTHERWISE}")


class UnmadeIncomingTransaction(IncomingTransaction):
    """A payment that comes in, as it would be made."""

    id = None  # type: ignore[assignment]
    reconciliationInstructions = None  # type: ignore[assignment]


class UnmadeOutgoingTransaction(OutgoingTransaction):
    """A payment that goes out, as it would be made."""

    id = None  # type: ignore[assignment]
    reconciliationInstructions = None  # type: ignore[assignment]


UNMADE_TRANSACTION = PolymorphicProxySerializer(
    component_name="UnmadeTransaction",
    serializers={"INCOMING": UnmadeIncomingTransaction, "OUTGOING": UnmadeOutgoingTransaction},
    resource_type_field_name="type",
)


class TransferInDryRun(_Unmade, UnmadeIncomingTransaction):
    """The transfer in that would be made."""


class TransferOutDryRun(_Unmade, UnmadeOutgoingTransaction):
    """The transfer out that would be made."""


@extend_schema_serializer(component_name="QuoteDryRun")
class QuoteDryRun(_Unmade, QuoteRepresentation):
    """The quote that would be made."""

    id = None  # type: ignore[assignment]
    transactionId = None  # type: ignore[assignment]
    paymentInstructions = None  # type: ignore[assignment]


@extend_schema_serializer(component_name="ExecutedQuote")
class ExecutedQuote(Rehearsable, QuoteRepresentation):
    """A quote that is executed."""


class DecidedIncomingTransaction(Rehearsable, IncomingTransaction):
    """A payment that comes in, after the platform's decision."""


class DecidedOutgoingTransaction(Rehearsable, OutgoingTransaction):
    """A payment that goes out, after the platform's decision."""


DECIDED_TRANSACTION = PolymorphicProxySerializer(
    component_name="DecidedTransaction",
    serializers={"INCOMING": DecidedIncomingTransaction, "OUTGOING": DecidedOutgoingTransaction},
    resource_type_field_name="type",
)


class Effects:
    """What a request has done in its database transaction, by the events that it made."""

    def __init__(self, caller: Caller, made: Mapping[uuid.UUID, Any]) -> None:
        """Take who asks, and the events that the request goes on to make, by their keys."""
        self._caller, self._made = caller, made
        self._told: list[dict[str, Any]] = []
        self._limits: list[dict[str, Any]] = []

    def read(self) -> None:
        """Read the events that are stored, and what is left of the token's budgets."""
        now = clock.now(self._caller)
        asked = [list(self._made), self._caller.token_id, spending.windows(now=now)]
        [(told, spent)] = prepared.rows(_READ, asked)
        self._told = events.opened(told)
        self._limits = token_representations.budgets(spent, now=now)

    def shown(self, reply: Mapping[str, Any]) -> dict[str, Any]:
        """Return the JSON."""
        return {
            "balances": self._balances(),
            "fees": _fees(reply),
            "limits": self._limits,
            "events": [each["type"] for each in self._told],
        }

    def _balances(self) -> list[dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for each in self._told:
            if each["type"] != _BALANCE:
                continue
            account, balance = each["data"], each["data"]["balance"]
            first = {
                "accountId": account["id"],
                "currency": balance["currency"]["code"],
                "before": balance["amount"] - account["change"]["amount"],
            }
            found.setdefault(account["id"], first)["after"] = balance["amount"]
        return list(found.values())


def _fees(reply: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the fees of a quote; transfers have none."""
    if not reply.get("feesIncluded"):
        return []
    return [currency_amount(reply["feesIncluded"], reply["sendingCurrency"]["code"])]


@contextlib.contextmanager
def _watched(caller: Caller) -> Iterator[Effects]:
    with events.captured() as made:
        yield Effects(caller, made)


def _without(*names: str) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    return lambda body: {name: value for name, value in body.items() if name not in names}


unmade_transfer = _without("id", "reconciliationInstructions")
"""Returns the JSON of a transfer without what names it."""
unmade_quote = _without("id", "transactionId", "paymentInstructions")
"""Returns the JSON of a quote without what names it, or the payment of it."""


IN_PLACE = DryRun(_watched)
"""Of an endpoint that changes what there is: the reply names it."""


def of_unmade(existing: Callable[[dict[str, Any]], dict[str, Any]], reply: Any = None) -> DryRun:
    """Return how an endpoint is rehearsed that makes something.

    `existing` returns the usual reply without the ids of what was not made; `reply` describes what is left, where the
    usual description does not.
    """
    return DryRun(_watched, reply, existing)
