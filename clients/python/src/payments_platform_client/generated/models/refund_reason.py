from ...enums import OpenEnum


class RefundReason(OpenEnum):
    TIMEOUT = "TIMEOUT"
    TRANSACTION_FAILED = "TRANSACTION_FAILED"
    USER_CANCELLATION = "USER_CANCELLATION"

    def __str__(self) -> str:
        return str(self.value)
