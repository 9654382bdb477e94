from ...enums import OpenEnum


class PaymentDkkAccountInfoPaymentRailsItem(OpenEnum):
    SEPA = "SEPA"
    SEPA_INSTANT = "SEPA_INSTANT"

    def __str__(self) -> str:
        return str(self.value)
