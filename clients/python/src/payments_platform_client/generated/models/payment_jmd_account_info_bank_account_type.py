from ...enums import OpenEnum


class PaymentJmdAccountInfoBankAccountType(OpenEnum):
    CHECKING = "CHECKING"
    SAVINGS = "SAVINGS"

    def __str__(self) -> str:
        return str(self.value)
