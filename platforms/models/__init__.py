"""Tables of the platforms app."""

from platforms.models.api_token import ApiToken, Permission
from platforms.models.audit_entry import AuditEntry
from platforms.models.idempotency_key import IdempotencyKey
from platforms.models.platform import (
    CounterpartyField,
    Environment,
    Platform,
    PlatformCurrency,
    TransactionDirection,
)

__all__ = [
    "ApiToken",
    "AuditEntry",
    "CounterpartyField",
    "Environment",
    "IdempotencyKey",
    "Permission",
    "Platform",
    "PlatformCurrency",
    "TransactionDirection",
]
