from ...enums import OpenEnum


class BeneficialOwnerStatus(OpenEnum):
    APPROVED = "APPROVED"
    PENDING = "PENDING"
    REJECTED = "REJECTED"

    def __str__(self) -> str:
        return str(self.value)
