from ...enums import OpenEnum


class PaymentPkrAccountInfoPaymentRailsItem(OpenEnum):
    BANK_TRANSFER = "BANK_TRANSFER"
    MOBILE_MONEY = "MOBILE_MONEY"

    def __str__(self) -> str:
        return str(self.value)
