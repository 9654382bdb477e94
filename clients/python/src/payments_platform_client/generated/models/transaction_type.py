from ...enums import OpenEnum


class TransactionType(OpenEnum):
    INCOMING = "INCOMING"
    OUTGOING = "OUTGOING"

    def __str__(self) -> str:
        return str(self.value)
