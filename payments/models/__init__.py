"""Tables of the payments app."""

from payments.models.account_code import AccountCode
from payments.models.checked_balance import CheckedBalance
from payments.models.deposit import Deposit, DepositUse
from payments.models.external_account import BeneficiaryVerificationStatus, ExternalAccount, ExternalAccountStatus
from payments.models.fees import FeeSchedule, PlatformFeePayout
from payments.models.institution import Institution, InstitutionKind
from payments.models.internal_account import InternalAccount, InternalAccountStatus
from payments.models.ledger import JournalEntry, JournalSeal, LedgerAccount, LedgerCheckRun, Posting
from payments.models.lookup import Lookup, LookupKind
from payments.models.month_close import ClosedBooks, Correction, MonthClose, MonthFigure, MonthState
from payments.models.operations import (
    CaseKind,
    CaseState,
    CaseStepKind,
    DayMark,
    LedgerDay,
    OperationsCase,
    OperationsCaseStep,
    RailDay,
    SandboxRailDay,
)
from payments.models.payment_file import PaymentFile, PaymentFileRow, PaymentFileRowState, PaymentFileStatus
from payments.models.proof import BalancePage, BalanceTotal, BalanceTree, EntryPage, SealedBalance, SignedRoot
from payments.models.provider_message import ProviderMessage, Question
from payments.models.quote import (
    FundingReceipt,
    LockSide,
    PurposeOfPayment,
    Quote,
    QuoteSourceType,
    QuoteStatus,
    ReceiptUse,
    SuspenseItem,
    SuspenseWay,
)
from payments.models.rate_snapshot import RateFeed, RateSnapshot
from payments.models.reporting.statement_run import StatementRun
from payments.models.reporting.transaction_tally import TransactionTally, TransactionTallyMark
from payments.models.staff_rate import StaffRate
from payments.models.transaction import (
    IN_FLIGHT,
    TRANSITIONS,
    FailureReason,
    NextAction,
    PaymentDirection,
    PendingReason,
    Transaction,
    TransactionStatus,
    TransactionType,
)
from payments.models.transaction_status_change import TransactionStatusChange
from payments.models.uma.protocol import UmaCounterpartyKeys, UmaKey, UmaKeyPurpose, UmaNonce
from payments.models.uma.provider import UmaProvider
from payments.models.uma.receiving import Approval, Ending, IncomingUmaPayment
from payments.models.uma.sandbox_invoice import SandboxInvoice, SandboxInvoiceState
from payments.models.uma.sending import OutgoingUmaPayment

__all__ = [
    "IN_FLIGHT",
    "TRANSITIONS",
    "AccountCode",
    "Approval",
    "BalancePage",
    "BalanceTotal",
    "BalanceTree",
    "BeneficiaryVerificationStatus",
    "CaseKind",
    "CaseState",
    "CaseStepKind",
    "CheckedBalance",
    "ClosedBooks",
    "Correction",
    "DayMark",
    "Deposit",
    "DepositUse",
    "Ending",
    "EntryPage",
    "ExternalAccount",
    "ExternalAccountStatus",
    "FailureReason",
    "FeeSchedule",
    "FundingReceipt",
    "IncomingUmaPayment",
    "Institution",
    "InstitutionKind",
    "InternalAccount",
    "InternalAccountStatus",
    "JournalEntry",
    "JournalSeal",
    "LedgerAccount",
    "LedgerCheckRun",
    "LedgerDay",
    "LockSide",
    "Lookup",
    "LookupKind",
    "MonthClose",
    "MonthFigure",
    "MonthState",
    "NextAction",
    "OperationsCase",
    "OperationsCaseStep",
    "OutgoingUmaPayment",
    "PaymentDirection",
    "PaymentFile",
    "PaymentFileRow",
    "PaymentFileRowState",
    "PaymentFileStatus",
    "PendingReason",
    "PlatformFeePayout",
    "Posting",
    "ProviderMessage",
    "PurposeOfPayment",
    "Question",
    "Quote",
    "QuoteSourceType",
    "QuoteStatus",
    "RailDay",
    "RateFeed",
    "RateSnapshot",
    "ReceiptUse",
    "SandboxInvoice",
    "SandboxInvoiceState",
    "SandboxRailDay",
    "SealedBalance",
    "SignedRoot",
    "StaffRate",
    "StatementRun",
    "SuspenseItem",
    "SuspenseWay",
    "Transaction",
    "TransactionStatus",
    "TransactionStatusChange",
    "TransactionTally",
    "TransactionTallyMark",
    "TransactionType",
    "UmaCounterpartyKeys",
    "UmaKey",
    "UmaKeyPurpose",
    "UmaNonce",
    "UmaProvider",
]
