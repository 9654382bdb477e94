from ...enums import OpenEnum


class UmaDomainVerificationStatus(OpenEnum):
    FAILING = "FAILING"
    UNVERIFIED = "UNVERIFIED"
    VERIFIED = "VERIFIED"

    def __str__(self) -> str:
        return str(self.value)
