from ...enums import OpenEnum


class IdentificationType(OpenEnum):
    EIN = "EIN"
    ITIN = "ITIN"
    NON_US_TAX_ID = "NON_US_TAX_ID"
    SSN = "SSN"

    def __str__(self) -> str:
        return str(self.value)
