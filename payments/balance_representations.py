"""What changed the balance of an internal account, as its entries and `INTERNAL_ACCOUNT.BALANCE_UPDATED` tell it."""

import uuid
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from payments import representations
from payments.models import InternalAccount
from platforms.base import identifiers

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "DEPOSIT": "Money arrived for the account.",
        "TRANSFER_IN": "A transfer in was settled.",
        "TRANSFER_OUT": "A transfer out was made.",
        "PAYMENT_OUT": "A quote was executed, and paid from the account.",
        "PLATFORM_FEES": "What the platform charged its customers on the days before.",
        "PAYMENT_IN": "A payment of a quote, or one by UMA, arrived.",
        "REVERSAL": "An earlier entry was reversed: the payment failed, or a bank took the money back.",
        "CORRECTION": "Staff credited, moved or took back money.",
    }
)
"""Kinds of entries, with what has happened."""
CHOICES = [(name, name) for name in KINDS]
OF_PURPOSES: Mapping[str, str] = MappingProxyType(
    {
        "DEPOSIT_RECEIVED": "DEPOSIT",
        "SANDBOX_FUNDING": "DEPOSIT",
        "TRANSFER_IN_SETTLED": "TRANSFER_IN",
        "TRANSFER_OUT_SENT": "TRANSFER_OUT",
        "QUOTE_EXECUTED": "PAYMENT_OUT",
        "PLATFORM_FEES_PAID": "PLATFORM_FEES",
        "PAYOUT_CREDITED": "PAYMENT_IN",
        "UMA_CREDITED": "PAYMENT_IN",
        "UMA_KEPT": "PAYMENT_IN",
        "TRANSFER_IN_CAME_BACK": "REVERSAL",
        "TRANSFER_OUT_RETURNED": "REVERSAL",
        "QUOTE_REVERSED": "REVERSAL",
        "DEPOSIT_RECALLED": "REVERSAL",
    }
)
"""The kind of an entry by the purpose of its journal entry; `CORRECTION` for any other."""
_CORRECTION = "CORRECTION"


class Change(NamedTuple):
    """By how much an entry changed the balance of an account, and why."""

    amount: int
    """In the currency's smallest unit; positive where the balance grew."""
    purpose: str
    """Of the journal entry."""
    transaction_id: uuid.UUID | None = None
    deposit_id: uuid.UUID | None = None


def kind(purpose: str) -> str:
    """Return what has happened, by the purpose of a journal entry."""
    return OF_PURPOSES.get(purpose, _CORRECTION)


def kind_field() -> serializers.ChoiceField:
    """Return the field of a kind."""
    return serializers.ChoiceField(
        choices=CHOICES,
        help_text=" ".join(f"`{name}`: {text}" for name, text in KINDS.items()),
    )


@extend_schema_serializer(component_name="BalanceChange")
class BalanceChange(serializers.Serializer[Any]):
    """By how much a balance has changed, and why."""

    amount = serializers.IntegerField(
        help_text="By how much the balance grew, in its smallest unit; negative where it shrank."
    )
    kind = kind_field()
    transactionId = serializers.CharField(required=False, help_text="The payment. Absent where there is none.")
    depositId = serializers.CharField(required=False, help_text="The deposit. Absent where there is none.")


@extend_schema_serializer(component_name="InternalAccountWebhookData")
class AccountNews(representations.InternalAccountRepresentation):
    """An internal account as the event of its new balance tells of it."""

    change = BalanceChange(
        required=False, help_text="What has changed the balance. Absent in events from before there was this field."
    )


def shown(account: InternalAccount, change: Change) -> dict[str, Any]:
    """Return the JSON of an internal account whose balance has changed; its ledger account must be loaded with it."""
    facts: dict[str, Any] = {"amount": change.amount, "kind": kind(change.purpose)}
    if change.transaction_id is not None:
        facts["transactionId"] = identifiers.public("Transaction", change.transaction_id)
    if change.deposit_id is not None:
        facts["depositId"] = identifiers.public("Deposit", change.deposit_id)
    return {**representations.internal_account(account), "change": facts}
