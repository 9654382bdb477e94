"""Tables of the payments app."""

from payments.models.external_account import BeneficiaryVerificationStatus, ExternalAccount, ExternalAccountStatus
from payments.models.fee_schedule import FeeSchedule
from payments.models.institution import Institution, InstitutionKind
from payments.models.internal_account import InternalAccount
from payments.models.ledger import JournalEntry, LedgerAccount, LedgerCheckRun, Posting
from payments.models.lookup import Lookup, LookupKind
from payments.models.quote import (
    FundingReceipt,
    LockSide,
    PurposeOfPayment,
    Quote,
    QuoteSourceType,
    QuoteStatus,
    ReceiptUse,
    SuspenseItem,
)
from payments.models.rate_snapshot import RateFeed, RateSnapshot
from payments.models.staff_rate import StaffRate
from payments.models.transaction import (
    IN_FLIGHT,
    TRANSITIONS,
    FailureReason,
    NextAction,
    Transaction,
    TransactionStatus,
    TransactionStatusChange,
    TransactionTally,
    TransactionTallyMark,
    TransactionType,
)
from payments.models.uma_provider import UmaProvider

__all__ = [
    "IN_FLIGHT",
    "TRANSITIONS",
    "BeneficiaryVerificationStatus",
    "ExternalAccount",
    "ExternalAccountStatus",
    "FailureReason",
    "FeeSchedule",
    "FundingReceipt",
    "Institution",
    "InstitutionKind",
    "InternalAccount",
    "JournalEntry",
    "LedgerAccount",
    "LedgerCheckRun",
    "LockSide",
    "Lookup",
    "LookupKind",
    "NextAction",
    "Posting",
    "PurposeOfPayment",
    "Quote",
    "QuoteSourceType",
    "QuoteStatus",
    "RateFeed",
    "RateSnapshot",
    "ReceiptUse",
    "StaffRate",
    "SuspenseItem",
    "Transaction",
    "TransactionStatus",
    "TransactionStatusChange",
    "TransactionTally",
    "TransactionTallyMark",
    "TransactionType",
    "UmaProvider",
]
