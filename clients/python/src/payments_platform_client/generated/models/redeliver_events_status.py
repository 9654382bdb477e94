from ...enums import OpenEnum


class RedeliverEventsStatus(OpenEnum):
    ABANDONED = "ABANDONED"
    DELIVERED = "DELIVERED"
    NO_ENDPOINT = "NO_ENDPOINT"
    REFUSED = "REFUSED"

    def __str__(self) -> str:
        return str(self.value)
