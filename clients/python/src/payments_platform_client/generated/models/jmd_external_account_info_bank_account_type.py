from ...enums import OpenEnum


class JmdExternalAccountInfoBankAccountType(OpenEnum):
    CHECKING = "CHECKING"
    SAVINGS = "SAVINGS"

    def __str__(self) -> str:
        return str(self.value)
