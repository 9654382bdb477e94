"""Tables of the platforms app."""

from platforms.models.api_token import ApiToken, Permission
from platforms.models.audit_entry import AuditEntry
from platforms.models.audit_seal import AuditCheckRun, AuditSeal, Seal
from platforms.models.forced_outcome import ForcedOutcome
from platforms.models.idempotency_key import IdempotencyKey
from platforms.models.nightly_check import CheckPart, CheckStage, NightlyCheck
from platforms.models.note import Note
from platforms.models.platform import (
    CounterpartyField,
    Environment,
    FeeDestinationType,
    FeeSourceType,
    Platform,
    PlatformCurrency,
    TransactionDirection,
)
from platforms.models.proposal import Proposal, ProposalStatus
from platforms.models.provider_identity import ProviderIdentity
from platforms.models.saved_view import SavedView
from platforms.models.second_factor import SecondFactor
from platforms.models.token_spending import Recurrence, TokenSpending
from platforms.models.uma_domain import COUNTS, DomainState, UmaDomain
from platforms.models.work_failure import WorkFailure

__all__ = [
    "COUNTS",
    "ApiToken",
    "AuditCheckRun",
    "AuditEntry",
    "AuditSeal",
    "CheckPart",
    "CheckStage",
    "CounterpartyField",
    "DomainState",
    "Environment",
    "FeeDestinationType",
    "FeeSourceType",
    "ForcedOutcome",
    "IdempotencyKey",
    "NightlyCheck",
    "Note",
    "Permission",
    "Platform",
    "PlatformCurrency",
    "Proposal",
    "ProposalStatus",
    "ProviderIdentity",
    "Recurrence",
    "SavedView",
    "Seal",
    "SecondFactor",
    "TokenSpending",
    "TransactionDirection",
    "UmaDomain",
    "WorkFailure",
]
