from ...enums import OpenEnum


class CustomerStatus(OpenEnum):
    APPROVED = "APPROVED"
    PENDING = "PENDING"
    REJECTED = "REJECTED"
    UNVERIFIED = "UNVERIFIED"

    def __str__(self) -> str:
        return str(self.value)
