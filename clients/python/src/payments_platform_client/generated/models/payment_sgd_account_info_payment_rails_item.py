from ...enums import OpenEnum


class PaymentSgdAccountInfoPaymentRailsItem(OpenEnum):
    BANK_TRANSFER = "BANK_TRANSFER"
    FAST = "FAST"
    PAYNOW = "PAYNOW"

    def __str__(self) -> str:
        return str(self.value)
