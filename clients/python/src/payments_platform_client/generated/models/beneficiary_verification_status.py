from ...enums import OpenEnum


class BeneficiaryVerificationStatus(OpenEnum):
    CHECKED_BY_RECEIVING_FI = "CHECKED_BY_RECEIVING_FI"
    MATCHED = "MATCHED"
    NOT_MATCHED = "NOT_MATCHED"
    PARTIAL_MATCH = "PARTIAL_MATCH"
    PENDING = "PENDING"
    UNSUPPORTED = "UNSUPPORTED"

    def __str__(self) -> str:
        return str(self.value)
