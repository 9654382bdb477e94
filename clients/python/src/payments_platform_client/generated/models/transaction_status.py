from ...enums import OpenEnum


class TransactionStatus(OpenEnum):
    COMPLETED = "COMPLETED"
    CREATED = "CREATED"
    EXPIRED = "EXPIRED"
    FAILED = "FAILED"
    PENDING = "PENDING"
    PROCESSING = "PROCESSING"
    REFUNDED = "REFUNDED"
    REJECTED = "REJECTED"

    def __str__(self) -> str:
        return str(self.value)
