from ...enums import OpenEnum


class InvitationStatus(OpenEnum):
    CANCELLED = "CANCELLED"
    CLAIMED = "CLAIMED"
    EXPIRED = "EXPIRED"
    PENDING = "PENDING"

    def __str__(self) -> str:
        return str(self.value)
