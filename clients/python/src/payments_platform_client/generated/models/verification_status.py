from ...enums import OpenEnum


class VerificationStatus(OpenEnum):
    APPROVED = "APPROVED"
    IN_PROGRESS = "IN_PROGRESS"
    PENDING_MANUAL_REVIEW = "PENDING_MANUAL_REVIEW"
    READY_FOR_VERIFICATION = "READY_FOR_VERIFICATION"
    REJECTED = "REJECTED"
    RESOLVE_ERRORS = "RESOLVE_ERRORS"

    def __str__(self) -> str:
        return str(self.value)
