"""Tables of banks: connections and what goes by them, statements and what their lines are, claims."""

from banks.models.answers import BankAnswer, BankAnswerKind
from banks.models.claim import Claim, ClaimReason, ClaimSettlement, ClaimWay, Debtor
from banks.models.rail import (
    GIVEN_OUT,
    NOT_COLLECTED,
    BankBatch,
    BankConnection,
    BankFile,
    BankPayment,
    BankPaymentState,
    BatchState,
    DeliveryWay,
    RailRoute,
)
from banks.models.sets import BankSet, BankSetPayment
from banks.models.statements import (
    BankException,
    BankIncomingFile,
    BankMatch,
    BankRule,
    BankRuleKind,
    BankStatement,
    BankStatementLine,
    IncomingState,
    MatchKind,
)

__all__ = [
    "GIVEN_OUT",
    "NOT_COLLECTED",
    "BankAnswer",
    "BankAnswerKind",
    "BankBatch",
    "BankConnection",
    "BankException",
    "BankFile",
    "BankIncomingFile",
    "BankMatch",
    "BankPayment",
    "BankPaymentState",
    "BankRule",
    "BankRuleKind",
    "BankSet",
    "BankSetPayment",
    "BankStatement",
    "BankStatementLine",
    "BatchState",
    "Claim",
    "ClaimReason",
    "ClaimSettlement",
    "ClaimWay",
    "Debtor",
    "DeliveryWay",
    "IncomingState",
    "MatchKind",
    "RailRoute",
]
