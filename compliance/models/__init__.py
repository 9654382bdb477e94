"""Tables of the compliance app."""

from compliance.models.customer import (
    STATUS_TRANSITIONS,
    Customer,
    CustomerStatus,
    CustomerStatusChange,
    CustomerType,
)
from compliance.models.kyc_link import KycLink
from compliance.models.screening import (
    HIT_TRANSITIONS,
    HitState,
    ListKind,
    Screening,
    ScreeningHit,
    ScreeningListEntry,
    ScreeningListVersion,
    ScreeningOutcome,
    ScreeningSweep,
    SubjectKind,
)

__all__ = [
    "HIT_TRANSITIONS",
    "STATUS_TRANSITIONS",
    "Customer",
    "CustomerStatus",
    "CustomerStatusChange",
    "CustomerType",
    "HitState",
    "KycLink",
    "ListKind",
    "Screening",
    "ScreeningHit",
    "ScreeningListEntry",
    "ScreeningListVersion",
    "ScreeningOutcome",
    "ScreeningSweep",
    "SubjectKind",
]
