"""Tables of the payments app."""

from payments.models.external_account import BeneficiaryVerificationStatus, ExternalAccount, ExternalAccountStatus
from payments.models.internal_account import InternalAccount
from payments.models.ledger import JournalEntry, LedgerAccount, LedgerCheckRun, Posting
from payments.models.transaction import (
    IN_FLIGHT,
    TRANSITIONS,
    FailureReason,
    Transaction,
    TransactionStatus,
    TransactionStatusChange,
    TransactionTally,
    TransactionTallyMark,
    TransactionType,
)

__all__ = [
    "IN_FLIGHT",
    "TRANSITIONS",
    "BeneficiaryVerificationStatus",
    "ExternalAccount",
    "ExternalAccountStatus",
    "FailureReason",
    "InternalAccount",
    "JournalEntry",
    "LedgerAccount",
    "LedgerCheckRun",
    "Posting",
    "Transaction",
    "TransactionStatus",
    "TransactionStatusChange",
    "TransactionTally",
    "TransactionTallyMark",
    "TransactionType",
]
