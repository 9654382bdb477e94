from ...enums import OpenEnum


class QuoteLockSide(OpenEnum):
    RECEIVING = "RECEIVING"
    SENDING = "SENDING"

    def __str__(self) -> str:
        return str(self.value)
