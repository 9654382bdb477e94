from ...enums import OpenEnum


class CopExternalAccountCreateInfoBankAccountType(OpenEnum):
    CHECKING = "CHECKING"
    SAVINGS = "SAVINGS"

    def __str__(self) -> str:
        return str(self.value)
