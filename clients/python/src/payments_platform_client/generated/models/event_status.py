from ...enums import OpenEnum


class EventStatus(OpenEnum):
    ABANDONED = "ABANDONED"
    DELIVERED = "DELIVERED"
    NO_ENDPOINT = "NO_ENDPOINT"
    PENDING = "PENDING"
    REFUSED = "REFUSED"
    WAITING = "WAITING"

    def __str__(self) -> str:
        return str(self.value)
