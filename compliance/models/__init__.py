"""Tables of the compliance app."""

from compliance.models.beneficial_owner import OWNER_TRANSITIONS, BeneficialOwner, BeneficialOwnerStatusChange
from compliance.models.bulk_import import (
    BULK_IMPORT_TRANSITIONS,
    BulkImport,
    BulkImportError,
    BulkImportPart,
    BulkImportStatus,
)
from compliance.models.business import MonthlyTransactionVolume, OwnerRole, OwnerStatus
from compliance.models.customer import (
    REJECTED_CUSTOMERS,
    STATUS_TRANSITIONS,
    Customer,
    CustomerStatus,
    CustomerStatusChange,
    CustomerType,
)
from compliance.models.document import (
    DOCUMENT_TRANSITIONS,
    ContentType,
    Document,
    DocumentSide,
    DocumentStatus,
    DocumentType,
    RetiredFile,
)
from compliance.models.former_uma_address import FormerUmaAddress
from compliance.models.hand_opened_case import CaseOutcome, HandOpenedCase
from compliance.models.kyc_link import KycLink
from compliance.models.rejection_ground import NOT_PASSED, TOLD, RejectionGround
from compliance.models.review import NoteKind, ReviewAssignment, ReviewNote
from compliance.models.review_rule import CheckedItem, Comparison, Deciders, ReviewApproval, ReviewRule, RuleFlag
from compliance.models.screening import (
    HIT_TRANSITIONS,
    RESOLVED,
    UNDECIDED,
    HitState,
    ListKind,
    Screening,
    ScreeningHit,
    ScreeningListEntry,
    ScreeningListVersion,
    ScreeningOutcome,
    ScreeningSweep,
    SourceOfFunds,
    SubjectKind,
)
from compliance.models.upload_day import UploadDay
from compliance.models.verification import (
    VERIFICATION_TRANSITIONS,
    Verification,
    VerificationErrorType,
    VerificationStatus,
    VerificationStatusChange,
)

__all__ = [
    "BULK_IMPORT_TRANSITIONS",
    "DOCUMENT_TRANSITIONS",
    "HIT_TRANSITIONS",
    "NOT_PASSED",
    "OWNER_TRANSITIONS",
    "REJECTED_CUSTOMERS",
    "RESOLVED",
    "STATUS_TRANSITIONS",
    "TOLD",
    "UNDECIDED",
    "VERIFICATION_TRANSITIONS",
    "BeneficialOwner",
    "BeneficialOwnerStatusChange",
    "BulkImport",
    "BulkImportError",
    "BulkImportPart",
    "BulkImportStatus",
    "CaseOutcome",
    "CheckedItem",
    "Comparison",
    "ContentType",
    "Customer",
    "CustomerStatus",
    "CustomerStatusChange",
    "CustomerType",
    "Deciders",
    "Document",
    "DocumentSide",
    "DocumentStatus",
    "DocumentType",
    "FormerUmaAddress",
    "HandOpenedCase",
    "HitState",
    "KycLink",
    "ListKind",
    "MonthlyTransactionVolume",
    "NoteKind",
    "OwnerRole",
    "OwnerStatus",
    "RejectionGround",
    "RetiredFile",
    "ReviewApproval",
    "ReviewAssignment",
    "ReviewNote",
    "ReviewRule",
    "RuleFlag",
    "Screening",
    "ScreeningHit",
    "ScreeningListEntry",
    "ScreeningListVersion",
    "ScreeningOutcome",
    "ScreeningSweep",
    "SourceOfFunds",
    "SubjectKind",
    "UploadDay",
    "Verification",
    "VerificationErrorType",
    "VerificationStatus",
    "VerificationStatusChange",
]
