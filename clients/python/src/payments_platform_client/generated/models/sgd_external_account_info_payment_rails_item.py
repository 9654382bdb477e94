from ...enums import OpenEnum


class SgdExternalAccountInfoPaymentRailsItem(OpenEnum):
    BANK_TRANSFER = "BANK_TRANSFER"
    FAST = "FAST"
    PAYNOW = "PAYNOW"

    def __str__(self) -> str:
        return str(self.value)
