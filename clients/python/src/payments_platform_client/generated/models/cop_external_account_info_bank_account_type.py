from ...enums import OpenEnum


class CopExternalAccountInfoBankAccountType(OpenEnum):
    CHECKING = "CHECKING"
    SAVINGS = "SAVINGS"

    def __str__(self) -> str:
        return str(self.value)
